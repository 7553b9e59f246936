"""Return what a player adds to a group, in a weighted mean over all groups of the others."""
