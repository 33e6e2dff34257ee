/** The list of names and bars that most steps of the reveal show. */

import { barList } from "../bars.js";

const COLUMNS = 3; // the number of columns on the projector
const MOST_ROWS = 8;

/**
 * Names with bars, in columns if there is room.
 *
 * @param {(Omit<import("../bars.js").Bar, "look"> & {mine: boolean})[]} rows
 */
export function bars(rows) {
  const size = rows.length <= 8 ? "few" : rows.length <= 20 ? "some" : rows.length <= 40 ? "many" : "crowd";
  const items = rows.map(({ mine, ...row }) => ({ ...row, look: mine ? "mine" : null }));
  const list = barList(items, `class-bars ${size}`);
  list.style.setProperty("--rows", String(Math.max(MOST_ROWS, Math.ceil(rows.length / COLUMNS))));
  return list;
}
