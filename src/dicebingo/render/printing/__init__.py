"""Printable sheets as pages of plain shapes, drawn once and written as PDF or as SVG."""
