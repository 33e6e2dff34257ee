"""Running something long: where, until when, what is kept, and who is told."""
