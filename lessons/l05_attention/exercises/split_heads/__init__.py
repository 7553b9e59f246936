"""Give the heads an axis of their own."""
