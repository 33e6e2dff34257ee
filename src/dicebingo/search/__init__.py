"""Every board of a space: the certified best, the full ranking, and the files they leave."""
