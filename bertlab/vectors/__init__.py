"""Vectors of texts: what a sentence, a question or a document is compared by."""

from bertlab.vectors.text_vectors import text_vectors

__all__ = ["text_vectors"]
