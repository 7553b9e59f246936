"""The misconceptions about ``keep_probability``, each a wrong function with advice."""

from torch import Tensor

from workbook.exercises import Misconception


def _kept(ratio: Tensor) -> Tensor:
    return (ratio.sqrt() + ratio).clamp(max=1)


def shares(counts: Tensor) -> Tensor:
    return counts.double() / counts.sum()


MISCONCEPTIONS = (
    Misconception(
        "the result is the probability of dropping a word",
        "Return the probability of keeping it. Rare words must get 1: they are the ones that "
        "subsampling protects.",
        lambda counts, sample: 1 - _kept(sample / shares(counts)),
    ),
    Misconception(
        "the ratio is upside down",
        "Divide t by f: the more frequent the word, the smaller its chance to stay.",
        lambda counts, sample: _kept(shares(counts) / sample),
    ),
    Misconception(
        "f is the count, not the share of the text",
        "Divide each count by the sum of all counts first: t is a share, and the rule should "
        "not change when the same text is written twice.",
        lambda counts, sample: _kept(sample / counts.double()),
    ),
    Misconception(
        "f is relative to the most frequent word",
        "f is the share of the whole text: divide by the sum of the counts, not by their maximum.",
        lambda counts, sample: _kept(sample * counts.max() / counts.double()),
    ),
    Misconception(
        "there is no upper limit",
        "A probability is at most 1: for a word rarer than t the formula gives more, so cut "
        "it with clamp(max=1).",
        lambda counts, sample: (sample / shares(counts)).sqrt() + sample / shares(counts),
    ),
    Misconception(
        "only the square root is there, as the paper prints it",
        "That is the formula of the paper. The program that made word2vec known, and gensim, "
        "add t / f: this exercise asks for theirs.",
        lambda counts, sample: (sample / shares(counts)).sqrt().clamp(max=1),
    ),
    Misconception(
        "the square root is missing",
        "The first term is sqrt(t / f); without the root, frequent words lose far more.",
        lambda counts, sample: (sample / shares(counts)).clamp(max=1),
        variants=(lambda counts, sample: (2 * sample / shares(counts)).clamp(max=1),),
    ),
)
