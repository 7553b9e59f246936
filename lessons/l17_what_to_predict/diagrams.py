"""Diagrams of the lesson on what to predict."""

from matplotlib.figure import Figure

from workbook.diagrams import Drawing

SENTENCES = {
    "A": "A: many rinks will\nbe open for free",
    "B": "B: the districts, too,\narrange sports",
    "C": "C: on the screens\nwe see love films",
}


def _pairs(title: str, rows: list[tuple[str, str, str, str]]) -> Figure:
    """Draw pairs of sentences, one below the other, each with its label.

    Args:
        title: What is to be seen.
        rows: Two sentences, the label, and a note on the pair.
    """
    drawing = Drawing(title=title, width=5.8)
    last, size = None, (2.0, 0.62)
    for first, second, label, words in rows:
        if last is None:
            one = drawing.box(SENTENCES[first], _role(first), size)
        else:
            one = drawing.box(SENTENCES[first], _role(first), size, below=last, gap=0.45)
        other = drawing.box(SENTENCES[second], _role(second), size, right_of=one, gap=0.1)
        right = drawing.box(label, "output", (0.9, 0.42), right_of=other, gap=0.4)
        if last is None:
            drawing.note("label", above=right, gap=0.06)
        drawing.arrow(other, right)
        drawing.note(words, below=other, gap=0.06)
        last = one
    return drawing.figure()


def _role(sentence: str) -> str:
    return {"A": "query", "B": "key", "C": "value"}[sentence]


def next_sentence() -> Figure:
    """Draw the pairs of next-sentence prediction."""
    return _pairs(
        "NSP: the next sentence, or one from elsewhere",
        [
            ("A", "B", "yes (0)", "B came next"),
            ("A", "C", "no (1)", "C is from another document"),
        ],
    )


def sentence_order() -> Figure:
    """Draw the pairs of sentence order prediction."""
    return _pairs(
        "SOP: the same two sentences, in order or not",
        [("A", "B", "yes (0)", "as written"), ("B", "A", "no (1)", "the order is changed")],
    )


def electra() -> Figure:
    """Draw ELECTRA: a generator writes, a detector checks every place."""
    drawing = Drawing(title="ELECTRA: a small BERT writes, a large one checks", width=5.8)
    size, gap = (0.6, 0.42), 0.08
    author = drawing.tokens(tuple("中国队夺冠"), size=size, between=gap)
    drawing.note("the author", left_of=author, gap=0.15)
    drawing.note("The Chinese team takes the title.", below=author, gap=0.1)
    hidden = drawing.tokens(
        ("中", "M", "队", "M", "冠"),
        ["plain", "special", "plain", "special", "plain"],
        size=size, between=gap, above=author, gap=0.35,
    )  # fmt: skip
    drawing.note("two hidden", left_of=hidden, gap=0.15)
    drawing.arrow(author, hidden)
    wide = (3.32, 0.42)
    generator = drawing.box(
        "generator (small): guess, and draw", "layer", wide, above=hidden, gap=0.3
    )
    drawing.arrow(hidden, generator)
    shown = drawing.tokens(
        ("中", "国", "队", "获", "冠"),
        ["plain", "plain", "plain", "second", "plain"],
        size=size, between=gap, above=generator, gap=0.4,
    )  # fmt: skip
    drawing.note("right", below=shown.parts[1], gap=0.06)
    drawing.note("not 夺", below=shown.parts[3], gap=0.06)
    drawing.note("two written", left_of=shown, gap=0.15)
    drawing.note("夺: takes\n获: wins", right_of=shown, gap=0.15)
    drawing.arrow(generator, shown)
    detector = drawing.box("detector: who wrote this?", "layer", wide, above=shown, gap=0.3)
    drawing.arrow(shown, detector)
    labels = drawing.tokens(
        ("0", "0", "0", "1", "0"),
        ["plain", "plain", "plain", "output", "plain"],
        size=size, between=gap, above=detector, gap=0.3,
    )  # fmt: skip
    drawing.note("replaced?", left_of=labels, gap=0.15)
    drawing.arrow(detector, labels)
    return drawing.figure()


def one_in_seven() -> Figure:
    """Draw where a masked language model learns, and where a detector does."""
    drawing = Drawing(title="Where there is a loss", width=5.8)
    size, gap = (0.4, 0.36), 0.05
    rows = [
        ("masked words: at the hidden places", [n in (3, 8) for n in range(12)]),
        ("ELECTRA: everywhere", [True] * 12),
        ("the control: ELECTRA, at the chosen places only", [n in (3, 8) for n in range(12)]),
    ]
    last = None
    for words, flags in rows:
        note = drawing.note(words) if last is None else drawing.note(words, below=last, gap=0.25)
        last = drawing.tokens(
            ["x" if flag else " " for flag in flags],
            ["loss" if flag else "plain" for flag in flags],
            size=size, between=gap, below=note, gap=0.08,
        )  # fmt: skip
    return drawing.figure()
