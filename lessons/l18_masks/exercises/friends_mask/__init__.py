"""Find the leak in a mask."""
