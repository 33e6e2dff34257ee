"""One board against the clock: optimal play, other policies, and the Markov chain of each."""
