"""The words of printed pages, one module for each language."""
