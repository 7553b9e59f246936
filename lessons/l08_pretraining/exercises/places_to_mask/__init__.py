"""Draw the places of an example that are masked in an epoch."""
