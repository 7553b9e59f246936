"""The figures and tables of the further experiments, each with its number, caption and words."""

from lessons.l08_pretraining import recorded
from lessons.l08_pretraining.experiments import plateau
from lessons.l08_pretraining.recorded import KINDS, Curves

import html
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from bertlab.model.pretrained import run_record
from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.generation import Candidate, MaskedModel, fill_mask
from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook import records
from workbook.captions import Captioned, figure, table
from workbook.claims import check, mean_sd
from workbook.exercises.tasks import task
from workbook.path import choose, explore, text

Experts = Mapping[str, tuple[MaskedModel, WordPieceTokenizer]]
Run = Mapping[str, Any]  # of a checkpoint, or one seed of a record

ROW = "display: flex; flex-wrap: wrap; gap: 3px 14px"  # on a phone the guesses go on below
LONG_RUNS = "bert-mini-zh", "bert-mini-en"
WORDS, PAIRS = "validation_masked_accuracy", "validation_next_accuracy"
WAYS = {  # of the experiment ``readout``
    "head on layer 3": "head alone, on layer 3",
    "head on layer 6": "head alone, on layer 6",
    "last layer freed": "head and last layer",
    "last 3 layers freed": "head and last 3 layers",
    "all layers freed": "head and all layers",
    "low rank 32": "head and low-rank updates",
}


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
        _name(axes, name, steps[-1], float(values[:, -1].mean()), f"C{number}")
    axes.set(xlabel="updates", ylabel="letters guessed right", ylim=(0, None), xlim=(0, 2120))
    axes.set_xticks(range(0, 1601, 400))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_title("Left to right is ahead, and its lead shrinks")
    return drawn


def _name(axes: Axes, name: str, x: float, y: float, color: str) -> None:
    """Write the name of a line beside its end."""
    axes.annotate(name, (x, y), (5, 0), textcoords="offset points", va="center", color=color,
                  weight="bold", annotation_clip=False)  # fmt: skip


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
            _name(axes, name, steps[-1], np.mean(values[-5:]), f"C{number}")
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


def experts() -> Experts:
    """Return three models that fill gaps, with their tokenizers."""
    folder, load = WordPieceTokenizer.from_folder, BertForPreTraining.from_pretrained
    guesser = {"minilm-words": (from_change("minilm-words"), folder("minilm"))}
    return guesser | {name: (load(name), folder(name)) for name in LONG_RUNS}


def play(models: Experts) -> None:
    """Let a reader write a sentence with gaps, and show what a model fills in."""

    def draw(model: str, sentence: str) -> str:
        return gap_table(sentence, fill_mask(*models[model], sentence))

    alt = "A table: for each gap of a sentence the likeliest pieces with their probabilities."
    ship = text("The ship sank in the Atlantic [MASK].", label="text")
    explore(draw, alt=alt, model=choose(list(models)), sentence=ship)


def gap_table(sentence: str, gaps: Sequence[Sequence[Candidate]]) -> str:
    """Return HTML: for each [MASK] of a sentence its likeliest pieces."""
    rows = ""
    for number, gap in enumerate(gaps, start=1):
        guesses = "".join(
            f"<span>{html.escape(c.piece)}&nbsp;{c.probability:.0%}</span>" for c in gap
        )
        rows += f'<div style="{ROW}"><b>gap {number}</b>{guesses}</div>'
    return f"<p>{html.escape(sentence)}</p>{rows}"


def compare_ends(
    model: MaskedModel, tokenizer: WordPieceTokenizer, start: str, ends: Sequence[str]
) -> None:
    """Print what a model fills into a sentence with several ends, and whether the ends decide."""

    def slip(theirs: Sequence[str]) -> str:
        gaps = [fill_mask(model, tokenizer, f"{start} {end}", top=3)[0] for end in theirs]
        for end, gap in zip(theirs, gaps, strict=True):
            print(f"... {end} {', '.join(candidate.piece for candidate in gap)}")
        if len(theirs) < 2:
            return "Give two ends."
        if {end.strip(" .") for end in theirs} == {"and went in", "and began to read"}:
            return "Those are the ends of the first page: find some of your own."
        alike = len({gap[0].piece for gap in gaps}) < len(gaps)
        return "The first guess is the same: try other ends." if alike else ""

    task(__name__, "ends", ends, None, slip, "right: the right side decides.")


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
