"""The live class: its state machine (driven by numbered events), its views, and the results of the reveal."""
