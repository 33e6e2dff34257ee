/** The teacher's console: the pupils and the controls. The large button always performs the next step. */

import { address } from "../http.js";
import { button, el } from "../dom.js";
import { Acts } from "./acts.js";
import { controls } from "./controls.js";
import { dialog, qrPicture, spelled } from "./invite.js";
import { w } from "./language.js";
import { people } from "./people.js";
import { selfTest } from "./self-test.js";
import { openTeams } from "./team-settings.js";
import { teamScores } from "./teams.js";

/** @typedef {import("./types.js").Face} Face */
/** @typedef {import("../types.js").Rules} Rules */

/**
 * @typedef {object} Desk  State that all parts of the console share.
 * @property {import("./stream.js").Live & {acts: Acts}} live
 * @property {Rules} rules
 * @property {(what: string, details?: Record<string, any>) => Promise<any>} act  Performs an action; returns null if it
 * was rejected.
 */

/** @param {{live: import("./stream.js").Live, rules: Rules, projector: string | null}} what @returns {Face} */
export function createConsole({ live: followed, rules, projector }) {
  const live = Object.assign(followed, { acts: new Acts(followed) });
  /** @type {Desk} */
  const desk = {
    live,
    rules,
    act: (what, details) => live.acts.attempt(what, details),
  };
  const lock = el("input", {
    type: "checkbox",
    "data-test": "lock",
    onchange: () => void desk.act(lock.checked ? "lock" : "unlock"),
  });
  const approval = el("input", {
    type: "checkbox",
    "data-test": "approval",
    onchange: () => void desk.act("approval", { on: approval.checked }),
  });
  const screen = el(
    "a",
    { class: "button", target: "_blank", rel: "noopener", "data-test": "projector" },
    w.console.projector,
  );
  const controlling = controls(desk);
  const class_ = people(desk);
  const phones = selfTest(live);
  const bots = button(w.console.noBots, () => void desk.act("dismiss", { bots: true }), { "data-test": "no-bots" });
  const teams = teamScores();
  const seed = el("p", { class: "soft small" });
  const reports = /** @type {const} */ (["pdf", "csv", "json"]).map((kind) =>
    el(
      "a",
      {
        class: "button",
        href: address(`class/${live.code}/report.${kind}`, [live.who, ["language", document.documentElement.lang]]),
        download: true,
        "data-report": kind,
      },
      w.console[kind],
    ),
  );

  function invite() {
    dialog(w.console.invite, spelled(live), qrPicture(live));
  }

  function end() {
    const box = dialog(
      w.console.endSure,
      el("p", {}, w.console.endWhat),
      button(w.console.endYes, () => void desk.act("end").then(() => box.close()), {
        kind: "primary",
        "data-test": "end-yes",
      }),
    );
  }

  const lesson = el(
    "section",
    { class: "card" },
    el("h2", {}, w.console.report),
    el("div", { class: "row" }, ...reports),
    seed,
    el("div", { class: "row" }, button(w.console.end, end, { kind: "quiet danger", "data-test": "end" })),
  );
  const element = el(
    "div",
    { class: "console" },
    el(
      "div",
      { class: "desk-head" },
      el("div", { class: "row" }, el("h1", {}, w.frame.class(live.code)), teams.element),
      el(
        "div",
        { class: "row" },
        button(w.console.invite, invite, { "data-test": "invite" }),
        screen,
        button(w.teams.title, () => openTeams(desk), { "data-test": "set-teams" }),
        bots,
        el("label", { class: "check" }, approval, el("span", {}, w.console.approval)),
        el("label", { class: "check" }, lock, el("span", {}, w.console.lock)),
      ),
    ),
    el(
      "div",
      { class: "desk" },
      el("div", { class: "stack" }, controlling.element, phones.element, lesson),
      class_.element,
    ),
  );
  return {
    element,
    update(state) {
      lock.checked = state.locked;
      approval.checked = Boolean(state.approval);
      const key = state.projector ?? projector;
      screen.hidden = !key;
      if (key) screen.setAttribute("href", `${live.code}#key=${key}`);
      controlling.update(state);
      class_.update(state);
      phones.update(state);
      teams.set(state);
      bots.hidden = !state.bots;
      lesson.hidden = state.phase === "lobby" && state.round === 1 && !state.pupils.length;
      seed.textContent = state.seeds?.length ? w.console.seed(state.seeds.join(", ")) : "";
    },
    close() {
      controlling.close();
      phones.close();
    },
  };
}
