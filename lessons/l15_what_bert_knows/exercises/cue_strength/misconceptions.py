"""The misconceptions about ``cue_strength``, each a wrong function with advice."""

from collections.abc import Callable, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from workbook.exercises import Misconception

Answers = Sequence[Sequence[str]]
Strength = Callable[[str, Answers, Answers], Float[Tensor, "2"]]


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _counted(productivity: Callable, coverage: Callable) -> Strength:
    """Return a function that makes both numbers from four counts.

    They are the questions with the word in the right answer alone, in the wrong one alone, in
    both, and in all.
    """

    def cue_strength(word: str, right: Answers, wrong: Answers) -> Float[Tensor, "2"]:
        rows = [(word in good, word in bad) for good, bad in zip(right, wrong, strict=True)]
        counts = [rows.count(kind) for kind in ((True, False), (False, True), (True, True))]
        return torch.tensor(
            [productivity(*counts, len(rows)), coverage(*counts, len(rows))], dtype=torch.float32
        )

    return cue_strength


def _repeats(word: str, right: Answers, wrong: Answers) -> Float[Tensor, "2"]:
    good, bad = (sum(list(one).count(word) for one in side) for side in (right, wrong))
    return torch.tensor([_ratio(good, good + bad), _ratio(good + bad, len(right))])


def _inside(word: str, right: Answers, wrong: Answers) -> Float[Tensor, "2"]:
    sides = [[[" ".join(one)] for one in side] for side in (right, wrong)]
    rows = [(word in good[0], word in bad[0]) for good, bad in zip(sides[0], sides[1], strict=True)]
    alone, other = rows.count((True, False)), rows.count((False, True))
    return torch.tensor([_ratio(alone, alone + other), _ratio(alone + other, len(rows))])


def _once(usable: Callable[[int, int], bool]) -> Strength:
    """Return a function that looks at how often the word stands in the two answers."""

    def cue_strength(word: str, right: Answers, wrong: Answers) -> Float[Tensor, "2"]:
        numbers = [
            (list(good).count(word), list(bad).count(word))
            for good, bad in zip(right, wrong, strict=True)
        ]
        used = [good > bad for good, bad in numbers if usable(good, bad)]
        return torch.tensor([_ratio(sum(used), len(used)), len(used) / len(right)])

    return cue_strength


MISCONCEPTIONS = (
    Misconception(
        "questions in which both answers have the word are counted",
        "A word that stands in both answers does not tell which is right: count a question only if "
        "the word stands in one of its answers and not in the other.",
        _counted(
            lambda a, b, both, n: _ratio(a + both, a + b + both),
            lambda a, b, both, n: _ratio(a + b + both, n),
        ),
        variants=(
            _counted(
                lambda a, b, both, n: _ratio(a + both, a + b + 2 * both),
                lambda a, b, both, n: _ratio(a + b + both, n),
            ),
        ),
    ),
    Misconception(
        "productivity is taken of all questions",
        "Productivity asks how often the cue is right where it can be used: divide by the "
        "questions that have the word in one answer alone.",
        _counted(lambda a, b, both, n: _ratio(a, n), lambda a, b, both, n: _ratio(a + b, n)),
    ),
    Misconception(
        "coverage counts only where the cue is right",
        "Coverage asks how often the cue can be used, whether it is right or wrong.",
        _counted(lambda a, b, both, n: _ratio(a, a + b), lambda a, b, both, n: _ratio(a, n)),
    ),
    Misconception(
        "right and wrong answers have changed places",
        "The cue is right where the word stands in the right answer.",
        _counted(lambda a, b, both, n: _ratio(b, a + b), lambda a, b, both, n: _ratio(a + b, n)),
    ),
    Misconception(
        "the two numbers have changed places",
        "Productivity comes first, then coverage.",
        _counted(lambda a, b, both, n: _ratio(a + b, n), lambda a, b, both, n: _ratio(a, a + b)),
    ),
    Misconception(
        "every repeat of the word counts",
        "A question counts once, however often the word stands in its answers.",
        _repeats,
    ),
    Misconception(
        "an answer that has the word twice is left out",
        "Ask whether the word stands in an answer, not whether it stands there exactly once: two "
        "of them tell which answer is right as well as one.",
        _once(lambda good, bad: good + bad == 1),
        variants=(_once(lambda good, bad: (good == 1) != (bad == 1)),),
    ),
    Misconception(
        "parts of other words count",
        "The answers are lists of words: nothing holds the letters of not, and is another word.",
        _inside,
    ),
    Misconception(
        "the number of questions is returned in place of coverage",
        "Divide by the number of all questions.",
        _counted(lambda a, b, both, n: _ratio(a, a + b), lambda a, b, both, n: a + b),
    ),
)
