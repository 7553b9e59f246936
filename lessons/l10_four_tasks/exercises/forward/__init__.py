"""Let one encoder answer through five heads."""
