"""Give each position its own vector of sines and cosines."""
