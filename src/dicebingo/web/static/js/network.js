/** The state of the connection: pending, slow and lost requests. Other modules send the requests. */

/** @typedef {"fine" | "slow" | "busy" | "lost"} State */

const SLOW = 4000; // milliseconds without an answer after which the connection counts as slow

/** @type {((state: State, asking: boolean) => void)[]} */
const listeners = [];

/** @type {State} */
let state = "fine";
let asking = 0;

/** @param {(state: State, asking: boolean) => void} listener */
export function onNetwork(listener) {
  listeners.push(listener);
  listener(state, asking > 0);
}

/** @param {State} next */
export function setNetwork(next) {
  state = next;
  for (const listener of listeners) listener(state, asking > 0);
}

/**
 * Record that a question was sent.
 *
 * @param {boolean} long  Whether the answer may take a long time.
 * @returns {() => void}  A function to call when the question has been answered or has failed.
 */
export function underWay(long) {
  asking += 1;
  setNetwork(state);
  const timer = long ? 0 : setTimeout(() => setNetwork(state === "fine" ? "slow" : state), SLOW);
  return () => {
    clearTimeout(timer);
    asking -= 1;
    setNetwork(state);
  };
}

/**
 * Wait before the next attempt, longer each time. The wait ends early if the connection comes back.
 *
 * @param {number} attempt
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<void>}
 */
export function patience(attempt, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, Math.min(8000, 500 * 2 ** attempt));
    function done() {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal?.removeEventListener("abort", done);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
    addEventListener("online", done);
    signal?.addEventListener("abort", done);
  });
}

/**
 * Load something that the page needs, and retry until it arrives.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function insist(load) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch {
      await patience(attempt);
    }
  }
}
