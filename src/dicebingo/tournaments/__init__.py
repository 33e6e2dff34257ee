"""Many boards against each other: tournaments, rings, upsets, best replies, and the choice of a board."""
