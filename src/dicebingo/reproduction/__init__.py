"""Reproduce the paper: recompute each of its claims, compare it with the printed value, and write a report.

Hemmer and Ong, "Optimal Play, Nontransitivity, and Nash Equilibria in Dice Bingo". One module per section lists the
claims of that section. ``claims`` defines claims and their checks, ``printed`` holds the printed numbers, and ``paper``
checks all claims.
"""
