"""Further: what the two long runs learn first, words or pairs."""

from lessons.l08_pretraining.letter_models import name_line

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from bertlab.model.pretrained import run_record
from workbook.captions import Captioned, figure, table
from workbook.claims import check

Run = Mapping[str, Any]  # of a checkpoint
LONG_RUNS = "bert-mini-zh", "bert-mini-en"
WORDS, PAIRS = "validation_masked_accuracy", "validation_next_accuracy"


def words_or_pairs() -> Captioned:
    """Show what the two long runs learn, and what they can do in the end."""
    runs = {name: run_record(name) for name in LONG_RUNS}
    at_5000 = [_line(run, 5000) for run in runs.values()]
    done = [
        x[WORDS] / _line(run, 12_000)[WORDS] for x, run in zip(at_5000, runs.values(), strict=True)
    ]
    check("after 5,000 updates both have 4/5 of their words", min(done) > 0.8)
    check("and under 57% of the pairs", max(x[PAIRS] for x in at_5000) < 0.57)
    before, after = (
        [excess(run, *span) for run in runs.values()] for span in ((1600, 2000), (2600, 3000))
    )
    check("before the gray line the held-out loss is far higher, after it not",
          min(before) > 0.8 and max(after) < 0.2)  # fmt: skip
    display(
        figure(
            _long_runs(runs),
            "8.11",
            "Held-out accuracy of both runs. At the gray line the texts get longer. Just before it "
            f"the loss for words is {before[0]:.1f} (zh) and {before[1]:.1f} nats (en) higher on "
            f"held-out text than in training; just after it, {after[0]:.1f} and {after[1]:.1f}.",
            alt="Above: the accuracy for words is low until the gray line, rises steeply and then "
            "slowly. Below: the accuracy for pairs stays near one half at first, and rises late.",
        )
    )
    rows = [
        [f"`{name}`", source, f"{scores['examples']:,}",
         f"{scores['masked_accuracy']:.1%}", f"{scores['next_accuracy']:.1%}"]
        for name, run in runs.items()
        for source, scores in run["validation"].items()
    ]  # fmt: skip
    fewest = min(x["examples"] for run in runs.values() for x in run["validation"].values())
    caption = (
        "In the end, on all held-out text of each corpus. A tenth of the chosen positions show the "
        f"answer. With {fewest} pairs, a coin's standard error is {50 / fewest**0.5:.0f} points."
    )
    columns = ["model", "corpus", "pairs of texts", "words right", "pairs right"]
    return table("8.10", caption, columns, rows)


def _line(run: Run, step: int) -> Mapping[str, float]:
    (line,) = (line for line in run["history"] if line["step"] == step)
    return line


def excess(run: Run, first: int, last: int) -> float:
    """Return by how many nats a run's loss for words is higher on held-out text than in training.

    Args:
        run: As ``run_record`` returns it.
        first: The means are taken of what is logged from this update
        last: to this one.
    """
    lines = [line for line in run["history"] if first <= line["step"] <= last]
    return float(np.mean([line["validation_masked_lm"] - line["masked_lm"] for line in lines]))


def _long_runs(runs: Mapping[str, Run]) -> Figure:
    drawn, panels = plt.subplots(2, 1, figsize=(5.8, 3.8), sharex=True)
    for axes, score, words in zip(panels, (WORDS, PAIRS), ("words", "pairs"), strict=True):
        for number, (name, run) in enumerate(runs.items()):
            steps, values = zip(*((x["step"], x[score]) for x in run["history"]), strict=True)
            axes.plot(steps, values, f"C{number}")
            name_line(axes, name, steps[-1], np.mean(values[-5:]), f"C{number}")
            axes.axvline(run["configuration"]["short_steps"], color="0.7", linewidth=0.8)
        axes.set_ylabel(f"{words} right")
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    error = max(0.5 / run["configuration"]["held_out"] ** 0.5 for run in runs.values())
    panels[1].axhspan(0.5 - 2 * error, 0.5 + 2 * error, color="0.9", zorder=0)
    panels[1].annotate("a coin,\n± 2 std. errors", (12_200, 0.5), va="center", color="0.35")
    panels[1].set(
        xlabel="updates", ylim=(0.42, None), xlim=(0, 15_600), xticks=range(0, 12_001, 3000)
    )
    drawn.suptitle("Words come first, pairs later", fontweight="bold")
    return drawn
