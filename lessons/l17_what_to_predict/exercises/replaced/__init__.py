"""Write drawn tokens over chosen places, and say which tokens are replaced."""
