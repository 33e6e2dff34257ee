"""Printable sheets for a class: choose the boards, and compute the facts that a teacher needs about each board."""
