"""Our answers against those of other programs; skipped where these are not installed (see CONTRIBUTING.md)."""
