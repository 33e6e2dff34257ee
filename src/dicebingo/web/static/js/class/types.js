/**
 * A class as the server sends it and as the views use it.
 *
 * @typedef {import("../api-types.js").PupilView} Pupil
 * @typedef {import("../api-types.js").Player} Player
 * @typedef {import("../api-types.js").Me} Me
 * @typedef {import("../api-types.js").ServedClass} ClassState
 * @typedef {import("../api-types.js").ClassEvents} ClassEvents
 * @typedef {import("../api-types.js").Number} Amount
 * @typedef {import("../api-types.js").RevealedPlayer} Revealed
 * @typedef {import("../api-types.js").Reveal} Reveal
 *
 * @typedef {object} Face  The view of a class for one kind of viewer.
 * @property {HTMLElement} element
 * @property {(state: ClassState) => void} update
 * @property {() => void} [close]
 */
export {};
