"""Let tokens take a mean of what they see."""
