"""Duels: two players who see both boards and play to win."""
