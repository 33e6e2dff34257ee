"""The commands, usually one per module."""
