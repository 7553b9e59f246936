"""Write what the classification objective reads of a pair of vectors."""
