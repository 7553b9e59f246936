"""Say how probable each length of a span is."""
