"""Live classes on the server: stored in SQLite, changed by small requests, followed by server-sent events."""
