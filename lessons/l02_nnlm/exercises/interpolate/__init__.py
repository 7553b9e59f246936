"""Return the log of weight times one model's probability plus the rest of the other's."""
