/** Shows long computations: a progress bar, a stop button and, after a rejection, the reason. */

import { ask, isAbort, isRejection } from "./api.js";
import { button, el } from "./dom.js";
import { failure, words } from "./words.js";

/** @typedef {import("./api-types.js").Answers} Answers */
/** @typedef {import("./api-types.js").Questions} Questions */
/** @typedef {import("./api-types.js").Progress} Progress */

/** The box that shows one long computation. */
export function waitingBox() {
  const bar = el("progress", {});
  const text = el("p", { class: "small soft", role: "status" });
  let controller = new AbortController();
  const stop = button(words.waiting.stop, () => controller.abort());
  const running = el("div", { class: "progress", hidden: true }, el("label", {}, text, bar), el("div", {}, stop));
  const problem = el("p", { class: "note kind", role: "alert", hidden: true });
  const element = el("div", { class: "waiting" }, running, problem);

  return {
    element,
    cancel() {
      controller.abort();
      problem.hidden = true;
    },
    /**
     * Ask a question, show its progress, and return the answer; null if the question was stopped or rejected.
     *
     * @template {keyof Questions} K
     * @param {K} name
     * @param {Questions[K]} question
     * @param {string} what  The description of the computation, such as "Counting all boards".
     * @returns {Promise<Answers[K] | null>}
     */
    ask: (name, question, what) => run(what, (asking) => ask(name, question, asking)),
    run,
  };

  /**
   * Run a function that asks a question, show the progress, and return the function's result; null if the question was
   * stopped or rejected.
   *
   * @template T
   * @param {string} what
   * @param {(asking: {signal: AbortSignal, onprogress: (progress: Progress) => void}) => Promise<T>} work
   * @returns {Promise<T | null>}
   */
  async function run(what, work) {
    controller.abort();
    controller = new AbortController();
    const mine = controller;
    problem.hidden = true;
    text.textContent = `${what} …`;
    bar.removeAttribute("value");
    const late = setTimeout(() => (running.hidden = false), 250);
    const onprogress = (/** @type {import("./api-types.js").Progress} */ { done, total, best }) => {
      text.textContent = best ? `${what} … ${words.waiting.best(best)}` : `${what} …`;
      if (total === null) return bar.removeAttribute("value");
      bar.max = total;
      bar.value = done;
    };
    try {
      return await work({ signal: mine.signal, onprogress });
    } catch (error) {
      if (isAbort(error)) return null;
      if (!isRejection(error)) throw error;
      problem.textContent = await failure(error);
      problem.hidden = false;
      return null;
    } finally {
      clearTimeout(late);
      if (mine === controller) running.hidden = true;
    }
  }
}
