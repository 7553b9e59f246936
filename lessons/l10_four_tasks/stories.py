"""Stories of one sentence, and what five heads are asked about each.

Somebody has a thing, and perhaps there are two others that the person does not have. All questions
are about that, so that one text serves every task.
"""

from lessons.l10_four_tasks.scene_words import CONTEXTS, USES
from lessons.l10_four_tasks.scenes import words_of

from random import Random
from typing import NamedTuple

from bertlab.datasets.generated.inference_pairs import LABELS
from bertlab.datasets.generated.passages import FIRST_NAMES

TAGS = ("O", "B-PER", "B-HAS", "B-NOT")
KINDS = tuple(USES)  # of things: music, cutting, ...
ENTAILED, OPEN, EXCLUDED = range(len(LABELS))


class Story(NamedTuple):
    """A text with what is asked about it.

    Attributes:
        text: Of one or two sentences.
        kind: The number of the kind of thing that the person has.
        hypothesis: That the person has some thing.
        label: Whether that follows: a number of ``LABELS``.
        tags: For each of the text's words (``words_of``) a number of ``TAGS``.
        question: About the text.
        answer: A word of the text, or none where the text does not tell.
        endings: Three, of which one fits.
        right: The place of that.
    """

    text: str
    kind: int
    hypothesis: str
    label: int
    tags: tuple[int, ...]
    question: str
    answer: str | None
    endings: tuple[str, ...]
    right: int


def story(part: str, generator: Random) -> Story:
    """Draw a story; those of the test have other wordings, and every second time new things."""
    new = part == "test" and generator.random() < 0.5
    uses = generator.sample(list(USES.values()), 4)
    has, first, second, absent = (generator.choice(u.new if new else u.known) for u in uses)
    person = generator.choice(FIRST_NAMES)
    wordings = [text for kinds in CONTEXTS.values() for text in getattr(kinds, part)]
    text = generator.choice(wordings)
    has_others, text = "{a}" in text, text.format(n=person, x=has, a=first, b=second)
    claimed = [(has, ENTAILED), (absent, OPEN), (first, EXCLUDED if has_others else OPEN)]
    thing, label = generator.choice(claimed)
    marks = {person.lower(): "B-PER", has: "B-HAS", first: "B-NOT", second: "B-NOT"}
    asked: list[tuple[str, str | None]] = [
        (f"What does {person} have?", has),
        (f"Who has the {has}?", person),
    ]
    asked.append((f"Who has the {second}?", None))
    question, answer = generator.choice(asked)
    places = {"train": (0, 1), "validation": (2,), "test": (3,)}[part]
    order = generator.sample(range(3), 3)
    return Story(
        text,
        KINDS.index(next(name for name, use in USES.items() if has in use.known + use.new)),
        f"{person} has the {thing}.",
        label,
        tuple(TAGS.index(marks.get(word, "O")) for word in words_of(text)),
        question,
        answer,
        tuple(f"{person} {uses[n].endings[generator.choice(places)]}." for n in order),
        order.index(0),
    )
