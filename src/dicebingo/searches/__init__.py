"""All boards of some rules: which are the best, and where a board stands among them."""
