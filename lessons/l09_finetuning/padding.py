"""What batches of texts look like: how much of what a model reads is text, and how much padding."""

from lessons.l09_finetuning.figures import headline

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

COLORS = ListedColormap(["white", "#bdbdbd", "#0072B2"])  # nothing, padding, text
Batches = Sequence[tuple[np.ndarray, int]]  # for each batch its texts' lengths, and its width


def text_share(batches: Batches) -> float:
    """Return which proportion of the tokens that a model reads is text, and not padding."""
    texts = sum(int(lengths.sum()) for lengths, _ in batches)
    return texts / sum(len(lengths) * width for lengths, width in batches)


def padding_title(ways: Mapping[str, Batches]) -> str:
    """Say how much of what is read is text, for each way of making batches."""
    parts = [f"{text_share(batches):.0%}" for batches in ways.values()]
    return f"Text is {', '.join(parts[:-1])} and {parts[-1]} of what the model reads"


def draw_padding(ways: Mapping[str, Batches], drawn: int = 4) -> Figure:
    """Draw the tokens of texts in batches: a row for each text, filled where it has text.

    Args:
        ways: For each way of making batches: the lengths of each batch's texts, and its width.
        drawn: How many of the batches are drawn, the first ones; what the titles say is of all.
    """
    seen = {name: batches[:drawn] for name, batches in ways.items()}
    longest = max(width for batches in seen.values() for _, width in batches)
    shape = (5.6, 2.4 * len(ways) + 0.8)
    figure, panels = plt.subplots(len(ways), 1, figsize=shape, squeeze=False, sharex=True)
    for axes, (name, batches) in zip(panels[:, 0], ways.items(), strict=True):
        places = np.arange(longest)
        rows = [
            np.where(places < length, 2, np.where(places < width, 1, 0))
            for lengths, width in seen[name]
            for length in lengths
        ]
        axes.imshow(np.array(rows), aspect="auto", cmap=COLORS, vmin=0, vmax=2)
        top = -0.5
        for lengths, width in seen[name]:
            frame = Rectangle((-0.5, top), width, len(lengths), fill=False, edgecolor="k", lw=1.5)
            axes.add_patch(frame)
            top += len(lengths)
        axes.set_title(f"{name}: {text_share(batches):.0%} is text", fontsize="medium")
        axes.set(ylabel="text", xlim=(-1.5, longest + 0.5), ylim=(top + 0.7, -1.2))
    panels[-1][0].set_xlabel(f"token (frames: the first {drawn} of {len(batches)} batches)")
    keys = [Patch(color=COLORS(place), label=key) for place, key in ((2, "text"), (1, "padding"))]
    figure.legend(handles=keys, loc="outside lower center", ncols=2)
    headline(figure, padding_title(ways))
    return figure
