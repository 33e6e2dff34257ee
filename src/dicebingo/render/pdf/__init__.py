"""Writes printable sheets as PDF files."""
