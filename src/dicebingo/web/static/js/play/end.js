/** Shows the end of a game: a review of the game, and statistics. */

import { ask } from "../api.js";
import { cost } from "../cost.js";
import { ZERO } from "../fractions.js";
import { wordsOf } from "../language.js";
import { writePosition } from "../position.js";
import { writeSpec } from "../rules.js";
import { boardLinks } from "./screen.js";
import { count } from "./stats.js";
import { account } from "./sums.js";

/** @typedef {import("./controller.js").Play} Play */

const w = wordsOf("play");
const MOST_ROLLS = 500;

/** A key for the rules and the opponent: statistics compare only games with the same key. @param {Play} play */
function kindOf({ state: { rules, vs } }) {
  return `${writeSpec(rules.spec)} ${vs}`;
}

/** @param {Play} play */
export async function showEnd(play) {
  const { state } = play;
  const { game, rules, start, winner: who } = state;
  const { finish, stats } = play.view;
  const { signal } = play.work;
  stats.set(kindOf(play));
  if (who === "nobody" || game.turns.length === 0 || !state.judged.possible) return finish.hide();
  const exact = cost("exact", rules, [start]);
  const quick = exact.possible && exact.time === "at once" ? {} : { exact: false };
  const board = { ...rules.spec, board: writePosition(start, rules) };
  const moves = game.turns.map(({ roll, mine }) => ({ roll, cells: mine }));
  const end = { ...rules.spec, board: writePosition(state.mine, rules) };
  const [review, whole, left] = await Promise.all([
    ask("review", { ...board, moves }, { signal }),
    ask("solve", { ...board, ...quick }, { signal }),
    who === "computer" ? ask("solve", { ...end, ...quick }, { signal }) : null,
  ]);
  if (signal.aborted || state.game !== game) return;
  const known = account(game.turns.length, {
    mean: whole.expected_rolls,
    left: left?.expected_rolls ?? ZERO,
    loss: review.loss,
  });
  const params = state.params();
  for (const key of ["game", "guess"]) params.delete(key);
  count({
    id: String(params),
    kind: kindOf(play),
    rolls: known.rolls,
    mean: known.mean.decimal,
    loss: known.loss.decimal,
    luck: known.luck.decimal,
    result: who,
  });
  stats.set(kindOf(play));
  finish.set(known, review, rules, state.guess);
  finish.setLinks(...boardLinks(play));
  finish.same.hidden = state.by === "hand";
  await drawHistogram(play, known, board);
}

/**
 * @param {Play} play
 * @param {import("./sums.js").Account} known
 * @param {import("../api-types.js").SolveQuestion} board
 */
async function drawHistogram(play, known, board) {
  const { rules, start, game } = play.state;
  const { finish } = play.view;
  const { signal } = play.work;
  const inside = cost("inside", rules, [start]);
  if (!inside.possible) return finish.without(w.noChart(inside.reason));
  const upto = Math.min(MOST_ROLLS, Math.max(known.rolls, 20, Math.ceil(3.5 * known.mean.decimal)));
  const question = { ...board, upto };
  const solution =
    inside.time === "at once"
      ? await ask("solve", question, { signal })
      : await finish.waiting.ask("solve", question, w.workingOut);
  if (solution?.distribution && !signal.aborted && play.state.game === game) finish.draw(solution.distribution, known);
}
