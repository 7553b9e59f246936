"""Diagrams of the lesson on input; what they show is computed by its functions."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from matplotlib.figure import Figure

from bertlab.text import wordpiece_training as training
from bertlab.text.wordpiece import PREFIX, Batch, WordPieceTokenizer
from workbook.diagrams import Drawing
from workbook.diagrams.extents import Placement, Thing

LETTER = 0.56  # inches: the width of a letter in a cut word
NARROW = 0.45  # the same where each try is a bar over its letters
NOTES = 1.1  # where the notes above the joined words have their middle


def whole_way(tokenizer: WordPieceTokenizer, text: str, longest: int) -> Figure:
    """Draw a text on its way to a model: normalized, in words, in pieces, as ids, in a batch.

    Args:
        tokenizer: Takes the steps.
        text: Letters and spaces, so that its words say how it is normalized.
        longest: The tokens of the longest text in the batch.
    """
    drawing = Drawing(6.3, title="From a text to three rows of numbers")
    words, pieces = tokenizer.words(text), tokenizer.tokenize(text)
    ids = tokenizer.encode(text).input_ids
    padding = longest - len(ids)
    blanks = [tokenizer.pad_id] * padding
    filled = ["plain"] * len(ids) + ["layer"] * padding
    kinds = ["special", *["first"] * len(pieces), "special", *["layer"] * padding]
    lines: list[tuple[str, Sequence[str | int], list[str]]] = [
        ("text", [text], ["plain"]),
        ("↓ normalized (part 4)", [" ".join(words)], ["plain"]),
        ("↓ words (part 4)", words, ["first"] * len(words)),
        ("↓ pieces, from the vocabulary (parts 1-3)", pieces, ["first"] * len(pieces)),
        ("↓ ids, with [CLS], [SEP] (part 5), [PAD] (part 6)", ids + blanks, kinds),
        ("token types: one text (part 5)", [0] * longest, filled),
        ("mask (part 6)", [1] * len(ids) + [0] * padding, filled),
    ]
    grid = {name for name, _, _ in lines[-3:]}
    before = None
    for name, values, roles in lines:
        place: Placement = {"below": before, "gap": 0.3} if before else {}
        names = [str(value) for value in values]
        size = (0.66, 0.38) if name in grid else None
        before = drawing.row(names, roles, size, between=0.06, label=name, **place)
    return drawing.figure()


def joining(
    words: Sequence[str], pairs: Iterable[tuple[str, str]], counts: Mapping[tuple[str, ...], int]
) -> Figure:
    """Draw how some words are spelled at first, and after each join; what is new has a color.

    Args:
        words: Those to draw.
        pairs: What is joined, step by step.
        counts: All words of the text, spelled, with their counts.
    """
    spelled = [training.spell(word) for word in words]
    width = LETTER * sum(map(len, words)) + 0.2 * len(words) + 0.3
    drawing = Drawing(width, title="Each step merges one pair of neighbors,\nin all words at once")
    drawing.note("letters", at=(NOTES, 0.35))
    _spelled(drawing, spelled, "", 0.0)
    for step, pair in enumerate(pairs, 1):
        found = neighbors(counts)
        tie = ", a tie" if list(found.values()).count(found[pair]) > 1 else ""
        y = -0.8 * step
        drawing.note(f"{' '.join(pair)}: {found[pair]} times{tie}", at=(NOTES, y + 0.35))
        spelled = [training.join_in(pieces, pair) for pieces in spelled]
        counts = {tuple(training.join_in(pieces, pair)): n for pieces, n in counts.items()}
        _spelled(drawing, spelled, training.joined(*pair), y)
    return drawing.figure()


def neighbors(words: Mapping[tuple[str, ...], int]) -> Counter[tuple[str, str]]:
    """Count the pairs of neighbors in spelled words."""
    found: Counter[tuple[str, str]] = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            found[pair] += count
    return found


def _spelled(drawing: Drawing, spelled: Sequence[Sequence[str]], new: str, y: float) -> None:
    """Draw the pieces of some words in a line; a piece is as wide as its letters."""
    left = 0.0
    for pieces in spelled:
        for piece in pieces:
            width = LETTER * len(piece.removeprefix(PREFIX))
            role = "output" if piece == new else "plain"
            drawing.box(piece, role, (width - 0.06, 0.38), at=(left + width / 2, y))
            left += width
        left += 0.2


def matching(word: str, vocabulary: Collection[str]) -> Figure:
    """Draw each try of the greedy longest match, below the letters it covers."""
    drawing = Drawing(5.9, title="Take the longest piece that fits, then go on after it")
    for place, letter in enumerate(word):
        drawing.box(letter, "plain", (NARROW - 0.06, 0.36), at=(NARROW * (place + 0.5), 0))
    y, start = -0.55, 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = (PREFIX if start else "") + word[start:end]
            found = piece in vocabulary
            size = (NARROW * (end - start) - 0.06, 0.34)
            middle = NARROW * (start + end) / 2
            tried = drawing.box(piece, "output" if found else "layer", size, at=(middle, y))
            drawing.note("found" if found else "not in the list", right_of=tried, gap=0.08)
            y -= 0.43
            if found:
                start = end
                break
        else:
            break  # a part that fits nothing
    return drawing.figure()


def batch(found: Batch, vocabulary: Sequence[str]) -> Figure:
    """Draw the three rows of numbers of each text in a batch, and the position of each token."""
    drawing = Drawing(6.3, title="Each token has an id, a type and a mask")
    size, y = (0.72, 0.38), 0.0
    for ids, types, mask in zip(*(tensor.tolist() for tensor in found), strict=True):
        pieces = [vocabulary[number] for number in ids]
        roles = ["second" if kind else "first" for kind in types]
        lines = [("pieces", pieces), ("input_ids", ids)]
        lines += [("token_type_ids", types), ("attention_mask", mask)]
        for name, values in lines:
            for place, value in enumerate(values):
                role = "plain"
                if name == "pieces":
                    special = pieces[place] in ("[CLS]", "[SEP]")
                    role = "special" if special else roles[place]
                if not mask[place]:
                    role = "layer"
                drawing.box(str(value), role, size, at=(place * 0.76, y))
            drawing.note(name, at=(2.66, y + 0.31))
            y -= 0.66
        y -= 0.12
    for place in range(found.input_ids.shape[1]):
        drawing.note(str(place), at=(place * 0.76, y + 0.1))
    drawing.note("position", at=(2.66, y + 0.34))
    return drawing.figure()


def new_rows() -> Figure:
    """Draw the table of word embeddings with two new rows, and what is trained of it."""
    drawing = Drawing(5.6, title="Only the two new rows are trained")
    ids = ["see", "you", "at", "work", "😍"]
    tokens: list[Thing] = []
    for name in ids:
        role = "output" if name == "😍" else "plain"
        place: Placement = {"right_of": tokens[-1], "gap": 0.12} if tokens else {}
        tokens.append(drawing.box(name, role, (0.85, 0.42), **place))
    frozen = drawing.box(
        "30,522 old rows\n(frozen)", "embedding", (1.9, 0.9), above=tokens[:4], gap=0.8
    )
    new = drawing.box("2 new rows\n(trained)", "output", (1.5, 0.6), right_of=frozen, gap=0.4)
    for name, token in zip(ids, tokens, strict=True):
        drawing.arrow(token, new if name == "😍" else frozen, sides=("top", "bottom"))
    model = drawing.box("6 layers (frozen)", "layer", (1.9, 0.45), above=frozen, gap=0.45)
    drawing.arrow(frozen, model)
    drawing.arrow(new, model)
    vector = drawing.box("mean vector", "hidden", (1.3, 0.42), right_of=model, gap=0.6)
    drawing.arrow(model, vector)
    return drawing.figure()
