"""One step of training."""
