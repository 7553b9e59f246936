"""Give the proportion of uses whose nearest other use, by the cosine, has the same sense."""
