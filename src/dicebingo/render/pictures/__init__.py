"""Descriptions of pictures, which other modules draw as SVG, with matplotlib or in LaTeX."""
