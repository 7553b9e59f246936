"""Return exp of the mean negative log over all predictions; infinite if a probability is 0."""
