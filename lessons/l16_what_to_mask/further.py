"""Figures and tables of the further experiments on masks; those on spelling are in ``spelling``."""

from lessons.l16_what_to_mask import diagrams, recorded
from lessons.l16_what_to_mask.learners import ARMS, START

from workbook.captions import Captioned, figure, table
from workbook.claims import check

CLOZES = "single characters", "whole words"


def two_clozes() -> Captioned:
    """Show what every recorded model guesses in two clozes, and who wins each."""
    single, whole = (recorded.cloze_difference("whole words", cloze) for cloze in CLOZES)
    check("plain masks win one cloze and whole words the other, with intervals twice as wide",
          2 * single.high - single.mean < 0 < 2 * whole.low - whole.mean)  # fmt: skip
    gaps = " and ".join(
        f"{100 * mean:+.1f} points ({100 * low:+.1f} to {100 * high:+.1f})"
        for mean, low, high in (single, whole)
    )
    guessed = {v: [recorded.cloze_score(v, cloze).mean for cloze in CLOZES] for v in (START, *ARMS)}
    return table(
        "16.5",
        "Hidden characters that each recorded model guesses (means of three seeds). *start* is "
        "`bert-mini-zh` without further training, and *plain* hides single characters. Whole words "
        f"minus *plain*, in the two clozes: {gaps}; in brackets the intervals.",
        ["learned with", *(f"cloze: {cloze}" for cloze in CLOZES)],
        [[name, *(f"{value:.1%}" for value in both)] for name, both in guessed.items()],
    )


def ernie() -> Captioned:
    """Show the three stages of ERNIE 1.0."""
    return figure(
        diagrams.ernie(),
        "16.8",
        "The same sentence in the three stages of ERNIE 1.0 (*teachers visit Peking University "
        "today*; M is [MASK]).",
        alt="A sentence three times: with single characters hidden, with whole words hidden, and "
        "with the four characters of Peking University hidden.",
    )


def boundary() -> Captioned:
    """Show what SpanBERT's second network reads."""
    return figure(
        diagrams.boundary(),
        "16.9",
        "The boundary objective: the third hidden character, guessed from the two edges.",
        alt="Four hidden characters stand between two visible ones. The vectors of these two edges "
        "and the position inside the span go into two layers, which guess the third character.",
    )
