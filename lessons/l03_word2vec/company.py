"""Who stands beside whom: pairs for training, and a word's company and its like."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.predecessors.word2vec.examples import Text

PairsOf = Callable[[list[str], int], Sequence[tuple[str, str]]]


def draw_pairs(
    text: Text,
    stays: Float[Tensor, " V"],
    pairs_of: PairsOf,
) -> tuple[Tensor, Tensor]:
    """Return the skip-gram pairs of one pass in random order: words seen, words to guess.

    Frequent words are dropped first; then each word draws its window size, from 1 to 5.

    Args:
        text: The whole text.
        stays: The probability of staying, for each word of the vocabulary.
        pairs_of: The student's ``skip_gram_pairs``. It is given the places of a sentence, as
            words, once for each length, so that a pair says how far its words are apart.
    """
    kept = torch.rand(len(text.ids)) < stays[text.ids]
    ids, sentences = text.ids[kept], text.sentences[kept]
    reach = torch.randint(1, 6, ids.shape)
    lengths = sentences.unique_consecutive(return_counts=True)[1]
    by_length = {n: _places(pairs_of, n) for n in set(lengths.tolist())}
    starts = lengths.cumsum(0) - lengths
    found = [
        by_length[n] + start for n, start in zip(lengths.tolist(), starts.tolist(), strict=True)
    ]
    center, other = torch.cat(found).T
    near = (center - other).abs() <= reach[center]
    order = torch.randperm(int(near.sum()))
    return ids[center[near]][order], ids[other[near]][order]


def _places(pairs_of: PairsOf, length: int) -> Int[Tensor, "P 2"]:
    """Return the pairs of places of a sentence, with windows of 5."""
    named = [str(place) for place in range(length)]
    found = [(int(center), int(other)) for center, other in pairs_of(named, 5)]
    return torch.tensor(found, dtype=torch.long).reshape(-1, 2)


def both_lists(
    words: Sequence[str],
    inputs: Float[Tensor, "V D"],
    outputs: Float[Tensor, "V D"],
    word: str,
    number: int = 5,
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the words with the largest u.v, and those with the nearest v (cosine), for a word.

    Args:
        words: The vocabulary.
        inputs: The rows v.
        outputs: The rows u.
        word: Which word; it is left out itself.
        number: How many words a list has.
    """
    here = list(words).index(word)
    unit = inputs / inputs.norm(dim=1, keepdim=True)
    lists = []
    for scores in (outputs @ inputs[here], unit @ unit[here]):
        scores[here] = -torch.inf
        best = scores.argsort(descending=True)[:number]
        lists.append({words[i]: scores[i].item() for i in best.tolist()})
    return lists[0], lists[1]


def fill(gap: str, words: Sequence[str], model: Any, mean: Callable[..., Tensor]) -> list[str]:
    """Return the three words that best fill a gap, as CBOW asks for them.

    Args:
        gap: Some words, and ``_`` for the missing one.
        words: The vocabulary.
        model: Has ``inputs`` and ``outputs``.
        mean: The student's ``context_mean``; words without a row are -1.
    """
    seen = [words.index(word) if word in words else -1 for word in gap.split()]
    guesses = model.outputs @ mean(model.inputs, torch.tensor([seen]))[0]
    return [words[i] for i in guesses.argsort(descending=True)[:3].tolist()]
