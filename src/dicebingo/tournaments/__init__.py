"""Many boards against each other: margins, rings, upsets, replies, and the choice of a board."""
