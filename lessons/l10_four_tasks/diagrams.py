"""Diagrams of the lesson on four tasks: heads on one encoder, a choice, and what heads reach."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from workbook.charts import headed
from workbook.diagrams import Drawing
from workbook.diagrams.extents import Placement, Thing, around
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
NAMES = {
    "sentence": "class of the text",
    "pair": "class of a pair",
    "tags": "tags: all of a text",
    "span": "span: both ends",
    "choice": "choice",
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
    **place: Unpack[Placement],
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
        place: Placement = {"below": last, "gap": 0.3} if last else {}
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


def draw_heads(
    rule: Mapping[str, Mapping[str, float]],
    model: Mapping[str, Mapping[str, float]],
    guesses: Mapping[str, float],
    title: str,
) -> Figure:
    """Draw for each part what a rule and a model get right with each head.

    Args:
        rule: For each part, for each head a proportion.
        model: Likewise, and perhaps of more parts.
        guesses: What guessing reaches, for each head.
        title: What the picture shows.
    """
    figure, panels = plt.subplots(len(rule), 1, figsize=(5.6, 5.2), sharex=True)
    look: dict[str, Any] = {"linestyle": "none", "markersize": 9}
    rows = range(len(guesses))
    for axes, part in zip(panels, rule, strict=True):
        ways = [[100 * found[head] for head in guesses] for found in (rule[part], model[part])]
        axes.hlines(rows, *ways, color="0.6", linewidth=2, zorder=1)
        axes.plot(ways[0], rows, "s", color="k", mfc="white", label="rule of places", **look)
        axes.plot(ways[1], rows, "o", color="C0", label="our model", **look)
        guessed = [100 * guess for guess in guesses.values()]
        axes.plot(guessed, rows, "|", color="0.4", label="guessing", **look)
        for height, both in enumerate(zip(*ways, strict=True)):
            words = "{:.0f} | {:.0f}".format(*both)
            axes.annotate(
                words,
                (1.02, height),
                xycoords=axes.get_yaxis_transform(),
                va="center",
                fontsize=11,
                annotation_clip=False,
            )
        axes.set(ylim=(len(guesses) - 0.5, -0.5), xlim=(-4, 104))
        axes.set_yticks(rows, [NAMES[head] for head in guesses], fontsize=11)
        axes.set_title(f"{part}, per cent right (numbers: rule | model)", loc="left", fontsize=11)
    panels[-1].legend(loc="upper center", bbox_to_anchor=(0.4, -0.15), ncols=3, columnspacing=1)
    return headed(figure, title)
