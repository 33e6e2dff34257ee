"""Write printable sheets as PDF files."""
