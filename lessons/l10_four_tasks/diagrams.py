"""Diagrams of the lesson on four tasks: heads on one encoder, and multiple choice."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from workbook.diagrams import Drawing
from workbook.diagrams.extents import Place, Thing, around
from workbook.diagrams.roles import INK

ARROW: dict[str, Any] = dict(
    arrowstyle="-|>", mutation_scale=13, lw=1.4, color=INK, shrinkA=0, shrinkB=0
)
TOKEN = (0.55, 0.36)
NOTHING, REFUSE = "0.0\n0.0", "1.0\n1.0"
SPAN_LOGITS = (REFUSE, NOTHING, NOTHING, NOTHING, NOTHING, "1.6\n0.1", "3.0\n3.4", NOTHING)
PANELS = {  # a task: its tokens, whose text they are, its head, and what comes out above which
    "class of a text": ("[CLS] Anna kept … [SEP]", "-111-", "D → 12", {0: "music"}),
    "class of a pair": ("[CLS] kept [SEP] has [SEP]", "-1-2-", "D → 3", {0: "entailment"}),
    "tag of each word": (
        "[CLS] Anna kept cello [SEP]",
        "-111-",
        "D → 4",
        {1: "PER", 2: "O", 3: "HAS"},
    ),
    "score of an ending": ("[CLS] kept [SEP] tuned [SEP]", "-1-2-", "D → 1", {0: "2.7"}),
    "span: two logits at every token": (
        "[CLS] what ? [SEP] kept the cello [SEP]",
        "-11-222-",
        "D → 2",
        dict(enumerate(SPAN_LOGITS)),
    ),
}


def five_heads() -> Figure:
    """Draw an encoder five times, with the head of a task above it, and what each head reads."""
    drawing = Drawing(title="One encoder; only the head differs, and where it reads", width=6.4)
    for number, (name, (words, texts, head, outputs)) in enumerate(PANELS.items()):
        across = 1.5 if number == len(PANELS) - 1 else 3.0 * (number % 2)
        corner = (across, -2.6 * (number // 2))
        roles = [{"1": "first", "2": "second"}.get(text, "plain") for text in texts]
        _task(drawing, name, words.split(), roles, head, outputs, at=corner)
    return drawing.figure()


def _task(
    drawing: Drawing,
    name: str,
    words: Sequence[str],
    roles: Sequence[str],
    head: str,
    outputs: Mapping[int, str],
    **place: Unpack[Place],
) -> None:
    text = drawing.tokens(words, roles, TOKEN, between=0.03, **place)
    encoder = drawing.box("encoder", "layer", (text.body.size[0], 0.4), above=text, gap=0.2)
    drawing.arrows(text, [encoder] * len(words))
    read = [text[where] for where in outputs]
    wide = read[-1].body.right - read[0].body.left if len(read) > 1 else 0.95
    align = around(read)
    box = drawing.box(head, "plain", (wide, 0.36), above=encoder, align=align, gap=0.25)
    for token in read:  # the head reads the vector of each of these
        across = token.body.center[0]
        ends = (across, encoder.body.top), (across, box.body.bottom)
        drawing.add(FancyArrowPatch(*ends, **ARROW))
    notes = [
        drawing.note(words_out, above=box, align=text[where], gap=0.12)
        for where, words_out in outputs.items()
    ]
    if "\n" in outputs[min(outputs)]:
        drawing.note("first\nlast", left_of=notes[0], gap=0.12)
    drawing.note(name, below=text, gap=0.08)


def choices(context: str, endings: Sequence[str], probabilities: Sequence[float]) -> Figure:
    """Draw multiple choice: an input, a score for each ending, and one softmax over the scores."""
    drawing = Drawing(title="Endings are read one by one and meet in one softmax", width=7.2)
    wide, high = (3.12, 0.4), 0.4
    scores: list[Thing] = []
    last: Thing | None = None
    for ending in endings:
        place: Place = {"below": last, "gap": 0.3} if last else {}
        first = drawing.box(context, "first", wide, **place)
        last = drawing.box(ending, "second", wide, below=first, gap=0.04)
        encoder = drawing.box("encoder", "layer", (0.9, high), right_of=last, gap=0.22)
        scores.append(drawing.box("score", "output", (0.65, high), right_of=encoder, gap=0.22))
        drawing.arrow(last, encoder)
        drawing.arrow(encoder, scores[-1])
    softmax = drawing.box("softmax", "plain", (0.85, 0.6), right_of=scores, gap=0.3)
    for score, probability in zip(scores, probabilities, strict=True):
        drawing.arrow(score, softmax)
        found = drawing.note(f"{probability:.2f}", right_of=softmax, align=score, gap=0.3)
        drawing.arrow(softmax, found)
    return drawing.figure()
