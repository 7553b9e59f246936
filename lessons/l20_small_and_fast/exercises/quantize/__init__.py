"""Round a matrix to 8 bits."""
