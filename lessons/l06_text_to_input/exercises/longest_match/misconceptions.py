"""The misconceptions about ``longest_match``, each a wrong function with advice."""

from lessons.l06_text_to_input.exercises.longest_match.reference import _cut

from collections.abc import Set

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
        "word[start : start + 1] is one character. Without it, as and a itself become [UNK].",
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
