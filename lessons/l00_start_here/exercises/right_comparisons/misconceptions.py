"""The misconceptions about ``right_comparisons``, each a wrong function with advice."""

from collections.abc import Sequence
from functools import partial
from itertools import product

from workbook.exercises import Misconception

Cosines = Sequence[float]


def _points(same: Cosines, different: Cosines, tie: float = 0.5) -> float:
    return sum(1.0 if a > b else tie if a == b else 0.0 for a, b in product(same, different))


def _proportion(same: Cosines, different: Cosines, tie: float = 0.5) -> float:
    return _points(same, different, tie) / (len(same) * len(different))


def _zipped(same: Cosines, different: Cosines, tie: float = 0.5) -> float:
    pairs = list(zip(same, different, strict=False))
    return sum(_points([a], [b], tie) for a, b in pairs) / len(pairs)


MISCONCEPTIONS = (
    Misconception(
        "each cosine of same is compared with one of different only",
        "Compare each cosine of same with all of different, in two loops, one in the other: which "
        "pairs stand at the same place of their lists means nothing.",
        _zipped,
        variants=(partial(_zipped, tie=0.0),),
    ),
    Misconception(
        "a tie counts nothing",
        "Count a tie as one half, because a coin would decide it: with nothing for ties, two equal "
        "lists would be worse than a coin.",
        partial(_proportion, tie=0.0),
    ),
    Misconception(
        "a tie counts one",
        "Count a tie as one half: the pair with one meaning is not nearer there, and >= counts it "
        "as if it were.",
        partial(_proportion, tie=1.0),
    ),
    Misconception(
        "the wrong comparisons are counted",
        "Count a comparison if the cosine from same is the higher one: two uses with one meaning "
        "should be nearer to each other.",
        lambda same, different: _proportion(different, same),
    ),
    Misconception(
        "the right comparisons are counted, and not divided by all",
        "Divide by the number of all comparisons, len(same) * len(different): words with more "
        "sentences have more of them.",
        _points,
        variants=(partial(_points, tie=0.0),),
    ),
    Misconception(
        "the count is divided by the length of one list",
        "Divide by the number of all comparisons, which is the product of the two lengths.",
        lambda same, different: _points(same, different) / len(same),
        variants=(lambda same, different: _points(same, different) / len(different),),
    ),
    Misconception(
        "the result is a percentage",
        "Return a proportion from 0 to 1, as for a probability.",
        lambda same, different: 100 * _proportion(same, different),
    ),
    Misconception(
        "the means of the two lists are compared",
        "Count comparisons: a comparison asks which cosine is higher, and not by how much.",
        lambda same, different: sum(same) / len(same) - sum(different) / len(different),
    ),
)
