"""Let each token take a weighted mean of the values it may look at."""
