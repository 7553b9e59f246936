"""Values under which claims of lesson 01 fail: those that the search does not break."""

from types import SimpleNamespace

COUNTEREXAMPLES = {
    "all words after house": {"total": 4, "lookup": {(7, 8): 3, (8, 7): 1}, "house": 7},
    "it writes as many new trigrams as people do": {"never_seen": {3: (0.5, 0.6)}},
    "for six of the eight pairs of words, the neighbors are a clearly better guide than the "
    "frequency of the words": {"found": [SimpleNamespace(interval=(0.8, 0.9), frequent=0.6)] * 5},
}
