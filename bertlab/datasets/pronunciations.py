"""How English words and names sound: the CMU Pronouncing Dictionary."""

import re
import sys
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from bertlab.datasets.fetching.archive import read
from bertlab.datasets.fetching.parsed import parsed_once
from bertlab.datasets.splits import split

_SEED = 1
_PROPORTIONS = (0.9, 0.05, 0.05)  # 5% are 5,800 words, and there is much to learn
_ENTRY = re.compile(r"([a-z]{2,14})(?:\(\d+\))? ([A-Z0-9 ]+)")


class SpokenWord(NamedTuple):
    """A word, and how it may be said.

    Attributes:
        spelling: 2 to 14 letters, a to z.
        family: Its stem by Porter's rules: *walk* for *walk*, *walked* and *walking*.
        pronunciations: One or more, each a tuple of phonemes such as ``("W", "AO", "K")``.
    """

    spelling: str
    family: str
    pronunciations: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class SpokenWords:
    """The dictionary, divided by family."""

    train: tuple[SpokenWord, ...]
    validation: tuple[SpokenWord, ...]
    test: tuple[SpokenWord, ...]


@cache
def cmudict() -> SpokenWords:
    """Return 116,871 English words and names of 2 to 14 letters with their phonemes, 39 in all.

    Entries with other signs than letters (*o'clock*, *x-ray*) are left out, and so is the stress of
    vowels. Ways to say a word that are equal without stress count once.
    """
    words = [
        SpokenWord(spelling, family, tuple(tuple(way.split()) for way in ways))
        for spelling, family, ways in parsed_once("cmudict", _parse, sys.modules[__name__])
    ]
    parts = split(words, lambda word: word.family, _SEED, _PROPORTIONS)
    return SpokenWords(*(tuple(part) for part in parts))


def _parse() -> list[tuple[str, str, list[str]]]:
    from nltk.stem import PorterStemmer  # takes seconds, and this runs once

    lines = read("cmudict", "cmudict/data/cmudict.dict").decode("utf-8").split("\n")
    found: dict[str, dict[str, None]] = {}
    for line in lines:
        entry = _ENTRY.fullmatch(line.partition("#")[0].strip())
        if entry:
            found.setdefault(entry[1], {})[re.sub(r"\d", "", entry[2])] = None
    stem = PorterStemmer().stem
    return [(spelling, stem(spelling), list(ways)) for spelling, ways in found.items()]
