"""Drawings of the first lesson: gaps that a model fills, and the road through the series."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from bertlab.pretraining.generation import Candidate
from workbook.diagrams import Drawing, Thing
from workbook.diagrams.extents import Place

BUILT = 13  # lessons from 00 on that are there; the others are to come
WIDE, HIGH = 1.1, 0.78  # of a lesson's box, in inches
ROWS = [  # of lessons, by their names
    ["start\nhere", "n-grams", "neural\nn-grams", "word2vec", "ELMo"],
    ["attention", "text to\ninput", "BERT", "pre-\ntraining"],
    ["fine-\ntuning", "four\ntasks", "see\nattention", "explain\nanswers"],
    ["sentence\nvectors", "trained\nvectors", "probing", "what to\nmask", "what to\npredict"],
    ["decoders,\ntoo", "training\nin 2026", "small\nand fast", "facts", "few\nlabels"],
]  # fmt: skip
PARTS = {  # what stands above some boxes: the row, the first box and the one after the last
    "I. Before BERT: how far does counting get?": (0, 0, 5),
    "II. BERT from scratch: how does a word see the others?": (1, 0, 4),
    "III. Using BERT: for what?": (2, 0, 2),
    "IV. Looking inside: why?": (2, 2, 4),
    "V. After BERT: what is better today?": (3, 0, 5),
}
TITLE = "Another end, another word: a real model fills the gap"
INCHES = 2.0  # the length of a bar for probability 1


def gaps(filled: Mapping[str, Sequence[Candidate]]) -> Figure:
    """Draw sentences with a gap, two in a row, each above its likeliest words as bars."""
    drawing = Drawing(width=6.8, title=TITLE)
    for number, (sentence, candidates) in enumerate(filled.items()):
        row, column = divmod(number, 2)
        text = drawing.note(sentence, at=(3.35 * column, -1.55 * row))
        names = [candidate.piece for candidate in candidates]
        percent = [100 * candidate.probability for candidate in candidates]
        longest = INCHES * max(percent) / 100
        drawing.bars(percent, names, decimals=0, longest=longest, below=text, gap=0.1)
    drawing.note("numbers: probability in %", at=(1.675, -1.55 * row - 1.25))
    return drawing.figure()


def road() -> Figure:
    """Draw the lessons of the series in their parts; those to come are white."""
    drawing = Drawing(width=6.4, title="From counting words to BERT, and beyond")
    drawn: list[Thing] = []
    number = 0
    for place, names in enumerate(ROWS):
        titled = any(row == place for row, _, _ in PARTS.values())
        where: Place = {"below": drawn[-1], "gap": 0.6 if titled else 0.08} if drawn else {}
        numbered = [f"{number + i:02}\n{name}" for i, name in enumerate(names)]
        roles = ["first" if number + i < BUILT else "plain" for i in range(len(names))]
        drawn.append(drawing.row(numbered, roles, size=(WIDE, HIGH), between=0.1, **where))
        number += len(names)
    for label, (row, first, end) in PARTS.items():
        drawing.note(label, above=drawn[row].parts[first:end], gap=0.08)
    drawing.note("blue: here already; white: to come", below=drawn[-1], gap=0.15)
    return drawing.figure()
