"""Cosines of queries and documents, after whitening."""
