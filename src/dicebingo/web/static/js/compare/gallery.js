/** The gallery: interesting boards, and rings in which every board beats the next. */

import { get } from "../api.js";
import { BoardView } from "../board.js";
import { allow, button, el, fill, fold } from "../dom.js";
import { wordsOf } from "../language.js";
import { readPosition } from "../position.js";
import { describe } from "../rules.js";

/** @typedef {import("../api-types.js").GalleryBoard} Piece */
/** @typedef {import("../api-types.js").GalleryRing} Ring */

const w = wordsOf("compare");

/**
 * @param {(piece: Piece) => void} onadd
 * @param {(pieces: Piece[], rules: string) => void} onring
 */
export function galleryCard(onadd, onring) {
  const list = el("ul", { class: "gallery" });
  const rings = el("ul", { class: "gallery rings" });
  const element = fold(w.gallery.title, el("h3", {}, w.gallery.rings), rings, el("h3", {}, w.gallery.boards), list);
  /** @type {{piece: Piece, add: HTMLButtonElement}[]} */
  let buttons = [];
  let state = { full: false, rules: "classic" };
  const show = () => {
    for (const { piece, add } of buttons) {
      const other = piece.rules !== state.rules; // boards with different rules cannot be compared
      const full = state.full && !other;
      allow(add, { possible: !full, reason: full ? w.gallery.full : "" });
      fill(add, el("span", {}, other ? w.gallery.open : w.gallery.add));
      add.setAttribute("aria-label", (other ? w.gallery.openThis : w.gallery.addThis)(piece.name));
    }
  };
  void get("gallery").then(async ({ boards: pieces, rings: all }) => {
    const boards = pieces.map(said);
    buttons = boards.map((piece) => ({ piece, add: button("", () => onadd(piece)) }));
    fill(list, ...(await Promise.all(buttons.map(({ piece, add }) => boardItem(piece, add)))));
    fill(rings, ...(await Promise.all(all.map((ring) => ringItem(ring, boards, onring)))));
    show();
  });
  return {
    element,
    /**
     * @param {boolean} full  Whether there is no room for another board.
     * @param {string} rules  The current rules.
     */
    set(full, rules) {
      state = { full, rules };
      show();
    },
  };
}

/**
 * The name and the description of a board, in the language of the page.
 *
 * @param {Piece} piece
 */
function said(piece) {
  return { ...piece, ...w.gallery.pieces[piece.id] };
}

/**
 * Whether the gallery contains this board under this name. When a board from the gallery is changed, it loses its name.
 *
 * @param {string} name
 * @param {string} text  The board, as written by `spell`.
 */
export async function isPiece(name, text) {
  const { boards } = await get("gallery");
  return boards.some((piece) => said(piece).name === name && piece.board === text);
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
async function boardItem({ board, rules, name, about, source }, add) {
  return el(
    "li",
    {},
    await picture(board, rules, name),
    el("strong", {}, name),
    el("span", { class: "small soft" }, about),
    el("span", { class: "small soft" }, source),
    add,
  );
}

/**
 * @param {Ring} ring
 * @param {Piece[]} pieces
 * @param {(pieces: Piece[], rules: string) => void} onring
 */
async function ringItem(ring, pieces, onring) {
  const { name, about, status } = { ...ring, ...w.gallery.ringsSaid[ring.id] };
  const members = ring.boards.flatMap((id) => pieces.find((piece) => piece.id === id) ?? []);
  const pictures = await Promise.all(members.map((piece) => picture(piece.board, ring.rules, piece.name)));
  return el(
    "li",
    {},
    el("div", { class: "row ring" }, ...pictures),
    el("strong", {}, name),
    el("span", { class: "small soft" }, `${about} (${status})`),
    button(w.gallery.compare, () => onring(members, ring.rules), { "aria-label": w.gallery.compareThis(name) }),
  );
}
