"""Vectors of texts: what a sentence, a question or a document is compared by.

- ``text_vectors``: a vector for each text, by the encoder and a pooling;
- ``ranking``: how good they are: partners found, agreement with people;
- ``whitening``: a linear map to vectors that spread evenly;
- ``contrastive``: the loss with the other texts of a batch as negatives;
- ``simcse``: training without labels, by dropout alone;
- ``sentence_folder``: the folders of sentence-transformers, read and written.
"""

from bertlab.vectors.ranking import hits_at_1, mean_reciprocal_rank, neighbor_ranks
from bertlab.vectors.sentence_folder import load_sentence_model, save_sentence_model
from bertlab.vectors.text_vectors import text_vectors

__all__ = [
    "hits_at_1",
    "load_sentence_model",
    "mean_reciprocal_rank",
    "neighbor_ranks",
    "save_sentence_model",
    "text_vectors",
]
