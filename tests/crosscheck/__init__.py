"""Our answers compared with those of other programs, if these are installed (see CONTRIBUTING.md)."""
