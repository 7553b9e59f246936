"""Similar words: for each word of the news the nearest ones that fit into its place."""

from collections.abc import Mapping

import numpy as np

from bertlab.before.word2vec.word_vectors import WordVectors
from bertlab.pretraining.maskers import Pieces
from bertlab.text.wordpiece import WordPieceTokenizer


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
