"""Find the words of a text in its pieces."""
