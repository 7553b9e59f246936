"""Hide a name as a whole, or not at all."""
