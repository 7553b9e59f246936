"""Drawings of the first lesson: all tokens' way through the model, and the road of the series."""

from typing import NamedTuple

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from workbook.diagrams import Drawing
from workbook.diagrams.extents import Placement, Thing
from workbook.diagrams.roles import role_of

WIDE = 5.0  # a part's box, in inches


class Part(NamedTuple):
    """A part of the series.

    Attributes:
        title: What it is called, and what a student has after it.
        lessons: What stands in its box, a line each.
        question: What it leaves open, below.
        to_come: Whether it is not there yet.
    """

    title: str
    lessons: list[str]
    question: str = ""
    to_come: bool = False


PARTS = [
    Part(
        "I. Before BERT: from counts to vectors",
        [
            "00 start here, 01 counting words,",
            "02 a first network, 03 a vector per word,",
            "04 a vector per use",
        ],
        "can one model read both sides at once?",
    ),
    Part(
        "II. BERT from scratch: it fills gaps",
        ["05 attention, 06 text to tokens,", "07 the whole model, 08 pre-training"],
        "it fills gaps, but can it do a task?",
    ),
    Part(
        "III. Using BERT: your own classifier",
        ["09 one task, 10 four tasks"],
        "why this answer?",
    ),
    Part(
        "IV. Looking inside: reasons for an answer",
        ["11 where it looks, 12 which word counts"],
        "can it compare whole sentences?",
    ),
    Part(
        "V. After BERT: what else it can learn",
        [
            "13 whole sentences, 14 trained by pairs,",
            "15 what it knows, 16 what to mask,",
            "17 what to predict",
        ],
        "can it also write?",
    ),
    Part("VI. To come", ["18 to 22: what came next"], to_come=True),
]
SENTENCES = {  # by the color that its "bank" takes on
    "the bank charges for every account .": "second",
    "the bank of the river hid the boat .": "value",
}
ROWS = {"look-up\n+ position": 1.0, "layer 1": 2.2, "layer 6": 4.1}  # heights, downward
WORD, HALF = "bank", 0.3  # half of the side of a square


def every_token() -> Figure:
    """Draw the vectors of all tokens of two sentences, and what flows into one of them."""
    figure, panels = plt.subplots(2, 1, figsize=(5.8, 5.8))
    for axes, (sentence, role) in zip(panels, SENTENCES.items(), strict=True):
        _grid(axes, sentence.split(), role)
    title = "Every token has a vector; each layer mixes all of them"
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, weight="bold")
    return figure


def _grid(axes: Axes, tokens: list[str], role: str) -> None:
    """Draw a sentence above its vectors, with lines to those of ``WORD``."""
    place = tokens.index(WORD)
    heights = list(ROWS.values())
    for above, below in ((heights[0], heights[1]), (heights[1] + 0.8, heights[2])):
        for reader in sorted(range(len(tokens)), key=lambda i: i == place):
            color, width = ("0.25", 1.1) if reader == place else ("0.85", 0.6)
            for source in range(len(tokens)):
                ends = [above + HALF, below - HALF]
                axes.plot([source, reader], ends, zorder=1, color=color, linewidth=width)
    for column, token in enumerate(tokens):
        weight = "bold" if column == place else "normal"
        axes.text(column, 0.2, token, ha="center", va="center", fontsize=9.5, weight=weight)
        axes.text(column, heights[1] + 0.7, "⋮", ha="center", va="center", fontsize=10)
        for height in heights:
            own = role_of("embedding" if height == heights[0] else role).color
            fill = own if column == place else "0.93"
            corner = column - HALF, height - HALF
            square = Rectangle(corner, 2 * HALF, 2 * HALF, zorder=2, fc=fill, ec="0.4")
            axes.add_patch(square)
    for name, height in ROWS.items():
        axes.text(-0.6, height, name, ha="right", va="center", fontsize=10)
    longest = max(len(sentence.split()) for sentence in SENTENCES)
    axes.set(xlim=(-2.1, longest - 0.4), ylim=(heights[-1] + 0.4, -0.1))
    axes.axis("off")


def road() -> Figure:
    """Draw the parts of the series below each other, with what leads from one to the next."""
    drawing = Drawing(width=5.7, title="Each part answers what the one before leaves open")
    last: Thing | None = None
    for part in PARTS:
        lines = "\n".join(part.lessons)
        role = "plain" if part.to_come else "first"
        size = WIDE, 0.25 + 0.22 * len(part.lessons)
        place: Placement = {"below": last, "gap": 0.3} if last else {"at": (WIDE / 2, 0.0)}
        box = drawing.box(lines, role=role, size=size, label=part.title, **place)
        last = drawing.note(f"↓ {part.question}", below=box, gap=0.1) if part.question else box
    return drawing.figure()
