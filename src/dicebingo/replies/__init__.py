"""Best replies to boards, and the choice of a board: counter, arena, and proofs by bounds."""
