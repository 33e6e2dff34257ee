"""Live classes on the server: SQLite stores them, requests change them, and server-sent events report the changes."""
