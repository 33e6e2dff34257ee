/** Shows a progress bar until Python is ready. */

import { el } from "../dom.js";
import { frame } from "../words.js";
import { arrive } from "./parts.js";

const bar = el("progress", { class: "loading", "aria-label": frame.downloading });

export async function load() {
  document.querySelector(".top")?.append(bar);
  await arrive((done, total) => Object.assign(bar, { max: total, value: done }));
}

/** Called when Python is ready to compute the first answer. */
export function loaded() {
  bar.remove();
}
