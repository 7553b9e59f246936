"""Part a few labels for cross-validation."""
