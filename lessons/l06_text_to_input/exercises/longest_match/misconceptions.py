"""The misconceptions about ``longest_match``, each a wrong function with advice."""

from lessons.l06_text_to_input.exercises.longest_match.reference import _cut

from collections.abc import Callable, Iterator, Set

from workbook.exercises import Misconception


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


def _both_marks(word: str, vocabulary: Set[str], by_length: bool = True) -> list[str]:
    """Inside a word, take pieces with or without ##: by length, or all with ## first."""
    pieces: list[str] = []
    start = 0
    while start < len(word):
        ends = range(len(word), start, -1)
        tried = [(mark, end) for end in ends for mark in ("##", "")]
        if not by_length:
            tried.sort(key=lambda pair: not pair[0])
        if not start:
            tried = [("", end) for end in ends]
        fitting = (pair for pair in tried if pair[0] + word[start : pair[1]] in vocabulary)
        mark, end = next(fitting, ("", 0))
        if not end:
            return ["[UNK]"]
        pieces.append(mark + word[start:end])
        start = end
    return pieces


def _cuts(word: str, vocabulary: Set[str], start: int = 0) -> Iterator[list[str]]:
    if start == len(word):
        yield []
    for end in range(len(word), start, -1):
        piece = "##" * (start > 0) + word[start:end]
        if piece in vocabulary:
            yield from ([piece, *rest] for rest in _cuts(word, vocabulary, end))


def _fewest(step: int, sign: int) -> Callable[[str, Set[str]], list[str]]:
    """Of equally short cuts take that with the longest or shortest piece at one end."""

    def wrong(word: str, vocabulary: Set[str]) -> list[str]:
        cuts = [*_cuts(word, vocabulary), ["[UNK]"] * 99]
        best = min(cuts, key=lambda cut: (len(cut), [sign * len(piece) for piece in cut[::step]]))
        return best if len(best) < 99 else ["[UNK]"]

    return wrong


def _advanced(word: str, vocabulary: Set[str]) -> list[str]:
    """Move on by the length of the piece, ## included."""
    pieces: list[str] = []
    start = 0
    while start < len(word):
        ends = range(len(word), start, -1)
        tried = (("##" if start else "") + word[start:end] for end in ends)
        piece = next((piece for piece in tried if piece in vocabulary), "")
        if not piece:
            return ["[UNK]"]
        pieces.append(piece)
        start += len(piece)
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


def _or_unknown(pieces: list[str]) -> list[str]:
    return pieces or ["[UNK]"]


MISCONCEPTIONS = (
    Misconception(
        "the shortest piece that fits is taken",
        "Try the longest rest first and shorten it from the end: the shortest first would cut "
        "nearly every word into characters.",
        lambda word, vocabulary: _cut(word, vocabulary, lambda left: range(1, left + 1)),
    ),
    Misconception(
        "pieces of one character are never tried",
        "Shorten down to one character: range(len(word), start, -1) ends at start + 1, and "
        "word[start : start + 1] is one character, and may be a piece as well.",
        lambda word, vocabulary: _cut(word, vocabulary, lambda left: range(left, 1, -1)),
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
        lambda word, vocabulary: _cut(word, vocabulary, stuck=lambda pieces: [*pieces, "[UNK]"]),
        variants=(lambda word, vocabulary: _cut(word, vocabulary, stuck=lambda pieces: pieces),),
    ),
    Misconception(
        "only the characters that fit nothing become [UNK]",
        "One part that fits nothing makes the whole word [UNK]; do not step over a character "
        "and go on.",
        _unknown_characters,
        variants=(
            lambda word, vocabulary: [
                piece for piece in _unknown_characters(word, vocabulary) if piece != "[UNK]"
            ],
            lambda word, vocabulary: (
                [piece for piece in _unknown_characters(word, vocabulary) if piece != "[UNK]"]
                or ["[UNK]"]
            ),
        ),
    ),
    Misconception(
        "every word becomes [UNK]",
        "Let the first try reach the end of the word: a slice leaves out its end, so the loop "
        "begins at len(word), not at len(word) - 1.",
        lambda word, vocabulary: ["[UNK]"],
    ),
    Misconception(
        "a piece without ## may stand inside the word",
        "Inside a word look up pieces with ## only: ing at the start of a word and ##ing inside "
        "one are two pieces.",
        _both_marks,
        variants=(lambda word, vocabulary: _both_marks(word, vocabulary, by_length=False),),
    ),
    Misconception(
        "the cut with the fewest pieces is taken",
        "Be greedy: the longest piece at each place, from the left, even where a shorter one would "
        "save a piece later.",
        _fewest(1, -1),
        variants=(_fewest(-1, -1), _fewest(-1, 1), _fewest(1, 1)),
    ),
    Misconception(
        "the ## counts as two characters of the word",
        "Move the start by the characters of the word that the piece covers, without its ##: "
        "start = end.",
        _advanced,
    ),
    Misconception(
        "an unknown word is returned as it is",
        'Return ["[UNK]"]: the model has no vector for this word.',
        lambda word, vocabulary: _cut(word, vocabulary, stuck=lambda pieces: [word]),
        variants=(
            lambda word, vocabulary: (
                word if _cut(word, vocabulary) == ["[UNK]"] else _cut(word, vocabulary)
            ),
        ),
    ),
    Misconception(
        "[UNK] is not in a list",
        'Return a list for unknown words as well: ["[UNK]"].',
        lambda word, vocabulary: (
            "[UNK]" if _cut(word, vocabulary) == ["[UNK]"] else _cut(word, vocabulary)
        ),
    ),
    Misconception(
        "each character of an unknown word becomes [UNK]",
        'The whole word becomes one [UNK]: return ["[UNK]"].',
        lambda word, vocabulary: _cut(word, vocabulary, stuck=lambda pieces: ["[UNK]"] * len(word)),
    ),
    Misconception(
        "only the first piece is cut off",
        "Go on behind the first piece: look for the longest ## piece that continues it, "
        "until nothing is left.",
        lambda word, vocabulary: _cut(word, vocabulary)[:1],
        variants=(lambda word, vocabulary: _cut(word, vocabulary, inside="\n", stuck=_or_unknown),),
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
)
