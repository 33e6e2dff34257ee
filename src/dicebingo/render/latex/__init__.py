"""Answers as LaTeX to paste."""
