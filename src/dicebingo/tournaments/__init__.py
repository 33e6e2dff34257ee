"""Compare many boards: tournaments, rings and upsets."""
