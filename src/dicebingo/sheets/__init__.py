"""Sheets to print for a class: which boards are on them, and what the teacher should know about each."""
