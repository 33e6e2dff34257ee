"""Every board of some rules: which are the best, and where one stands among them."""
