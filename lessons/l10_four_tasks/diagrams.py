"""Diagrams of the lesson on four tasks: heads on one encoder, and multiple choice."""

from collections.abc import Mapping, Sequence
from typing import Unpack

from matplotlib.figure import Figure

from workbook.diagrams import Drawing
from workbook.diagrams.extents import Place, Thing

TOKEN = (0.66, 0.36)
PANELS = {  # a task: its tokens, their texts, and what comes out above which of them
    "single sentence": ("[CLS] Anna kept the [SEP]", "-111-", {0: "class"}),
    "pair of sentences": ("[CLS] kept [SEP] has [SEP]", "-1-2-", {0: "class"}),
    "tagging": ("[CLS] Anna kept the [SEP]", "-111-", {1: "B-PER", 2: "O", 3: "O"}),
    "span in a passage": ("[CLS] who? [SEP] Anna Lee", "-1-22", {3: "start", 4: "end"}),
}


def four_tasks() -> Figure:
    """Draw the paper's Figure 4: the same encoder four times, with a head where a task reads."""
    drawing = Drawing(title="One encoder; what differs is the head, and where it reads", width=7.6)
    for number, (name, (words, texts, heads)) in enumerate(PANELS.items()):
        corner = (3.75 * (number % 2), -2.4 * (number // 2))
        roles = [{"1": "first", "2": "second"}.get(text, "plain") for text in texts]
        _task(drawing, name, words.split(), roles, heads, at=corner)
    return drawing.figure()


def _task(
    drawing: Drawing,
    name: str,
    words: Sequence[str],
    roles: Sequence[str],
    heads: Mapping[int, str],
    **place: Unpack[Place],
) -> None:
    text = drawing.tokens(words, roles, TOKEN, between=0.03, **place)
    encoder = drawing.box("encoder", "layer", (text.body.size[0], 0.4), above=text, gap=0.25)
    drawing.arrows(text, [encoder] * len(words))
    boxes = [
        drawing.box(head, "output", TOKEN, above=encoder, align=text[where], gap=0.3)
        for where, head in heads.items()
    ]
    for box in boxes:
        drawing.arrow(encoder, box)
    drawing.note(name, above=boxes[0], align=encoder, gap=0.1)


def choices(context: str, endings: Sequence[str], probabilities: Sequence[float]) -> Figure:
    """Draw multiple choice: an input, a score for each ending, and one softmax over the scores."""
    drawing = Drawing(title="Endings are read one by one and meet in one softmax", width=8.2)
    wide, high = (3.8, 0.4), 0.4
    scores: list[Thing] = []
    last: Thing | None = None
    for ending in endings:
        place: Place = {"below": last, "gap": 0.3} if last else {}
        first = drawing.box(context, "first", wide, **place)
        last = drawing.box(ending, "second", wide, below=first, gap=0.04)
        encoder = drawing.box("encoder", "layer", (0.9, high), right_of=last, gap=0.25)
        scores.append(drawing.box("score", "output", (0.65, high), right_of=encoder, gap=0.25))
        drawing.arrow(last, encoder)
        drawing.arrow(encoder, scores[-1])
    softmax = drawing.box("softmax", "plain", (0.85, 0.6), right_of=scores, gap=0.4)
    for score, probability in zip(scores, probabilities, strict=True):
        drawing.arrow(score, softmax)
        found = drawing.note(f"{probability:.2f}", right_of=softmax, align=score, gap=0.4)
        drawing.arrow(softmax, found)
    return drawing.figure()
