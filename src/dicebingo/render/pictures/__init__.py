"""Descriptions of pictures, each written once and drawn as SVG, by matplotlib and in LaTeX."""
