"""What writes files of this repository from the program itself; ``python3 dev.py write`` runs all of it."""
