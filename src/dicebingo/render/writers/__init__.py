"""Writers: each turns any document into one form."""
