"""A board's share of the win in a class of n players, who draw their boards from a population."""
