/**
 * Opens a live class on this device: `/class/` is the start page, and `/class/CODE` is a class. The key in the URL's
 * fragment, or else the stored key, decides which view is shown. A pupil's key is stored on the device. The teacher's
 * and the projector's keys stay in the URL, so that both views can be open in one browser.
 */

import { el, fill } from "../dom.js";
import { importModule } from "../modules.js";
import { insist, onNetwork } from "../network.js";
import { describe } from "../rules.js";
import { keep, kept } from "../store.js";
import { frame } from "../words.js";
import { fillFrame } from "./frame.js";
import { gone, joinFace } from "./join.js";
import { w } from "./language.js";
import { createPupil } from "./pupil.js";
import { startFace } from "./start.js";
import { Live } from "./stream.js";

/** @typedef {import("./types.js").ClassState} ClassState */
/** @typedef {import("./types.js").Face} Face */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const CODE = (/\/class\/([^/]*)\/?$/.exec(location.pathname)?.[1] ?? "").toUpperCase();
const PLACE = `class.${CODE}`;

/** @type {{live: Live, role: string, face: Face | null} | null} */
let shown = null;

const fragment = () => new URLSearchParams(location.hash.slice(1));

/** @param {HTMLElement} element */
function show(element) {
  fill(main, element);
  document.title = `${main.querySelector("h1")?.textContent ?? ""} · ${CODE || "Dice Bingo"}`;
}

function join() {
  document.body.dataset.face = "join";
  fillFrame(CODE);
  show(
    joinFace(CODE, (key) => {
      // Without storage, the key stays in the URL, so that it survives a reload.
      if (!keep(PLACE, key)) history.replaceState(null, "", `#key=${key}`);
      void follow(key);
    }),
  );
}

/**
 * @param {import("../refused.js").Refused} error
 * @param {string} role
 */
function end(error, role) {
  if (role === "pupil") {
    keep(PLACE, null);
    if (location.hash) history.replaceState(null, "", location.pathname);
  }
  if (error.code === "ended")
    keep(
      "classes",
      (kept("classes") ?? []).filter((/** @type {{code: string}} */ one) => one.code !== CODE),
    );
  document.body.dataset.face = "gone";
  fillFrame(CODE);
  const ended = error.code === "ended" || error.code === "class";
  const rejoin = role === "pupil" && !ended;
  show(gone(error.code, role, rejoin ? join : null));
}

/** @param {ClassState} state */
const roleOf = (state) => (state.me ? "pupil" : state.removed ? "teacher" : "projector");

/** The views by role: a phone does not load the console or the projector view. */
const FACES = {
  pupil: async () => createPupil,
  teacher: async () => (await importModule("./console.js", import.meta.url)).createConsole,
  projector: async () => (await importModule("./projector.js", import.meta.url)).createProjector,
};

/** @param {string} key */
async function follow(key) {
  const live = new Live(
    CODE,
    key,
    (state) => mine.face?.update(state),
    (error) => end(error, mine.role),
  );
  /** @type {NonNullable<typeof shown>} */
  const mine = { live, role: "pupil", face: null };
  shown?.live.close();
  shown = mine;
  fill(main, el("p", { class: "soft", role: "status" }, w.frame.wait));
  await live.start();
  const { state } = live;
  if (!state) return;
  mine.role = roleOf(state);
  if (mine.role === "pupil" && fragment().has("key") && keep(PLACE, key))
    history.replaceState(null, "", location.pathname); // a shared link must not contain the key
  const { name, layout, dice, marking } = state.rules;
  const spec = name ? { rules: name } : { layout, dice, marking: /** @type {any} */ (marking) };
  const [game, make] = await Promise.all([
    describe(name === "classic" ? {} : spec),
    insist(FACES[/** @type {keyof typeof FACES} */ (mine.role)]),
  ]);
  const rules = { ...game, card: false }; // in a class, even a card is played as a board of cells
  if (live.closed) return;
  document.body.dataset.face = mine.role;
  fillFrame(CODE);
  const face = make({ live, rules, projector: fragment().get("projector") });
  mine.face = face;
  if (live.state) face.update(live.state);
  show(face.element);
}

function begin() {
  const key = fragment().get("key") ?? kept(PLACE);
  if (!CODE) {
    document.body.dataset.face = "start";
    fillFrame("");
    show(startFace(fragment().get("token")));
  } else if (key) void follow(key);
  else join();
}

onNetwork((state, asking) => {
  const text = document.getElementById("network");
  if (text && text.textContent !== frame.network[state]) text.textContent = frame.network[state];
  document.documentElement.classList.toggle("asking", asking);
});
fillFrame(CODE);
document.documentElement.dataset.said = ""; // show the page now that it is in the chosen language
addEventListener("hashchange", begin);
begin();
