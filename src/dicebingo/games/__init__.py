"""Zero-sum and bimatrix games, solved exactly: nothing in here knows about bingo."""
