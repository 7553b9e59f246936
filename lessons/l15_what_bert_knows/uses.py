"""All uses of one character as a word, and maps of their vectors."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from sklearn.manifold import TSNE
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.datasets import peoples_daily
from bertlab.text.offsets import piece_offsets
from bertlab.text.wordpiece import WordPieceTokenizer

LONGEST = 90  # characters of a line


class Uses(NamedTuple):
    """Lines that have a character as a word of its own, once each.

    Attributes:
        texts: The lines.
        places: Of its piece in each; [CLS] has place 0.
        kinds: What it is in each.
    """

    texts: list[str]
    places: list[int]
    kinds: list[str]


def uses_of(character: str, kinds: dict[str, str], tokenizer: WordPieceTokenizer) -> Uses:
    """Return the first use in every line of the newspaper that has one of some kinds.

    Args:
        character: The word.
        kinds: Its tags in the corpus, and what they are called.
        tokenizer: The encoder's.
    """
    news, found = peoples_daily(), Uses([], [], [])
    for sentence in news.train + news.validation + news.test:
        start = 0
        for word, tag in zip(sentence.words, sentence.tags, strict=True):
            if word == character and tag in kinds and len(sentence.text) <= LONGEST:
                pieces = piece_offsets(sentence.text, tokenizer)
                found.texts.append(sentence.text)
                found.places.append(1 + [piece.start for piece in pieces].index(start))
                found.kinds.append(kinds[tag])
                break
            start += len(word)
    return found


def map_of(vectors: Float[Tensor, "N D"]) -> Float[np.ndarray, "N 2"]:
    """Return places on paper such that near vectors stay near (t-SNE)."""
    rows = normalize(vectors - vectors.mean(dim=0), dim=1).numpy()
    return TSNE(2, perplexity=20, init="pca", random_state=0).fit_transform(rows)


def neighbors_agree(vectors: Float[Tensor, "N D"], kinds: Sequence[str], k: int = 5) -> float:
    """Return how often most of the k nearest other uses are of the same kind, by cosine."""
    unit = normalize(vectors - vectors.mean(dim=0), dim=1)
    cosines = (unit @ unit.T).masked_fill(torch.eye(len(unit), dtype=torch.bool), -torch.inf)
    agree = 0
    for place, row in enumerate(cosines.topk(k, dim=1).indices.tolist()):
        agree += Counter(kinds[one] for one in row).most_common(1)[0][0] == kinds[place]
    return agree / len(kinds)
