"""``python -m dicebingo`` is the command line."""

from dicebingo.cli.start import main

main()
