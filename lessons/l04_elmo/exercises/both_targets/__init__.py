"""Give the forward and the backward target of each token, -100 where there is none."""
