"""Score every next word: the forward pass of the network's class."""
