"""Options that say how boards are played: the tie-break, the notion, the policy, the objective and the seed."""

from __future__ import annotations

import click

from dicebingo.cli.options.numbers import whole

notion_option = click.option(
    "--notion", default="match", metavar="match|duel", help="Whether boards beat each other in matches or in duels."
)
tie_break_option = click.option(
    "--tie-break", default="smallest", metavar="RULE", help="Among equally good cells: smallest, largest or random."
)
policy_option = click.option(
    "--policy",
    default="optimal",
    metavar="POLICY",
    help="optimal, random, random:WEIGHTS, prefer:CELLS or deadline:ROLLS.",
)
deadline_option = click.option(
    "--deadline", type=whole, metavar="K", help="Make a line within K rolls as likely as possible."
)
seed_option = click.option("--seed", type=whole, default=1, metavar="S", help="Seed of the random numbers.")
values_option = click.option("--values", metavar="VALUES", help="Only boards with these values, such as 6,7,8 or 5..9.")
