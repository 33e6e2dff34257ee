"""Our answers compared with the answers of other programs, if these are installed (see CONTRIBUTING.md)."""
