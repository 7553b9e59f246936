"""Vectors of texts: what a sentence, a question or a document is compared by."""

from bertlab.vectors.ranking import first_share, mean_reciprocal_rank, neighbor_ranks
from bertlab.vectors.text_vectors import text_vectors

__all__ = ["first_share", "mean_reciprocal_rank", "neighbor_ranks", "text_vectors"]
