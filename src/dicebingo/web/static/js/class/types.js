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
 * @property {number | null} [finish]  The index of the roll with the bingo.
 *
 * @typedef {object} Player
 * @property {number} pupil
 * @property {(number | string)[] | null} board  "F" is a free cell.
 * @property {[number, number][]} marks  The index of a roll, and a cell.
 *
 * @typedef {Player & {can_mark: number[], given?: boolean}} Me
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
 * @property {string} [address]  Of the pages, for the teacher and the projector.
 * @property {string} [projector]  Its key, for the teacher.
 *
 * @typedef {import("../api-types.js").Number} Amount
 *
 * @typedef {object} Revealed  A board, and how it was played; what has not been revealed or computed is null.
 * @property {number} pupil
 * @property {string} name
 * @property {(number | string)[]} board
 * @property {[number, number][]} marks
 * @property {number | null} bingo  After how many rolls; so is `finish`, when the line was there.
 * @property {number | null} finish
 * @property {Amount | null} expected_rolls
 * @property {number | null} rank
 * @property {Amount | null} loss
 * @property {Amount | null} luck
 * @property {number | null} later  Which share of games with this board takes longer.
 * @property {(Amount & {low: number, high: number}) | null} chance
 *
 * @typedef {object} Reveal
 * @property {number} round
 * @property {boolean} computed
 * @property {number[]} rolls
 * @property {number[] | null} winners
 * @property {Revealed[]} players
 * @property {number[] | null} finishing  How many finished on the first roll, the second, ..
 * @property {number[] | null} theory  Which share would.
 * @property {string | null} status
 * @property {{wins: number[][], ties: number[][], beats: number[][]} | null} pairs
 * @property {{pupils: number[], links: {win: Amount, lose: Amount, tie: Amount, sure: boolean}[]} | null} ring
 * @property {string[]} notes
 *
 * @typedef {object} Face  What one kind of viewer sees.
 * @property {HTMLElement} element
 * @property {(state: ClassState) => void} update
 * @property {() => void} [close]
 */
export {};
