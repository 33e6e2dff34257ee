"""Zero-sum and bimatrix games, solved exactly: no bingo in it."""
