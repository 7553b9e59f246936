"""Diagrams of the lesson on what to mask."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from workbook.diagrams import Drawing
from workbook.diagrams.extents import Thing

CHARACTERS = tuple("教师今天到北京大学参观")
WORDS = ((0, 2), (2, 4), (4, 5), (5, 7), (7, 9), (9, 11))
GLOSSES = ("teacher", "today", "to", "Beijing", "univ.", "visit")
HIDDEN, CELL, BETWEEN = "M", (0.43, 0.4), 0.06


def _sentence(drawing: Drawing) -> Thing:
    """Draw the sentence, and what its words mean below it."""
    row = drawing.tokens(CHARACTERS, size=CELL, between=BETWEEN)
    for (start, end), gloss in zip(WORDS, GLOSSES, strict=True):
        drawing.bracket(row.parts[start:end], gloss, side="below")
    return row


def _shown(
    drawing: Drawing, above: Thing, hidden: Sequence[int], changed: dict[int, str], gap: float
) -> Thing:
    """Draw what a model sees of the sentence, below it."""
    pieces, roles = list(CHARACTERS), ["plain"] * len(CHARACTERS)
    for place in hidden:
        pieces[place], roles[place] = HIDDEN, "layer"
    for place, piece in changed.items():
        pieces[place] = piece
        roles[place] = "second" if piece != CHARACTERS[place] else "value"
    return drawing.tokens(pieces, roles, size=CELL, between=BETWEEN, below=above, gap=gap)


def _masker(
    title: str,
    rows: Sequence[tuple[str, Sequence[int], dict[int, str]]],
) -> Figure:
    """Draw a sentence, and below it what one masker or several make of it."""
    drawing = Drawing(title=title, width=5.8)
    last, gap = _sentence(drawing), 0.5
    for note, hidden, changed in rows:
        words = drawing.note(note, below=last, gap=gap)
        last, gap = _shown(drawing, words, hidden, changed, 0.08), 0.2
    return drawing.figure()


def whole_words() -> Figure:
    """Draw single characters that are hidden, and whole words."""
    return _masker(
        "Whole words: both halves are chosen",
        [
            ("single characters", (1, 5, 8, 10), {}),
            ("whole words: teacher, visit", (0, 1, 9, 10), {}),
        ],
    )


def ernie() -> Figure:
    """Draw ERNIE's three stages."""
    return _masker(
        "ERNIE 1.0: characters, then words, then names",
        [
            ("first third of the training: characters", (1, 3, 5, 10), {}),
            ("second third: words", (2, 3, 9, 10), {}),
            ("last third: names first (Peking University)", (5, 6, 7, 8), {}),
        ],
    )


def spans() -> Figure:
    """Draw a span of words, with one draw for all of it."""
    return _masker(
        "SpanBERT: a span of words, one draw for all of it",
        [
            ("8 of 10 times: [MASK] throughout", (2, 3, 4, 5, 6), {}),
            (
                "1 of 10: random pieces throughout",
                (),
                dict(zip(range(2, 7), "油九她石问", strict=True)),
            ),
            (
                "1 of 10: everything as it is, and still asked",
                (),
                dict(zip(range(2, 7), "今天到北京", strict=True)),
            ),
        ],
    )


def similar() -> Figure:
    """Draw words that stand for others."""
    return _masker(
        "MacBERT: a similar word stands where [MASK] would",
        [
            (
                "today becomes tonight; Beijing becomes Guangzhou",
                (),
                {2: "今", 3: "晚", 5: "广", 6: "州"},
            )
        ],
    )


def boundary() -> Figure:
    """Draw the second loss of SpanBERT: a hidden character from the two edges of its span."""
    drawing = Drawing(title="From two edges and a position, guess what is inside", width=5.8)
    pieces = ("天", "到", *[HIDDEN] * 4, "参", "观")
    roles = ["plain", "query", *["layer"] * 4, "query", "plain"]
    row = drawing.tokens(pieces, roles, size=(0.5, 0.42), between=0.12)
    drawing.note("hidden: 北 京 大 学 (Peking University)", below=row, gap=0.12)
    bert = drawing.box("BERT", "layer", (4.9, 0.42), above=row, gap=0.28)
    drawing.arrow(row, bert)
    left = drawing.box("left edge", "query", (1.15, 0.42), above=bert, gap=0.35, align=row.parts[1])
    right = drawing.box(
        "right edge", "query", (1.15, 0.42), above=bert, gap=0.35, align=row.parts[6]
    )
    position = drawing.box("position: 3rd", "value", (1.35, 0.42), above=bert, gap=0.35)
    head = drawing.box("two layers", "output", (1.5, 0.42), above=position, gap=0.35)
    answer = drawing.box("大?", "plain", (0.7, 0.42), above=head, gap=0.3)
    for edge in (left, right):
        drawing.arrow(bert, edge)
    drawing.arrow(left, head, sides=("top", "left"))
    drawing.arrow(position, head)
    drawing.arrow(right, head, sides=("top", "right"))
    drawing.arrow(head, answer)
    return drawing.figure()


def soft_masked() -> Figure:
    """Draw Soft-Masked BERT: a detector, a mixture, a BERT, and a residual."""
    drawing = Drawing(title="A detector hides what it suspects", width=5.8)
    row = drawing.tokens(
        tuple("飞机在鸡场降落"), ["plain"] * 3 + ["second"] + ["plain"] * 3, size=(0.5, 0.42)
    )
    drawing.note("the plane lands at the chicken farm", below=row, gap=0.12)
    table = drawing.box("embeddings $e$", "embedding", (4.4, 0.42), above=row, gap=0.28)
    detector = drawing.box("detector", "value", (1.25, 0.5), above=table, gap=0.4, align=row[1])
    mask = drawing.box("[MASK]", "special", (0.95, 0.5), above=table, gap=0.4, align=row[3])
    mix = drawing.box(
        r"$p\; e_\mathrm{mask} + (1 - p)\; e$",
        "hidden",
        (4.4, 0.5),
        above=mask,
        gap=0.5,
        align=table,
    )
    bert = drawing.box("BERT", "layer", (4.4, 0.42), above=mix, gap=0.3)
    add = drawing.box("+", "plain", (0.5, 0.4), above=bert, gap=0.3)
    answer = drawing.box("飞机在机场降落", "output", (1.9, 0.42), above=add, gap=0.3)
    drawing.note("wanted: lands\nat the airport", left_of=answer, gap=0.2)
    through = drawing.note("$e$", above=table, gap=0.5, align=row[5])
    for first, second in ((row, table), (table, detector), (table, through), (through, mix)):
        drawing.arrow(first, second)
    drawing.arrow(detector, mix, label="$p$")
    drawing.arrow(mask, mix, label=r"$e_\mathrm{mask}$")
    for first, second in ((mix, bert), (bert, add), (add, answer)):
        drawing.arrow(first, second)
    drawing.skip(table, add, side="right", gap=0.25, label="$e$")
    return drawing.figure()
