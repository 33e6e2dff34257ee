/** The pupil who uses this page. */

/** @typedef {import("./types.js").ClassState} ClassState */
/** @typedef {import("./types.js").Me} Me */
/** @typedef {import("./types.js").Pupil} Pupil */

/**
 * This pupil's entry in the class.
 *
 * @param {ClassState} state
 * @returns {Pupil & {me: Me}}
 */
export function myself(state) {
  const me = /** @type {Me} */ (state.me);
  const found = state.pupils.find(({ pupil }) => pupil === me.pupil);
  return {
    ...(found ?? {
      pupil: me.pupil,
      name: "",
      ready: false,
      score: 0,
      bingo: false,
      plays: false,
      finish: null,
      team: null,
    }),
    me,
  };
}
