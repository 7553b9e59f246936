"""The question: the next pair that training joins."""

from collections.abc import Mapping

from workbook.exercises import Case, Question

Pieces = tuple[str, ...]


def _spelled(words: Mapping[str, int]) -> dict[Pieces, int]:
    return {(w[0], *("##" + character for character in w[1:])): n for w, n in words.items()}


def _pair_cases() -> list[Case]:
    song = {"sing": 3, "kings": 2, "singing": 1, "ring": 1, "bring": 1}
    fruit = {"banana": 3, "nab": 4, "can": 2, "by": 6, "cab": 1, "a": 20}
    common = {"the": 12, "ran": 1, "pan": 2, "can": 1, "then": 3}
    tie = {"zoo": 5, "box": 5, "to": 2, "q": 1}
    rare = {"low": 6, "lower": 4, "slow": 3, "qed": 2, "now": 1}
    joined = {("s", "##ing"): 4, ("k", "##ing", "##s"): 7, ("r", "##ing"): 2, ("w", "##ing"): 1}
    first = {"abc": 2, "ab": 1}  # the first pair of a word
    last = {"ab": 1, "cd": 2}  # the last word
    second = {"box": 2, "zoo": 2}  # of equal first pieces the second ones decide
    overlapping = {"baaa": 2, "cd": 3}  # ##a ##a stands twice in the first word
    spelled = (song, fruit, common, tie, rare, first, last, overlapping, second, {"do": 1})
    letters = {("a", "##z"): 1, ("ab", "##c"): 1}  # of tuples, not of az and abc
    # Others share the letters, begin another piece, or differ in capitals.
    alike = {("a", "##bc"): 2, ("ab", "##c"): 2, ("a", "##b"): 2, ("x", "##y"): 3}
    again = {("x", "##a", "##b", "##a", "##c"): 2, ("k", "##m"): 3}  # ##a stands twice
    given = [letters, joined, alike, again, {("T", "##o"): 2, ("a", "##n"): 2}]
    given.append({("B", "##o"): 2, ("b", "##o"): 2, ("x", "##y"): 3})
    return [Case((words,)) for words in (*map(_spelled, spelled), *given)]


QUESTION = Question(
    name="best_pair",
    cases=_pair_cases,
    difficulty=2,
    minutes=8,
)
