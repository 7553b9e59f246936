"""Return ids (B, T), padded at the end to the longest row, and the mask (B, T) of tokens."""
