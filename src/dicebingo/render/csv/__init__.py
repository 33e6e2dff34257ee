"""Answers as tables of comma-separated values."""
