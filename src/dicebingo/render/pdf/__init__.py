"""Printable sheets as PDF."""
