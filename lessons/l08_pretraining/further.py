"""Further: short sequences first, and heads for a model that came without one."""

from lessons.l08_pretraining import recorded
from lessons.l08_pretraining.experiments import plateau

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display
from matplotlib.figure import Figure

from workbook import records
from workbook.captions import Captioned, figure, table
from workbook.claims import check, mean_sd

Run = Mapping[str, Any]  # one seed of a record
WAYS = {  # of the experiment ``readout``
    "head on layer 3": "head alone, on layer 3",
    "head on layer 6": "head alone, on layer 6",
    "last layer freed": "head and last layer",
    "last 3 layers freed": "head and last 3 layers",
    "all layers freed": "head and all layers",
    "low rank 32": "head and low-rank updates",
}


def short_sequences() -> Captioned:
    """Show how soon the loss falls with sequences of two lengths."""
    runs: Mapping[str, Sequence[Run]] = records.recorded("plateau")["results"]
    left = {n: [plateau.left_at(run) / 1e6 for run in seeds] for n, seeds in runs.items()}
    check("each of 3 runs with 32 tokens before each with 128", max(left["32"]) < min(left["128"]))
    ends = {
        n: [run["unigram"] - run["validation"][-1] for run in seeds] for n, seeds in runs.items()
    }
    gain = _own_position()
    check("no run 0.1 nats below own position", max(map(max, ends.values())) < gain + 0.1)
    display(
        figure(
            _lengths(runs, gain),
            "8.12",
            "Held-out loss of a small Chinese BERT against the tokens it has read; a line for each "
            "of three seeds.",
            alt="Six curves fall below the frequencies, the three with 32 tokens first. "
            "These end at the dashed line, the others a little above it.",
        )
    )
    rows = [[f"up to {n} tokens", mean_sd(left[n], 2), mean_sd(ends[n], 2)] for n in runs]
    until = f"million tokens read until {plateau.MARGIN} nats below"
    caption = "How soon and how far the loss falls below that of the frequencies (three seeds)."
    return table("8.11", caption, ["sequences", until, "nats below at the end"], rows)


def _own_position() -> float:
    """Return what the chosen position itself tells of the Chinese answers, in nats."""
    run = plateau.prepare({**plateau.CONFIGURATION, "documents": 1500}, "128", seed=0)
    return recorded.own_position_gain(
        plateau.target_counts(run.validation_data), len(run.tokenizer.vocabulary)
    )


def _lengths(runs: Mapping[str, Sequence[Run]], own_position: float) -> Figure:
    drawn, axes = plt.subplots(figsize=(5.8, 3.4))
    for number, (length, seeds) in enumerate(runs.items()):
        for run in seeds:
            losses = np.array(run["validation"]) - run["unigram"]
            (line,) = axes.plot(np.array(run["tokens"]) / 1e6, losses, f"C{number}", linewidth=1)
        line.set_label(f"sequences of up to {length} tokens")
    axes.axhline(0, color="0.3", linestyle=":", label="frequencies alone")
    label = "frequencies and the position itself"
    axes.axhline(-own_position, color="0.3", linestyle="--", label=label)
    axes.set(xlabel="million tokens read", ylabel="nats above the frequencies", ylim=(None, 1))
    axes.set_title("With short sequences the loss falls sooner")
    axes.legend()
    return drawn


def readout() -> Captioned:
    """Show how well each way of training a head on ``minilm`` guesses held-out words."""
    ways = records.recorded("readout")["results"]["ways"]
    right = {
        way: [100 * lines[-1]["held_out_masked_accuracy"] for lines in ways[way]["curves"]]
        for way in WAYS
    }
    middle, top, _, last_3, everything, low_rank = right.values()
    check("the head alone does better on layer 3 than on layer 6", min(middle) > max(top))
    check("with the last three layers it stays below layer 3", max(last_3) < min(middle))
    check("low-rank updates do best", min(low_rank) > max(everything))
    rows = [
        [name, f"{ways[way]['trained'] / 1e6:.1f} M", f"{mean_sd(right[way])}%"]
        for way, name in WAYS.items()
    ]
    longer = records.recorded("readout_long")["results"]["stored"]["masked_accuracy"]
    rows.append(["the same for an hour: `minilm-words`", rows[-1][1], f"{longer:.1%}"])
    caption = "Held-out words of `minilm` guessed right (three seeds; one in the last row)."
    return table("8.12", caption, ["trained", "parameters", "words right"], rows)
