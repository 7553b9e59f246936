"""Decks and reading pages of lessons, with all they show inside; and a browser to check them."""
