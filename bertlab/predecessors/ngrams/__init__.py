"""Language models that count: n-grams, from maximum likelihood to Kneser-Ney.

``corpus`` is the text with its split, vocabulary and perplexity; ``counts`` counts n-grams;
``ngram`` has maximum likelihood and add-k, ``interpolation`` mixes orders, ``kneser_ney`` discounts
and asks after how many words a word stands.
"""

from bertlab.predecessors.ngrams.corpus import (
    Vocabulary,
    tokenize,
    wiki_language_model_data,
    wiki_sentences,
)
from bertlab.predecessors.ngrams.interpolation import Interpolated
from bertlab.predecessors.ngrams.kneser_ney import KneserNey, ModifiedKneserNey
from bertlab.predecessors.ngrams.ngram import AddK, MaximumLikelihood

__all__ = [
    "AddK",
    "Interpolated",
    "KneserNey",
    "MaximumLikelihood",
    "ModifiedKneserNey",
    "Vocabulary",
    "tokenize",
    "wiki_language_model_data",
    "wiki_sentences",
]
