"""Turn queries and keys by their positions."""
