"""Figures and tables of the further experiments on masks; those on spelling are in ``spelling``."""

from lessons.l16_what_to_mask import diagrams, recorded
from lessons.l16_what_to_mask.learners import ARMS, BASE, START
from lessons.l16_what_to_mask.span_boundary import Boundaries

import numpy as np
from IPython.display import display
from jaxtyping import Int
from torch import Tensor

from bertlab.datasets import peoples_daily
from bertlab.pretraining.corpora import sentence_units
from bertlab.pretraining.maskers import Masker, SpanMasker
from bertlab.probing.news import tokenizer
from workbook.captions import Captioned, figure, table
from workbook.charts import Row, draw_differences
from workbook.claims import check

CLOZES = "single characters", "whole words"


def two_clozes() -> Captioned:
    """Show who wins each of two clozes, and what every recorded model guesses in both."""
    rows = {f"{cloze} hidden": _cloze_row("whole words", cloze) for cloze in CLOZES}
    single, whole = rows.values()
    check("plain masks win one cloze and whole words the other, with intervals twice as wide",
          2 * single.high - single.mean < 0 < 2 * whole.low - whole.mean)  # fmt: skip
    values = " and ".join(f"{100 * r.mean:+.1f} points for {n}" for n, r in rows.items())
    display(
        figure(
            draw_differences(
                rows, "Each model wins the cloze that it practiced", "points, against plain masks"
            ),
            "16.10",
            "By how much a model that learned with whole words guesses more than one that learned "
            "with single characters (*plain masks*), by what the cloze hides. Bars: intervals "
            "over examples and seeds.",
            alt=f"Two rows with intervals, one on each side of 0: {values}.",
        )
    )
    guessed = {v: [recorded.cloze_score(v, cloze).mean for cloze in CLOZES] for v in (START, *ARMS)}
    return table(
        "16.5",
        "Hidden characters that each recorded model guesses (means of three seeds). *start* is "
        "`bert-mini-zh` without further training, and *plain* hides single characters.",
        ["learned with", *(f"cloze: {cloze}" for cloze in CLOZES)],
        [[name, *(f"{value:.1%}" for value in both)] for name, both in guessed.items()],
    )


def _cloze_row(variant: str, cloze: str) -> Row:
    ours, plain = (recorded.cloze_score(each, cloze).seeds for each in (variant, BASE))
    seeds = tuple(np.subtract(ours, plain).tolist())
    return Row(*recorded.cloze_difference(variant, cloze), seeds)


def ernie() -> Captioned:
    """Show the three stages of ERNIE 1.0."""
    return figure(
        diagrams.ernie(),
        "16.11",
        "The same sentence in the three stages of ERNIE 1.0 (*teachers visit Peking University "
        "today*; M is [MASK]).",
        alt="A sentence three times: with single characters hidden, with whole words hidden, and "
        "with the four characters of Peking University hidden.",
    )


def in_names() -> Captioned:
    """Show how many of the characters that three maskers hide lie in names, in 120 test lines."""
    maskers = {
        "single characters": Masker(tokenizer()),
        "whole words": SpanMasker(tokenizer()),
        "names first": SpanMasker(tokenizer(), first="name"),
    }
    counts = {name: _hidden_in_names(masker) for name, masker in maskers.items()}
    totals = [total for total, _ in counts.values()]
    check("all hide as many, within half a percent", max(totals) <= 1.005 * min(totals))
    *others, names_first = (names / total for total, names in counts.values())
    check("names first: over three times as much of names", names_first > 3 * max(others))
    return table(
        "16.6",
        "What three maskers hide of 120 test lines.",
        ["masker", "characters hidden", "of these in names"],
        [[name, total, f"{n / total:.0%}"] for name, (total, n) in counts.items()],
    )


def _hidden_in_names(masker: Masker) -> tuple[int, int]:
    """Return how many characters a masker hides, and how many of these are in names."""
    sentences = (each for line in peoples_daily().test[:120]
                 for each in sentence_units(line, tokenizer()))  # fmt: skip
    total = in_names = 0
    for seed, (ids, units) in enumerate(sentences):
        maskable = np.ones(len(ids), dtype=bool)
        masked = masker(np.array(ids), maskable, units, np.random.default_rng(seed))
        names = {n for unit in units if unit.kind == "name" for n in range(unit.start, unit.end)}
        total += len(masked.positions)
        in_names += len(names.intersection(masked.positions.tolist()))
    return total, in_names


def boundary() -> Captioned:
    """Show what SpanBERT's second network reads."""
    return figure(
        diagrams.boundary(),
        "16.12",
        "The boundary objective: the third hidden character, guessed from the two edges.",
        alt="Four hidden characters stand between two visible ones. The vectors of these two edges "
        "and the position inside the span go into two layers, which guess the third character.",
    )


def edges(positions: Int[Tensor, " M"], boundaries: Boundaries) -> Captioned:
    """Show for each hidden position the edges of its span."""
    columns = ["position", "left edge", "right edge", "position in the span"]
    rows = list(zip(positions.tolist(), *(each.tolist() for each in boundaries), strict=True))
    return table("16.7", "What `boundaries` finds.", columns, rows)
