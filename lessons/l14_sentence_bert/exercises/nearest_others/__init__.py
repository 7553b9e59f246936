"""Find the k nearest other texts of each text."""
