"""What each picture shows, described once: SVG, axes of matplotlib and LaTeX draw the same description."""
