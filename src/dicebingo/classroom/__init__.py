"""The live class: a pure state machine over numbered events, the views of its viewers, and the reveal's results."""
