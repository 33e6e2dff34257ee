"""``python -m dicebingo`` is the command line."""

from dicebingo.cli import main

main()
