"""One board in a class of n: the share of the win against boards drawn from a population."""
