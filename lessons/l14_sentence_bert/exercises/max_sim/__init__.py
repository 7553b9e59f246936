"""Score documents by the best match of each query token."""
