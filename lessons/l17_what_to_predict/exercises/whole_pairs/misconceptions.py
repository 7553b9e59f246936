"""The misconceptions about ``whole_pairs``, each a wrong function with advice."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from workbook.exercises import Misconception

Ids = Sequence[int]
Sentences = Sequence[Ids]
Found = list[tuple[Ids, Ids, int]]


def _pairs(
    sentences: Sentences,
    swapped: Sequence[bool],
    fits: Callable[[int], bool],
    made: Callable[[Ids, Ids, bool], tuple[Ids, Ids, int]],
    step: int = 1,
) -> Found:
    found = []
    for n in range(0, len(sentences) - 1, step):
        first, second = sentences[n], sentences[n + 1]
        if fits(len(first) + len(second)):
            found.append(made(first, second, swapped[n]))
    return found


def _made(first: Ids, second: Ids, swap: bool) -> tuple[Ids, Ids, int]:
    return (second, first, 1) if swap else (first, second, 0)


def _cut(sentences: Sentences, swapped: Sequence[bool], most: int) -> Found:
    def made(first: Ids, second: Ids, swap: bool) -> tuple[Ids, Ids, int]:
        return _made(first, second[: max(0, most - 3 - len(first))], swap)

    return _pairs(sentences, swapped, lambda length: True, made)


def _turned(first: Ids, second: Ids, swap: bool) -> tuple[Ids, Ids, int]:
    one, other, label = _made(first, second, swap)
    return one, other, 1 - label


def _counted_again(sentences: Sentences, swapped: Sequence[bool], most: int) -> Found:
    found: Found = []
    for first, second in pairwise(sentences):
        if len(first) + len(second) + 3 <= most:
            found.append(_made(first, second, swapped[len(found)]))
    return found


def _two_by_two(sentences: Sentences, swapped: Sequence[bool], most: int) -> Found:
    found = []
    for n, swap in zip(range(0, len(sentences) - 1, 2), swapped, strict=False):
        if len(sentences[n]) + len(sentences[n + 1]) + 3 <= most:
            found.append(_made(sentences[n], sentences[n + 1], swap))
    return found


def _until_too_long(sentences: Sentences, swapped: Sequence[bool], most: int) -> Found:
    found: Found = []
    for (first, second), swap in zip(pairwise(sentences), swapped, strict=True):
        if len(first) + len(second) + 3 > most:
            break
        found.append(_made(first, second, swap))
    return found


def _in_the_document(sentences: Sentences, swapped: Sequence[bool], most: int) -> Found:
    left, found = list(sentences), []
    for n, swap in enumerate(swapped):
        if len(left[n]) + len(left[n + 1]) + 3 <= most:
            if swap:
                left[n], left[n + 1] = left[n + 1], left[n]
            found.append((left[n], left[n + 1], int(swap)))
    return found


MISCONCEPTIONS = (
    Misconception(
        "a pair that is too long is cut",
        "A cut sentence has no full stop, and that tells the order. Leave the pair out.",
        _cut,
    ),
    Misconception(
        "[CLS] and two [SEP] are forgotten",
        "The longest input counts them as well: three places are taken.",
        lambda sentences, swapped, most: _pairs(
            sentences, swapped, lambda length: length <= most, _made
        ),
    ),
    Misconception(
        "a pair that fits exactly is left out",
        "The longest length may be reached: shorter or equally long, not shorter only.",
        lambda sentences, swapped, most: _pairs(
            sentences, swapped, lambda length: length + 3 < most, _made
        ),
    ),
    Misconception(
        "the labels are the wrong way round",
        "0 means in order, 1 means changed, as BERT's head has 0 for *is next*.",
        lambda sentences, swapped, most: _pairs(
            sentences, swapped, lambda length: length + 3 <= most, _turned
        ),
    ),
    Misconception(
        "the label changes, and the sentences stay",
        "If the order is changed, the second sentence has to stand first.",
        lambda sentences, swapped, most: _pairs(
            sentences,
            swapped,
            lambda length: length + 3 <= most,
            lambda first, second, swap: (first, second, int(swap)),
        ),
    ),
    Misconception(
        "the sentences change, and the label stays",
        "A pair in the wrong order has the label 1.",
        lambda sentences, swapped, most: _pairs(
            sentences,
            swapped,
            lambda length: length + 3 <= most,
            lambda first, second, swap: (*_made(first, second, swap)[:2], 0),
        ),
    ),
    Misconception(
        "every sentence is used once",
        "Each two neighbors make a pair: the second sentence is also the first of the next pair.",
        lambda sentences, swapped, most: _pairs(
            sentences, swapped, lambda length: length + 3 <= most, _made, step=2
        ),
        variants=(_two_by_two,),
    ),
    Misconception(
        "the loop ends at the first pair that does not fit",
        "A pair that is too long is left out, and the next ones may fit: continue, not break.",
        _until_too_long,
    ),
    Misconception(
        "sentences change places in the document",
        "Only the pair is turned round. The next pair is made of the sentences as they stood.",
        _in_the_document,
    ),
    Misconception(
        "pairs that are left out are not counted in swapped",
        "swapped has an entry for each two neighbors, also for those that do not fit.",
        _counted_again,
    ),
)
