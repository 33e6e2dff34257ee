"""Printable sheets, drawn as pages of plain shapes that can be written as PDF or SVG."""
