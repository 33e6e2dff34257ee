"""``python -m dicebingo`` runs the command line."""

from dicebingo.cli.start import main

main()
