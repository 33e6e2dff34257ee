/** Getting ready: what computes is fetched once and kept, and a bar shows how far that is. */

import { el } from "../dom.js";

const bar = el("progress", { class: "loading", "aria-label": "Downloading Python" });

/**
 * Wait until everything is kept for this visit and later ones. Where a browser keeps nothing (in a private window, or
 * without encryption on the way) it comes over the network, and is checked there as well.
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
    // As said above.
  }
}

/** The first answer can be computed. */
export function loaded() {
  bar.remove();
}

/**
 * @param {ServiceWorkerContainer} service
 * @param {ServiceWorkerRegistration} registration
 * @returns {Promise<void>}  When the files that are kept are used, or cannot be.
 */
function control(service, registration) {
  const worker = registration.installing ?? registration.waiting;
  if (service.controller || !worker) return Promise.resolve();
  return new Promise((resolve) => {
    service.addEventListener("controllerchange", () => resolve(), { once: true });
    worker.addEventListener("statechange", () => worker.state === "redundant" && resolve());
  });
}
