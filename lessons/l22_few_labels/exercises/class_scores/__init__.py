"""Let words in a gap speak for classes."""
