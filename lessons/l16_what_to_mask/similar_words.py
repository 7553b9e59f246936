"""Similar words: for each word of the news the nearest that fit into its place, for MacBERT."""

from collections.abc import Mapping, Sequence

import numpy as np

from bertlab.predecessors.word2vec.word_vectors import WordVectors
from bertlab.pretraining.maskers import SpanMasker
from bertlab.text.wordpiece import WordPieceTokenizer

Pieces = tuple[int, ...]
NGRAMS = (0.4, 0.3, 0.2, 0.1)  # the probabilities of runs of 1, 2, 3 and 4 words


def pieces_of(words: tuple[str, ...], tokenizer: WordPieceTokenizer) -> dict[str, Pieces]:
    """Return the ids of each word that the tokenizer knows; of words with equal ids the first."""
    found: dict[Pieces, str] = {}
    for word in words:
        ids = tuple(tokenizer.text_ids(word))
        if ids and tokenizer.unk_id not in ids:
            found.setdefault(ids, word)
    return {word: ids for ids, word in found.items()}


def similar_words(
    vectors: WordVectors, tokenizer: WordPieceTokenizer, number: int
) -> dict[str, list[str]]:
    """Return for each word the nearest others by cosine that have as many pieces.

    Args:
        vectors: Words, most frequent first.
        tokenizer: Words that it does not know are left out.
        number: Neighbors of each word at most.

    Raises:
        ValueError: If no neighbors are wanted.
    """
    if number < 1:
        raise ValueError(f"expected 1 neighbor or more, got {number}")
    pieces = pieces_of(vectors.words, tokenizer)
    of_length: dict[int, list[str]] = {}
    for word, ids in pieces.items():
        of_length.setdefault(len(ids), []).append(word)
    found: dict[str, list[str]] = {}
    for words in of_length.values():
        if len(words) < 2:
            continue
        rows = np.stack([vectors[word] for word in words]).astype(np.float64)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        for place, word in enumerate(words):
            cosines = rows @ rows[place]
            cosines[place] = -np.inf
            best = np.argsort(-cosines, kind="stable")[: min(number, len(words) - 1)]
            found[word] = [words[other] for other in best]
    return {word: found[word] for word in pieces if word in found}


def as_pieces(
    table: Mapping[str, list[str]], tokenizer: WordPieceTokenizer
) -> dict[Pieces, list[Pieces]]:
    """Return a table of similar words in ids, as ``SimilarWordMasker`` takes it."""
    return {
        tuple(tokenizer.text_ids(word)): [tuple(tokenizer.text_ids(other)) for other in others]
        for word, others in table.items()
    }


class SimilarWordMasker(SpanMasker):
    """MacBERT: a similar word of the same length stands where BERT would have [MASK].

    So the model never sees a piece in pre-training that fine-tuning does not have.

    Args:
        tokenizer: See ``Masker``.
        similar: For some words, in ids, the words that may stand for them, each of as many ids. A
            word that is not among them is replaced by a random one of its length.
        lengths: See ``SpanMasker``.

    Raises:
        ValueError: If a word has none to stand for it, or one of another length.

    Source: Cui et al. 2020, section 3.
    """

    def __init__(
        self,
        tokenizer: WordPieceTokenizer,
        similar: Mapping[Pieces, Sequence[Pieces]],
        lengths: Sequence[float] = NGRAMS,
    ) -> None:
        super().__init__(tokenizer, lengths, corruption_unit="word")
        self.similar, self._of_length = similar, dict[int, list[Pieces]]()
        for word, others in similar.items():
            sizes = [len(other) for other in others]
            if not sizes or set(sizes) != {len(word)}:
                raise ValueError(f"expected words of {len(word)} ids for {word}, got {sizes}")
            self._of_length.setdefault(len(word), []).append(word)

    def _random(self, hidden: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        words = self._of_length.get(len(hidden))
        if words is None:
            return super()._random(hidden, generator)
        return np.array(words[int(generator.integers(len(words)))])

    def _hide(self, hidden: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        others = self.similar.get(tuple(hidden.tolist()))
        if others is None:
            return self._random(hidden, generator)
        return np.array(others[int(generator.integers(len(others)))])
