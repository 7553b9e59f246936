"""The learning rate's factor, which a student writes, and how often BERT read its text."""

from collections.abc import Callable
from typing import NamedTuple

from workbook.exercises.tasks import task

Factor = Callable[[int, int, int], float]
TRIED = ((100, 10), (250, 25), (12, 4))  # updates, and those of the warm-up
WORDS, SEQUENCES, UPDATES = 3.3e9, 256, 1_000_000  # of BERT (Devlin et al. 2019, appendix A.2)


class Mistake(NamedTuple):
    """A wrong factor, and the words for it."""

    says: str
    wrong: Factor


def factor(step: int, steps: int, warmup: int) -> float:
    """Return what the highest learning rate is multiplied by in an update.

    Args:
        step: The update, counted from 0.
        steps: Updates in all.
        warmup: The first updates, in which the factor rises to 1. After them it falls; an update
            after the last one would have the factor 0.
    """
    return min((step + 1) / warmup, (steps - step) / (steps - warmup))


MISTAKES = (
    Mistake(
        "The larger of the two lines is taken. Take the smaller one: min.",
        lambda step, steps, warmup: max((step + 1) / warmup, (steps - step) / (steps - warmup)),
    ),
    Mistake(
        "The first update has the factor 0, so it changes nothing. Steps are counted from 0: use "
        "step + 1 in the warm-up.",
        lambda step, steps, warmup: min(step / warmup, (steps - step) / (steps - warmup)),
    ),
    Mistake(
        "The last update has the factor 0, so it changes nothing. Let it fall to 0 one update "
        "later: steps - step.",
        lambda step, steps, warmup: min((step + 1) / warmup, (steps - step - 1) / (steps - warmup)),
    ),
    Mistake(
        "It rises, but it does not fall after the warm-up.",
        lambda step, steps, warmup: min(1.0, (step + 1) / warmup),
    ),
    Mistake(
        "It goes on rising after the warm-up.",
        lambda step, steps, warmup: (step + 1) / warmup,
    ),
    Mistake(
        "It falls, but there is no warm-up.",
        lambda step, steps, warmup: min(1.0, (steps - step) / (steps - warmup)),
    ),
    Mistake(
        "Without a warm-up, it even begins above 1.",
        lambda step, steps, warmup: (steps - step) / (steps - warmup),
    ),
    Mistake(
        "It falls from the first update on, so it never reaches 1. It has steps - warmup updates "
        "to fall.",
        lambda step, steps, warmup: min((step + 1) / warmup, (steps - step) / steps),
    ),
    Mistake(
        "The two lines are multiplied. One of them holds at a time: take the smaller one.",
        lambda step, steps, warmup: (step + 1) / warmup * (steps - step) / (steps - warmup),
    ),
    Mistake(
        "After the warm-up it rises from 0 again. Count the updates that are left: steps - step.",
        lambda step, steps, warmup: (
            (step + 1) / warmup if step < warmup else (step - warmup) / (steps - warmup)
        ),
    ),
    Mistake(
        "That is the learning rate. Return what it is multiplied by, a number up to 1.",
        lambda step, steps, warmup: 4e-3 * factor(step, steps, warmup),
    ),
    Mistake(
        "// cuts the decimals off. Divide with /.",
        lambda step, steps, warmup: min((step + 1) // warmup, (steps - step) // (steps - warmup)),
    ),
)


def rises_and_falls(function: Factor) -> Factor:
    """Check a student's factor, and print what is found.

    Returns:
        The function itself if it is right; ours if it is wrong or has no body yet.
    """
    return task(__name__, "factor", function, factor, mistake, "right: it rises, then it falls.")


def mistake(function: Factor) -> str:
    """Say what is wrong with a factor; an empty text if nothing is."""
    found = values(function)
    if found == values(factor):
        return ""
    for says, wrong in MISTAKES:
        if found == values(wrong):
            return says
    for place, value in values(factor).items():
        if found[place] != value:
            return f"factor{place} is {found[place]:.3g}, and it should be {value:.3g}."
    return ""


def values(function: Factor) -> dict[tuple[int, int, int], float]:
    """Return a factor at every update of some runs, without the last digits."""
    places = [(step, steps, warmup) for steps, warmup in TRIED for step in range(steps)]
    return {place: round(float(function(*place)), 9) for place in places}


def epochs_of(tokens: float | int) -> float:
    """Return how often BERT read its text, if a sequence had that many tokens on average."""
    return UPDATES * SEQUENCES * tokens / WORDS
