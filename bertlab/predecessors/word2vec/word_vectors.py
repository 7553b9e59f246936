"""Word vectors in use: neighbors, analogies, agreement with human ratings, the word2vec file.

Wherever the vectors come from (word2vec, gensim, the input embeddings of a BERT), they are compared
by the cosine of their angle, and judged on the same word pairs
(``lessons.l03_word2vec.rank_correlation``).
"""

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from jaxtyping import Float
from numpy.typing import NDArray

from bertlab.datasets import Analogy, WordPair
from bertlab.files import write_atomically
from bertlab.model.checkpoint import plain_name
from bertlab.model.header import read_weights, weight_files
from bertlab.text.tokenizer_folder import read_tokenizer

Array = NDArray[np.float64]
TABLE = "embeddings.word_embeddings.weight"


class Neighbor(NamedTuple):
    """A word and its cosine with what was asked for."""

    word: str
    cosine: float


class PairScores(NamedTuple):
    """Pairs of which both words have a vector: their index in the list, and both opinions."""

    indices: tuple[int, ...]
    human: Float[np.ndarray, " P"]
    cosine: Float[np.ndarray, " P"]


class WordVectors:
    """Some words and a vector for each.

    Args:
        words: Distinct words, without a space or line feed.
        vectors: One row per word. A row of zeros has no direction: its cosines are 0.

    Raises:
        ValueError: If words and rows differ in number, a word stands twice, is empty or has a space
            or line feed in it (the file format could not hold it), or a row is not finite.
    """

    def __init__(self, words: Sequence[str], vectors: Float[np.ndarray, "V D"]) -> None:
        if len(words) != len(vectors):
            raise ValueError(f"expected {len(words)} rows, one per word, got {len(vectors)}")
        self.words = tuple(words)
        self.vectors = vectors
        self._index = {word: index for index, word in enumerate(self.words)}
        if len(self._index) != len(self.words):
            raise ValueError(
                f"expected distinct words, got {len(self._index)} among {len(self.words)}"
            )
        broken = [word for word in self.words if not word or " " in word or "\n" in word]
        if broken:
            raise ValueError(f"expected words without space or line feed, got {broken[0]!r}")
        lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
        bad = ~np.isfinite(lengths)[:, 0]
        if bad.any():
            word = self.words[int(bad.argmax())]
            raise ValueError(f"expected finite rows, got another for {word!r}")
        self._directions = vectors / np.where(lengths > 0, lengths, 1)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._index

    def index(self, word: str) -> int:
        """Return the row of a word.

        Raises:
            ValueError: If it has none; close matches are suggested.
        """
        if word not in self._index:
            close = difflib.get_close_matches(word.lower(), self.words, n=3)
            hint = f"; close: {', '.join(close)}" if close else ""
            raise ValueError(f"{word!r} is not among the {len(self)} words with vectors{hint}")
        return self._index[word]

    def __getitem__(self, word: str) -> Float[np.ndarray, " D"]:
        """Return a word's vector."""
        return self.vectors[self.index(word)]

    def cosine(self, first: str, second: str) -> float:
        """Return the cosine of the angle between two words' vectors, from -1 to 1."""
        return float(self._directions[self.index(first)] @ self._directions[self.index(second)])

    def neighbors(self, word: str, n: int = 10) -> list[Neighbor]:
        """Return the n words nearest to a word by cosine, itself left out, nearest first."""
        return self._nearest(self._directions[self.index(word)], {word}, n)

    def analogy(self, a: str, b: str, c: str, n: int = 1) -> list[Neighbor]:
        """Return the words that are to c what b is to a: nearest to b - a + c in unit vectors.

        The three given words are left out, as is usual (3CosAdd, Levy and Goldberg 2014).
        """
        rows = [self._directions[self.index(word)] for word in (a, b, c)]
        return self._nearest(rows[1] - rows[0] + rows[2], {a, b, c}, n)

    def _nearest(self, direction: Array, without: set[str], n: int) -> list[Neighbor]:
        if not 1 <= n <= len(self) - len(without):
            most = len(self) - len(without)
            raise ValueError(f"expected n from 1 to {most}, got {n}")
        length = float(np.linalg.norm(direction)) or 1.0
        cosines = self._directions @ (direction / length)
        cosines[[self._index[word] for word in without]] = -np.inf
        order = np.argsort(-cosines, kind="stable")[:n]
        return [Neighbor(self.words[i], float(cosines[i])) for i in order]

    def score_pairs(self, pairs: Iterable[WordPair]) -> PairScores:
        """Return the cosine of each pair of which both words are known, beside the human score.

        Raises:
            ValueError: If fewer than two pairs are known.
        """
        known = [
            (index, pair.score, self.cosine(pair.first.lower(), pair.second.lower()))
            for index, pair in enumerate(pairs)
            if pair.first.lower() in self and pair.second.lower() in self
        ]
        if len(known) < 2:
            raise ValueError(f"expected two pairs of known words or more, got {len(known)}")
        indices, human, cosine = zip(*known, strict=True)
        return PairScores(indices, np.array(human), np.array(cosine))

    def answer(self, analogies: Iterable[Analogy]) -> tuple[int, int]:
        """Return how many analogies are answered right, and how many could be asked.

        Asked are those whose four words are known. The answer is the nearest word to b - a + c.
        """
        questions = [_words(question) for question in analogies]
        known = [words for words in questions if all(word in self for word in words)]
        rows = np.array([[self._index[word] for word in words] for words in known], dtype=np.int64)
        rows = rows.reshape(-1, 4)
        right = 0
        for a, b, c, d in (block.T for block in np.array_split(rows, len(rows) // 1000 + 1)):
            unit = self._directions
            cosines = (unit[b] - unit[a] + unit[c]) @ unit.T  # (Q, V), but for positive factors
            for given in (a, b, c):
                cosines[np.arange(len(given)), given] = -np.inf
            right += int((cosines.argmax(axis=1) == d).sum())
        return right, len(rows)

    def save(self, path: Path) -> None:
        """Write the text format of the released word2vec.

        The first line has the number of words and of columns, each other line a word and its
        numbers, nine digits each: enough to read a float32 back as it was.
        """
        lines = [f"{len(self)} {self.vectors.shape[1]}\n"]
        for word, row in zip(self.words, self.vectors, strict=True):
            lines.append(f"{word} {' '.join(f'{number:.9g}' for number in row)}\n")
        write_atomically(path, "".join(lines).encode())

    @classmethod
    def load(cls, path: Path) -> "WordVectors":
        """Read what ``save``, the released word2vec or gensim wrote as text.

        Raises:
            ValueError: If the file is not as its first line says.
        """
        with path.open(encoding="utf-8", newline="\n") as file:
            header = file.readline().split()
            if len(header) != 2 or not all(number.isdigit() for number in header):
                raise ValueError(f"expected 'words columns' in the first line, got {header}")
            num_words, size = map(int, header)
            lines = [line.rstrip(" \r\n").split(" ") for line in file if line.strip(" \r\n")]
        if len(lines) != num_words:
            raise ValueError(f"expected {num_words} words in {path.name}, got {len(lines)}")
        for line in lines:
            if len(line) != size + 1:
                raise ValueError(f"expected {size} numbers for {line[0]!r}, got {len(line) - 1}")
        rows = np.array([line[1:] for line in lines], dtype=np.float32).reshape(num_words, size)
        return cls([line[0] for line in lines], rows)


def bert_word_vectors(folder: Path) -> WordVectors:
    """Return the input vectors of a BERT for the words that are one piece of its vocabulary.

    Args:
        folder: A checkpoint, with a head or without.

    Raises:
        FileNotFoundError: If it lacks the vocabulary or the weights.
        ValueError: If they are damaged, or hold no word embeddings.
    """
    tensors = {plain_name(name): one for name, one in read_weights(weight_files(folder)).items()}
    if TABLE not in tensors:
        raise ValueError(f"expected {TABLE} in the weights of {folder}, got none")
    table, pieces = tensors[TABLE].float().numpy(), read_tokenizer(folder).vocabulary
    whole = [i for i, piece in enumerate(pieces) if not piece.startswith(("##", "["))]
    return WordVectors([pieces[i] for i in whole], table[whole])


def _words(question: Analogy) -> tuple[str, str, str, str]:
    a, b, c, d = question.a, question.b, question.c, question.d
    return a.lower(), b.lower(), c.lower(), d.lower()
