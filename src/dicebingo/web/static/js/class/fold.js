/**
 * Updates this page's copy of a live class's state when events arrive. Only events with a simple effect are applied
 * here; after any other event, the page fetches the state from the server.
 */

/** @typedef {import("./types.js").ClassEvents} ClassEvents */
/** @typedef {import("./types.js").ClassState} ClassState */
/** @typedef {import("./types.js").Player} Player */

/**
 * @param {ClassState} state
 * @param {number} number
 */
const pupilOf = (state, number) => state.pupils.find(({ pupil }) => pupil === number);

/**
 * The player with this number. A pupil's page has only its own player, and the teacher's page has all players.
 *
 * @param {ClassState} state
 * @param {number} number
 * @returns {Player | undefined}
 */
function playerOf(state, number) {
  return state.me?.pupil === number ? state.me : state.boards?.find(({ pupil }) => pupil === number);
}

/**
 * The cells that can be marked on a roll.
 *
 * @param {Player} player
 * @param {number} roll  The index of the roll.
 * @param {number} value
 */
export function markable({ board, marks }, roll, value) {
  const before = new Set(marks.flatMap(([index, cell]) => (index < roll ? [cell] : [])));
  return (board ?? []).flatMap((written, cell) => (written === value && !before.has(cell) ? [cell] : []));
}

/**
 * @param {ClassState} state
 * @param {{index: number, marked?: number, pupil?: number, cells?: number[]}} data
 */
function mark(state, { pupil, index, cells = [], marked = 0 }) {
  state.marked = marked;
  const player = pupil === undefined ? undefined : playerOf(state, pupil);
  if (!player) return;
  const others = player.marks.filter(([roll]) => roll !== index);
  player.marks = [...others, ...cells.map((cell) => /** @type {[number, number]} */ ([index, cell]))];
}

/**
 * @param {ClassState} state
 * @param {number} pupil
 * @param {string} name
 */
function enter(state, pupil, name) {
  state.pupils.push({ pupil, name, ready: false, score: 0, bingo: false, plays: false, finish: null, team: null });
  state.boards?.push({ pupil, board: null, marks: [] });
}

/**
 * Event handlers that change the state. The page refetches the state if a handler returns false or an event has no
 * handler.
 *
 * @type {{[K in keyof ClassEvents]?: (state: ClassState, data: ClassEvents[K]) => void | boolean}}
 */
const FOLDS = {
  joined(state, { pupil, name, waiting, bot }) {
    if (bot && state.bots !== undefined) state.bots += 1;
    if (!waiting) return void enter(state, pupil, name);
    state.waiting?.push({ pupil, name });
    return undefined;
  },
  admitted(state, { pupil, name }) {
    if (state.waiting) state.waiting = state.waiting.filter((other) => other.pupil !== pupil);
    if (state.me?.pupil === pupil) state.me.waiting = false;
    enter(state, pupil, name);
  },
  approval(state, { on }) {
    state.approval = on;
  },
  board(state, { pupil, board, given }) {
    const player = playerOf(state, pupil);
    const one = pupilOf(state, pupil);
    if (!player || !one) return false;
    Object.assign(player, { board, given });
    one.ready = false;
    return true;
  },
  team(state, { pupil, team }) {
    const one = pupilOf(state, pupil);
    if (one) one.team = team;
  },
  ready(state, { pupil }) {
    const one = pupilOf(state, pupil);
    if (one) one.ready = true;
  },
  renamed(state, { pupil, name }) {
    const known = [...state.pupils, ...(state.removed ?? []), ...(state.waiting ?? [])];
    const one = known.find((other) => other.pupil === pupil);
    if (one) one.name = name;
  },
  locked(state) {
    state.locked = true;
  },
  unlocked(state) {
    state.locked = false;
  },
  rolled(state, { index, value, faces, matching }) {
    if (index !== state.rolls.length) return false;
    state.rolls.push(value);
    state.faces?.push(faces);
    Object.assign(state, { open: true, marked: 0, matching, shouts: [], left: state.timer });
    const { me } = state;
    const one = me && pupilOf(state, me.pupil);
    if (me) me.can_mark = one?.plays && !one.bingo ? markable(me, index, value) : [];
    return true;
  },
  marked: mark,
  unmarked: mark,
  shouted(state, { pupil }) {
    state.shouts = [...(state.shouts ?? []), pupil];
  },
  closed(state, { bingo, phase }) {
    Object.assign(state, { open: false, phase, left: null });
    if (state.me) state.me.can_mark = [];
    return bingo.length === 0;
  },
  computed(state, { round }) {
    if (round === state.round) state.computed = true;
  },
  revealed(state, { step }) {
    if (state.phase !== "revealed") return false;
    state.step = step;
    return true;
  },
};

/** The names of all events. */
export const KINDS = [
  ...Object.keys(FOLDS),
  ...["created", "removed", "readmitted", "dismissed", "teams", "started", "reopened", "undone", "again", "ended"],
];

/**
 * @param {ClassState} state  The state, which is changed in place.
 * @param {string} kind
 * @param {any} data
 * @returns {boolean}  Whether the state is up to date; otherwise it must be refetched.
 */
export function fold(state, kind, data) {
  const change = /** @type {Record<string, (state: ClassState, data: any) => void | boolean>} */ (FOLDS)[kind];
  return change !== undefined && change(state, data) !== false;
}
