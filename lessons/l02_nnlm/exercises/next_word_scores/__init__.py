"""Return y = b + W x + U tanh(d + H x) for each row x of the features."""
