/**
 * A class as the server tells it, and as the faces hand it on.
 *
 * @typedef {object} Pupil
 * @property {number} pupil
 * @property {string} name
 * @property {boolean} ready
 * @property {number} score
 * @property {boolean} bingo
 * @property {boolean} [plays]  In this round.
 *
 * @typedef {object} Player
 * @property {number} pupil
 * @property {(number | string)[] | null} board  "F" is a free cell.
 * @property {[number, number][]} marks  The index of a roll, and a cell.
 *
 * @typedef {Player & {can_mark: number[], given?: boolean, finish?: number | null}} Me
 *
 * @typedef {object} ClassState
 * @property {number} event
 * @property {"lobby" | "playing" | "over" | "revealed"} phase
 * @property {number} round
 * @property {{name: string | null, layout: string, dice: string, marking: string}} rules
 * @property {"own" | "random" | "list"} given
 * @property {"seen" | "shouted"} bingo
 * @property {"first" | "all"} until
 * @property {number | null} timer
 * @property {number | null} [left]  Seconds of the open roll.
 * @property {number[]} rolls
 * @property {(number[] | null)[]} [faces]
 * @property {boolean} open
 * @property {number} marked
 * @property {number[]} [shouts]
 * @property {boolean} locked
 * @property {number | null} step
 * @property {boolean} computed
 * @property {Pupil[]} pupils
 * @property {Me} [me]
 * @property {Player[]} [boards]
 * @property {{pupil: number, name: string}[]} [removed]
 * @property {number[]} [seeds]
 *
 * @typedef {import("../api-types.js").Number} Amount
 *
 * @typedef {object} Revealed  A board, and how it was played.
 * @property {number} pupil
 * @property {(number | string)[]} board
 * @property {Amount | null} expected
 * @property {number} rank
 * @property {number | null} finish  After how many rolls.
 * @property {Amount | null} loss
 * @property {Amount | null} luck
 * @property {{share: Amount, low?: number, high?: number} | null} [wins]
 *
 * @typedef {object} Reveal
 * @property {number} round
 * @property {boolean} computed
 * @property {number[]} winners
 * @property {Revealed[]} [boards]
 * @property {{roll: number, count: number, theory: number}[]} [finishes]
 * @property {{pupils: number[], wins: (number | null)[][]} | null} [pairs]
 * @property {{pupils: number[], links: {win: Amount, lose: Amount, tie: Amount}[]} | null} [ring]
 *
 * @typedef {object} Face  What one kind of viewer sees.
 * @property {HTMLElement} element
 * @property {(state: ClassState) => void} update
 * @property {() => void} [close]
 */
export {};
