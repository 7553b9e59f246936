"""Compare the vectors of two programs step by step, padding left out."""
