"""Pictures of the first lesson: what was measured, as curves."""

from collections.abc import Mapping

import matplotlib.pyplot as plt
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

LABELS = {"word": "the word itself", "the": "the (control)", ".": "full stop (control)"}


def draw_controls(found: Mapping[str, Float[Tensor, "W L"]]) -> Figure:
    """Plot by layer how well the word and its controls tell meanings apart.

    Thick lines are means over words; around the word's own, each word has a dot.
    """
    figure, axes = plt.subplots(figsize=(6.4, 3.8))
    for (name, values), marker in zip(found.items(), "os^", strict=True):
        mean = values.mean(dim=0)
        axes.plot(100 * mean, marker=marker, label=LABELS[name])
    for number, row in enumerate(found["word"]):
        label = "" if number else "each of the words"
        axes.plot(100 * row, "o", color="C0", alpha=0.3, markersize=4, label=label)
    axes.axhline(50, color="0.5", linestyle=":", label="a coin")
    axes.set(xlabel="after layer (0: the look-up)", ylabel="pairs told apart (%)")
    axes.set_title("The word leads in early layers; later, even the full stop follows", fontsize=11)
    figure.legend(loc="outside lower center", ncols=2)
    return figure
