"""The game itself: dice, layouts, rules, boards and positions. This package does not compute strategies."""
