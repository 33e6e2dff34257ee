"""Development tools; ``python3 dev.py write`` runs those that generate files of this repository."""
