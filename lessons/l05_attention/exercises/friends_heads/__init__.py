"""Find the bug in heads that attend in one call."""
