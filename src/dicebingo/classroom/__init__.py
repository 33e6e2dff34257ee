"""The live class: a pure state machine driven by numbered events, each viewer's view, and the results of the reveal."""
