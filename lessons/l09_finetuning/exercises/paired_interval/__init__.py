"""Give the 95% interval of a gain that was measured on the same texts."""
