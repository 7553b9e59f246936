"""The question: the tags of words become the labels of pieces."""

from collections.abc import Sequence

from bertlab.finetuning.tagging import TAGS
from workbook.exercises import Case, Question


def _case(sizes: Sequence[int], padding: int, tags: str, names: Sequence[str]) -> Case:
    """Make an input from the number of pieces that each word has in it."""
    pieces = [number for number, size in enumerate(sizes) for _ in range(size)]
    return Case(([None, *pieces, *[None] * (1 + padding)], tags.split(), list(names)))


def _cases() -> list[Case]:
    alike = ("O", "B-PERSON", "I-PERSON", "B-PER", "I-PER")  # one begins as another does
    others = ("B-PER", "I-PER", "B-LOC", "I-LOC", "O")  # here 0 is not O
    return [
        _case((2, 2, 1, 3, 1, 1, 1), 0, "B-PER I-PER O B-LOC O B-ORG O", TAGS),
        # Word 1 has no piece.
        _case((1, 0, 2, 1, 3, 1, 2, 1), 4, "O O B-PER B-PER I-PER O O B-LOC", others),
        _case((), 1, "", TAGS),
        _case((1,), 0, "O", ["O"]),
        # Words 0 and 1 have no piece: the first that has begins within a name.
        _case((0, 0, 1, 2, 1, 1), 3, "O B-PER I-PER B-PER O I-PERSON", alike),
        # Words 5 and 6 are cut off.
        _case((1, 3, 1, 1, 2, 0, 0), 2, "B-LOC I-LOC I-LOC O B-LOC I-LOC B-PER", others),
    ]


QUESTION = Question(
    name="word_tags_to_pieces",
    cases=_cases,
    difficulty=2,
    minutes=6,
    allows=lambda words, tags, names: set(tags) <= set(names),
)
