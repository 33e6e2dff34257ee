"""Live classes on the server: kept in SQLite, acted on by small requests, followed by server-sent events."""
