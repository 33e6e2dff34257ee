"""Answers as JSON: the same from the library, the command line and the server."""
