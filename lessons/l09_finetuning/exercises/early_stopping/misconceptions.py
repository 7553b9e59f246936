"""The misconceptions about ``early_stopping``, each a wrong function with advice."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from workbook.exercises import Misconception

Better = Callable[[float, Sequence[float]], bool]  # (score, those before it)


Answer = Callable[[int, int, Sequence[float], int], Any]  # (best, run, scores, patience)


def _a_new_best(score: float, before: Sequence[float]) -> bool:
    return score > max(before)


def _stopped(
    scores: Sequence[float],
    patience: int,
    *,
    better: Better = _a_new_best,
    counts: Better = lambda score, before: True,
    waits: Callable[[int], int] = lambda patience: patience,
    resets: bool = True,
    answer: Answer = lambda best, run, scores, patience: (best, run),
) -> Any:
    best, run, waited = 1, 1, 0
    for run in range(2, len(scores) + 1):
        if better(scores[run - 1], scores[: run - 1]):
            best, waited = run, 0 if resets else waited
        else:
            waited += counts(scores[run - 1], scores[: run - 1])
        if waited >= waits(patience):
            break
    return answer(best, run, scores, patience)


def _highest(scores: Sequence[float]) -> int:
    return max(range(len(scores)), key=lambda place: scores[place]) + 1


def _last_highest(scores: Sequence[float]) -> int:
    return max(range(len(scores)), key=lambda place: (scores[place], place)) + 1


def _short(best: int, run: int, patience: int) -> int:
    """One less if the patience has run out."""
    return run - (run - best == patience)


def _from_zero(scores: Sequence[float], patience: int, kept: int) -> tuple[int, int]:
    highest, waited = 0.0, 0
    for epoch, score in enumerate(scores, start=1):
        highest, kept, waited = (
            (score, epoch, 0) if score > highest else (highest, kept, waited + 1)
        )
        if waited == patience:
            return kept, epoch
    return kept, len(scores)


def _looks_back(scores: Sequence[float], patience: int) -> tuple[int, int]:
    ends = (
        n for n in range(patience + 1, len(scores)) if scores[n - 1] <= scores[n - 1 - patience]
    )
    run = next(ends, len(scores))
    return _highest(scores[:run]), run


def _fixed(scores: Sequence[float], patience: int, more: int) -> tuple[int, int]:
    run = min(patience + more, len(scores))
    return _highest(scores[:run]), run


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
        variants=(lambda scores, p: (_highest(scores), min(_highest(scores) + p, len(scores))),),
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
        variants=(
            partial(_stopped, better=lambda score, before: score > before[-1]),
            partial(_stopped, better=lambda score, before: score >= before[-1]),
            partial(
                _stopped,
                better=lambda score, before: score >= before[-1],
                answer=lambda best, run, scores, patience: (_highest(scores[:run]), run),
            ),
        ),
    ),
    Misconception(
        "a score is compared with that of patience epochs before",
        "Compare with the best score of all epochs so far, wherever it was.",
        _looks_back,
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
        variants=(
            partial(
                _stopped,
                better=lambda score, before: score >= max(before),
                answer=lambda best, run, scores, patience: (_highest(scores[:run]), run),
            ),
        ),
    ),
    Misconception(
        "a score equal to the best is not counted as an epoch without progress",
        "Equal is not better: an epoch with the best score once more counts, as a lower one does.",
        partial(_stopped, counts=lambda score, before: score < max(before)),
    ),
    Misconception(
        "of equal scores the last is kept",
        "Kept is the first of the equal ones: > finds it, max of pairs or a reversed search does "
        "not.",
        partial(_stopped, answer=lambda best, run, scores, p: (_last_highest(scores[:run]), run)),
    ),
    Misconception(
        "the best score begins at 0, so that a score of 0 is never kept",
        "Begin with the first epoch's score, or with minus infinity: an accuracy of 0 is the best "
        "as long as there is no other.",
        partial(_from_zero, kept=0),
        variants=(partial(_from_zero, kept=1),),
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
            partial(_stopped, answer=lambda best, run, scores, p: (best - 1, _short(best, run, p))),
        ),
    ),
    Misconception(
        "the epoch after which training stops is not counted",
        "It was run, too: its score is what made you stop. The number of epochs is epoch, counted "
        "from 1.",
        partial(_stopped, answer=lambda best, run, scores, p: (best, _short(best, run, p))),
        variants=(partial(_stopped, answer=lambda best, run, scores, patience: (best, run - 1)),),
    ),
    Misconception(
        "the whole budget is returned as the epochs that were run",
        "Return the epoch at which it stopped; len(scores) is right only if the patience never "
        "runs out.",
        partial(_stopped, answer=lambda best, run, scores, patience: (best, len(scores))),
    ),
    Misconception(
        "patience is added to the best epoch, even where the budget ends first",
        "No more epochs are run than there are scores.",
        partial(_stopped, answer=lambda best, run, scores, patience: (best, best + patience)),
    ),
    Misconception(
        "training stops after patience epochs, whatever the scores",
        "Count the epochs without a new best only, and begin again at each new best.",
        partial(_fixed, more=0),
        variants=(partial(_fixed, more=1),),
    ),
    Misconception(
        "the best score is returned, not its epoch",
        "Return the number of the epoch, counted from 1: it says which weights to load.",
        partial(_stopped, answer=lambda best, run, scores, patience: (scores[best - 1], run)),
    ),
    Misconception(
        "the weights are always those from patience epochs before the end",
        "That is so if the patience ran out. If the budget ends first, the best epoch may be "
        "any of the last ones.",
        partial(_stopped, answer=lambda best, run, scores, patience: (run - patience, run)),
    ),
)
