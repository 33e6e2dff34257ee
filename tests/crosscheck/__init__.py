"""Compare our answers with those of other programs, if these are installed (see CONTRIBUTING.md)."""
