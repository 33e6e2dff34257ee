"""Many boards against each other: tournaments, rings and upsets."""
