"""The command line: ``dicebingo COMMAND``. It parses arguments, calls the library, and prints the answers."""
