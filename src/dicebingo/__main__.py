"""Run the command-line program: ``python -m dicebingo``."""

from dicebingo.cli.start import main

main()
