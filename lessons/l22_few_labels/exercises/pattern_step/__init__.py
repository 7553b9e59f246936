"""Make a training step with a pattern."""
