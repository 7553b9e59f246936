"""Draw how many words a span has."""
