"""Full cards: every cell must be marked, so only the number of tokens on each value matters."""
