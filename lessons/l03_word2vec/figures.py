"""Pictures of the word2vec lesson: neighbors, two lists, a step, codes, ratings."""

from lessons.l03_word2vec.measure import RUNS

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float, Int
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from torch import Tensor

from bertlab.before.word2vec.word_vectors import Neighbor, WordVectors


def draw_nearest(found: Mapping[str, Sequence[Neighbor]], title: str) -> Figure:
    """Draw the nearest words of some words, a panel each, below each other."""
    figure, panels = plt.subplots(len(found), 1, figsize=(6, 6.4), sharex=True, squeeze=False)
    for axes, (word, near) in zip(panels[:, 0], found.items(), strict=True):
        _draw_words(axes, {one.word: one.cosine for one in near}, "C0")
        axes.set_title(f"nearest to “{word}”", loc="center")
        axes.set_xlim(0, 1)
    panels[-1, 0].set_xlabel("cosine: 1 is the same direction")
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def _draw_words(axes: Axes, values: Mapping[str, float], color: str) -> None:
    """Draw a bar for each word, the first at the top."""
    axes.barh(list(values), list(values.values()), color=color)
    axes.invert_yaxis()
    axes.tick_params(axis="y", labelsize=12)


def draw_two_lists(
    word: str, company: Mapping[str, float], alike: Mapping[str, float], title: str
) -> Figure:
    """Draw the words that a word guesses, u.v, above those that are like it, v.v.

    Args:
        word: Which word.
        company: Scores u.v of some words.
        alike: Cosines of some words' v with the word's own.
        title: What the two panels show.
    """
    figure, (above, below) = plt.subplots(2, 1, figsize=(6, 5.2))
    _draw_words(above, company, "C1")
    above.axvline(0, color="0.4", linewidth=1)
    above.set_title(f"company: who stands beside “{word}”?", loc="center")
    above.set_xlabel("score $u \\cdot v$")
    _draw_words(below, alike, "C0")
    below.set_title(f"alike: who has the same company as “{word}”?", loc="center")
    below.set(xlabel="cosine of $v$ and $v$", xlim=(min(0, *alike.values()), 1))
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def draw_code_lengths(counts: Int[Tensor, " V"], lengths: Int[Tensor, " V"]) -> Figure:
    """Plot code lengths against counts, beside the ideal lengths and a balanced tree's."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    axes.semilogx(counts, lengths, ".", label="a word")
    axes.semilogx(counts, -(counts / counts.sum()).log2(), label="$-\\log_2 f$")
    balanced = math.log2(len(counts))
    axes.axhline(balanced, color="0.5", linestyle=":", label="$\\log_2 V$: all alike")
    axes.set(xlabel="occurrences of the word", ylabel="turns (bits)", ylim=(0, None))
    axes.set_title("Frequent words have short codes, and rare words pay for it")
    axes.legend()
    return figure


def draw_step(
    words: Sequence[str],
    before: tuple[Float[Tensor, " D"], Float[Tensor, "K D"]],
    after: tuple[Float[Tensor, " D"], Float[Tensor, "K D"]],
) -> Figure:
    """Draw one step of negative sampling: each vector before, pale, and where it goes.

    Args:
        words: The word that is seen, its neighbor, and the noise words.
        before: The vector of the first word, and the rows of the others.
        after: The same after the step.
    """
    figure, axes = plt.subplots(figsize=(6, 5))
    (v, u), count = before, len(words) - 2
    looks = ["C0", "C2", *["C1"] * count]
    errors = (u @ v).sigmoid() - torch.tensor([1.0, *[0.0] * count])
    notes = [f"$v$ of {words[0]}"]
    notes += [f"$u$ of {w}\n$e$ = {e:.1f}" for w, e in zip(words[1:], errors.tolist(), strict=True)]
    olds, news = (torch.cat([first[None], others]).numpy() for first, others in (before, after))
    reach = 2.1 * float(np.abs(np.array([*olds, *news])).max())
    axes.axline((0, 0), tuple(v.tolist()), color="C0", linestyle=":", linewidth=1)
    for note, color, old, new in zip(notes, looks, olds, news, strict=True):
        axes.plot([0, old[0]], [0, old[1]], color=color, alpha=0.35, linewidth=2)
        axes.annotate("", new, old, arrowprops={"arrowstyle": "-|>", "color": color, "lw": 2.5})
        far = max(old, new, key=np.linalg.norm)
        place = 12 * far / np.linalg.norm(far)
        side = "left" if far[0] > 0 else "right"
        label = axes.annotate(note, far, place, textcoords="offset points")
        label.set(ha=side, va="center", fontsize=12)
    axes.plot(0, 0, "o", color="0.3")
    axes.set(xlim=(-reach, reach), ylim=(-0.75 * reach, 0.75 * reach), aspect="equal")
    axes.set(xlabel="first number of a vector", ylabel="second number")
    axes.set_title("Each row $u$ moves along $v$,\nby as much as its error")
    return figure


def draw_objectives(rows: Sequence[Mapping[str, Any]], unigram: Mapping[str, float]) -> Figure:
    """Draw the held-out perplexity of six models, a bar for each, beside a baseline."""
    contexts = list(unigram)
    figure, panels = plt.subplots(2, 1, figsize=(6, 4.6), sharex=True)
    for axes, context in zip(panels, contexts, strict=True):
        these = [row for row in rows if row["context"] == context]
        values = np.array([row["perplexity"] for row in these])
        names = [row["objective"] for row in these]
        axes.barh(names, values.mean(1), xerr=values.std(1, ddof=1), color=["C0", "C1", "C2"])
        axes.axvline(unigram[context], color="0.4", linestyle=":", label="by frequency alone")
        axes.set_xlim(0, 180)
        axes.invert_yaxis()
        axes.set_title(context, loc="center")
    panels[1].set_xlabel("perplexity (lower is better)")
    panels[1].legend(loc="upper left", bbox_to_anchor=(0, -0.3), fontsize=11)
    title = "What the model sees matters more\nthan how its guess is scored"
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def draw_differences(models: Sequence[Mapping[str, Any]], margin: float) -> Figure:
    """Draw the intervals of the differences to gensim; those that reach the margin in orange."""
    lists = list(models[0]["difference"])
    figure, rows = plt.subplots(len(lists), 1, figsize=(6, 5), sharex=True, squeeze=False)
    labels = [f"{row['context']}, {row['objective']}" for row in models]
    for axes, name in zip(rows[:, 0], lists, strict=True):
        for place, row in enumerate(models):
            _draw_interval(axes, place, row["difference"][name], margin)
        axes.axvline(0, color="0.5", linewidth=1)
        axes.axvline(margin, color="0.5", linestyle=":")
        axes.set_yticks(range(len(labels)), labels, fontsize=12)
        axes.set_ylim(len(labels) - 0.4, -0.6)
        axes.set_title(name, loc="center")
        axes.xaxis.set_major_locator(MaxNLocator(4))
    rows[-1, 0].set_xlabel(
        f"ours minus gensim's Spearman correlation\n(dotted: the margin {margin})"
    )
    title = f"Not worse than gensim by {abs(margin)};\norange intervals are too wide to tell"
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def _draw_interval(axes: Axes, place: int, found: Mapping[str, float], margin: float) -> None:
    color = "C1" if found["low"] <= margin else "C0"
    axes.plot([found["low"], found["high"]], [place, place], color=color)
    axes.plot(found["mean"], place, "s" if found["low"] <= margin else "o", color=color)


def draw_people(found: Mapping[str, Mapping[str, Sequence[float]]]) -> Figure:
    """Draw correlations with people: for each list a dot a seed, a row for each model."""
    lists = list(found)
    figure, panels = plt.subplots(len(lists), 1, figsize=(6, 4.2), sharex=True, squeeze=False)
    for axes, name in zip(panels[:, 0], lists, strict=True):
        for place, values in enumerate(found[name].values()):
            axes.plot(values, [place] * len(values), "o", alpha=0.7, color=f"C{place}")
        axes.set_yticks(range(len(found[name])), [RUNS.get(row, row) for row in found[name]])
        axes.set(xlim=(-0.1, 1), ylim=(len(found[name]) - 0.4, -0.6))
        axes.axvline(0, color="0.5", linestyle=":")
        axes.set_title(name, loc="center")
    panels[-1, 0].set_xlabel("Spearman correlation with people (a dot is a seed)")
    title = "minilm, a small BERT,\nagrees far better with people"
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def draw_bands(
    found: Mapping[tuple[int, str], Float[np.ndarray, "S bands"]],
    sizes: Sequence[int],
    bands: Sequence[str],
    chance: float,
) -> Figure:
    """Plot the agreement with a larger model against the frequency of words, a panel a size.

    Args:
        found: For each size and objective a row a seed.
        sizes: Which sizes are shown.
        chance: What ten words drawn at random would find.
        bands: The names of the columns.
    """
    figure, rows = plt.subplots(
        len(sizes), 1, figsize=(6, 5.2), sharex=True, sharey=True, squeeze=False
    )
    panels = rows[:, 0]
    looks = {
        "hierarchical softmax": ("o", "-"),
        "negative sampling": ("s", "--"),
    }
    for axes, size in zip(panels, sizes, strict=True):
        for color, (objective, (marker, style)) in enumerate(looks.items()):
            values = found[size, objective]
            axes.plot(values.mean(0), style, color=f"C{color}", label=objective)
            places = np.arange(values.shape[1])
            for row in values:
                axes.plot(places, row, marker, color=f"C{color}", markersize=5, alpha=0.7)
        axes.set_xticks(range(len(bands)), bands, fontsize=12)
        axes.axhline(chance, color="0.5", linestyle=":", label="chance")
        axes.set_title(f"vectors of {size} numbers", loc="center")
    panels[-1].set_xlabel("occurrences of the word")
    figure.supylabel("proportion of minilm's 10 neighbors", fontsize=12)
    panels[0].set_ylim(0, None)
    panels[0].legend(loc="upper left")
    title = "Negative sampling leads in one corner\nonly: frequent words, short vectors"
    figure.suptitle(title, weight="bold", x=0.01, ha="left")
    return figure


def answers_page(
    vectors: WordVectors,
    word: str,
    four: str,
    analogy: str,
    odd_one_out: Callable[[WordVectors, list[str]], str],
) -> str:
    """Return three answers of some vectors as a small table of HTML.

    Args:
        vectors: Who answers.
        word: Its nearest words are listed.
        four: Some words, with spaces between; one does not belong.
        analogy: Three words a, b, c: a is to b as c is to what?
        odd_one_out: The student's function.

    Raises:
        ValueError: If a word has no vector, or the analogy does not have three words.
    """
    asked = analogy.lower().split()
    if len(asked) != 3:
        raise ValueError(f"expected three words for the analogy, got {len(asked)}")
    group = four.lower().split()
    near = [neighbor.word for neighbor in vectors.neighbors(word.lower().strip(), 8)]
    fourth = [neighbor.word for neighbor in vectors.analogy(asked[0], asked[1], asked[2], 3)]
    rows = [
        (f"nearest to {word}", ", ".join(near)),
        (f"odd one of {', '.join(group)}", odd_one_out(vectors, group)),
        (f"{asked[0]} is to {asked[1]} as {asked[2]} is to", ", ".join(fourth)),
    ]
    cells = [f"<tr><th>{escape(a)}</th><td>{escape(b)}</td></tr>" for a, b in rows]
    return f"<table>{''.join(cells)}</table>"
