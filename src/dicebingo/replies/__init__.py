"""Best replies to boards (the counter), equilibrium mixtures of boards (the arena), and proofs by bounds."""
