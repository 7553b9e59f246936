"""Find the character that tells the order of two sentences best, without reading them."""
