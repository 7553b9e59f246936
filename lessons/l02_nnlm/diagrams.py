"""Diagrams of the lesson on neural language models: look-up, network, recurrence, truncation."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch
from torch import Tensor

from workbook.diagrams import Drawing
from workbook.diagrams.extents import Thing
from workbook.diagrams.roles import INK


def look_up(table: Float[Tensor, "V m"], word: int, words: Sequence[str]) -> Figure:
    """Draw a one-hot vector times C: what comes out is one row of C.

    Args:
        table: C, a row for each word.
        word: The index of the word.
        words: All words.
    """
    hot = torch.zeros(1, len(words))
    hot[0, word] = 1
    drawing = Drawing(width=5.0, title="One-hot times C is one row of C")
    left = drawing.matrix(hot, "plain", "one-hot", shape="(1, V)", columns=words, decimals=0)
    times = drawing.note("×", below=left, gap=0.1)
    matrix = drawing.matrix(
        table, "embedding", "$C$", shape="(V, m)", rows=words, below=times, gap=0.1
    )
    equals = drawing.note("=", right_of=matrix, gap=0.2)
    drawing.matrix(
        table[word][None], "embedding", f"vector of “{words[word]}”", shape="(1, m)",
        right_of=equals, gap=0.3,
    )  # fmt: skip
    return drawing.figure()


def network(
    window: Sequence[str],
    words: Sequence[str],
    probabilities: Sequence[float],
    direct: bool = False,
) -> Figure:
    """Draw the network from below: look-ups, vectors end to end, tanh layer, scores, softmax.

    Args:
        window: The words before the one to predict.
        words: The words that the model finds most probable.
        probabilities: Theirs.
        direct: Whether the connections past the tanh layer are drawn.
    """
    drawing = Drawing(width=6.0, title=f"{len(window)} words in, a probability for every word out")
    size, wide = (1.1, 0.4), (4.7, 0.42)
    text = drawing.tokens(window, size=size, between=0.1)
    rows = drawing.row(["row of $C$"] * len(window), "embedding", size, 0.1, above=text, gap=0.4)
    drawing.arrows(text, rows, label="look up")
    x = drawing.box("$x$: the rows, end to end", "embedding", wide, above=rows, gap=0.4)
    drawing.arrows(rows, [x] * len(window), label="(m)")
    hidden = drawing.box("tanh layer, $H$ and $d$", "layer", (3.3, 0.42), above=x, gap=0.45)
    drawing.arrow(x, hidden, label="(T m)")
    scores = drawing.box("scores of all words, $U$ and $b$", "layer", wide, above=hidden, gap=0.45)
    drawing.arrow(hidden, scores, label="(D)")
    if direct:
        drawing.skip(x, scores, label="$W$\n(not in\nours)")
    bars = drawing.bars(probabilities, words, label="P(next word)", above=scores, gap=0.55)
    drawing.arrow(scores, bars, label="softmax: (V)")
    return drawing.figure()


def recurrent(words: Sequence[str]) -> Figure:
    """Draw a recurrent network along a text: each state is made of a word and the state before."""
    drawing = Drawing(width=5.6, title="The state is carried along")
    text, states = _states(drawing, words, 0.65)
    guesses = drawing.row(
        [f"$y_{place}$" for place in range(1, 1 + len(words))], "output", (0.85, 0.4), 0.65,
        above=states, gap=0.45,
    )  # fmt: skip
    drawing.arrows(states, guesses, label="U")
    drawing.note("scores (V)", right_of=guesses, gap=0.15)
    drawing.note("state (D)", right_of=states, gap=0.15)
    drawing.note("word", right_of=text, gap=0.15)
    return drawing.figure()


def truncated(words: Sequence[str], chunk_size: int) -> Figure:
    """Draw two chunks: the value of the state goes on, the gradient goes back inside a chunk.

    Args:
        words: As many as two chunks hold.
        chunk_size: Words of a chunk.
    """
    drawing = Drawing(width=5.6, title="The state goes on; the gradient stays in its chunk")
    text, states = _states(drawing, words, 0.4)
    for place in range(1, len(words)):
        ends = states.parts[place], states.parts[place - 1]
        label = "gradient" if place == 1 else ""
        if place % chunk_size:
            drawing.arrow(*ends, label, ("top", "top"), bend=0.6, role="key")
        else:
            _wall(drawing, *ends)
    for start in range(0, len(words), chunk_size):
        chunk = text.parts[start : start + chunk_size]
        drawing.bracket(chunk, f"chunk {start // chunk_size + 1}")
    return drawing.figure()


def _wall(drawing: Drawing, after: Thing, before: Thing) -> None:
    """Draw a dashed wall between two states: no gradient passes it."""
    middle = (before.body.right + after.body.left) / 2
    bottom, top = after.body.bottom - 0.1, after.body.top + 0.25
    edge = FancyArrowPatch(
        (middle, bottom), (middle, top), arrowstyle="-", ls="--", lw=2, color=INK, zorder=1
    )
    drawing.add(edge)
    drawing.note("detach()", at=(middle, top + 0.12))


def _states(drawing: Drawing, words: Sequence[str], between: float) -> tuple[Thing, Thing]:
    """Draw words and the states above them, each joined to the one before."""
    text = drawing.tokens(words, size=(0.85, 0.4), between=between)
    names = [f"$s_{place}$" for place in range(1, 1 + len(words))]
    states = drawing.row(names, "hidden", (0.85, 0.4), between, above=text, gap=0.45)
    drawing.arrows(text, states, label="C")
    for place in range(1, len(words)):
        label = "R" if place == 1 else ""
        ends = states.parts[place - 1], states.parts[place]
        drawing.arrow(*ends, label=label, label_on="below")
    return text, states
