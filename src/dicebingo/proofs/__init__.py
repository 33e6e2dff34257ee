"""Lower bounds, proofs of optimality, and certificates that can be checked again."""
