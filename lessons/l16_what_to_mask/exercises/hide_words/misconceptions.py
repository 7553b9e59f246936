"""The misconceptions about ``hide_words``, each a wrong function with advice."""

from collections.abc import Sequence

from workbook.exercises import Misconception

Words = Sequence[tuple[int, int]]


def _stops(words: Words, order: Sequence[int], number: int) -> list[int]:
    hidden: list[int] = []
    for index in order:
        start, end = words[index]
        if len(hidden) + end - start > number:
            break
        hidden += range(start, end)
    return sorted(hidden)


def _cut(words: Words, order: Sequence[int], number: int) -> list[int]:
    hidden: list[int] = []
    for index in order:
        hidden += range(*words[index])
    return sorted(hidden[:number])


def _overshoots(words: Words, order: Sequence[int], number: int) -> list[int]:
    hidden: list[int] = []
    for index in order:
        if len(hidden) < number:
            hidden += range(*words[index])
    return sorted(hidden)


def _counts_words(words: Words, order: Sequence[int], number: int) -> list[int]:
    return sorted(place for index in order[:number] for place in range(*words[index]))


def _in_order_of_text(words: Words, order: Sequence[int], number: int) -> list[int]:
    hidden: list[int] = []
    for start, end in words:
        if len(hidden) + end - start <= number:
            hidden += range(start, end)
    return hidden


def _first_character(words: Words, order: Sequence[int], number: int) -> list[int]:
    return sorted(words[index][0] for index in order[:number])


def _inclusive(words: Words, order: Sequence[int], number: int) -> list[int]:
    hidden: list[int] = []
    for index in order:
        start, end = words[index]
        if len(hidden) + end - start + 1 <= number:
            hidden += range(start, end + 1)
    return sorted(hidden)


def _unsorted(words: Words, order: Sequence[int], number: int) -> list[int]:
    hidden: list[int] = []
    for index in order:
        start, end = words[index]
        if len(hidden) + end - start <= number:
            hidden += range(start, end)
    return hidden


def _less_than(words: Words, order: Sequence[int], number: int) -> list[int]:
    hidden: list[int] = []
    for index in order:
        start, end = words[index]
        if len(hidden) + end - start < number:
            hidden += range(start, end)
    return sorted(hidden)


MISCONCEPTIONS = (
    Misconception(
        "it stops at the first word that does not fit",
        "A shorter word that comes later may still fit: pass over the long one, and go on.",
        _stops,
    ),
    Misconception(
        "the last word is cut, so that the number is exact",
        "Then half of a word is shown again, and gives the other half away. Pass over a word that "
        "does not fit as a whole.",
        _cut,
    ),
    Misconception(
        "the last word goes beyond the number",
        "Look at the length of a word before you take it: no more than the number may be hidden.",
        _overshoots,
    ),
    Misconception(
        "words are counted in place of characters",
        "The number is one of characters, so that all maskers hide equally many.",
        _counts_words,
    ),
    Misconception(
        "the words are visited in the order of the text",
        "Then the beginning of a line is hidden every time. Visit them in the given order.",
        _in_order_of_text,
    ),
    Misconception(
        "only the first character of a word is hidden",
        "Hide all places of the word, from its start to the place before its end.",
        _first_character,
    ),
    Misconception(
        "the end is taken for a place of the word",
        "The end is the place after the last character, as in a slice.",
        _inclusive,
    ),
    Misconception(
        "the places are returned in the order of choice",
        "Sort the places before you return them.",
        _unsorted,
    ),
    Misconception(
        "a word that fits exactly is passed over",
        "The number may be reached: fewer or equally many, not fewer only.",
        _less_than,
    ),
)
