/**
 * Types that modules share. The types of questions and answers are in `api-types.d.ts`.
 *
 * @typedef {import("./api-types.js").DescribeQuestion} RulesSpec  Rules in links and questions. For
 *   omitted parts, the classic rules apply.
 *
 * @typedef {object} Rules  Rules with everything needed to draw and check a board.
 * @property {RulesSpec} spec
 * @property {string} name
 * @property {string} layout
 * @property {string} dice
 * @property {string} marking
 * @property {number[][]} grid  Row and column of each cell.
 * @property {{cells: number[], name: string}[]} lines
 * @property {number[]} free
 * @property {number[]} values
 * @property {number[]} weights
 * @property {number} total
 * @property {boolean} [card]  Whether all cells must be marked, one on each roll; if so, the page shows a card of
 *   tokens.
 * @property {number} rows
 * @property {number} columns
 *
 * @typedef {object} Position  A board that is being written: a cell may be empty (null) or contain an impossible value.
 * @property {(number | null)[]} values
 * @property {boolean[]} marked
 *
 * @typedef {object} View  The interface of a room.
 * @property {HTMLElement} element
 * @property {(params: URLSearchParams) => void | Promise<void>} load  Show the state that a link contains.
 * @property {() => void} close  Stop timers and requests.
 * @property {URLSearchParams | null} [wanted]  The state that could not be loaded.
 */
export {};
