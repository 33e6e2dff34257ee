"""The game itself: dice, layouts, rules, boards and positions. Nothing here computes a strategy."""
