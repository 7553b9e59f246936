"""Say which tokens of a tree see which."""
