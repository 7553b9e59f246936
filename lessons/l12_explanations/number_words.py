"""Numbers in words, English and French: pairs to translate, each with one right answer.

French is in the spelling of 1990, with a hyphen between all words of a number: *soixante-et-onze*.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

LIMIT = 10_000  # numbers are below it


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ENGLISH = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
ENGLISH_TENS = _words("twenty thirty forty fifty sixty seventy eighty ninety")
FRENCH = _words(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
)
FRENCH_TENS = _words("dix vingt trente quarante cinquante soixante")

ENGLISH_WORDS = (*ENGLISH, *ENGLISH_TENS, "hundred", "thousand", "and")
FRENCH_WORDS = (*FRENCH, *FRENCH_TENS[1:], "vingts", "cent", "cents", "mille", "et")


class Splits(NamedTuple):
    """Numbers to learn from, to choose by, and to be scored on; no number is in two of them."""

    train: tuple[int, ...]
    validation: tuple[int, ...]
    test: tuple[int, ...]


def english(number: int) -> str:
    """Write a number in English: 3427 is *three thousand four hundred and twenty-seven*.

    Raises:
        ValueError: If it is not in [0, ``LIMIT``).
    """
    _check(number)
    if number < 20:
        return ENGLISH[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return ENGLISH_TENS[tens - 2] + (f"-{ENGLISH[ones]}" if ones else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    many, rest = divmod(number, size)
    joint = " and " if 0 < rest < 100 else " "
    return f"{english(many)} {name}" + (joint + english(rest) if rest else "")


def french(number: int) -> str:
    """Write a number in French: 3480 is *trois-mille-quatre-cent-quatre-vingts*.

    Raises:
        ValueError: If it is not in [0, ``LIMIT``).
    """
    _check(number)
    if number < 100:
        return "-".join(_below_hundred(number))
    thousands, rest = divmod(number, 1000)
    hundreds, last = divmod(rest, 100)
    words = ([french(thousands)] if thousands > 1 else []) + (["mille"] if thousands else [])
    if hundreds:  # "cents" only where it ends the number and there are several
        words += [FRENCH[hundreds]] if hundreds > 1 else []
        words.append("cents" if hundreds > 1 and not last else "cent")
    return "-".join(words + (_below_hundred(last) if last else []))


def _below_hundred(number: int) -> list[str]:
    """Return the words of a number below 100: 71 is 60 and 11, 91 is four times 20, and 11."""
    if number < len(FRENCH):
        return [FRENCH[number]]
    if number == 80:
        return ["quatre", "vingts"]
    if number > 80:
        return ["quatre", "vingt", *_below_hundred(number - 80)]
    tens = min(number // 10, 6)  # there is no word for seventy
    rest = number - 10 * tens
    words = ["et"] if rest in (1, 11) else []
    return [FRENCH_TENS[tens - 1], *words, *(_below_hundred(rest) if rest else [])]


def _check(number: int) -> None:
    if not 0 <= number < LIMIT:
        raise ValueError(f"expected a number in [0, {LIMIT}), got {number}")


@cache
def splits(train: int = 3000, validation: int = 500) -> Splits:
    """Divide all numbers by chance; those below 100 are learned from, so that no word is new.

    Args:
        train: How many to learn from.
        validation: How many to choose by; all others are test numbers.

    Raises:
        ValueError: If there are fewer than 100 to learn from, or none is left to be scored on.
    """
    if train < 100 or validation < 1 or train + validation >= LIMIT:
        raise ValueError(
            f"expected train >= 100, validation >= 1 and fewer than {LIMIT} together, "
            f"got {train} and {validation}"
        )
    others = (100 + np.random.default_rng(0).permutation(LIMIT - 100)).tolist()
    drawn, rest = others[: train - 100], others[train - 100 :]
    return Splits((*range(100), *drawn), tuple(rest[:validation]), tuple(rest[validation:]))
