/** Loading: Python is fetched once and cached, with a progress bar. */

import { el } from "../dom.js";
import { frame } from "../words.js";

const bar = el("progress", { class: "loading", "aria-label": frame.downloading });

/**
 * Wait until everything is cached for this visit and later ones. If a browser caches nothing (in a private window, or
 * without HTTPS), the files come over the network and are checked there too.
 *
 * @param {URL} root
 */
export async function load(root) {
  document.querySelector(".top")?.append(bar);
  const service = navigator.serviceWorker;
  if (!service) return;
  service.addEventListener("message", ({ data: { done, total } }) => Object.assign(bar, { max: total, value: done }));
  try {
    const registration = await service.register(new URL("service.js", root), { updateViaCache: "none" });
    await control(service, registration);
  } catch {
    // See above.
  }
}

/** Called when Python is ready to compute the first answer. */
export function loaded() {
  bar.remove();
}

/**
 * @param {ServiceWorkerContainer} service
 * @param {ServiceWorkerRegistration} registration
 * @returns {Promise<void>}  When the cached files are in use, or cannot be used.
 */
function control(service, registration) {
  const worker = registration.installing ?? registration.waiting;
  if (service.controller || !worker) return Promise.resolve();
  return new Promise((resolve) => {
    service.addEventListener("controllerchange", () => resolve(), { once: true });
    worker.addEventListener("statechange", () => worker.state === "redundant" && resolve());
  });
}
