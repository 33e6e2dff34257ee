"""Writers: each turns any document into one form, block by block."""
