"""Two or more boards on shared rolls."""
