/** The types of questions and answers. Written by `python -m tools.page_types`, not by hand. */

/** The reason for an error: one line of text, a code, and the values that the page inserts into its translation. */
export interface Error {
  error: string;
  code: string;
  values?: Record<string, number | number | string>;
}

/** A long computation in JSON, with its result or error once it has finished. */
export interface Job {
  job: string;
  operation: string;
  status: "queued" | "running" | "done" | "failed" | "cancelled";
  progress: Progress | null;
  seconds: number;
  result?: Record<string, unknown>;
  error?: string;
  code?: string;
  values?: Record<string, number | number | string>;
}

/** The name of the current stage, the amount done, the total if it is known, and the best result so far. */
export interface Progress {
  stage: string;
  done: number;
  total: number | null;
  best: string | null;
}

/** The version and the limits of this server, and whether it offers live classes. */
export interface Version {
  version: string;
  classes: boolean;
  limits: Record<string, number>;
}

/** The list of named rules. */
export interface NamedRules {
  rules: Variant[];
}

/** A named set of rules with a one-sentence description. */
export interface Variant {
  name: string;
  layout: string;
  dice: string;
  marking: "one" | "all";
  aliases: string[];
  about: string;
  lines: number;
  symmetries: number;
}

/** Notable boards and rings. */
export interface Gallery {
  boards: GalleryBoard[];
  rings: GalleryRing[];
}

/** A board, and the reason why it is in the gallery. */
export interface GalleryBoard {
  id: string;
  name: string;
  board: string;
  about: string;
  source: string;
  rules: string;
}

/** A ring, given by the ids of its boards: each beats the next on shared rolls, and the last beats the first. */
export interface GalleryRing {
  id: string;
  name: string;
  boards: string[];
  about: string;
  status: string;
  rules: string;
}

/** The data for drawing a game: the positions of the cells, the winning lines, and the weight of each value. */
export interface GameDescription {
  rules: Rules;
  grid: [number, number][];
  lines: NamedLine[];
  free: number[];
  values: number[];
  weights: number[];
  total: number;
}

/** The rules of a game. Two sets of rules are equal if they have the same `layout`, `dice` and `marking`. */
export interface Rules {
  name: string | null;
  layout: string;
  dice: string;
  marking: "one" | "all";
}

/** A winning line: its cells and its name. */
export interface NamedLine {
  cells: number[];
  name: string;
}

/** The optimal play of a position and its completion time. */
export interface Solution {
  rules: Rules;
  board: (number | "F" | null)[];
  marked: number[];
  policy: string;
  tie_break: "smallest" | "largest" | "random";
  expected_rolls: Number;
  variance: Number;
  standard_deviation: Number;
  loss: Number;
  p_hit: Number;
  optimal_cells: Record<string, number[]>;
  rolls_left: Record<string, Number>;
  transient_states: number;
  exact: boolean;
  relative_error_bound?: number;
  distribution?: RollProbability[];
  why?: Reasons;
  deadline?: DeadlinePlay;
}

/** An exact number and the nearest float64; `exact` is null if the number was computed in float64. */
export interface Number {
  exact: string | null;
  decimal: number;
}

/** The probabilities that the game ends on a roll (pmf), and on that roll or earlier (cdf). */
export interface RollProbability {
  roll: number;
  pmf: Number;
  cdf: Number;
}

/** How a board wins. */
export interface Reasons {
  lines: LineProbability[];
  cells: Number[];
  wasted: Number;
  changes: Change[];
}

/** A line, and the probability that it is complete at the end. */
export interface LineProbability {
  cells: number[];
  probability: Number;
}

/** A new value for one cell, the expected number of rolls after the change, and the number of rolls saved. */
export interface Change {
  cell: number;
  value: number;
  expected_rolls: Number;
  gain: Number;
}

/** The best play against a deadline of `rolls` rolls, compared with fastest play. */
export interface DeadlinePlay {
  rolls: number;
  in_time: Number;
  fastest_in_time: Number;
  gain: Number;
  expected_rolls: Number;
  loss: Number;
  marks: DeadlineMark[];
  differing: number;
  likeliest: Difference[];
}

/** The cells to mark on a roll: all cells that are best for the deadline, and all cells that fastest play may mark. */
export interface DeadlineMark {
  roll: number;
  cells: number[];
  in_time: Number;
  fastest: number[];
  fastest_in_time: Number;
  gain: Number;
}

/** A case in which fastest play is not best for the deadline. */
export interface Difference {
  roll: number;
  cells: number[];
  in_time: Number;
  fastest: number[];
  fastest_in_time: Number;
  gain: Number;
  rolls_left: number;
  marked: number[];
  probability: Number;
}

/** Every option on a roll, best first; a wasted roll has none. */
export interface Advice {
  rules: Rules;
  board: (number | "F" | null)[];
  marked: number[];
  roll: number;
  deadline?: number;
  exact: boolean;
  candidates: Candidate[];
}

/** One option on a roll: the cells to mark, V after marking them, and the loss compared with the best option. */
export interface Candidate {
  cell: number;
  cells: number[];
  expected_rolls: Number;
  loss: Number;
  in_time?: Number;
}

/** The rolls of a game, the cost of the player's choice on each roll, and the position at the end. */
export interface Review {
  rules: Rules;
  board: (number | "F" | null)[];
  marked: number[];
  moves: ReviewedMove[];
  loss: Number;
  end: Position;
  bingo: boolean;
  lines: number[][];
  exact: boolean;
}

/** One roll of a game: the cells that the player marked, all options, and the cost of the choice. */
export interface ReviewedMove {
  roll: number;
  cells: number[];
  candidates: Candidate[];
  loss: Number;
}

/** A `board` and the set S of its `marked` cells. S is a bit mask that always includes the free cells. */
export interface Position {
  board: (number | "F" | null)[];
  marked: number[];
}

/** The best single-cell changes and, if requested, the steps to a board that no such change improves. */
export interface Improvement {
  rules: Rules;
  board: (number | "F" | null)[];
  marked: number[];
  expected_rolls: Number;
  changes: Change[];
  steps?: Change[];
  improved?: OptimalPlay;
  status?: string;
}

/** The optimal play of a position: V(S) and the optimal cells for every set of marks that can follow. */
export interface OptimalPlay {
  board: (number | "F" | null)[];
  expected_rolls: Number;
}

/** A random board, and its seed. */
export interface RandomBoard {
  rules: Rules;
  board: (number | "F" | null)[];
  marked: number[];
  seed: number;
}

/** Consecutive rolls of a game, starting with roll number `start`. */
export interface Rolls {
  rules: Rules;
  seed: number;
  start: number;
  rolls: ShownRoll[];
}

/** A roll, with the faces of the dice if they can be shown. */
export interface ShownRoll {
  value: number;
  faces: number[] | null;
}

/** The exact rank of a board: how many boards are strictly better, equally good, and strictly worse. */
export interface Rank {
  rules: Rules;
  board: (number | "F" | null)[];
  marked: number[];
  universe: Universe;
  expected_rolls: Number;
  better: number;
  equal: number;
  worse: number;
  total: number;
  percentile: Number;
  nearest: Found[];
}

/** The boards that a claim is about. `boards` is the number of these boards. */
export interface Universe {
  words: string;
  boards: number;
  values: number[] | null;
  contains: number[];
  fixed: [number, number][];
  distinct: boolean;
  distinct_values: number | null;
}

/** A board with its exact V, and the number of boards in its orbit (see `searches.orbits`). */
export interface Found {
  board: (number | "F" | null)[];
  expected_rolls: Number;
  orbit_size: number;
}

/** The approximate percentage of all boards that are strictly worse. */
export interface Percentile {
  board: (number | "F" | null)[];
  marked: number[];
  universe: Universe;
  percentile: Number;
  best: boolean;
  approximate: true;
}

/** A match, solved exactly. `with_range` and `upto` record which details the caller requested. */
export interface Match {
  rules: Rules;
  names: string[];
  boards: (number | "F" | null)[][];
  marked: number[][];
  tie_break: "smallest" | "largest" | "random" | null;
  policies: string[];
  outcomes: Outcome[];
  shares: Number[];
  expected_rolls: Number[];
  expected_length: Number;
  verdict: Verdict | null;
  joint_states: number;
  range?: Ranges;
  distribution?: MatchRoll[];
}

/** A set of players, by number, and the probability that exactly these players finish first. */
export interface Outcome {
  winners: number[];
  probability: Number;
}

/** The player favoured under the chosen tie-break (None if even), the kind of verdict, and bounds on the margin. */
export interface Verdict {
  favoured: number | null;
  kind: "surely beats" | "beats" | "even" | "depends" | "undecided";
  margin: Number;
  bounds: Range | null;
  witnesses: Witness[];
  decided: boolean;
}

/** A lower and an upper bound that hold for every tie-break. */
export interface Range {
  low: Number;
  high: Number;
  kind: "bound";
}

/** A tie-break for each player, and the margin of the match under these tie-breaks. */
export interface Witness {
  tie_breaks: (string | TieChoice[])[];
  margin: Number;
}

/** The cell that a tie-break marks, given a set of marks and a roll. */
export interface TieChoice {
  marked: number[];
  roll: number;
  cell: number;
}

/** Bounds for two boards that hold under every tie-break: P(first wins), P(second wins) and their difference. */
export interface Ranges {
  first: Range;
  second: Range;
  margin: Range;
}

/** The probabilities of finishing on a roll, in the match and for each board alone. */
export interface MatchRoll {
  roll: number;
  joint: Ending[];
  solo: SoloEnding[];
}

/** The probabilities that a match ends with these winners on a roll (pmf), and on that roll or earlier (cdf). */
export interface Ending {
  pmf: Number;
  cdf: Number;
  winners: number[];
}

/** The probabilities that a board, played alone, finishes on a roll (pmf), and on that roll or earlier (cdf). */
export interface SoloEnding {
  pmf: Number;
  cdf: Number;
}

/** The results of a simulation of `games` games. */
export interface Simulation {
  rules: Rules;
  names: string[];
  boards: (number | "F" | null)[][];
  marked: number[][];
  tie_break: "smallest" | "largest" | "random" | null;
  policies: string[];
  simulated: true;
  games: number;
  seed: number;
  outcomes: EstimatedOutcome[];
  shares: Estimate[];
  alone: Estimate[];
  wins: Estimate[];
  expected_rolls: Number[];
  expected_length: Estimate;
  status?: "proven" | "best found" | "simulated" | "stopped";
}

/** A set of boards, by number, and the estimated probability that exactly these boards finish first. */
export interface EstimatedOutcome {
  winners: number[];
  probability: Estimate;
}

/** An estimated number and its 95% confidence interval. */
export interface Estimate {
  estimate: number;
  low: number;
  high: number;
}

/** A stage game with an objective, and all its extreme equilibria. */
export interface Nash {
  rules: Rules;
  boards: (number | "F" | null)[][];
  marked: number[][];
  roll: number;
  objective: "score" | "win";
  continuation: string;
  tie_break: "smallest" | "largest" | "random" | null;
  actions: [(number | null)[], (number | null)[]];
  payoffs: Entry[][];
  best_replies: BestReplies;
  dominated: DominatedChoices;
  pure: [number | null, number | null][];
  equilibria: StageEquilibrium[];
  components: number[][];
  degenerate: boolean;
}

/** Each player's probability of winning, and the probability of a tie, after a pair of choices. */
export interface Entry {
  first: Number;
  second: Number;
  tie: Number;
}

/** Each player's best cells against each choice of the other player. None stands for marking nothing. */
export interface BestReplies {
  first: (number | null)[][];
  second: (number | null)[][];
}

/** The dominated choices of each player. */
export interface DominatedChoices {
  first: DominatedChoice[];
  second: DominatedChoice[];
}

/** A dominated choice, and a mixture that dominates it. */
export interface DominatedChoice {
  action: number | null;
  by: Record<string, Number>;
  strictly: boolean;
}

/** A strategy for each player, which maps cells to probabilities, and the payoffs of both. */
export interface StageEquilibrium {
  first: Record<string, Number>;
  second: Record<string, Number>;
  payoffs: Payoffs;
}

/** The payoff of each player, under the objective. */
export interface Payoffs {
  first: Number;
  second: Number;
}

/** A duel, solved exactly. `stage` is the stage game of the requested roll, if any. */
export interface Duel {
  rules: Rules;
  boards: (number | "F" | null)[][];
  marked: number[][];
  names: [string, string];
  objective: "score" | "win";
  value: Number;
  payoffs: Payoffs;
  outcomes: Outcome[];
  joint_states: number;
  mixed_stage_games: number;
  ambiguous_stage_games: number;
  first_mixed: Spot[];
  solo_losses: [Number, Number] | null;
  stage?: DuelStage;
}

/** The location of a stage game: both players' marked sets, as bit masks, and the roll. */
export interface Spot {
  marked: [number[], number[]];
  roll: number;
}

/** The stage game for a joint position and a roll. `entries` has a row for each choice of the first player. */
export interface DuelStage {
  roll: number;
  value: Number;
  payoffs: Payoffs;
  outcomes: Outcome[];
  pure: boolean;
  ambiguous: boolean;
  first: StageChoice[];
  second: StageChoice[];
}

/** A player's choice: the cells to mark (none if nothing matches), and the probability of choosing them. */
export interface StageChoice {
  cell: number | null;
  cells: number[];
  completes: boolean;
  probability: Number;
  payoff: Number;
  outcomes: Outcome[];
}

/** The first player's payoffs from the best response to a policy, from solo-optimal play, and in a duel. */
export interface Exploit {
  rules: Rules;
  boards: (number | "F" | null)[][];
  marked: number[][];
  names: [string, string];
  objective: "score" | "win";
  policy: string;
  tie_break: "smallest" | "largest" | "random";
  value: Number;
  gain: Number;
  outcomes: Outcome[];
  match: Matched;
  duel: DuelValue | null;
  gain_over_duel: Number | null;
  joint_states: number;
}

/** The first player's payoff from solo-optimal play, and the outcomes of that game. */
export interface Matched {
  value: Number;
  outcomes: Outcome[];
}

/** The first player's payoff when both play to win. */
export interface DuelValue {
  value: Number;
}

/** All results of a tournament. */
export interface Tournament {
  rules: Rules;
  game: "match" | "duel";
  tie_break: "smallest" | "largest" | "random" | null;
  boards: (number | "F" | null)[][];
  names: string[];
  standings: Standing[];
  triples: number;
  smith_set: number[];
  relative_error_bound: number;
}

/** A board's record: its mean share of wins (a tie counts as half), its wins and losses, and its mean margin. */
export interface Standing {
  player: number;
  share: number;
  beats: number;
  loses: number;
  even: number;
  copeland: number;
  mean_margin: number;
}

/** A sequence of `Ring`: the rings of a given length whose smallest margins are largest, best first. */
export interface Rings {
  rules: Rules;
  game: "match" | "duel";
  tie_break: "smallest" | "largest" | "random" | null;
  length: number;
  count: number | null;
  at_most: Number | null;
  universe?: Universe;
  seed?: number;
  restarts?: number;
  status?: "proven" | "best found" | "simulated" | "stopped";
  rings: Ring[];
}

/** A ring of boards with exact odds: each board beats the next, and the last beats the first. */
export interface Ring {
  boards: (number | "F" | null)[][];
  links: Link[];
  smallest_margin: Number;
  sure: boolean;
}

/** The exact odds of one board against another. */
export interface Link {
  win: Number;
  lose: Number;
  tie: Number;
  sure: boolean;
}

/** A board's chances in a class or, without a board, the length of a game in which every board is random. */
export interface Crowd {
  board?: (number | "F" | null)[];
  rules: Rules;
  players: number;
  population: "distinct" | "uniform" | "dice" | "sensible" | "copies" | "boards";
  mixture?: PlayedBoard[];
  tie_break: "smallest" | "largest" | "random";
  fair: Number;
  share?: Number | Estimate;
  times_fair?: Number | Estimate;
  alone?: Number | Estimate;
  first?: Number | Estimate;
  expected_length: Number | Estimate;
  expected_rolls?: Number;
  joint_states?: number;
  sequences?: number;
  blocks?: number;
  seed?: number;
  tried?: number;
  status: "proven" | "best found" | "simulated" | "stopped";
}

/** A board in a mixture, and the probability that it is played. */
export interface PlayedBoard {
  board: (number | "F" | null)[];
  probability: Number;
}

/** A ranking of boards in the same class, largest share first. */
export interface CrowdComparison {
  rules: Rules;
  players: number;
  population: "distinct" | "uniform" | "dice" | "sensible" | "copies" | "boards";
  mixture?: PlayedBoard[];
  tie_break: "smallest" | "largest" | "random";
  fair: Number;
  ranking: RankedBoard[];
  sequences?: number;
  blocks?: number;
  seed?: number;
  status: "proven" | "best found" | "simulated" | "stopped";
}

/** A board in a ranking; `behind` is the best board's share minus this one's, with a confidence interval. */
export interface RankedBoard {
  board: (number | "F" | null)[];
  share: Number | Estimate;
  behind: Number | Estimate;
}

/** A mixture from which all players draw, and the best reply to it that the search found. */
export interface CrowdEquilibrium {
  rules: Rules;
  players: number;
  population: "distinct" | "uniform" | "dice" | "sensible" | "copies" | "boards";
  mixture?: PlayedBoard[];
  tie_break: "smallest" | "largest" | "random";
  fair: Number;
  best_reply: (number | "F" | null)[];
  share: Number | Estimate;
  gain: Number | Estimate;
  equilibrium: boolean;
  rounds: number;
  settled: boolean;
  status: "proven" | "best found" | "simulated" | "stopped";
}

/** The computer's choice on a roll, and the probability of each possible choice, keyed by its first cell. */
export interface ComputerMark {
  roll: number;
  strategy: string;
  cells: number[];
  mixture: Record<string, Number>;
}

/** The sheets for a class; `pdf()` returns the document. */
export interface Sheet {
  rules: Rules;
  kind: "all" | "boards" | "blank" | "rules" | "tally" | "key" | "plan";
  count: number;
  strength: "mixed" | "strong" | "fair" | "weak";
  order: "shuffled" | "sorted";
  seed: number;
  per_page: number;
  cut: boolean;
  paper: "a4" | "letter";
  language: "en" | "de" | "es";
  boards: PrintedBoard[];
}

/** A board on a sheet, and the facts about it that a teacher needs; a fact that was not computed is None. */
export interface PrintedBoard {
  board: (number | "F" | null)[];
  marked: number[];
  number: number;
  name: string;
  expected_rolls: Number | null;
  place: number | null;
  percentile: Number | null;
  preferences: Preference[];
  loss: Number | null;
}

/** Cells that share a value, best first: the order in which to mark them on a roll at the start of the game. */
export interface Preference {
  value: number;
  cells: number[][];
}

/** A sheet, its pages and their size; `objection` is the reason why no PDF can be written, or None. */
export interface PrintedPages {
  sheet: Sheet;
  objection: string | null;
  width: number;
  height: number;
  pages: Page[];
}

/** A page: its size, its title and its shapes. */
export interface Page {
  title: string;
  shapes: (Stroke | Box | Dot | Words)[];
}

/** A straight line. */
export interface Stroke {
  shape: "line";
  start: [number, number];
  end: [number, number];
  width: number;
  colour: string;
  dashed: boolean;
}

/** A rectangle, given by its upper left corner and its size; an `edge` of 0 or an empty `fill` is not drawn. */
export interface Box {
  shape: "box";
  x: number;
  y: number;
  width: number;
  height: number;
  edge: number;
  colour: string;
  fill: string;
  radius: number;
}

/** A filled circle. */
export interface Dot {
  shape: "dot";
  x: number;
  y: number;
  radius: number;
  colour: string;
}

/** A line of text; `y` is its baseline. */
export interface Words {
  shape: "text";
  x: number;
  y: number;
  text: string;
  size: number;
  bold: boolean;
  anchor: "start" | "middle" | "end";
  colour: string;
  wide: number | null;
}

/** A new class: its code, the teacher's secret, and a read-only key. */
export interface NewClass {
  code: string;
  teacher: string;
  projector: string;
}

/** The reason for an error, and the error's code, which the pages translate. */
export interface ClassError {
  error: string;
  code: string;
}

/** A new pupil's number and key. */
export interface NewPupil {
  pupil: number;
  key: string;
}

/** The viewer whose cookie now contains the key. */
export interface Entered {
  viewer: string;
}

/** The answer to an act: the number of the last event it caused and, for a readmitted pupil, a number and a key. */
export interface Acted {
  event: number;
  pupil?: number;
  key?: string;
}

/** A class; the teacher and the projector also get the address that pupils open. */
export interface ServedClass {
  event: number;
  phase: "lobby" | "playing" | "over" | "revealed";
  round: number;
  rules: Rules;
  given: "own" | "random" | "list";
  bingo: "seen" | "shouted";
  until: "first" | "all";
  timer: number | null;
  rolls: number[];
  faces: (number[] | null)[];
  open: boolean;
  marked: number;
  matching: number;
  shouts: number[];
  locked: boolean;
  step: number | null;
  computed: boolean;
  pupils: PupilView[];
  teams: TeamView[];
  choose: boolean;
  me?: Me;
  boards?: Player[];
  removed?: OtherPupil[];
  waiting?: OtherPupil[];
  approval?: boolean;
  bots?: number;
  seeds?: number[];
  left: number | null;
  address?: string;
  projector?: string;
  reached?: boolean;
}

/** A pupil, as the whole class sees them; `finish` is the index of the roll with their bingo in this round. */
export interface PupilView {
  pupil: number;
  name: string;
  ready: boolean;
  score: number;
  bingo: boolean;
  plays: boolean;
  finish: number | null;
  team: number | null;
}

/** A team: its number, its name, and the points won by its players. */
export interface TeamView {
  team: number;
  name: string;
  score: number;
}

/** A pupil's own board, whether it is fixed (`given`), and the cells that can be marked now. */
export interface Me {
  pupil: number;
  board: (number | "F")[] | null;
  marks: [number, number][];
  can_mark: number[];
  given: boolean;
  waiting: boolean;
}

/** A pupil's board and marks; each mark is a pair of a roll's index and a cell. */
export interface Player {
  pupil: number;
  board: (number | "F")[] | null;
  marks: [number, number][];
}

/** A pupil who has been removed, or a newcomer who is waiting to be let in. */
export interface OtherPupil {
  pupil: number;
  name: string;
}

/** The public settings of a new class. */
export interface ClassPlan {
  rules: Rules;
  given: "own" | "random" | "list";
  bingo: "seen" | "shouted";
  until: "first" | "all";
  timer: number | null;
}

/** A pupil or a `bot` has joined, or is `waiting` for the teacher to let them in. */
export interface Joined {
  pupil: number;
  name: string;
  waiting?: boolean;
  bot?: boolean;
}

/** The teacher has let a newcomer in. */
export interface Admitted {
  pupil: number;
  name: string;
}

/** The teacher has sent newcomers away permanently. */
export interface Dismissed {
  pupils: number[];
}

/** The teacher has switched the approval of newcomers on or off. */
export interface ApprovalSet {
  on: boolean;
}

/** A pupil has been renamed. */
export interface Renamed {
  pupil: number;
  name: string;
}

/** A pupil has been removed. */
export interface Removed {
  pupil: number;
}

/** A pupil has been readmitted, with a new key. */
export interface Readmitted {
  pupil: number;
  name: string;
}

/** No more pupils can join. */
export interface Locked {}

/** Pupils can join again. */
export interface Unlocked {}

/** The teacher has named the teams or switched them off; unless pupils `choose`, they are assigned to teams. */
export interface TeamsSet {
  names: string[];
  choose: boolean;
}

/** A pupil has joined a team or been assigned to one. */
export interface TeamChosen {
  pupil: number;
  team: number;
}

/** A pupil has a board, which the pupil wrote or was given. */
export interface BoardChosen {
  pupil: number;
  board: (number | "F")[];
  given: boolean;
}

/** A pupil is ready. */
export interface Ready {
  pupil: number;
}

/** The class is back in the lobby, for another round. */
export interface Again {
  round: number;
  boards: "keep" | "new";
  phase?: "lobby" | "playing" | "over" | "revealed";
}

/** A round has started; viewers do not see its seed. */
export interface Started {
  round: number;
  players: number[];
  seed?: number;
}

/** A roll; `real` is true for real dice. */
export interface Rolled {
  index: number;
  value: number;
  faces: number[] | null;
  real: boolean;
  matching?: number;
}

/** A pupil has marked cells for a roll; `marked` is the number of pupils who have marked cells for it. */
export interface Marked {
  pupil: number;
  index: number;
  cells: number[];
  marked?: number;
}

/** The number of pupils who have marked cells for a roll. */
export interface MarkCount {
  index: number;
  marked: number;
}

/** A pupil has undone a mark; `marked` is the number of pupils who have marked cells for the roll. */
export interface Unmarked {
  pupil: number;
  index: number;
  marked?: number;
}

/** A pupil has shouted bingo. */
export interface Shouted {
  pupil: number;
  index: number;
}

/** A roll has been closed; `bingo` lists the pupils who have a bingo on it. */
export interface Closed {
  index: number;
  by: "roll" | "teacher" | "timer";
  bingo: number[];
  phase?: "lobby" | "playing" | "over" | "revealed";
}

/** The last roll has been reopened, with its marks. */
export interface Reopened {
  index: number;
  phase?: "lobby" | "playing" | "over" | "revealed";
}

/** The last roll has been undone, with its marks. */
export interface Undone {
  index: number;
  phase?: "lobby" | "playing" | "over" | "revealed";
}

/** The reveal of a round has been computed. */
export interface RoundComputed {
  round: number;
}

/** The teacher has revealed the round up to step `step`. */
export interface Revealed {
  step: number;
  phase?: "lobby" | "playing" | "over" | "revealed";
}

/** The class has ended; only the teacher sees the seeds of its rounds. */
export interface ClassEnded {
  seeds?: number[];
}

/** A round, as far as it has been revealed. */
export interface Reveal {
  round: number;
  step: number | null;
  computed: boolean;
  rolls: number[];
  real: number[];
  winners: number[] | null;
  players: RevealedPlayer[];
  finishing: number[] | null;
  theory: number[] | null;
  status: "proven" | "best found" | "simulated" | "stopped" | null;
  games: number | null;
  pairs: Pairs | null;
  ring: ClassRing | null;
  crowd: RevealedCrowd | null;
  notes: string[];
}

/** A player's results: how strong the board was, and how well it was played. */
export interface RevealedPlayer {
  pupil: number;
  name: string;
  board: (number | "F")[];
  marks: [number, number][];
  bingo: number | null;
  expected_rolls: Number | null;
  rank: number | null;
  finish: number | null;
  loss: Number | null;
  luck: Number | null;
  choices: number | null;
  mistakes: Mistake[] | null;
  sooner: number | null;
  later: number | null;
  chance: Chance | null;
  share: Chance | null;
}

/** A suboptimal mark: the roll's index, the cells marked, the best cells, and the loss. */
export interface Mistake {
  index: number;
  cells: number[];
  best: number[];
  loss: Number;
}

/** The probability of finishing first, alone or tied; an estimate has a 95% confidence interval. */
export interface Chance {
  exact: string | null;
  decimal: number;
  low: number;
  high: number;
}

/** All boards against each other: P(row wins), P(tie), and 1 if the row beats the column, or -1 if it loses. */
export interface Pairs {
  wins: number[][];
  ties: number[][];
  beats: number[][];
}

/** Pupils in a ring: each pupil's board beats the next pupil's. All probabilities are exact. */
export interface ClassRing {
  pupils: number[];
  links: Link[];
  smallest_margin: Number;
  sure: boolean;
}

/** How the shares of the win were computed, the fair share, and the best board found for one more player. */
export interface RevealedCrowd {
  status: "proven" | "best found" | "simulated" | "stopped";
  games: number | null;
  fair: Number;
  newcomer: Newcomer | null;
}

/** The best board found for a player who joins the class, with its share and the fair share. */
export interface Newcomer {
  board: (number | "F")[];
  share: Chance;
  fair: Number;
  status: "proven" | "best found" | "simulated" | "stopped";
}

/** A whole lesson; `date` is the day on which the class was created. */
export interface Lesson {
  code: string;
  date: string;
  rules: Rules;
  given: "own" | "random" | "list";
  bingo: "seen" | "shouted";
  until: "first" | "all";
  pupils: Score[];
  teams: TeamView[];
  rounds: LessonRound[];
}

/** The number of rounds that a pupil has won, and the pupil's team. */
export interface Score {
  pupil: number;
  name: string;
  score: number;
  team: number | null;
}

/** A round, and its seed once the round has been revealed. */
export interface LessonRound {
  round: number;
  step: number | null;
  computed: boolean;
  rolls: number[];
  real: number[];
  winners: number[] | null;
  players: RevealedPlayer[];
  finishing: number[] | null;
  theory: number[] | null;
  status: "proven" | "best found" | "simulated" | "stopped" | null;
  games: number | null;
  pairs: Pairs | null;
  ring: ClassRing | null;
  crowd: RevealedCrowd | null;
  notes: string[];
  seed: number | null;
}

export interface DescribeQuestion {
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface SolveQuestion {
  board: string | (number | "F" | null)[];
  marked?: number[];
  policy?: string;
  tie_break?: "smallest" | "largest" | "random";
  upto?: number;
  why?: boolean;
  deadline?: number;
  exact?: boolean;
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface AdviseQuestion {
  board: string | (number | "F" | null)[];
  marked?: number[];
  roll: number;
  deadline?: number;
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface ReviewQuestion {
  board: string | (number | "F" | null)[];
  marked?: number[];
  moves: { roll: number; cells: number[] }[];
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface ImproveQuestion {
  board: string | (number | "F" | null)[];
  marked?: number[];
  most?: number;
  full?: boolean;
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface RandomQuestion {
  seed?: number;
  values?: "dice" | "uniform";
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface RollsQuestion {
  seed?: number;
  start?: number;
  count?: number;
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface RankQuestion {
  board: string | (number | "F" | null)[];
  marked?: number[];
  nearest?: number;
  approximate?: boolean;
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface MatchQuestion {
  boards: (string | (number | "F" | null)[])[];
  marked?: number[][];
  names?: string[];
  policy?: string | string[];
  tie_break?: "smallest" | "largest" | "random";
  range?: boolean;
  upto?: number;
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface SimulateQuestion {
  boards: (string | (number | "F" | null)[])[];
  marked?: number[][];
  games?: number;
  names?: string[];
  policy?: string | string[];
  tie_break?: "smallest" | "largest" | "random";
  seed?: number;
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface NashQuestion {
  boards: (string | (number | "F" | null)[])[];
  marked?: number[][];
  roll: number;
  objective?: "score" | "win";
  continuation?: "solo" | "duel";
  tie_break?: "smallest" | "largest" | "random";
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface DuelQuestion {
  boards: (string | (number | "F" | null)[])[];
  marked?: number[][];
  names?: string[];
  objective?: "score" | "win";
  roll?: number;
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface ExploitQuestion {
  boards: (string | (number | "F" | null)[])[];
  marked?: number[][];
  names?: string[];
  policy?: string;
  tie_break?: "smallest" | "largest" | "random";
  objective?: "score" | "win";
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface TournamentQuestion {
  boards: (string | (number | "F" | null)[])[];
  marked?: number[][];
  names?: string[];
  tie_break?: "smallest" | "largest" | "random";
  game?: "match" | "duel";
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface RingsQuestion {
  boards: (string | (number | "F" | null)[])[];
  marked?: number[][];
  length?: number;
  most?: number;
  tie_break?: "smallest" | "largest" | "random";
  game?: "match" | "duel";
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface CrowdQuestion {
  board?: string | (number | "F" | null)[];
  marked?: number[];
  players: number;
  population: string | (string | (number | "F" | null)[])[];
  weights?: (number | string)[];
  compare?: (string | (number | "F" | null)[])[];
  simulate?: number;
  seed?: number;
  tie_break?: "smallest" | "largest" | "random";
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface PlayQuestion {
  board: string | (number | "F" | null)[];
  marked?: number[];
  roll: number;
  opponent?: string | (number | "F" | null)[];
  opponent_marked?: number[];
  strategy?: "solo" | "duel";
  tie_break?: "smallest" | "largest" | "random";
  seed?: number;
  turn?: number;
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface SheetQuestion {
  boards?: (string | (number | "F" | null)[])[];
  marked?: number[][];
  count?: number;
  kind?: "all" | "boards" | "blank" | "rules" | "tally" | "key" | "plan";
  strength?: "mixed" | "strong" | "fair" | "weak";
  order?: "shuffled" | "sorted";
  seed?: number;
  names?: string[];
  per_page?: number;
  cut?: boolean;
  paper?: "a4" | "letter";
  language?: "en" | "de" | "es";
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

export interface PagesQuestion {
  boards?: (string | (number | "F" | null)[])[];
  marked?: number[][];
  count?: number;
  kind?: "all" | "boards" | "blank" | "rules" | "tally" | "key" | "plan";
  strength?: "mixed" | "strong" | "fair" | "weak";
  order?: "shuffled" | "sorted";
  seed?: number;
  names?: string[];
  per_page?: number;
  cut?: boolean;
  paper?: "a4" | "letter";
  language?: "en" | "de" | "es";
  rules?: string;
  layout?: string;
  dice?: string;
  marking?: "one" | "all";
  tokens?: number;
  wait?: number;
}

/** The events of a class, by kind. */
export interface ClassEvents {
  created: ClassPlan;
  joined: Joined;
  admitted: Admitted;
  dismissed: Dismissed;
  approval: ApprovalSet;
  renamed: Renamed;
  removed: Removed;
  readmitted: Readmitted;
  locked: Locked;
  unlocked: Unlocked;
  teams: TeamsSet;
  team: TeamChosen;
  board: BoardChosen;
  ready: Ready;
  again: Again;
  started: Started;
  rolled: Rolled;
  marked: Marked | MarkCount;
  unmarked: Unmarked | MarkCount;
  shouted: Shouted;
  closed: Closed;
  reopened: Reopened;
  undone: Undone;
  computed: RoundComputed;
  revealed: Revealed;
  ended: ClassEnded;
}

/** The body of each question, by name. */
export interface Questions {
  describe: DescribeQuestion;
  solve: SolveQuestion;
  advise: AdviseQuestion;
  review: ReviewQuestion;
  improve: ImproveQuestion;
  random: RandomQuestion;
  rolls: RollsQuestion;
  rank: RankQuestion;
  match: MatchQuestion;
  simulate: SimulateQuestion;
  nash: NashQuestion;
  duel: DuelQuestion;
  exploit: ExploitQuestion;
  tournament: TournamentQuestion;
  rings: RingsQuestion;
  crowd: CrowdQuestion;
  play: PlayQuestion;
  sheet: SheetQuestion;
  pages: PagesQuestion;
}

/** The answer to each question, by name. */
export interface Answers {
  version: Version;
  rules: NamedRules;
  gallery: Gallery;
  describe: GameDescription;
  solve: Solution;
  advise: Advice;
  review: Review;
  improve: Improvement;
  random: RandomBoard;
  rolls: Rolls;
  rank: Rank | Percentile;
  match: Match;
  simulate: Simulation;
  nash: Nash;
  duel: Duel;
  exploit: Exploit;
  tournament: Tournament;
  rings: Rings;
  crowd: Crowd | CrowdComparison | CrowdEquilibrium;
  play: ComputerMark;
  sheet: Sheet;
  pages: PrintedPages;
}
