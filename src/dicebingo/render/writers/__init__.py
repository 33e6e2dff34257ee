"""Writers, each of which converts documents to one format, block by block."""
