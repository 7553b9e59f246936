"""Diagrams of the lesson on ELMo: readers, what they see, the leak, the cell, the mix."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

from workbook.diagrams import Drawing, Thing
from workbook.diagrams.extents import Placement

SIZE, APART = (0.72, 0.42), 0.26
LEAK = (  # what the diagram of the leak shows, in words
    "At 'left', layer 1 has a forward and a backward LSTM. Numbered arrows lead from 'early' to "
    "the backward LSTM at 'early', from there to the backward LSTM at 'left', up to layer 2, and "
    "to its guess of the next word, 'early'."
)


def two_readers(words: Sequence[str]) -> Figure:
    """Draw the two language models on one sentence: one reads above it, the other below."""
    count = len(words)
    drawing = Drawing(6.3, title="Two readers: one from the left, one from the right")
    vectors = drawing.row(words, "embedding", SIZE, APART)
    drawing.note("word vectors\n(shared)", left_of=vectors, gap=0.15)
    for forward in (True, False):
        cells = drawing.row(["LSTM"] * count, "layer", SIZE, APART, **_beyond(vectors, forward))
        targets = [*words[1:], "–"] if forward else ["–", *words[:-1]]
        roles = ["plain" if target == "–" else "output" for target in targets]
        guesses = drawing.row(targets, roles, SIZE, APART, **_beyond(cells, forward))
        drawing.arrows(vectors, cells)
        drawing.arrows(cells, guesses)
        for before in range(count - 1):
            pair = cells[before], cells[before + 1]
            drawing.arrow(*(pair if forward else pair[::-1]))
        name, side = ("forward", "next") if forward else ("backward", "previous")
        drawing.note(f"{name}\nreader", left_of=cells, gap=0.15)
        drawing.note(f"{side} word\n(softmax,\nshared)", left_of=guesses, gap=0.15)
    return drawing.figure()


def _beyond(row: Thing, forward: bool) -> Placement:
    """Place what belongs to the forward reader above, to the backward reader below."""
    return {"above": row, "gap": 0.4} if forward else {"below": row, "gap": 0.4}


ELMO = (  # what the diagram of the network shows, in words
    "Two columns, from the left and from the right, over one word vector. Each has an LSTM of "
    "layer 1 and one of layer 2, whose input is added to its output. Between them, each level "
    "gives a vector: "
    "layers[0] is the word vector twice, layers[1] and layers[2] are both columns side by side."
)


def elmo() -> Figure:
    """Draw both columns of the network at one word, and the three layers that it returns."""
    drawing = Drawing(6.4, title="ELMo at one word: the columns\nmeet only in what is returned")
    column, half, apart = (1.1, 0.56), (1.06, 0.42), 2.7
    word = drawing.box("word vector", "embedding", (2 * column[0] + apart, 0.42))
    twice = drawing.row(
        ["word vector"] * 2, "hidden", (1.2, 0.42), 0.0, above=word, gap=0.3, label="layers[0]"
    )
    drawing.arrow(word, twice)
    low, high = word, word
    for number in (1, 2):
        names = [f"LSTM {number},\n{side}" for side in ("from left", "from right")]
        gap = 1.2 if number == 1 else 0.45
        low, high = high, drawing.row(names, "layer", column, apart, above=high, gap=gap)
        drawing.arrows(low if number == 2 else [word, word], high)
    wide = 0.5
    plus = drawing.row(
        ["+", "+"], "plain", (wide, 0.36), column[0] + apart - wide, above=high, gap=0.35
    )
    drawing.arrows(high, plus)
    for place, side in enumerate(("left", "right")):
        drawing.skip(low[place], plus[place], side=side, gap=0.25)
    for number, level in ((1, low), (2, plus)):
        gap = (apart - 2 * half[0]) / 2 + (column[0] - wide) / 2 * (number - 1)
        joined = drawing.row(
            ["from left", "from right"],
            "hidden",
            half,
            0.0,
            right_of=level[0],
            gap=gap,
            label=f"layers[{number}]",
        )
        drawing.arrows(level, joined)
    return drawing.figure()


def what_is_seen(words: Sequence[str]) -> Figure:
    """Draw which words each state of a forward and of a backward reader has read."""
    everything = torch.ones(len(words), len(words), dtype=torch.bool)
    drawing = Drawing(5.0, title="Forward states have read the left,\nbackward states the right")
    seen = ("has read", "has not")
    first = drawing.mask(
        everything.tril(), words, words, label="rows: forward states; columns: words", words=seen
    )
    drawing.mask(
        everything.triu(),
        words,
        words,
        label="rows: backward states; columns: words",
        words=seen,
        below=first,
        gap=0.3,
    )
    return drawing.figure()


def leak() -> Figure:
    """Draw how the answer reaches a forward state if layer 2 reads both halves of layer 1."""
    drawing = Drawing(6.3, title="If layer 2 reads both halves\nof layer 1, it reads the answer")
    names = [f"layer 1,\n{half}" for half in ("forward", "backward", "backward")]
    first = drawing.row(names, "layer", (1.4, 0.55), 0.5)
    left = drawing.box("left", "embedding", (2.1, 0.42), below=[first[0], first[1]], gap=0.42)
    early = drawing.box("early", "embedding", (1.4, 0.42), below=first[2], gap=0.42)
    second = drawing.box(
        "layer 2, forward", "layer", (2.1, 0.42), above=[first[0], first[1]], gap=0.42
    )
    guess = drawing.box("next word: early!", "output", (2.1, 0.42), above=second, gap=0.34)
    drawing.arrow(left, first[0])
    drawing.arrow(left, first[1])
    drawing.arrow(first[0], second)
    drawing.arrow(early, first[2], label="1", role="key")
    drawing.arrow(first[2], first[1], label="2", role="key")
    drawing.arrow(first[1], second, label="3", role="key")
    drawing.arrow(second, guess, label="4", role="key")
    return drawing.figure()


def cell() -> Figure:
    """Draw one step of an LSTM: the memory runs along the top, gates act on it from below."""
    drawing = Drawing(6.7, title="One step of an LSTM: the memory\nis kept, added to, and shown")
    size, tall = (1.06, 0.56), (1.06, 0.76)
    before = drawing.box("memory\nbefore,\n$c_{t-1}$", "hidden", tall)
    keep = drawing.box("× f\n(keep)", "plain", size, right_of=before, gap=0.26)
    add = drawing.box("+ i · g\n(take in)", "plain", size, right_of=keep, gap=0.26)
    after = drawing.box("memory\nafter,\n$c_t$", "hidden", tall, right_of=add, gap=0.26)
    display = drawing.box("tanh, × o\n(show)", "plain", size, right_of=after, gap=0.26)
    state = drawing.box("state $h_t$,\nfor step\nt + 1", "hidden", tall, above=display, gap=0.5)
    for start, end in ((before, keep), (keep, add), (add, after), (after, display)):
        drawing.arrow(start, end)
    drawing.arrow(display, state)
    gates = [
        _gate(drawing, name, keep if name == "f" else add if name == "i, g" else display)
        for name in ("f", "i, g", "o")
    ]
    inputs = drawing.box(
        "word vector $x_t$, and state before, $h_{t-1}$",
        "embedding",
        (5.2, 0.42),
        below=gates,
        gap=0.5,
    )
    for gate in gates:
        drawing.arrow(inputs, gate)
    return drawing.figure()


def _gate(drawing: Drawing, name: str, target: Thing) -> Thing:
    gate = drawing.box(name, "layer", (0.8, 0.42), below=target, gap=0.5)
    drawing.arrow(gate, target)
    return gate


def turned(words: Sequence[str], places: int) -> Figure:
    """Draw a padded row as written, reversed with its padding, and reversed within its length."""
    padding = ["[PAD]"] * (places - len(words))
    rows = {
        "as\nwritten": [*words, *padding],
        "the\nfriend's": [*padding, *reversed(words)],
        "what is\nneeded": [*reversed(words), *padding],
    }
    drawing = Drawing(
        6.2, title="The backward reader must begin\nat the row's own end, not at padding"
    )
    above: Thing | None = None
    for name, row in rows.items():
        place: Placement = {"below": above, "gap": 0.25} if above else {}
        above = drawing.tokens(row, "first", (0.62, 0.42), **place)
        drawing.note(name, left_of=above, gap=0.2)
    return drawing.figure()


def mix(layers: Float[Tensor, "layers F"], w: Float[Tensor, " layers"], gamma: float) -> Figure:
    """Draw the scalar mix of one token's layers, with its numbers."""
    weights = w.softmax(dim=0)
    total = (weights[:, None] * layers).sum(dim=0, keepdim=True)
    names = [f"w = {number:.2g}" for number in w.tolist()]
    drawing = Drawing(6.4, title="The task weighs the layers,\nadds them up, and scales the sum")
    bars = drawing.bars(weights, names, role="weight", label="s = softmax(w)", longest=0.7)
    rows = ["word vector", *(f"layer {number}" for number in range(1, len(w)))]
    states = drawing.matrix(layers, "hidden", "layers", rows=rows, right_of=bars, gap=0.5)
    added = drawing.matrix(total, role="hidden", label="sum", below=states, gap=0.7)
    result = drawing.matrix(gamma * total, role="hidden", label="mix", right_of=added, gap=0.9)
    drawing.arrow(bars, states, label="×")
    drawing.arrow(states, added, label="add up")
    drawing.arrow(added, result, label=f"× γ = {gamma:g}")
    return drawing.figure()
