"""The misconceptions about ``early_stopping``, each a wrong function with advice."""

from collections.abc import Callable, Sequence
from functools import partial

from workbook.exercises import Misconception

Better = Callable[[float, Sequence[float]], bool]  # (score, those before it)


Answer = Callable[[int, int, Sequence[float], int], tuple[int, int]]  # (best, run, scores, p)


def _a_new_best(score: float, before: Sequence[float]) -> bool:
    return score > max(before)


def _stopped(
    scores: Sequence[float],
    patience: int,
    *,
    better: Better = _a_new_best,
    waits: Callable[[int], int] = lambda patience: patience,
    resets: bool = True,
    answer: Answer = lambda best, run, scores, patience: (best, run),
) -> tuple[int, int]:
    best, run, waited = 1, 1, 0
    for run in range(2, len(scores) + 1):
        if better(scores[run - 1], scores[: run - 1]):
            best, waited = run, 0 if resets else waited
        else:
            waited += 1
        if waited >= waits(patience):
            break
    return answer(best, run, scores, patience)


def _highest(scores: Sequence[float]) -> int:
    return max(range(len(scores)), key=lambda place: scores[place]) + 1


MISCONCEPTIONS = (
    Misconception(
        "the last weights are kept",
        "Go back to the weights of the best epoch: the last ones are what made you stop.",
        partial(_stopped, answer=lambda best, run, scores, patience: (run, run)),
    ),
    Misconception(
        "the best epoch is looked for among all, those never run included",
        "Take the best of the epochs up to the stop: what comes after it was never trained.",
        partial(_stopped, answer=lambda best, run, scores, patience: (_highest(scores), run)),
    ),
    Misconception(
        "training does not stop",
        "Return as soon as the last patience epochs have brought no new best score.",
        partial(
            _stopped,
            answer=lambda best, run, scores, patience: (_highest(scores), len(scores)),
        ),
        variants=(lambda scores, patience: (len(scores), len(scores)),),
    ),
    Misconception(
        "a score is compared with that of the epoch before",
        "Compare with the best score so far: after a bad epoch a slightly less bad one is no "
        "progress.",
        partial(
            _stopped,
            better=lambda score, before: score > before[-1],
            answer=lambda best, run, scores, patience: (_highest(scores[:run]), run),
        ),
        variants=(partial(_stopped, better=lambda score, before: score > before[-1]),),
    ),
    Misconception(
        "the epochs without progress are not counted in a row",
        "Start to count again after each new best score: patience is about epochs in a row.",
        partial(_stopped, resets=False),
    ),
    Misconception(
        "the patience is not used: the first epoch without progress ends it",
        "Wait for patience epochs in a row. Validation scores jump up and down, and one lower "
        "score says little.",
        partial(_stopped, waits=lambda patience: 1),
    ),
    Misconception(
        "an equal score counts as a better one",
        "Use >, not >=: a score that has stopped rising would otherwise never end the "
        "training, and of equal weights the first are kept.",
        partial(_stopped, better=lambda score, before: score >= max(before)),
    ),
    Misconception(
        "training stops an epoch too late",
        "Stop when the number of epochs without a new best reaches patience (>=); with > one "
        "more is run.",
        partial(_stopped, waits=lambda patience: patience + 1),
    ),
    Misconception(
        "training stops an epoch too early",
        "The epoch with the best score is not one without progress: count from the next one.",
        partial(_stopped, waits=lambda patience: max(1, patience - 1)),
        variants=(
            lambda scores, patience: _stopped(scores, patience - 1) if patience > 1 else (1, 1),
        ),
    ),
    Misconception(
        "a lower score counts as better",
        "These scores are accuracies: higher is better. A loss would be compared the other way "
        "round.",
        partial(_stopped, better=lambda score, before: score < min(before)),
    ),
    Misconception(
        "the best epoch is counted from 0",
        "Count epochs from 1: add 1 to the place in the list.",
        partial(_stopped, answer=lambda best, run, scores, patience: (best - 1, run)),
        variants=(
            partial(_stopped, answer=lambda best, run, scores, patience: (best - 1, run - 1)),
        ),
    ),
    Misconception(
        "the weights are always those from patience epochs before the end",
        "That is so if the patience ran out. If the budget ends first, the best epoch may be "
        "any of the last ones.",
        partial(_stopped, answer=lambda best, run, scores, patience: (run - patience, run)),
    ),
)
