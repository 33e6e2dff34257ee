"""Printable sheets for a class: the choice of boards, and the facts about each that a teacher needs."""
