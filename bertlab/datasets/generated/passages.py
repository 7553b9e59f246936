"""Passages with questions, generated: some questions have no answer, as in SQuAD 2.0.

A passage tells of four persons. A sentence tells of two of them, who did different things::

    Anna Berg moved to Rome in May 1931, while Carl Wood opened a bakery in Oslo in June 1940.

Another sentence says who else moved, and who else opened a bakery. So each answer has rivals of
its type, in its own sentence and elsewhere. *Where did Carl Wood move?* has no answer, though all
its words stand in one sentence with two places: that is how questions without an answer are made.
"""

import re
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from bertlab.datasets.generated.templates import read_templates

UNANSWERABLE_RATE = 0.3  # of questions, that have no answer
PER_PASSAGE = 4  # questions
PARTS = ("train", "validation", "test")
YEARS, NUMBERS = range(1900, 2000), range(11, 100)


class Event(NamedTuple):
    """Something a person did, once, with two details.

    Attributes:
        statements: Ways to tell it.
        base: As after *did she*: plant trees.
        past: As after *she*: planted trees.
        verb, verb_past, noun: The parts of the same, where trees are counted.
        place: The word before a place: in, to.
    """

    statements: list[str]
    base: str
    past: str
    verb: str = ""
    verb_past: str = ""
    noun: str = ""
    place: str = "in"


_TEMPLATES = read_templates("passages")
FIRST_NAMES: list[str] = _TEMPLATES["first_names"]
LINKS: list[str] = _TEMPLATES["links"]
QUESTIONS: dict[str, dict[str, list[str]]] = _TEMPLATES["questions"]
GROUPS: dict[tuple[str, ...], list[Event]] = {
    tuple(group["details"]): [Event(**event) for event in group["events"]]
    for group in _TEMPLATES["groups"]
}


class Answer(NamedTuple):
    """A span of a passage: its text, and the position of its first character."""

    text: str
    start: int


class Question(NamedTuple):
    """A question to a passage.

    Attributes:
        passage: The text.
        question: What is asked.
        answer: Where the passage answers; None if it does not.
        kind: Type of the answer: who, where, when or number.
        candidates: The spans of the passage that have this type.
    """

    passage: str
    question: str
    answer: Answer | None
    kind: str = ""
    candidates: tuple[str, ...] = ()


class PassageQuestions(NamedTuple):
    """Questions in three parts that share no wording of a question, and no passage."""

    train: tuple[Question, ...]
    validation: tuple[Question, ...]
    test: tuple[Question, ...]


class Fact(NamedTuple):
    """What a part of a sentence tells.

    Attributes:
        event: What happened.
        details: Such as ``{"who": "Anna Berg", "where": "Rome", "when": "May 1931"}``.
        text: As it is told.
        start: The position of its first character in the passage.
    """

    event: Event
    details: dict[str, str]
    text: str
    start: int


def check_question(question: Question) -> None:
    """Raise ValueError unless there is a passage, a question, and the answer stands where it says.

    Raises:
        ValueError: With the expected and the actual.
    """
    for name, text in (("passage", question.passage), ("question", question.question)):
        if not text.strip():
            raise ValueError(f"expected a {name}, got {text!r}")
    if question.answer is None:
        return
    text, start = question.answer
    end = start + len(text)
    if not text or start < 0 or end > len(question.passage):
        raise ValueError(
            f"expected an answer within the {len(question.passage)} characters of its passage, got "
            f"{text!r} from {start} to {end}"
        )
    if question.passage[start:end] != text:
        raise ValueError(
            f"expected the answer {text!r} at character {start} of the passage, got "
            f"{question.passage[start:end]!r}"
        )


@cache
def passage_questions(
    train: int = 4000, validation: int = 600, test: int = 600, seed: int = 0, groups: int = 3
) -> PassageQuestions:
    """Generate questions, ``PER_PASSAGE`` to a passage, 30% of them without an answer.

    Args:
        train: How many questions to learn from.
        validation: How many to choose by.
        test: How many to judge by.
        seed: Decides all.
        groups: How many groups of events a passage tells of, two sentences each: how long it is.

    Raises:
        ValueError: If a part is to have none, or there are not so many groups.
    """
    if not 1 <= groups <= len(GROUPS):
        raise ValueError(f"expected 1 to {len(GROUPS)} groups of events, got {groups}")
    parts = []
    for part, count in zip(PARTS, (train, validation, test), strict=True):
        if count < 1:
            raise ValueError(f"expected at least 1 question in {part}, got {count}")
        generator = Random(f"{seed}/{part}")
        without = [place < round(UNANSWERABLE_RATE * count) for place in range(count)]
        generator.shuffle(without)
        questions: list[Question] = []
        while len(questions) < count:
            here = without[len(questions) : len(questions) + PER_PASSAGE]
            questions += _passage(part, here, groups, generator)
        parts.append(tuple(questions))
    return PassageQuestions(*parts)


Happened = tuple[Event, dict[str, str]]  # an event, and who, where, when or how many


def _passage(part: str, without: Sequence[bool], groups: int, generator: Random) -> list[Question]:
    """Write a passage and questions to it; ``without`` says of each whether it has no answer."""
    names, values = _draw_values(generator)
    opening = generator.choice(_TEMPLATES["openings"])
    passage = opening.format(*names, where=values["where"].pop())
    sentences: list[tuple[Fact, Fact]] = []
    for left, right in _draw_events(names, values, groups, generator):
        first = _tell(left, len(passage), generator)
        link = generator.choice(LINKS)
        second = _tell(right, first.start + len(first.text) + len(link), generator)
        passage += f"{first.text[0].upper()}{first.text[1:]}{link}{second.text}. "
        sentences.append((first, second))
    passage += generator.choice(_TEMPLATES["closings"]).format(when=values["when"].pop())
    candidates: dict[str, tuple[str, ...]] = {"who": tuple(names)}
    for kind in ("where", "when", "number"):
        told = [fact.details.get(kind, "") for sentence in sentences for fact in sentence]
        candidates[kind] = tuple(value for value in told if value)
    asked: list[Question] = []
    while len(asked) < len(without):
        sentence = generator.choice(sentences)
        question = _ask(passage, sentence, part, without[len(asked)], candidates, generator)
        if question.question not in [one.question for one in asked]:
            asked.append(question)
    return asked


def _draw_values(generator: Random) -> tuple[list[str], dict[str, list[str]]]:
    """Draw four names, and more places, dates and numbers than a passage needs, all different."""
    first = generator.sample(FIRST_NAMES, 4)
    last = generator.sample(_TEMPLATES["last_names"], 4)
    months = generator.sample(_TEMPLATES["months"], len(_TEMPLATES["months"]))
    years = generator.sample(YEARS, len(months))
    dates = [f"{month} {year}" for month, year in zip(months, years, strict=True)]
    numbers = [str(n) for n in generator.sample(NUMBERS, len(NUMBERS))]
    written = " ".join(dates)  # 31 must not be found in May 1931
    return [f"{a} {b}" for a, b in zip(first, last, strict=True)], {
        "where": generator.sample(_TEMPLATES["places"], 12),
        "when": dates,
        "number": [number for number in numbers if number not in written],
    }


def _draw_events(
    names: list[str], values: dict[str, list[str]], groups: int, generator: Random
) -> list[tuple[Happened, Happened]]:
    """Draw pairs of events: of each group two events, each of which happens to two persons."""
    pairs, told = [], list(GROUPS)
    if groups < len(told):
        told = generator.sample(told, groups)
    for details in told:
        events = GROUPS[details]
        persons = generator.sample(names, len(names))
        one, other = generator.sample(events, 2)
        for _ in range(2):
            left, right = (
                (event, {"who": persons.pop(), **{kind: values[kind].pop() for kind in details}})
                for event in (one, other)
            )
            pairs.append((left, right) if generator.random() < 0.5 else (right, left))
    return generator.sample(pairs, len(pairs))


def _tell(happened: Happened, start: int, generator: Random) -> Fact:
    event, details = happened
    return Fact(event, details, generator.choice(event.statements).format(**details), start)


def _ask(
    passage: str,
    sentence: tuple[Fact, Fact],
    part: str,
    without: bool,
    candidates: dict[str, tuple[str, ...]],
    generator: Random,
) -> Question:
    """Ask for a detail of one of two facts; without an answer, name a detail of the other."""
    fact, other = sentence if generator.random() < 0.5 else sentence[::-1]
    kind = generator.choice(list(fact.details))
    by = [name for name in fact.details if name in ("where", "when")]
    named = generator.choice(by) if kind == "who" else "who"
    wordings = QUESTIONS[part][kind if kind != "who" else f"who by {named}"]
    known = (other if without else fact).details[named]
    words = {name: value for name, value in fact.event._asdict().items() if name != "statements"}
    question = generator.choice(wordings).format(**words, **{named: known})
    position = fact.start + fact.text.index(fact.details[kind])
    answer = None if without else Answer(fact.details[kind], position)
    return Question(passage, question, answer, kind, candidates[kind])


def guess_by_type(questions: Sequence[Question], seed: int = 0) -> list[str]:
    """Answer each question with any candidate of the right type: a baseline that does not read."""
    generator = Random(seed)
    return [generator.choice(question.candidates) for question in questions]


def guess_by_overlap(questions: Sequence[Question], seed: int = 0) -> list[str]:
    """Take the sentence that shares most words with the question, and guess by type within it."""
    generator = Random(seed)
    answers = []
    for question in questions:
        asked = set(re.findall(r"\w+", question.question.lower()))
        sentences = re.split(r"(?<=\.) ", question.passage)
        shared = [len(asked & set(re.findall(r"\w+", text.lower()))) for text in sentences]
        best = sentences[shared.index(max(shared))]
        inside = [text for text in question.candidates if text in best]
        # The name in the question is not asked for.
        inside = [text for text in inside if text not in question.question] or [""]
        answers.append(generator.choice(inside))
    return answers
