"""Say which tokens see which."""
