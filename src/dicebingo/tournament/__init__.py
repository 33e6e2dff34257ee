"""Everybody against everybody: standings, rings of boards that beat each other, counter-boards and upsets."""
