"""Solo games: optimal play, other policies, and their Markov chains."""
