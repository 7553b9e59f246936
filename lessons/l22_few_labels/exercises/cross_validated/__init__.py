"""Judge one pattern by cross-validation."""
