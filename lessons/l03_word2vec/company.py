"""Who stands beside whom: pairs for training, noise in windows, a word's company and its like."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.before.word2vec.examples import Text, encode, neighbors
from bertlab.before.word2vec.objectives import NegativeSampling

PairsOf = Callable[[list[str], int], Sequence[tuple[str, str]]]


class Drawn(NamedTuple):
    """Of all noise words drawn: proportions, from 0 to 1."""

    number: int
    skipped: float  # equal the word to guess
    inside: float  # another word of the same window


def noise_in_windows(
    sentences: Sequence[Sequence[str]],
    words: Sequence[str],
    counts: Int[Tensor, " V"],
    stays: Float[Tensor, " V"] | None = None,
) -> Drawn:
    """Draw five noise words for each pair of a text, and look for them in the pair's window.

    Args:
        sentences: The text.
        words: The vocabulary.
        counts: How often each word occurs.
        stays: The probability of staying, for each word; then each word draws its window size, from
            1 to 5, as in training. By default every word stays, and all windows are 5.
    """
    text = encode(sentences, {word: index for index, word in enumerate(words)})
    reach = torch.full(text.ids.shape, 5)
    if stays is not None:
        torch.manual_seed(1)
        kept = torch.rand(len(text.ids)) < stays[text.ids]
        text = Text(text.ids[kept], text.sentences[kept])
        reach = torch.randint(1, 6, text.ids.shape)
    around = neighbors(text, reach)  # (N, 10)
    center, place = (around >= 0).nonzero(as_tuple=True)
    target = around[center, place]
    noise = NegativeSampling(num_negatives=5).fit(counts)
    drawn = noise.draw((len(target), 5), torch.Generator().manual_seed(1))
    skipped = drawn == target[:, None]
    columns = [(around[center] == column[:, None]).any(dim=1) for column in drawn.T]
    inside = torch.stack(columns, dim=1) & ~skipped
    means = (skipped.double().mean().item(), inside.double().mean().item())
    return Drawn(drawn.numel(), *means)


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


class TwoLists(NamedTuple):
    """The five nearest words to each word, by u.v and by v.v, over all words."""

    met_company: float  # of the words with the largest u.v: how many stood beside the word
    met_alike: float  # of the words with the nearest v
    chance_company: float  # of other words, as frequent as those in the first list
    chance_alike: float  # of other words, as frequent as those in the second list
    shared: float  # words that stand in both lists, of five


def _as_frequent(listed: Int[Tensor, "V n"], size: int) -> Int[Tensor, "V n 4"]:
    """Return the two words before and after each one in a vocabulary sorted by frequency."""
    return (listed[..., None] + torch.tensor([-2, -1, 1, 2])).clamp(0, size - 1)


def compare_lists(
    text: Text, inputs: Float[Tensor, "V D"], outputs: Float[Tensor, "V D"]
) -> TwoLists:
    """Compare, over all words, the words of largest u.v with those of nearest v.

    Args:
        text: Two words have met if they stand within five places in one of its sentences.
        inputs: The rows v, the most frequent word first.
        outputs: The rows u.
    """
    around = neighbors(text, reach=torch.full(text.ids.shape, 5))
    center, place = (around >= 0).nonzero(as_tuple=True)
    size = len(inputs)
    met = torch.zeros(size * size, dtype=torch.bool)
    met[text.ids[center] * size + around[center, place]] = True
    unit = inputs / inputs.norm(dim=1, keepdim=True)
    tops = []
    for scores in (inputs @ outputs.T, unit @ unit.T):
        tops.append(scores.fill_diagonal_(-torch.inf).topk(5, dim=1).indices)
    company, alike = tops
    own = torch.arange(size)[:, None] * size
    shared = (company[:, :, None] == alike[:, None, :]).any(dim=2).sum(dim=1)
    chance = [met[own[..., None] + _as_frequent(top, size)] for top in tops]
    means = (met[own + company], met[own + alike], *chance, shared)
    return TwoLists(*(mean.double().mean().item() for mean in means))


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
