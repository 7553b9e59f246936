"""Pass the vector of the first token, [CLS], through a dense layer and tanh."""
