"""Take away what a model says without a text."""
