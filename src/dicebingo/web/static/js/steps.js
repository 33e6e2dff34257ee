/** Undo and redo: the states before and after the present one. */

/** @template T */
export class Steps {
  /** @param {T} present */
  constructor(present) {
    this.present = present;
    /** @type {T[]} */
    this.past = [];
    /** @type {T[]} */
    this.future = [];
  }

  /** @param {T} next */
  push(next) {
    this.past.push(this.present);
    this.present = next;
    this.future = [];
  }

  undo() {
    const before = this.past.pop();
    if (before === undefined) return false;
    this.future.push(this.present);
    this.present = before;
    return true;
  }

  redo() {
    const after = this.future.pop();
    if (after === undefined) return false;
    this.past.push(this.present);
    this.present = after;
    return true;
  }
}

/**
 * Call back for Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z, outside of text fields.
 *
 * @param {HTMLElement} element
 * @param {() => void} undo
 * @param {() => void} redo
 */
export function listenForUndo(element, undo, redo) {
  element.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  });
}
