"""Give published tensors the names of the student's model."""
