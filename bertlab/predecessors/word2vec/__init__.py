"""word2vec: a vector for each word, learned from its neighbors.

``examples`` cuts a text into pairs of a word and its context; ``objectives`` are the losses
(softmax, negative sampling, hierarchical softmax over the tree of ``huffman``); ``model`` trains
them; ``word_vectors`` compares, searches and scores the vectors.
"""

from bertlab.predecessors.word2vec.model import Word2Vec
from bertlab.predecessors.word2vec.word_vectors import WordVectors, bert_word_vectors

__all__ = ["Word2Vec", "WordVectors", "bert_word_vectors"]
