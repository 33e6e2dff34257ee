"""One board against the clock: the optimal strategy, other strategies, and the Markov chain of each."""
