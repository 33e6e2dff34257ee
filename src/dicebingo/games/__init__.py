"""Zero-sum and bimatrix games, solved exactly. This package does not depend on bingo."""
