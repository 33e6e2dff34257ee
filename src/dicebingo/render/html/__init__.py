"""Answers as HTML: notebooks and the report."""
