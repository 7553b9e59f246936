"""Return the mean loss and the accuracy over all examples of an epoch."""
