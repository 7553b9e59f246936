"""Further: which parts BERT needs, asked of models that read letter by letter."""

from lessons.l08_pretraining import recorded
from lessons.l08_pretraining.recorded import KINDS, Curves

from collections.abc import Mapping

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from workbook.captions import Captioned, figure, table
from workbook.claims import check, mean_sd


def which_kind() -> Captioned:
    """Show what the letter models guess while they learn, and in the end."""
    accuracy, pairs = (
        {kind: recorded.curves(kind, f"held_out_{name}_accuracy") for kind in kinds}
        for name, kinds in (("masked", KINDS), ("next", ("full", "full, small", "full, large")))
    )
    hidden = {kind: np.array(recorded.accuracies_where_hidden(kind)) for kind in KINDS}
    lead = _lead(accuracy["left to right"], accuracy["full"])
    _check_curves(accuracy, lead)
    where_hidden = 100 * (hidden["left to right"].mean() - hidden["full"].mean())
    check("at hidden positions it leads by twice as much", where_hidden > 2 * lead[1600])
    coin = np.array([curves.values[:, -1] for curves in pairs.values()])
    check("pairs: no run 3 standard errors from a coin", abs(coin - 0.5).max() < 1.5 / 400**0.5)
    drawn = {KINDS[k]: accuracy[k] for k in KINDS if k != "without next sentences"}
    display(
        figure(
            _learning(drawn),
            "8.10",
            "Held-out letters guessed right, at all chosen positions; a line for each of three "
            f"seeds. Left to right leads the standard by {lead[100]:.0f} points after 100 updates, "
            f"by {lead[500]:.0f} after 500 and by {lead[1600]:.0f} after 1,600.",
            alt="Left to right rises at once. The others stay near 20% first: the standard for "
            "500 to 600 updates, four layers for 600 to 800. None crosses left to right.",
        )
    )
    rows = [
        [name, _percent(accuracy[kind].values[:, -1]), _percent(hidden[kind]),
         _percent(pairs[kind].values[:, -1]) if kind in pairs else ""]
        for kind, name in KINDS.items()
    ]  # fmt: skip
    return table(
        "8.9",
        "Held-out letters and pairs guessed right after 1,600 updates (mean and standard deviation "
        "of three seeds). *Hidden*: without the positions that show a letter to the masked models.",
        ["letter model", "all positions", "hidden", "pairs"],
        rows,
    )


def _percent(proportions: np.ndarray) -> str:
    return f"{mean_sd(100 * proportions)}%"


def _check_curves(accuracy: Mapping[str, Curves], lead: Mapping[int, float]) -> None:
    """State what the text says of the letter models' curves."""
    right = {kind: 100 * curves.values[:, -1] for kind, curves in accuracy.items()}
    names = "full", "full, small", "without next sentences"
    full, small, alone = (right[kind].mean() for kind in names)
    check("left to right is ahead in each seed", min(right["left to right"]) > max(right["full"]))
    check("its lead grows, then shrinks to under half, and the curves do not cross",
          lead[100] < lead[500] and 0 < lead[1600] < lead[500] / 2)  # fmt: skip
    check("without pairs, as many letters", abs(alone - full) < 1.5)
    check("half the width costs about 7 points", abs(full - small - 7) < 0.5)
    check("four layers are below two", max(right["full, large"]) < min(right["full"]))
    at_700 = {kind: curves.values[:, curves.steps.index(700)] for kind, curves in accuracy.items()}
    check("they leave the plateau later", max(at_700["full, large"]) < min(at_700["full"]))


def _lead(ahead: Curves, behind: Curves) -> dict[int, float]:
    """Return by how many points one kind guesses more than another, by updates."""
    points = 100 * (ahead.values.mean(axis=0) - behind.values.mean(axis=0))
    return dict(zip(ahead.steps, points.tolist(), strict=True))


def _learning(found: Mapping[str, Curves]) -> Figure:
    drawn, axes = plt.subplots(figsize=(5.8, 3.4))
    for number, (name, (steps, values)) in enumerate(found.items()):
        axes.plot(steps, values.T, f"C{number}", linewidth=1)
        name_line(axes, name, steps[-1], float(values[:, -1].mean()), f"C{number}")
    axes.set(xlabel="updates", ylabel="letters guessed right", ylim=(0, None), xlim=(0, 2120))
    axes.set_xticks(range(0, 1601, 400))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_title("Left to right is ahead, and its lead shrinks")
    return drawn


def name_line(axes: Axes, name: str, x: float, y: float, color: str) -> None:
    """Write the name of a line beside its end."""
    axes.annotate(name, (x, y), (5, 0), textcoords="offset points", va="center", color=color,
                  weight="bold", annotation_clip=False)  # fmt: skip
