"""The report on the paper as one HTML file."""
