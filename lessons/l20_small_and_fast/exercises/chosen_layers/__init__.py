"""Choose the layers of a student."""
