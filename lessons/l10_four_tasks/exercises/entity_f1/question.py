"""The question: names read from BIO tags, and their F1."""

from collections.abc import Sequence

import numpy as np

from bertlab.finetuning.tagging import TAGS
from workbook.exercises import Case, Question


def _case(lengths: Sequence[int], seed: int) -> Case:
    """Make tags of names with one to three words; of those predicted a fifth is drawn anew."""
    generator = np.random.default_rng(seed)
    expected, predicted = [], []
    for length in lengths:
        tags: list[str] = []
        while len(tags) < length:
            kind, size = generator.choice(["PER", "LOC", "ORG"]), int(generator.integers(4))
            tags += [f"B-{kind}"] + [f"I-{kind}"] * (size - 1) if size else ["O"] * 2
        expected.append(tags[:length])
        drawn = generator.choice(TAGS, length).tolist()
        changed = generator.random(length) < 0.2
        predicted.append([d if c else t for t, d, c in zip(tags, drawn, changed, strict=False)])
    return Case((expected, predicted))


def _kinds() -> Case:
    """Make names of other kinds, which contain, begin and end as others, and hold a B or an I."""
    pairs = [
        ("", ""),  # a sentence without words
        ("B-PER I-PERSON O", "B-PER I-PER O"),
        ("B-PERSON I-PER", "B-PERSON I-PERSON"),
        ("B-ART I-PART", "B-ART I-ART"),
        ("O B-ART", "O B-PART"),
        ("B-LOC O", "B-MISC O"),
        ("B-MISC B-MISC", "B-MISC I-MISC"),
        ("B-BOOK I-BOOK O", "B-BOOK B-BOOK O"),
        ("B-TITLE", "B-TITLE"),
        ("O B-PART", "O B-PER"),
    ]
    expected, predicted = ([side.split() for side in sides] for sides in zip(*pairs, strict=True))
    return Case((expected, predicted))


def _far_apart() -> Case:
    """Make twelve sentences, a long one too: numbers run together could be those of others."""
    expected = [["O"] * 11 for _ in range(12)]
    predicted = [["O"] * 11 for _ in range(12)]
    expected[1][10] = "B-PER"  # 1, 10, 10
    predicted[11] = ["B-PER"] + ["I-PER"] * 10  # 11, 0, 10
    expected[5], predicted[5] = ["O"] * 100 + ["B-LOC"], ["O"] * 101
    predicted[6][0] = predicted[10][0] = "B-LOC"
    expected[8][2] = predicted[8][2] = "B-ORG"
    return Case((expected, predicted))


def _cases() -> list[Case]:
    same = [["B-PER", "I-PER", "O"], ["B-PER", "I-PER", "O", "O", "B-LOC"]]
    other = [["B-PER", "I-PER", "O"], ["B-PER", "I-PER", "O", "O", "B-ORG"]]
    edge = [["O", "B-LOC"], ["B-LOC", "O", "B-PER"]], [["O", "B-LOC"], ["I-LOC", "O", "O"]]
    return [
        Case((same, other)),  # a name at the same words of two sentences; 2 of 3 are right
        Case(edge),  # a name that ends a sentence, one that begins the next
        _case((9, 14, 6), seed=1),
        _case((12, 5, 8, 17), seed=7),
        _case((7, 16, 10, 11, 4), seed=2),
        Case(([["B-ORG", "O"], ["O", "B-PER", "I-PER"]], [["O"] * 2, ["O"] * 3])),
        Case(([["O", "O"]], [["O", "O"]])),  # no name is right where there is none
        Case(([["O", "B-LOC"], ["O"]], [["B-LOC", "O"], ["O"]])),  # nor of those that are found
        Case(([["O", "O", "O"], ["O"]], [["O", "B-PER", "O"], ["O"]])),
        Case(([["O"] * 2, ["B-PER", "O", "O"]], [["B-PER", "O"], ["O"] * 3])),  # another sentence
        _kinds(),
        _far_apart(),
    ]


QUESTION = Question(
    name="entity_f1",
    cases=_cases,
    difficulty=4,
    minutes=12,
)
