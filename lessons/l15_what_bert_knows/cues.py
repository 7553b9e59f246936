"""Words that give an answer away: how often they can be used, and how often they are right.

Source: Niven and Kao 2019, Probing Neural Network Comprehension of Natural Language Arguments,
section 3; a cue there is a word that stands in one of two warrants.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple


class CueStrength(NamedTuple):
    """How good a cue a word is.

    Attributes:
        word: The word.
        applicability: In how many questions it stands in one of the two answers, and not in both.
        productivity: In which proportion of these it stands in the right one.
        coverage: The proportion of all questions in which it can be used.
    """

    word: str
    applicability: int
    productivity: float
    coverage: float


def cue_strengths(right: Sequence[str], wrong: Sequence[str]) -> list[CueStrength]:
    """Return the strength of every word that stands in one answer of a question alone.

    Args:
        right: For each question its right answer.
        wrong: And the wrong one.

    Returns:
        The strongest first: by how much more often than every second time a word is right, times
        how often it can be used.

    Raises:
        ValueError: If there are no questions, or not as many right answers as wrong ones.
    """
    if not right or len(right) != len(wrong):
        raise ValueError(
            f"expected a wrong answer for each right one, got {len(right)} and {len(wrong)}"
        )
    counts: dict[str, list[int]] = {}
    for good, bad in zip(right, wrong, strict=True):
        in_good, in_bad = ({*re.findall(r"\w+", text.lower())} for text in (good, bad))
        for word in in_good ^ in_bad:
            count = counts.setdefault(word, [0, 0])
            count[0] += 1
            count[1] += word in in_good
    found = [
        CueStrength(word, number, hits / number, number / len(right))
        for word, (number, hits) in counts.items()
    ]
    return sorted(found, key=lambda cue: (-abs(cue.productivity - 0.5) * cue.coverage, cue.word))
