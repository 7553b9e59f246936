"""Find the words whose vectors point most nearly the same way."""
