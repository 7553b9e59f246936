"""Write the triplet loss with a margin."""
