"""Drawings of the first lesson: a word's way through the model, and the road through the series."""

from typing import NamedTuple

from matplotlib.figure import Figure

from workbook.diagrams import Drawing
from workbook.diagrams.sheet import NOTE

BOX = 1.22, 0.6  # width and height of a lesson's box, in inches
BETWEEN, ROW = 0.08, 1.25  # from box to box, and from row to row


class Part(NamedTuple):
    """A part of the series.

    Attributes:
        title: What stands above its lessons.
        lessons: What stands in their boxes.
        question: What it leaves open, below them.
        corner: The row, and the left end in inches.
        to_come: Whether it is not there yet.
    """

    title: str
    lessons: list[str]
    question: str
    corner: tuple[int, float]
    to_come: bool = False


COUNTING = "00 start\nhere", "01 counting\nwords", "02 a first\nnetwork"
PARTS = [
    Part(
        "I. Before BERT",
        [*COUNTING, "03 a vector\nper word", "04 a vector\nper use"],
        "Open: can one model read both sides at once?",
        (0, 0.0),
    ),
    Part(
        "II. BERT from scratch",
        ["05 attention", "06 text to\ntokens", "07 the whole\nmodel", "08 pre-\ntraining"],
        "Open: it fills gaps, but can it do a task?",
        (1, 0.0),
    ),
    Part("III. Using BERT", ["09 one\ntask", "10 four\ntasks"], "Open: why this answer?", (2, 0.0)),
    Part(
        "IV. Looking inside",
        ["11 where\nit looks", "12 which\nword counts"],
        "Open: what is better today?",
        (2, 3.3),
    ),
    Part(
        "V. After BERT",
        ["13 whole\nsentences", "14 trained\nby pairs", "15 what\nit knows"],
        "Open: what can be done better?",
        (3, 0.0),
    ),
    Part(
        "VI. To come",
        ["16 to 22: what\ncame next"],
        "Open: what will you build?",
        (4, 0.0),
        to_come=True,
    ),
]
USES = {  # sentences, and words of theirs that the layers mix in
    "She opened an account\nat the bank.": "opened, account",
    "The boat drifted\nto the muddy bank.": "boat, muddy",
}


def one_row() -> Figure:
    """Draw how two uses of a word begin with one row of a table, and go their own ways."""
    drawing = Drawing(width=7.6, title="One row for “bank”; then the other words are mixed in")
    row = drawing.box(
        "row of\n“bank”", role="embedding", size=(1.0, 1.9), label="table", at=(2.5, 0)
    )
    vectors = []
    for (sentence, mixed), height in zip(USES.items(), (0.6, -0.6), strict=True):
        text = drawing.note(sentence, at=(0.6, height))
        layers = drawing.box("six layers", size=(1.2, 0.6), at=(4.0, height))
        vector = drawing.box("vector", role="hidden", size=(0.9, 0.6), at=(5.5, height))
        drawing.arrow(text, row, sides=("right", "left"))
        drawing.arrow(row, layers, sides=("right", "left"))
        drawing.arrow(layers, vector)
        words = drawing.note(mixed, at=(4.0, height + (0.75 if height > 0 else -0.75)))
        drawing.arrow(words, layers)
        vectors.append(vector)
    drawing.note("the same layers", at=(4.0, 0))
    drawing.bracket(vectors, "cosine?", side="right_of")
    return drawing.figure()


def road() -> Figure:
    """Draw the lessons of the series in their parts; those to come are white."""
    drawing = Drawing(width=6.9, title="Each part answers what the one before leaves open")
    for part in PARTS:
        row, left = part.corner
        number = len(part.lessons)
        size = BOX if number > 1 else (2 * BOX[0] + 0.5, BOX[1])
        width = number * size[0] + (number - 1) * BETWEEN
        role = "plain" if part.to_come else "first"
        center = (left + width / 2, -row * ROW)
        drawing.row(part.lessons, role, size=size, between=BETWEEN, at=center)
        for words, up in ((part.title, 0.45), (part.question, -0.45)):
            drawing.note(words, at=(left + _width(drawing, words) / 2, center[1] + up))
    return drawing.figure()


def _width(drawing: Drawing, words: str) -> float:
    """Return how wide a note is, in inches."""
    return drawing.measure(words, NOTE)[0]
