"""The game before the game: which board to write down against somebody who thinks."""
