"""Exercise of the lesson on input: the cut of one word into pieces."""

from collections.abc import Callable, Iterable, Set

from bertlab.exercises import Case, Exercise, Misconception


def _longest_match(word: str, vocabulary: Set[str]) -> list[str]:
    """Cut a word from the left into the longest pieces that fit; if a part fits none, ["[UNK]"]."""
    return _cut(word, vocabulary)


def _cut(
    word: str,
    vocabulary: Set[str],
    lengths: Callable[[int], Iterable[int]] = lambda left: range(left, 0, -1),
    first: str = "",
    inside: str = "##",
    stuck: Callable[[list[str]], list[str]] = lambda pieces: ["[UNK]"],
) -> list[str]:
    """Cut greedily. A slip tries other lengths, marks otherwise, or ends otherwise when stuck."""
    pieces: list[str] = []
    start = 0
    while start < len(word):
        mark = inside if start else first
        fitting = (
            n for n in lengths(len(word) - start) if mark + word[start : start + n] in vocabulary
        )
        length = next(fitting, 0)
        if not length:
            return stuck(pieces)
        pieces.append(mark + word[start : start + length])
        start += length
    return pieces


def _unknown_characters(word: str, vocabulary: Set[str]) -> list[str]:
    pieces: list[str] = []
    start = 0
    while start < len(word):
        mark = "##" if start else ""
        for end in range(len(word), start, -1):
            if mark + word[start:end] in vocabulary:
                pieces.append(mark + word[start:end])
                start = end
                break
        else:
            pieces.append("[UNK]")
            start += 1
    return pieces


def _from_the_end(word: str, vocabulary: Set[str]) -> list[str]:
    pieces: list[str] = []
    end = len(word)
    while end:
        marked = ((start, ("##" if start else "") + word[start:end]) for start in range(end))
        found = next(((start, piece) for start, piece in marked if piece in vocabulary), None)
        if found is None:
            return ["[UNK]"]
        end = found[0]
        pieces.insert(0, found[1])
    return pieces


def _with_second_thoughts(word: str, vocabulary: Set[str]) -> list[str]:
    def cut(start: int) -> list[str] | None:
        if start == len(word):
            return []
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            rest = cut(end) if piece in vocabulary else None
            if rest is not None:
                return [piece, *rest]
        return None

    return cut(0) or ["[UNK]"]


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
    )
    return [Case((word, vocabulary)) for word in words]


longest_match = Exercise(
    name="longest_match",
    reference=_longest_match,
    cases=_cut_cases,
    difficulty=3,
    minutes=10,
    misconceptions=(
        Misconception(
            "the shortest piece that fits is taken",
            "Try the longest rest first and shorten it from the end: the shortest first would cut "
            "nearly every word into characters.",
            lambda word, vocabulary: _cut(word, vocabulary, lambda left: range(1, left + 1)),
        ),
        Misconception(
            "the first piece is looked up with ##",
            "## marks pieces that continue a word. The piece at its start stands in the vocabulary "
            "without it.",
            lambda word, vocabulary: _cut(word, vocabulary, first="##"),
        ),
        Misconception(
            "the pieces inside the word are looked up without ##",
            "Put ## before every piece but the first: ing at the start of a word and ##ing inside "
            "one are two pieces with two vectors.",
            lambda word, vocabulary: _cut(word, vocabulary, inside=""),
        ),
        Misconception(
            "the pieces before the unknown part are kept",
            "If some part fits no piece, the whole word becomes one [UNK]: BERT never mixes pieces "
            "of a word with an unknown rest.",
            lambda word, vocabulary: _cut(
                word, vocabulary, stuck=lambda pieces: [*pieces, "[UNK]"]
            ),
            variants=(
                lambda word, vocabulary: _cut(word, vocabulary, stuck=lambda pieces: pieces),
            ),
        ),
        Misconception(
            "only the characters that fit nothing become [UNK]",
            "One part that fits nothing makes the whole word [UNK]; do not step over a character "
            "and go on.",
            _unknown_characters,
        ),
        Misconception(
            "the word is cut from its end",
            "Begin at the left: the longest beginning is fixed first, then what follows it. From "
            "the right other pieces come out.",
            _from_the_end,
        ),
        Misconception(
            "a cut that leads nowhere is taken back",
            "The search is greedy: a piece once chosen stays. If the rest then fits nothing, the "
            "word is [UNK], even where a shorter piece would have led to an end.",
            _with_second_thoughts,
        ),
        Misconception(
            "the pieces are returned without their ##",
            "Return the pieces as they stand in the vocabulary, ## included: without it the ids of "
            "other pieces would be looked up.",
            lambda word, vocabulary: [p.removeprefix("##") for p in _cut(word, vocabulary)],
        ),
        Misconception(
            "an unknown word leaves nothing behind",
            'Return ["[UNK]"]: the model has to see that a word stood there.',
            lambda word, vocabulary: _cut(word, vocabulary, stuck=lambda pieces: []),
        ),
    ),
)
