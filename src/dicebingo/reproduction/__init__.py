"""The paper's claims as data, each recomputed and checked against what is printed, and the report.

Hemmer and Ong, "Optimal Play, Nontransitivity, and Nash Equilibria in Dice Bingo". One module per part of the paper
lists its claims; ``claims`` says what a claim is and how a printed number is held against a computed one.
"""
