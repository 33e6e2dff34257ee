"""All boards with given rules: the best boards, and the rank of a board among all."""
