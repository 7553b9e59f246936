"""How alike the directions of some vectors are, as one number."""
