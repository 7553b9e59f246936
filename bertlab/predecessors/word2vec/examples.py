"""From running text to examples: which words are seen, and which word is to be guessed.

A text is one long row of word indices, with the number of the sentence beside each, so that a
window never reaches into the next sentence. Both models of word2vec read the same windows:

==============  ==========================  ==============================
context         the model sees              and guesses
==============  ==========================  ==============================
``skip_gram``   the word in the middle      one neighbor, an example each
``cbow``        the mean of all neighbors   the word in the middle
==============  ==========================  ==============================

Source: Mikolov et al. 2013, "Efficient Estimation of Word Representations in Vector Space",
section 3; subsampling and noise are from "Distributed Representations of Words and Phrases and
their Compositionality", sections 2.2 and 2.3.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

PADDING = -1


class Text(NamedTuple):
    """A text in the words of a vocabulary; other words are gone, and the gap is closed.

    Attributes:
        ids: Index of each word.
        sentences: Number of the sentence each word stands in, never falling.
    """

    ids: Int[Tensor, " N"]
    sentences: Int[Tensor, " N"]


class Examples(NamedTuple):
    """What the model sees and what it is to guess.

    Attributes:
        inputs: Words seen, ``PADDING`` where there are fewer than C.
        targets: The right word of each example.
    """

    inputs: Int[Tensor, "E C"]
    targets: Int[Tensor, " E"]


Context = Callable[[Int[Tensor, " N"], Int[Tensor, "N W"]], Examples]


def count_words(
    sentences: Iterable[Sequence[str]], min_count: int
) -> tuple[tuple[str, ...], Int[Tensor, " V"]]:
    """Return the words that occur often enough, most frequent first, and their counts.

    Raises:
        ValueError: If a sentence is a string, or fewer than two words remain.
    """
    tally = Counter[str]()
    for sentence in sentences:
        if isinstance(sentence, str):
            raise ValueError(f"expected lists of words, got the string {sentence[:40]!r}")
        tally.update(sentence)
    kept = sorted(
        (pair for pair in tally.items() if pair[1] >= min_count),
        key=lambda pair: (-pair[1], pair[0]),
    )
    if len(kept) < 2:
        raise ValueError(
            f"expected two words or more that occur at least {min_count} times, got {len(kept)} "
            f"of {len(tally)}"
        )
    return tuple(word for word, _ in kept), torch.tensor([count for _, count in kept])


def encode(sentences: Iterable[Sequence[str]], indices: dict[str, int]) -> Text:
    """Replace words by their indices and drop those without one."""
    ids: list[int] = []
    numbers: list[int] = []
    for number, sentence in enumerate(sentences):
        known = [indices[word] for word in sentence if word in indices]
        ids += known
        numbers += [number] * len(known)
    return Text(torch.tensor(ids, dtype=torch.long), torch.tensor(numbers, dtype=torch.long))


def keep_probability(counts: Int[Tensor, " V"], sample: float) -> Float[Tensor, " V"]:
    """Return the probability with which one occurrence of each word is kept, at most 1.

    This is the released program's sqrt(t / f) + t / f, which gensim follows; the paper prints
    sqrt(t / f). f is the word's frequency in the text, ``sample`` is t; 0 keeps everything.

    Raises:
        ValueError: If ``sample`` is negative.
    """
    if not sample >= 0:
        raise ValueError(f"expected sample >= 0, got {sample}")
    if sample == 0:
        return torch.ones(len(counts), dtype=torch.float64)
    ratio = sample * counts.sum() / counts.double()  # t / f
    return (ratio.sqrt() + ratio).clamp(max=1)


def noise_distribution(counts: Int[Tensor, " V"], power: float = 0.75) -> Float[Tensor, " V"]:
    """Return count ** power, normalized: the power is taken first, then the sum."""
    weights = counts.double() ** power
    return weights / weights.sum()


def neighbors(text: Text, reach: Int[Tensor, " N"]) -> Int[Tensor, "N W"]:
    """Return the words around each word, in the order of the text.

    Args:
        text: The text.
        reach: For each word, how many words to look at on either side.

    Returns:
        W = 2 * max(reach) columns; ``PADDING`` beyond the reach and beyond the sentence.
    """
    num_words = len(text.ids)
    window = int(reach.max()) if num_words else 0
    offsets = torch.tensor([d for d in range(-window, window + 1) if d != 0], dtype=torch.long)
    positions = torch.arange(num_words)[:, None] + offsets  # (N, W)
    inside = (positions >= 0) & (positions < num_words) & (offsets.abs() <= reach[:, None])
    positions = positions.clamp(0, max(num_words - 1, 0))
    same = text.sentences[positions] == text.sentences[:, None]
    return torch.where(inside & same, text.ids[positions], PADDING)


def skip_gram(ids: Int[Tensor, " N"], around: Int[Tensor, "N W"]) -> Examples:
    """See the word in the middle, guess each neighbor."""
    middle, position = (around != PADDING).nonzero(as_tuple=True)
    return Examples(ids[middle][:, None], around[middle, position])


def cbow(ids: Int[Tensor, " N"], around: Int[Tensor, "N W"]) -> Examples:
    """See all neighbors at once, guess the word in the middle."""
    some = (around != PADDING).any(dim=1)
    return Examples(around[some], ids[some])
