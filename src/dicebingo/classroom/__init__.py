"""The live class: a pure state machine over numbered events, what each viewer sees of it, and what the reveal shows."""
