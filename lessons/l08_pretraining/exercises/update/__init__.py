"""Make one update of pre-training."""
