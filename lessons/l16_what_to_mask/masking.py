"""Maskers of the newspaper from a student's functions, and the random numbers that they need."""

from lessons.l16_what_to_mask.experiments.similar_words import table_of
from lessons.l16_what_to_mask.halves import Word
from lessons.l16_what_to_mask.similar_words import Pieces, as_pieces

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random

from bertlab.probing.news import tokenizer
from bertlab.text.wordpiece import SPECIALS
from workbook.records import recorded

Mask = Callable[[list[int], list[Word], Random], tuple[list[int], list[int]]]


def number_to_hide(ids: Sequence[int]) -> int:
    """Return 15% of the tokens, at least one."""
    return max(1, round(0.15 * len(ids)))


def shuffled(words: Sequence[Word], random: Random) -> list[int]:
    """Return the numbers of all words in random order."""
    return random.sample(range(len(words)), len(words))


def random_ids(number: int, random: Random) -> list[int]:
    """Return random characters, none of them special."""
    return random.choices(range(len(SPECIALS), len(tokenizer().vocabulary)), k=number)


def corrupted(ids: Sequence[int], positions: Sequence[int], random: Random) -> list[int]:
    """Return what the model sees, if each position is corrupted by itself: 80, 10, 10%."""
    shown = list(ids)
    for position in positions:
        draw = random.random()
        if draw < 0.9:
            shown[position] = tokenizer().mask_id if draw < 0.8 else random_ids(1, random)[0]
    return shown


def positions_of(spans: Iterable[Word]) -> list[int]:
    """Return all positions of some spans, rising."""
    return sorted(position for span in spans for position in range(*span))


@cache
def similar() -> dict[Pieces, Pieces]:
    """Return for each known word of the news the nearest one of its length, in ids."""
    table = as_pieces(table_of(recorded("similar_words")["results"]), tokenizer())
    return {word: others[0] for word, others in table.items()}


@cache
def _words_of_length() -> dict[int, list[Pieces]]:
    found: dict[int, list[Pieces]] = {}
    for word in similar():
        found.setdefault(len(word), []).append(word)
    return found


def random_word(length: int, random: Random) -> Pieces:
    """Return a random word of so many characters, or as many random characters."""
    words = _words_of_length().get(length)
    return random.choice(words) if words else tuple(random_ids(length, random))


def spans(
    span_length: Callable[[Random], int],
    hide_spans: Callable[..., list[Word]],
    show_spans: Callable[..., list[int]],
) -> Mask:
    """Return a masker of SpanBERT's spans."""

    def mask(ids: list[int], words: list[Word], random: Random) -> tuple[list[int], list[int]]:
        starts = shuffled(words, random)
        lengths = [span_length(random) for _ in words]
        chosen = hide_spans(words, starts, lengths, number_to_hide(ids))
        draws, others = [random.random() for _ in ids], random_ids(len(ids), random)
        return show_spans(ids, chosen, tokenizer().mask_id, draws, others), positions_of(chosen)

    return mask


def similar_words(
    hide_spans: Callable[..., list[Word]], show_similar: Callable[..., list[int]]
) -> Mask:
    """Return a masker that shows similar words in place of whole ones."""

    def mask(ids: list[int], words: list[Word], random: Random) -> tuple[list[int], list[int]]:
        order = shuffled(words, random)
        chosen = hide_spans(words, order, [1] * len(words), number_to_hide(ids))
        draws = [random.random() for _ in chosen]
        others = [random_word(end - start, random) for start, end in chosen]
        return show_similar(ids, chosen, similar(), draws, others), positions_of(chosen)

    return mask
