"""The question: the cut of one word into pieces."""

from workbook.exercises import Case, Question


def _cut_cases() -> list[Case]:
    pieces = "p pl play plays a aff un una ##a ##p ##y ##f ##ff ##able ##aff ##affab ##le ##l ##s"
    pieces += " ##la ##lay ##ing ##in ##g i in ing ##ed le able s er"
    vocabulary = frozenset(pieces.split())
    words = (
        "playing",
        "unaffable",
        "plays",
        "unaffed",
        "played",
        "playzing",
        "zap",
        "unable",
        "in",
        "as",  # two pieces of one character
        "s",
        "z",
        "ed",
    )
    return [
        *(Case((word, vocabulary)) for word in words),
        Case(("able", frozenset({"able"}))),
        Case(("ab", frozenset({"a", "b"}))),  # none that goes on in a word
        # Greedy: abc, ##d, ##e. Fewest pieces: ab, ##cde. From the end: [UNK].
        Case(("ababab", frozenset({"ab", "##ab"}))),  # one piece again and again
        Case(("Naïve", frozenset({"Na", "na", "##ïve", "##ive"}))),
        Case(("1024", frozenset({"1", "10", "##24"}))),
        Case(("in", frozenset({"i", "##n"}))),  # a word from above, another vocabulary
        Case(("abcde", frozenset({"abc", "ab", "##d", "##e", "##cde", "##bcde"}))),
    ]


QUESTION = Question(
    name="longest_match",
    cases=_cut_cases,
    difficulty=3,
    minutes=10,
)
