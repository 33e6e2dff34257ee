"""Draws pictures as SVG."""
