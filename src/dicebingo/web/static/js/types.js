/**
 * The shapes that modules hand to each other; the API's own are here as it answers them.
 *
 * @typedef {{exact: string | null, decimal: number}} Amount  An exact number with its decimal; exact is null for float64.
 *
 * @typedef {object} RulesSpec  Rules as a link and a request name them; what is left out is the classic game's.
 * @property {string} [rules]
 * @property {string} [layout]
 * @property {string} [dice]
 * @property {string} [marking]
 *
 * @typedef {object} Rules  Rules with everything that drawing and checking a board needs.
 * @property {RulesSpec} spec
 * @property {string} name
 * @property {string} layout
 * @property {string} dice
 * @property {string} marking
 * @property {[number, number][]} grid  Row and column of each cell.
 * @property {{cells: number[], name: string}[]} lines
 * @property {number[]} free
 * @property {number[]} values
 * @property {number[]} weights
 * @property {number} total
 * @property {number} rows
 * @property {number} columns
 *
 * @typedef {object} Position  A board while it is written: a cell may be empty (null) or hold an impossible value.
 * @property {(number | null)[]} values
 * @property {boolean[]} marked
 *
 * @typedef {{cell: number, cells: number[], expected_rolls: Amount, loss: Amount}} Candidate
 *
 * @typedef {{cell: number, value: number, expected_rolls: Amount, gain: Amount}} Change
 *
 * @typedef {object} Why
 * @property {{cells: number[], probability: Amount}[]} lines
 * @property {Amount[]} cells
 * @property {Amount} wasted
 * @property {Change[]} changes
 *
 * @typedef {object} Solution
 * @property {Amount} expected_rolls
 * @property {Amount} standard_deviation
 * @property {Amount} p_hit
 * @property {boolean} exact
 * @property {Record<string, number[]>} optimal_cells
 * @property {Record<string, Amount>} rolls_left
 * @property {{roll: number, pmf: Amount, cdf: Amount}[]} [distribution]
 * @property {Why} [why]
 *
 * @typedef {{value: number, faces: number[] | null}} Roll
 *
 * @typedef {object} View  One tab of the page while it is shown.
 * @property {HTMLElement} element
 * @property {(params: URLSearchParams) => void | Promise<void>} load  Show the state that a link names.
 * @property {() => void} close  Stop timers and requests.
 */
export {};
