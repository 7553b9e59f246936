"""Tell how many pairs a model gets right."""
