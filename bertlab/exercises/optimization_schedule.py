"""Exercise of the pre-training lesson: the learning rate rises, then falls, both linearly."""

from collections.abc import Callable
from functools import partial

from bertlab.exercises.definition import Case, Exercise, Misconception


def _learning_rate(
    step: int, steps_per_epoch: int, epochs: int, warmup: float, highest: float
) -> float:
    """Return the learning rate of an update.

    Args:
        step: Its number, from 0, through all epochs.
        steps_per_epoch: Updates in an epoch.
        epochs: How often the run goes through its data. Let N be all its updates.
        warmup: Share of them in which the rate rises: W = round(warmup * N) updates.
        highest: The rate at the end of the warm-up.

    Returns:
        In the warm-up highest * (step + 1) / W. From update W on highest * (N - step) / (N - W), so
        that update W has the highest rate and the last one is still above 0. From N on 0.
    """
    steps = steps_per_epoch * epochs
    warmup_steps = round(warmup * steps)
    if step < warmup_steps:
        return highest * (step + 1) / warmup_steps
    return highest * max(0, steps - step) / (steps - warmup_steps)


def _cases() -> list[Case]:
    settings = {(5, 4, 0.2, 3.0): (0, 2, 3, 4, 9, 13, 19), (7, 3, 1 / 3, 0.5): (1, 6, 7, 12, 20)}
    found = [Case((step, *s)) for s, steps in settings.items() for step in steps]
    return [
        *found,
        Case((23, 5, 4, 0.2, 3.0)),
        Case((0, 6, 2, 0.0, 2.0)),
        Case((11, 6, 2, 0.0, 2.0)),
    ]


# --- the slips: the same two lines, one of them changed -------------------------------------------

Line = Callable[[int, int, int], float]  # (step, warm-up, all) -> share of the highest rate


def _rise(step: int, warmup: int, steps: int) -> float:
    return (step + 1) / warmup


def _fall(step: int, warmup: int, steps: int) -> float:
    return max(0, steps - step) / (steps - warmup)


def _rate(
    step: int,
    steps_per_epoch: int,
    epochs: int,
    warmup: float,
    highest: float,
    *,
    rise: Line = _rise,
    fall: Line = _fall,
    count: Callable[[int, int], int] = lambda per_epoch, epochs: per_epoch * epochs,
    warmed: Callable[[float, int, int], int] = lambda share, all_steps, epoch: round(
        share * all_steps
    ),
    clock: Callable[[int, int], int] = lambda step, per_epoch: step,
) -> float:
    steps, step = count(steps_per_epoch, epochs), clock(step, steps_per_epoch)
    first = warmed(warmup, steps, steps_per_epoch)
    return highest * (rise if step < first else fall)(step, first, steps)


learning_rate = Exercise(
    name="learning_rate",
    reference=_learning_rate,
    cases=_cases,
    misconceptions=(
        Misconception(
            "there is no warm-up",
            "Begin low: in the first updates Adam's running means rest on a few gradients, and "
            "full steps throw the fresh weights far off.",
            partial(_rate, warmed=lambda share, steps, epoch: 0),
        ),
        Misconception(
            "the rate is at its highest from the first update",
            "Divide by the length of the warm-up and multiply by step + 1: the first update has "
            "1 / W of the highest rate.",
            partial(_rate, rise=lambda step, warmup, steps: 1.0),
        ),
        Misconception(
            "the first update has a rate of 0",
            "Count from 1 in the warm-up: (step + 1) / W. With step / W the first batch is "
            "computed and thrown away.",
            partial(_rate, rise=lambda step, warmup, steps: step / warmup),
        ),
        Misconception(
            "the fall is counted from the first update",
            "After the warm-up the rate falls from the highest: (N - step) / (N - W). Over N alone "
            "it drops at once, to what a run without warm-up would have.",
            partial(_rate, fall=lambda step, warmup, steps: max(0, steps - step) / steps),
        ),
        Misconception(
            "the fall takes as long as the whole run",
            "It has N - W updates to reach 0. Spread over N, the run ends with a rate above 0 that "
            "is W / N of the highest.",
            partial(
                _rate,
                fall=lambda step, warmup, steps: 1 - (step - warmup) / steps if step < steps else 0,
            ),
            variants=(
                partial(_rate, fall=lambda step, warmup, steps: 1 - (step - warmup) / steps),
            ),
        ),
        Misconception(
            "the rate does not fall",
            "After the warm-up it falls to 0, linearly: the large steps of the beginning would "
            "keep the weights jumping at the end.",
            partial(_rate, fall=lambda step, warmup, steps: 1.0),
            variants=(partial(_rate, fall=lambda step, warmup, steps: float(step < steps)),),
        ),
        Misconception(
            "behind the end the rate is negative",
            "Stop at 0 with max(0, ...): an update with a rate below 0 makes the loss larger.",
            partial(_rate, fall=lambda step, warmup, steps: (steps - step) / (steps - warmup)),
        ),
        Misconception(
            "the last update has a rate of 0",
            "Update N - 1 is the last and shall still count: (N - step) / (N - W), which is 0 only "
            "behind it.",
            partial(
                _rate,
                fall=lambda step, warmup, steps: max(0, steps - 1 - step) / (steps - 1 - warmup),
            ),
            variants=(
                partial(
                    _rate,
                    fall=lambda step, warmup, steps: max(0, steps - 1 - step) / (steps - warmup),
                ),
            ),
        ),
        Misconception(
            "the rate changes once an epoch",
            "Count updates, not epochs: a warm-up of less than an epoch would pass at its first "
            "update, and the rate would fall in a few large steps.",
            partial(
                _rate,
                clock=lambda step, per_epoch: step // per_epoch,
                count=lambda per_epoch, epochs: epochs,
            ),
        ),
        Misconception(
            "the run is taken to be as long as an epoch",
            "N counts the updates of all epochs. With those of one, the rate is 0 from the second "
            "epoch on.",
            partial(_rate, count=lambda per_epoch, epochs: per_epoch),
        ),
        Misconception(
            "the number of epochs is taken for the number of updates",
            "step counts updates, so N has to: steps_per_epoch * epochs. Else the run is over "
            "after a few updates.",
            partial(_rate, count=lambda per_epoch, epochs: epochs),
        ),
        Misconception(
            "the warm-up is a share of one epoch",
            "warmup is a share of all updates, W = round(warmup * N).",
            partial(_rate, warmed=lambda share, steps, epoch: round(share * epoch)),
        ),
    ),
    difficulty=2,
    minutes=7,
)
