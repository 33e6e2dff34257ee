"""All boards with given rules: the best ones, and the rank of a board among them."""
