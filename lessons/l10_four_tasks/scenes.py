"""Multiple choice from templates: somebody has a thing; what happens next?

Three questions always belong together. They have the same three endings in the same order, and
each ending is right once::

    Anna chose the violin.   | Anna took a big bite. | Anna played a slow melody. | ...
    Anna chose the sandwich. | the same three

So whoever reads the endings alone is right exactly once in three. The three contexts differ in the
thing, which no ending names, so counting words in common is right exactly once in three as well.
In the set ``"three things"`` all three things stand in each of the three contexts, and only the
order of the words tells which of them the person has.

Parts share no wording of a context or an ending. Of the test, half has things that training and
validation never show (``NEW``).
"""

from lessons.l10_four_tasks.choices import ChoiceQuestion, ChoiceQuestions
from lessons.l10_four_tasks.scene_words import CONTEXTS, USES, Use

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from bertlab.datasets.generated.passages import FIRST_NAMES

KNOWN, NEW = "known things", "new things"
NUM_CHOICES = 3


class Scenes(NamedTuple):
    """Questions in three parts, and for each test question whether its things are new."""

    questions: ChoiceQuestions
    test_is_new: tuple[bool, ...]


def scenes(name: str, train: int, validation: int, test: int, seed: int = 0) -> Scenes:
    """Generate a set of questions.

    Args:
        name: A key of ``CONTEXTS``: "one thing" or "three things".
        train: Questions of this part, a multiple of 3.
        validation: Likewise.
        test: A multiple of 6: the second half has new things.
        seed: Of all draws.

    Raises:
        ValueError: If there is no such set, or a number is not a multiple of what belongs together.
    """
    if name not in CONTEXTS:
        raise ValueError(f"expected one of {', '.join(CONTEXTS)}, got {name!r}")
    for part, count, step in (
        ("train", train, 3),
        ("validation", validation, 3),
        ("test", test, 6),
    ):
        if count < step or count % step:
            raise ValueError(f"expected a multiple of {step} questions in {part}, got {count}")
    generator = Random(f"{name}/{seed}")
    known = _part(name, "train", train, False, generator)
    checked = _part(name, "validation", validation, False, generator)
    asked = [_part(name, "test", test // 2, is_new, generator) for is_new in (False, True)]
    questions = ChoiceQuestions(known, checked, asked[0] + asked[1])
    return Scenes(questions, (False,) * len(asked[0]) + (True,) * len(asked[1]))


def _part(
    name: str, part: str, count: int, new: bool, generator: Random
) -> tuple[ChoiceQuestion, ...]:
    found: dict[tuple[str, ...], tuple[ChoiceQuestion, ...]] = {}
    while len(found) < count // NUM_CHOICES:
        three = _three(name, part, new, generator)
        found[tuple(question.context for question in three)] = three
    return tuple(question for three in found.values() for question in three)


def _three(name: str, part: str, new: bool, generator: Random) -> tuple[ChoiceQuestion, ...]:
    """Return three questions with the same endings; each ending is right in one of them."""
    uses = generator.sample(list(USES.values()), NUM_CHOICES)
    things = [generator.choice(use.new if new else use.known) for use in uses]
    person = generator.choice(FIRST_NAMES)
    context = generator.choice(getattr(CONTEXTS[name], part))
    endings = tuple(f"{person} {_ending(use, part, generator)}." for use in uses)
    questions = []
    for right in range(NUM_CHOICES):
        first, second = (things[place] for place in range(NUM_CHOICES) if place != right)
        said = context.format(n=person, x=things[right], a=first, b=second)
        questions.append(ChoiceQuestion(said, endings, right))
    return tuple(questions)


def _ending(use: Use, part: str, generator: Random) -> str:
    wordings = {"train": use.endings[:2], "validation": use.endings[2:3], "test": use.endings[3:]}
    return generator.choice(wordings[part])


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without marks."""
    return "".join(c if c.isalnum() else " " for c in text.lower()).split()


def by_overlap(question: ChoiceQuestion) -> int:
    """Return the ending with most words in common with the context; the first of several."""
    context = Counter(words_of(question.context))
    common = [(context & Counter(words_of(ending))).total() for ending in question.endings]
    return common.index(max(common))


def by_position(question: ChoiceQuestion, place: int) -> int:
    """Return the ending that fits the thing named at a place: 0 for the first, -1 for the last.

    Which ending fits which thing is looked up, so no reader of places alone can do better.
    """
    uses = {thing: use for use in USES.values() for thing in use.known + use.new}
    named = [word for word in words_of(question.context) if word in uses]
    fitting = uses[named[place]].endings
    return next(n for n, text in enumerate(question.endings) if text.endswith(_closed(fitting)))


def _closed(endings: Sequence[str]) -> tuple[str, ...]:
    return tuple(f" {ending}." for ending in endings)


def by_endings(train: Sequence[ChoiceQuestion], asked: Sequence[ChoiceQuestion]) -> list[int]:
    """Return what a regression chooses that reads the words of the endings and no context."""
    rows = [(ending, q.answer == n) for q in train for n, ending in enumerate(q.endings)]
    places = {word: n for n, word in enumerate(sorted({w for e, _ in rows for w in words_of(e)}))}
    seen = np.array([_bag(ending, places) for ending, _ in rows])
    model = LogisticRegression(max_iter=1000).fit(seen, [right for _, right in rows])
    chosen = []
    for question in asked:
        bags = np.array([_bag(ending, places) for ending in question.endings])
        chosen.append(int(model.decision_function(bags).round(6).argmax()))
    return chosen


def _bag(text: str, places: dict[str, int]) -> list[int]:
    counted = Counter(words_of(text))
    return [counted[word] for word in places]


def proportion_right(chosen: Sequence[int], asked: Sequence[ChoiceQuestion]) -> float:
    """Return the proportion of questions whose right ending was chosen."""
    return float(np.mean([place == q.answer for place, q in zip(chosen, asked, strict=True)]))
