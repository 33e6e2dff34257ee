"""Zero-sum and bimatrix games, solved exactly. Nothing here depends on bingo."""
