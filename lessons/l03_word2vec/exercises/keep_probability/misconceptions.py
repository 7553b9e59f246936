"""The misconceptions about ``keep_probability``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

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
    formula: Callable[[Tensor], Tensor] = lambda ratio: ratio.sqrt() + ratio,
    limit: Callable[[Tensor], Tensor] = lambda kept: kept.clamp(max=1),
    finish: Callable[[Tensor], Tensor] = lambda kept: kept,
) -> Tensor:
    return finish(limit(formula(ratio(sample, share(counts)))))


MISCONCEPTIONS = (
    Misconception(
        "the result is the probability of dropping a word",
        "Return the probability of keeping it. Rare words must get 1: they are the ones that "
        "subsampling protects.",
        partial(_probability, finish=lambda kept: 1 - kept),
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
    ),
    Misconception(
        "only the square root is there, as the paper prints it",
        "That is the formula of the paper. The program that made word2vec known, and gensim, "
        "add t / f: this exercise asks for theirs.",
        partial(_probability, formula=lambda ratio: ratio.sqrt()),
    ),
    Misconception(
        "the square root is missing",
        "The first term is sqrt(t / f); without the root, frequent words lose far more.",
        partial(_probability, formula=lambda ratio: ratio),
        variants=(partial(_probability, formula=lambda ratio: 2 * ratio),),
    ),
)
