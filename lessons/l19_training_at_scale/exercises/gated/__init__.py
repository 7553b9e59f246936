"""Let a gate decide what passes."""
