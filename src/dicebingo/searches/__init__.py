"""Search all boards with given rules for the best ones, and rank a board among all of them."""
