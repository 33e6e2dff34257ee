/** The gallery: interesting boards, and rings in which every board beats the next. */

import { get } from "../api.js";
import { BoardView } from "../board.js";
import { button, el, fill } from "../dom.js";
import { readPosition } from "../position.js";
import { describe } from "../rules.js";

/** @typedef {import("../api-types.js").GalleryBoard} Piece */
/** @typedef {import("../api-types.js").GalleryRing} Ring */

/** Whether there is room for all boards; on a phone, a tap opens them. */
function roomy() {
  return matchMedia("(min-width: 56.01rem)").matches;
}

/**
 * @param {(piece: Piece) => void} onadd
 * @param {(pieces: Piece[], rules: string) => void} onring
 */
export function galleryCard(onadd, onring) {
  const list = el("ul", { class: "gallery" });
  const rings = el("ul", { class: "gallery rings" });
  const full = el(
    "p",
    { class: "small soft", hidden: true },
    "You already have four boards. Remove one to add another.",
  );
  const element = el(
    "section",
    { class: "card", "aria-label": "Gallery" },
    el("h2", {}, "Gallery"),
    el("h3", {}, "Rings: each board beats the next, and the last beats the first"),
    rings,
    el("details", { open: roomy() }, el("summary", {}, "Boards worth trying"), full, list),
  );
  /** @type {{piece: Piece, add: HTMLButtonElement}[]} */
  let buttons = [];
  let state = { full: false, rules: "classic" };
  const allow = () => {
    full.hidden = !state.full;
    for (const { piece, add } of buttons) {
      const other = piece.rules !== state.rules;
      add.disabled = state.full && !other;
      fill(add, el("span", {}, other ? "Open" : "Add"));
      add.setAttribute("aria-label", `${other ? "Open" : "Add"} ${piece.name}`);
    }
  };
  void get("gallery").then(async ({ boards, rings: all }) => {
    buttons = boards.map((piece) => ({
      piece,
      add: button("Add", () => onadd(piece), { "aria-label": `Add ${piece.name}` }),
    }));
    fill(list, ...(await Promise.all(buttons.map(({ piece, add }) => boardItem(piece, add)))));
    fill(rings, ...(await Promise.all(all.map((ring) => ringItem(ring, boards, onring)))));
    allow();
  });
  return {
    element,
    /**
     * @param {boolean} isFull  Whether no further board fits.
     * @param {string} rules  The current rules.
     */
    set(isFull, rules) {
      state = { full: isFull, rules };
      allow();
    },
  };
}

/**
 * Whether this board is from the gallery; a changed board loses its name.
 *
 * @param {string} name
 * @param {string} text  As `spell` writes it.
 */
export async function isPiece(name, text) {
  return (await get("gallery")).boards.some((piece) => piece.name === name && piece.board === text);
}

/**
 * @param {string} text
 * @param {string} rules
 * @param {string} label
 */
async function picture(text, rules, label) {
  const described = await describe(rules === "classic" ? {} : { rules });
  const view = new BoardView({ label, size: "tiny" });
  view.update(described, readPosition(text, described).position);
  return view.element;
}

/**
 * @param {Piece} piece
 * @param {HTMLButtonElement} add
 */
async function boardItem(piece, add) {
  return el(
    "li",
    {},
    await picture(piece.board, piece.rules, piece.name),
    el("strong", {}, piece.name),
    el("span", { class: "small soft" }, piece.about),
    el("span", { class: "small soft" }, piece.source),
    add,
  );
}

/**
 * @param {Ring} ring
 * @param {Piece[]} pieces
 * @param {(pieces: Piece[], rules: string) => void} onring
 */
async function ringItem(ring, pieces, onring) {
  const members = ring.boards.flatMap((id) => pieces.find((piece) => piece.id === id) ?? []);
  const pictures = await Promise.all(members.map(({ board, name }) => picture(board, ring.rules, name)));
  return el(
    "li",
    {},
    el("div", { class: "row ring" }, ...pictures),
    el("strong", {}, ring.name),
    el("span", { class: "small soft" }, `${ring.about} (${ring.status})`),
    button("Compare", () => onring(members, ring.rules), { "aria-label": `Compare ${ring.name}` }),
  );
}
