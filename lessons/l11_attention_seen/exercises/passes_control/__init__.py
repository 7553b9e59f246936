"""Compare what a token gives to another with what the others give to it."""
