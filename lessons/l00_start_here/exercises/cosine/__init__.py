"""Return the cosine similarity of two vectors of equal length."""
