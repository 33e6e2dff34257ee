"""The command line: ``dicebingo COMMAND``. It reads arguments, calls the library, and prints."""

from dicebingo.cli.main import main

__all__ = ["main"]
