"""Fill the gap of a text: the likeliest pieces with their probabilities."""
