/**
 * The types of a live class's state, as sent by the server and as used by the views.
 *
 * @typedef {import("../api-types.js").PupilView} Pupil
 * @typedef {import("../api-types.js").Player} Player
 * @typedef {import("../api-types.js").Me} Me
 * @typedef {import("../api-types.js").ServedClass} ClassState
 * @typedef {import("../api-types.js").ClassEvents} ClassEvents
 * @typedef {import("../api-types.js").RevealedPlayer} Revealed
 * @typedef {import("../api-types.js").Reveal} Reveal
 *
 * @typedef {object} Face  A view of a live class: for a pupil, the teacher or the projector.
 * @property {HTMLElement} element
 * @property {(state: ClassState) => void} update
 * @property {() => void} [close]
 */
export {};
