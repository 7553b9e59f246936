"""Return what a player adds to a group, averaged over all groups of the others."""
