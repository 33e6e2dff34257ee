/** The gallery: boards worth meeting, and rings in which every board beats the next. */

import { get } from "../api.js";
import { BoardView } from "../board.js";
import { button, el, fill } from "../dom.js";
import { readPosition } from "../position.js";
import { describe } from "../rules.js";

/** @typedef {import("../api-types.js").GalleryBoard} Piece */
/** @typedef {import("../api-types.js").GalleryRing} Ring */

/** @type {Promise<import("../api-types.js").Gallery> | undefined} */
let loaded;

/**
 * @param {(piece: {board: string, rules: string}) => void} onadd
 * @param {(ring: {boards: string[], rules: string}) => void} onring
 */
export function galleryCard(onadd, onring) {
  const list = el("ul", { class: "gallery" });
  const rings = el("ul", { class: "gallery rings" });
  const element = el(
    "section",
    { class: "card" },
    el("h2", {}, "Gallery"),
    list,
    el("h3", {}, "Rings: each beats the next, and the last beats the first"),
    rings,
  );
  loaded ??= get("gallery");
  void loaded.then(async (gallery) => {
    fill(list, ...(await Promise.all(gallery.boards.map((piece) => boardItem(piece, onadd)))));
    fill(rings, ...(await Promise.all(gallery.rings.map((ring) => ringItem(ring, gallery.boards, onring)))));
  });
  return { element };
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
 * @param {(piece: Piece) => void} onadd
 */
async function boardItem(piece, onadd) {
  const add = button("Add", () => onadd(piece), { "aria-label": `Add ${piece.name}` });
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
 * @param {(ring: {boards: string[], rules: string}) => void} onring
 */
async function ringItem(ring, pieces, onring) {
  const boards = ring.boards.map((board) => pieces.find((piece) => piece.id === board)?.board ?? board);
  const pictures = await Promise.all(
    boards.map((board, i) => picture(board, ring.rules, `Board ${i + 1} of ${ring.name}`)),
  );
  const few = boards.length > 4 ? " (the first four)" : "";
  const go = button(`Compare${few}`, () => onring({ boards: boards.slice(0, 4), rules: ring.rules }), {
    "aria-label": `Compare ${ring.name}${few}`,
  });
  return el(
    "li",
    {},
    el("div", { class: "row ring" }, ...pictures),
    el("strong", {}, ring.name),
    el("span", { class: "small soft" }, `${ring.about} (${ring.status})`),
    go,
  );
}
