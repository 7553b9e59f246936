"""What ``inference_templates`` consists of: families, words for slots."""

from random import Random
from typing import NamedTuple

from bertlab.datasets.generated.passage_templates import FIRST_NAMES, MONTHS, PLACES, YEARS

Places = tuple[tuple[int, ...], ...]


class Family(NamedTuple):
    """Templates that need the same kind of thought.

    Attributes:
        entailment: Slots of the premise for {a}, {b}, for which the hypothesis follows.
        neutral: Those for which it is open.
        contradiction: Those for which it is excluded. With the opposite of the hypothesis,
            entailment and contradiction change places.
        names: What fills the slots: a key of ``WORDS``.
        train, validation, test: Templates.
    """

    entailment: Places
    neutral: Places
    contradiction: Places
    names: str
    train: tuple[str, ...]
    validation: tuple[str, ...]
    test: tuple[str, ...]


Slots = tuple[Places, Places, Places]  # for entailment, neutral, contradiction
ONE_EACH: Slots = (((0,),), ((2,),), ((1,),))
ORDERED: Slots = (((0, 1),), ((0, 2), (2, 0), (1, 2), (2, 1)), ((1, 0),))
FIRST: Slots = (((0, 1), (0, 2)), ((1, 2), (2, 1)), ((1, 0), (2, 0)))
CHAIN: Slots = (
    ((0, 1), (1, 2), (0, 2)),
    ((0, 3), (3, 0), (1, 3), (3, 1), (2, 3), (3, 2)),
    ((1, 0), (2, 1), (2, 0)),
)

NUMBERS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
THINGS = (
    *("apples", "bags", "books", "bottles", "boxes", "chairs", "clocks", "coins", "cups", "hats"),
    *("lamps", "letters", "plates", "shoes", "stamps", "tables"),
)
ROOMS = ("attic", "kitchen", "garden", "cellar", "hall", "office", "garage", "library")
WORDS: dict[str, tuple[str, ...]] = {
    "person": FIRST_NAMES,
    "things": THINGS,
    "object": ("key", "coin", "ring", "letter", "watch", "knife", "camera", "map", "photo", "pen"),
    "thing": ("a lamp", "a car", "a piano", "a radio", "a boat", "a camera", "a clock"),
    "job": ("a baker", "a doctor", "a teacher", "a farmer", "a singer", "a lawyer", "a painter"),
    "color": ("red", "blue", "green", "white", "black", "yellow", "brown"),
}
Filling = tuple[tuple[str, ...], tuple[str, ...]]  # slots, and the words to draw from
DIFFERENT: tuple[Filling, ...] = (
    (("x", "y"), PLACES),
    (("room1", "room2"), ROOMS),
    (("p", "q", "r"), FIRST_NAMES),
)
# The word of the first slot stands before that of the second in the list.
RISING: tuple[Filling, ...] = (
    (("early", "late"), MONTHS),
    (("year1", "year2"), tuple(map(str, YEARS))),
    (("few", "many"), NUMBERS),
)


def draw_words(generator: Random) -> dict[str, str]:
    """Draw a word for each slot but those of names."""
    drawn = {slot: generator.choice(words) for slot, words in WORDS.items()}
    for slots, words in DIFFERENT:
        drawn |= zip(slots, generator.sample(words, len(slots)), strict=True)
    for slots, words in RISING:
        places = sorted(generator.sample(range(len(words)), len(slots)))
        drawn |= zip(slots, (words[place] for place in places), strict=True)
    return drawn
