"""The command line: ``dicebingo COMMAND``. It reads arguments, calls the library, and prints."""
