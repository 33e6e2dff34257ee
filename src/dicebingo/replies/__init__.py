"""Best replies to boards, and the choice of a board: the counter, the arena, and proofs by bounds."""
