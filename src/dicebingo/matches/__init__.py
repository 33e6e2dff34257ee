"""Matches: two or more boards on shared rolls, each played by its own policy."""
