"""Questions about single characters of the tagged newspaper, from the surface to the meaning.

Every question has one answer for each character, which people gave (words, parts of speech, names)
or which can be counted (place, length). The characters are drawn line by line, and the lines of
one part of the corpus never stand in another: a probe must not meet a line twice.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from bertlab.datasets.chinese import TaggedSentence
from bertlab.text.offsets import piece_offsets
from bertlab.text.wordpiece import WordPieceTokenizer

SHORTEST, LONGEST = 10, 64  # characters of a line
PARTS_OF_SPEECH = {
    "n": "noun",
    "v": "verb",
    "a": "adjective",
    "d": "adverb",
    "m": "number",
    "p": "preposition",
    "r": "pronoun",
    "u": "particle",
}
TASKS = ("place", "length", "word boundary", "part of speech", "kind of name")


class Characters(NamedTuple):
    """Characters of some lines, each with the answer to one question.

    Attributes:
        texts: The lines.
        lines: For each character the line it stands in, an index into ``texts``.
        places: The place of its piece; [CLS] has place 0.
        characters: The characters themselves.
        labels: The answers.
    """

    texts: list[str]
    lines: list[int]
    places: list[int]
    characters: list[str]
    labels: list[str]


def draw_characters(
    task: str,
    sentences: Sequence[TaggedSentence],
    tokenizer: WordPieceTokenizer,
    lines: int,
    per_line: int,
    seed: int,
) -> Characters:
    """Draw lines, and of each line characters that have an answer.

    Args:
        task: A name in ``TASKS``. Characters outside names have no kind of name, and are not drawn
            for it.
        sentences: Where the lines are drawn from; those of 10 to 64 characters are used.
        tokenizer: The encoder's.
        lines: How many.
        per_line: How many characters of each, at most.
        seed: Of all draws.

    Raises:
        ValueError: If there is no such task, or there are too few lines with an answer.
    """
    if task not in TASKS:
        raise ValueError(f"expected a task among {', '.join(TASKS)}; got {task!r}")
    generator = Random(seed)
    order = generator.sample(range(len(sentences)), len(sentences))
    found = Characters([], [], [], [], [])
    for number in order:
        if len(found.texts) == lines:
            return found
        sentence = sentences[number]
        answers = dict(_answers(task, sentence))
        pieces = piece_offsets(sentence.text, tokenizer)
        here = [  # pieces that are one character, with an answer
            (place, piece.start)
            for place, piece in enumerate(pieces, start=1)
            if piece.end == piece.start + 1 and piece.start in answers
        ]
        if not here:
            continue
        for place, start in sorted(generator.sample(here, min(per_line, len(here)))):
            found.lines.append(len(found.texts))
            found.places.append(place)
            found.characters.append(sentence.text[start])
            found.labels.append(answers[start])
        found.texts.append(sentence.text)
    if len(found.texts) < lines:
        raise ValueError(f"expected {lines} lines with an answer, found {len(found.texts)}")
    return found


def _answers(task: str, sentence: TaggedSentence) -> Iterator[tuple[int, str]]:
    """Yield the place of each Chinese character that has an answer, and the answer."""
    text = sentence.text
    if not SHORTEST <= len(text) <= LONGEST:
        return
    of_character = list(
        chain.from_iterable(
            [(tag, number) for number in range(len(word))]
            for word, tag in zip(sentence.words, sentence.tags, strict=True)
        )
    )
    marks = sentence.character_tags()
    for start, (tag, number) in enumerate(of_character):
        answer: str | None = None
        if task == "place":
            answer = f"characters {start // 8 * 8 + 1} to {start // 8 * 8 + 8}"
        elif task == "length":
            answer = f"under {next(limit for limit in (20, 30, 45, 65) if len(text) < limit)}"
        elif task == "word boundary":
            answer = "begins a word" if number == 0 else "inside a word"
        elif task == "part of speech":
            answer = PARTS_OF_SPEECH.get(tag[0])
        elif marks[start] != "O":
            answer = marks[start][2:]
        if answer is not None and "\u4e00" <= text[start] <= "\u9fff":
            yield start, answer
