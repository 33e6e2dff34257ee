/** The pupils of the class with their status, and the teacher's actions for each pupil. */

import { button, el, field, fill } from "../dom.js";
import { markable } from "./fold.js";
import { dialog, joinAddress, qrPicture } from "./invite.js";
import { form } from "./join.js";
import { w } from "./language.js";
import { playedBoard } from "./reveal.js";
import { teamName } from "./teams.js";

/** @typedef {import("./types.js").ClassState} ClassState */
/** @typedef {import("./types.js").Pupil} Pupil */
/** @typedef {keyof import("../words/en/class.js").Words["console"]["states"]} Doing */

/**
 * @param {ClassState} state
 * @param {Pupil} one
 * @returns {Doing}
 */
export function doing(state, one) {
  const player = state.boards?.find(({ pupil }) => pupil === one.pupil);
  if (state.phase === "lobby") return one.ready ? "ready" : player?.board ? "board" : "writing";
  if (!one.plays) return "late";
  if (one.bingo) return "bingo";
  if (!state.open || !player) return "playing";
  if (state.shouts?.includes(one.pupil)) return "shouted";
  const index = state.rolls.length - 1;
  if (player.marks.some(([roll]) => roll === index)) return "marked";
  return markable(player, index, state.rolls[index]).length ? "open" : "skip";
}

/**
 * Count the pupils who have a cell to mark on the open roll, and how many of them have marked it.
 *
 * @param {ClassState} state
 */
export function progress(state) {
  const doings = state.pupils.map((one) => doing(state, one));
  const all = doings.filter((what) => ["marked", "shouted", "open"].includes(what));
  return { all: all.length, marked: all.filter((what) => what !== "open").length };
}

/** The states of pupils for whom the class is waiting; "shouted" means that the pupil has called bingo. */
const MISSING = ["shouted", "open", "writing"];

/**
 * @param {import("./console.js").Desk} desk
 */
export function people({ live, rules, act }) {
  const title = el("h2", {});
  const empty = el("p", { class: "soft" }, w.console.nobody);
  const list = el("ul", { class: "people", "data-test": "people" });
  const out = el("div", { class: "stack" });
  const queue = el("ul", { class: "waiting" });
  const doorTitle = el("h3", {});
  const door = el(
    "div",
    { class: "stack newcomers", hidden: true, "data-test": "door" },
    el("div", { role: "status" }, doorTitle),
    queue,
    el(
      "div",
      { class: "row" },
      button(w.console.admitAll, () => void act("admit"), { kind: "primary", "data-do": "admit" }),
      button(w.console.dismiss, () => void act("dismiss"), { "data-do": "dismiss" }),
    ),
  );
  /** @type {Map<number, {row: HTMLElement, update: (state: ClassState, one: Pupil) => void}>} */
  const rows = new Map();

  /** @param {Pupil} one */
  function makeRow(one) {
    const name = el("span", {});
    const team = el("span", { class: "team" });
    const what = el("span", { class: "doing" });
    const score = el("span", { class: "points" });
    const menu = el(
      "button",
      { type: "button", class: "button quiet tool", onclick: () => open(one.pupil) },
      el("span", { "aria-hidden": "true" }, "⋯"),
    );
    const row = el("li", { "data-pupil": one.pupil }, el("span", { class: "who" }, name, " ", team), what, score, menu);
    return {
      row,
      update(/** @type {ClassState} */ state, /** @type {Pupil} */ now) {
        const is = doing(state, now);
        name.textContent = now.name;
        team.textContent = teamName(state, now.team);
        what.textContent = w.console.states[is];
        row.dataset.doing = is;
        score.textContent = now.score ? String(now.score) : "";
        menu.setAttribute("aria-label", w.console.actions(now.name));
      },
    };
  }

  /** @param {number} number */
  function open(number) {
    const { state } = live;
    const one = state?.pupils.find(({ pupil }) => pupil === number);
    const player = state?.boards?.find(({ pupil }) => pupil === number);
    if (!one) return;
    const name = el("input", { type: "text", value: one.name, maxlength: 48, autocomplete: "off" });
    const teams = state?.teams ?? [];
    const team = el(
      "select",
      { "data-test": "move", onchange: () => void act("move", { pupil: number, team: Number(team.value) }) },
      one.team === null && el("option", { value: "" }, w.teams.without),
      ...teams.map((each) => el("option", { value: each.team, selected: each.team === one.team }, each.name)),
    );
    const box = dialog(
      one.name,
      one.score > 0 && el("p", { class: "soft" }, w.pupil.score(one.score)),
      player?.board ? playedBoard(rules, { name: one.name, board: player.board, marks: player.marks }) : null,
      form({
        fields: [field(w.console.name, name)],
        submit: w.console.rename,
        async onsubmit() {
          if (name.value !== one.name) await live.acts.do("rename", { pupil: number, name: name.value });
          box.close();
        },
      }),
      teams.length > 0 && field(w.teams.title, team),
      el(
        "div",
        { class: "row" },
        button(w.console.readmit, () => void readmit(number, one.name).then(() => box.close()), {
          "data-test": "readmit",
        }),
        button(w.console.remove, () => void act("remove", { pupil: number }).then(() => box.close()), {
          "data-test": "remove",
        }),
        button(w.console.removeLater, () => void act("dismiss", { after: number }).then(() => box.close()), {
          kind: "quiet danger",
          "data-test": "remove-later",
        }),
      ),
    );
  }

  /**
   * @param {number} number
   * @param {string} name
   */
  async function readmit(number, name) {
    const answer = await act("readmit", { pupil: number });
    if (!answer) return;
    dialog(
      w.console.phone(name),
      el("p", {}, w.console.phoneHow),
      qrPicture(live, number),
      el("p", { class: "exact", "data-test": "link" }, joinAddress(live, answer.key)),
    );
  }

  /** Show the pupils whom the class is waiting for first, in the order of `MISSING`. @param {ClassState} state */
  function sort(state) {
    const place = (/** @type {Pupil} */ one) => MISSING.indexOf(doing(state, one));
    const order = [...MISSING.keys(), -1].flatMap((at) => state.pupils.filter((one) => place(one) === at));
    const wanted = order.flatMap(({ pupil }) => rows.get(pupil)?.row ?? []);
    if (wanted.some((row, place) => list.children[place] !== row)) list.append(...wanted);
  }

  return {
    element: el("section", { class: "card" }, title, door, empty, list, out),
    /** @param {ClassState} state */
    update(state) {
      title.textContent = w.console.here(state.pupils.length);
      const newcomers = state.waiting ?? [];
      door.hidden = !newcomers.length;
      doorTitle.textContent = w.console.atDoor(newcomers.length);
      fill(
        queue,
        ...newcomers.map(({ pupil, name }) =>
          el(
            "li",
            { class: "row between" },
            el("span", { class: "who" }, name),
            button(w.console.admit, () => void act("admit", { pupil }), { kind: "quiet" }),
          ),
        ),
      );
      empty.hidden = state.pupils.length > 0;
      list.hidden = !state.pupils.length;
      const here = new Set(state.pupils.map(({ pupil }) => pupil));
      for (const [number, { row }] of rows) {
        if (here.has(number)) continue;
        row.remove();
        rows.delete(number);
      }
      for (const one of state.pupils) {
        let found = rows.get(one.pupil);
        if (!found) {
          found = makeRow(one);
          rows.set(one.pupil, found);
          list.append(found.row);
        }
        found.update(state, one);
      }
      sort(state);
      const gone = state.removed ?? [];
      const names = gone.map(({ pupil, name }) => `${pupil}${name}`).join();
      if (out.dataset.names === names) return;
      out.dataset.names = names;
      fill(
        out,
        gone.length > 0 && el("h3", {}, w.console.removed),
        ...gone.map(({ pupil, name }) =>
          el(
            "div",
            { class: "row between" },
            el("span", {}, name),
            button(w.console.readmitLong, () => void readmit(pupil, name), { kind: "quiet" }),
          ),
        ),
      );
    },
  };
}
