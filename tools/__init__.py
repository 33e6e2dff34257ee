"""Generators of files in this repository; ``python3 dev.py write`` runs them."""
