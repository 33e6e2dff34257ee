"""Writers: each converts any document to one format, block by block."""
