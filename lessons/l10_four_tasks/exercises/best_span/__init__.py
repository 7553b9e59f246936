"""Find the first and the last piece of the best answer."""
