"""Show similar words in place of [MASK]."""
