"""The misconceptions about ``keep_probability``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def shares(counts: Tensor) -> Tensor:
    return counts.double() / counts.sum()


def _probability(
    counts: Tensor,
    sample: float,
    *,
    share: Callable[[Tensor], Tensor] = shares,
    ratio: Callable[[float, Tensor], Tensor] = lambda t, f: t / f,
    formula: Callable[[Tensor, float], Tensor] = lambda ratio, t: ratio.sqrt() + ratio,
    limit: Callable[[Tensor], Tensor] = lambda kept: kept.clamp(max=1),
    finish: Callable[[Tensor], Tensor] = lambda kept: kept,
) -> Tensor:
    return finish(limit(formula(ratio(sample, share(counts)), sample)))


def _root(ratio: Tensor, t: float) -> Tensor:
    return ratio.sqrt()


def _limit_for_rare_words(counts: Tensor, sample: float) -> Tensor:
    """Give 1 to the words rarer than t only."""
    ratio = sample / shares(counts)
    return (ratio.sqrt() + ratio).where(ratio < 1, torch.ones_like(ratio))


def _whole_shares(counts: Tensor) -> Tensor:
    """Divide as integers: 0 for each word, if there are two."""
    return (counts // counts.sum()).double()


MISCONCEPTIONS = (
    Misconception(
        "the result is the probability of dropping a word",
        "Return the probability of keeping it. Rare words must get 1: they are the ones that "
        "subsampling protects.",
        partial(_probability, finish=lambda kept: 1 - kept),
        variants=(
            partial(_probability, formula=_root, finish=lambda kept: 1 - kept),
            partial(_probability, limit=lambda kept: kept, finish=lambda kept: 1 - kept),
            partial(
                _probability,
                formula=_root,
                limit=lambda kept: kept,
                finish=lambda kept: 1 - kept,
            ),
        ),
    ),
    Misconception(
        "the ratio is upside down",
        "Divide t by f: the more frequent the word, the smaller its chance to stay.",
        partial(_probability, ratio=lambda t, f: f / t),
    ),
    Misconception(
        "f is the count, not the share of the text",
        "Divide each count by the sum of all counts first: t is a share, and the rule should "
        "not change when the same text is written twice.",
        partial(_probability, share=lambda counts: counts.double()),
    ),
    Misconception(
        "f is the count divided by the number of different words",
        "f is the share of the text: divide by the number of all occurrences, counts.sum(). "
        "len(counts) is how many different words there are.",
        partial(_probability, share=lambda counts: counts.double() / len(counts)),
    ),
    Misconception(
        "f is relative to the most frequent word",
        "f is the share of the whole text: divide by the sum of the counts, not by their maximum.",
        partial(_probability, share=lambda counts: counts.double() / counts.max()),
    ),
    Misconception(
        "there is no upper limit",
        "A probability is at most 1: for a word rarer than t the formula gives more, so cut "
        "it with clamp(max=1).",
        partial(_probability, limit=lambda kept: kept),
        variants=(_limit_for_rare_words,),
    ),
    Misconception(
        "only the square root is there, as the paper prints it",
        "That is the formula of the paper. The program that made word2vec known, and gensim, "
        "add t / f: this exercise asks for theirs.",
        partial(_probability, formula=_root),
    ),
    Misconception(
        "the square root is missing",
        "The first term is sqrt(t / f); without the root, frequent words lose far more.",
        partial(_probability, formula=lambda ratio, t: ratio),
        variants=(partial(_probability, formula=lambda ratio, t: 2 * ratio),),
    ),
    Misconception(
        "the limit is a lower one",
        "A probability is at most 1: clamp(max=1) cuts off what is above. clamp(min=1) and maximum "
        "raise what is below, so nothing is ever dropped.",
        partial(_probability, limit=lambda kept: kept.clamp(min=1)),
    ),
    Misconception(
        "every probability is 1",
        "Look at f, which is 0 after an integer division: divide counts.double(). And at the two "
        "terms: with 1 for the second, or one ratio upside down, their sum is never below 1.",
        partial(_probability, share=_whole_shares),
        variants=(
            partial(_probability, share=_whole_shares, finish=lambda kept: kept.float()),
            lambda counts, sample: torch.ones_like(counts),
        ),
    ),
    Misconception(
        "the probabilities are made to sum to 1",
        "Leave them: each is the chance of one occurrence to stay or go. Rare words all have 1.",
        partial(_probability, finish=lambda kept: kept / kept.sum()),
        variants=(
            partial(_probability, limit=lambda kept: kept, finish=lambda kept: kept / kept.sum()),
        ),
    ),
    Misconception(
        "the largest value is scaled to 1, not cut off at 1",
        "Cut off what is above 1 and leave the rest: the chance of a frequent word does not "
        "depend on how rare the rarest is.",
        partial(_probability, limit=lambda kept: kept / kept.max()),
    ),
    Misconception(
        "the root covers both terms",
        "The root is of t / f alone, and t / f is added outside of it.",
        partial(_probability, formula=lambda ratio, t: (2 * ratio).sqrt()),
        variants=(
            partial(_probability, formula=lambda ratio, t: (ratio.sqrt() + ratio).sqrt()),
            partial(_probability, formula=lambda ratio, t: (ratio + t).sqrt()),
            partial(_probability, formula=lambda ratio, t: 2 * ratio.sqrt()),
        ),
    ),
    Misconception(
        "the root is of t alone, or of f alone",
        "Take the root of the whole ratio t / f.",
        partial(_probability, formula=lambda ratio, t: ratio / t**0.5 + ratio),
        variants=(
            partial(_probability, formula=lambda ratio, t: (t * ratio).sqrt() + ratio),
            partial(_probability, formula=lambda ratio, t: t**0.5 + ratio),
        ),
    ),
    Misconception(
        "the ratio is squared, not put under a root",
        "The first term is sqrt(t / f), the power 1/2: for frequent words it is the larger of "
        "the two.",
        partial(_probability, formula=lambda ratio, t: ratio**2 + ratio),
        variants=(partial(_probability, formula=lambda ratio, t: ratio**2),),
    ),
    Misconception(
        "the two terms are not added",
        "Add t / f to its root.",
        partial(_probability, formula=lambda ratio, t: ratio.sqrt() * ratio),
        variants=(
            partial(_probability, formula=lambda ratio, t: ratio.sqrt() - ratio),
            partial(_probability, formula=lambda ratio, t: (ratio.sqrt() + 1) * ratio),
        ),
    ),
    Misconception(
        "t and f are multiplied",
        "Divide t by f: a word exactly as frequent as t has the ratio 1.",
        partial(_probability, ratio=lambda t, f: t * f),
        variants=(
            partial(_probability, formula=lambda ratio, t: t / ratio.sqrt() + ratio),
            partial(_probability, formula=lambda ratio, t: ratio.sqrt() + t * t / ratio),
        ),
    ),
    Misconception(
        "the second term is t, not the ratio",
        "The same ratio t / f stands in both terms, under the root and beside it.",
        partial(_probability, formula=lambda ratio, t: ratio.sqrt() + t),
    ),
    Misconception(
        "the limit is set to a term, not to the sum",
        "Add first, then cut off at 1: two terms below 1 can have a sum above it.",
        partial(_probability, formula=lambda r, t: r.sqrt().clamp(max=1) + r, limit=lambda k: k),
        variants=(
            partial(
                _probability,
                formula=lambda r, t: r.sqrt().clamp(max=1) + r.clamp(max=1),
                limit=lambda kept: kept,
            ),
        ),
    ),
    Misconception(
        "the probabilities are float32, not float64",
        "Convert before you compute, counts.double(): integers divided by integers are float32, "
        "and converted at the end they keep the rounding of float32.",
        partial(_probability, finish=lambda kept: kept.float()),
    ),
)
