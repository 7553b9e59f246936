"""Exercises of the word2vec lesson on text: pairs, kept words, noise words."""

from collections.abc import Callable, Iterable, Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.baselines import word2vec_examples
from bertlab.exercises import Case, Exercise, Misconception

# ------------------------------------------------------------------------------ skip-gram pairs

Pairs = list[tuple[str, str]]


def _skip_gram_pairs(words: Sequence[str], window: int) -> Pairs:
    """Return a pair (word, neighbor) for each neighbor at most ``window`` places away."""
    return _paired(words, lambda i: range(max(i - window, 0), min(i + window + 1, len(words))))


def _paired(
    words: Sequence[str], places: Callable[[int], Iterable[int]], itself: bool = False
) -> Pairs:
    """Pair each word with those at ``places(i)`` that exist."""
    return [
        (words[i], words[j])
        for i in range(len(words))
        for j in places(i)
        if j < len(words) and (itself or j != i)
    ]


def _pair_cases() -> list[Case]:
    return [
        Case((["the", "quick", "brown", "fox", "jumps"], 2)),
        Case((["to", "be", "or", "not", "to", "be"], 1)),
        Case((["a", "rose", "is", "a", "rose", "is", "a", "rose"], 3)),
        Case((["yes"], 2)),
        Case((["so", "it"], 5)),
    ]


skip_gram_pairs = Exercise(
    name="skip_gram_pairs",
    reference=_skip_gram_pairs,
    cases=_pair_cases,
    difficulty=1,
    minutes=6,
    misconceptions=(
        Misconception(
            "the last neighbor on the right is missing",
            "range stops before its end, so the right side needs i + window + 1: otherwise the "
            "window is one word shorter there than on the left.",
            lambda words, window: _paired(words, lambda i: range(max(i - window, 0), i + window)),
        ),
        Misconception(
            "the first neighbor on the left is missing",
            "The window reaches window places to the left, so it begins at i - window, not one "
            "place later.",
            lambda words, window: _paired(
                words, lambda i: range(max(i - window + 1, 0), i + window + 1)
            ),
        ),
        Misconception(
            "a word is its own neighbor",
            "Leave out the place i itself: a word that may see itself has nothing to guess.",
            lambda words, window: _paired(
                words, lambda i: range(max(i - window, 0), i + window + 1), itself=True
            ),
        ),
        Misconception(
            "only the words that follow are neighbors",
            "The window has two sides. word2vec is no language model from left to right: it also "
            "guesses the words before.",
            lambda words, window: _paired(words, lambda i: range(i + 1, i + window + 1)),
        ),
        Misconception(
            "only the words before are neighbors",
            "The window has two sides: the words that follow are guessed too.",
            lambda words, window: _paired(words, lambda i: range(max(i - window, 0), i)),
        ),
        Misconception(
            "the pairs are the wrong way round",
            "Skip-gram sees the word in the middle and guesses the neighbor, so the word in the "
            "middle stands first.",
            lambda words, window: [(b, a) for a, b in _skip_gram_pairs(words, window)],
        ),
        Misconception(
            "the beginning of the sentence reads from its end",
            "i - window can be negative, and Python then counts from the end. Start at "
            "max(i - window, 0).",
            lambda words, window: _paired(words, lambda i: range(i - window, i + window + 1)),
        ),
        Misconception(
            "both sides together have window words",
            "The window counts the words on either side: with window 2 a word in the middle of a "
            "sentence has four neighbors.",
            lambda words, window: _skip_gram_pairs(words, window // 2),
        ),
        Misconception(
            "a pair that occurs twice is counted once",
            "Keep every occurrence: what stands together often has to be seen often.",
            lambda words, window: list(dict.fromkeys(_skip_gram_pairs(words, window))),
        ),
    ),
)

# ------------------------------------------------------------------------- which words are kept


def _keep_probability(counts: Int[Tensor, " V"], sample: float) -> Float[Tensor, " V"]:
    """Return the probability of keeping one occurrence of each word: sqrt(t/f) + t/f, at most 1."""
    return word2vec_examples.keep_probability(counts, sample)


def _kept(ratio: Tensor) -> Tensor:
    return (ratio.sqrt() + ratio).clamp(max=1)


def _shares(counts: Tensor) -> Tensor:
    return counts.double() / counts.sum()


def _count_cases() -> list[Case]:
    return [
        Case((torch.tensor([700, 200, 90, 9, 1]), 0.01)),
        Case((torch.tensor([5, 50, 500, 2000, 12, 3, 80]), 1e-3)),
        Case((torch.tensor([3, 1]), 0.3)),
    ]


keep_probability = Exercise(
    name="keep_probability",
    reference=_keep_probability,
    cases=_count_cases,
    difficulty=2,
    minutes=6,
    misconceptions=(
        Misconception(
            "the result is the probability of dropping a word",
            "Return the probability of keeping it. Rare words must get 1: they are the ones that "
            "subsampling protects.",
            lambda counts, sample: 1 - _kept(sample / _shares(counts)),
        ),
        Misconception(
            "the ratio is upside down",
            "Divide t by f: the more frequent the word, the smaller its chance to stay.",
            lambda counts, sample: _kept(_shares(counts) / sample),
        ),
        Misconception(
            "f is the count, not the share of the text",
            "Divide each count by the sum of all counts first: t is a share, and the rule should "
            "not change when the same text is written twice.",
            lambda counts, sample: _kept(sample / counts.double()),
        ),
        Misconception(
            "f is relative to the most frequent word",
            "f is the share of the whole text: divide by the sum of the counts, not by their "
            "maximum.",
            lambda counts, sample: _kept(sample * counts.max() / counts.double()),
        ),
        Misconception(
            "there is no upper limit",
            "A probability is at most 1: for a word rarer than t the formula gives more, so cut "
            "it with clamp(max=1).",
            lambda counts, sample: (sample / _shares(counts)).sqrt() + sample / _shares(counts),
        ),
        Misconception(
            "only the square root is there, as the paper prints it",
            "That is the formula of the paper. The program that made word2vec known, and gensim, "
            "add t / f: this exercise asks for theirs.",
            lambda counts, sample: (sample / _shares(counts)).sqrt().clamp(max=1),
        ),
        Misconception(
            "the square root is missing",
            "The first term is sqrt(t / f); without the root, frequent words lose far more.",
            lambda counts, sample: (sample / _shares(counts)).clamp(max=1),
            variants=(lambda counts, sample: (2 * sample / _shares(counts)).clamp(max=1),),
        ),
    ),
)

# --------------------------------------------------------------------------------- noise words


def _noise_distribution(counts: Int[Tensor, " V"], power: float) -> Float[Tensor, " V"]:
    """Return the probability of each word as noise: its count to a power, normalized."""
    return word2vec_examples.noise_distribution(counts, power)


def _normalized(weights: Tensor) -> Tensor:
    return weights / weights.sum()


def _noise_cases() -> list[Case]:
    return [
        Case((torch.tensor([81, 16, 1]), 0.75)),
        Case((torch.tensor([40, 25, 9, 4, 1]), 0.5)),
        Case((torch.tensor([3, 700, 20, 5]), 0.75)),
    ]


noise_distribution = Exercise(
    name="noise_distribution",
    reference=_noise_distribution,
    cases=_noise_cases,
    difficulty=1,
    minutes=4,
    misconceptions=(
        Misconception(
            "the noise is uniform",
            "Frequent words should be drawn more often, only less often than they occur: the "
            "weights are count ** power.",
            lambda counts, power: _normalized(torch.ones_like(counts, dtype=torch.float64)),
        ),
        Misconception(
            "the power is missing",
            "These are the words as they occur. Take each count to the power first.",
            lambda counts, power: _shares(counts),
        ),
        Misconception(
            "the power comes last, so the result does not sum to 1",
            "Normalizing before the power does no harm, but the result has to be divided by its "
            "own sum once more.",
            lambda counts, power: _shares(counts) ** power,
        ),
        Misconception(
            "the weights are divided by the sum of the plain counts",
            "Divide count ** power by the sum of these powers; dividing by the sum of the counts "
            "leaves probabilities that do not sum to 1.",
            lambda counts, power: counts.double() ** power / counts.sum(),
        ),
        Misconception(
            "the power is inverted",
            "A power below 1 lifts rare words. 1 / power does the opposite: it draws the frequent "
            "ones even more often.",
            lambda counts, power: _normalized(counts.double() ** (1 / power)),
        ),
        Misconception(
            "rare words are drawn most",
            "The power is positive: frequent words stay more likely than rare ones, only less so "
            "than in the text.",
            lambda counts, power: _normalized(counts.double() ** -power),
        ),
    ),
)
