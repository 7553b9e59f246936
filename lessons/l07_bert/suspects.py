"""Three BERTs with a bug, to be placed by a parity test."""

from lessons.l07_bert.bugs import padding_is_seen, second_is_first, types_are_ignored, with_bug

from collections.abc import Mapping

from torch import nn

from workbook.exercises.tasks import OPEN, task

PLANTED = {"A": padding_is_seen, "B": second_is_first, "C": types_are_ignored}
BUGS = {  # what may be chosen: what the differences of such a model look like
    "padding": "It differs from layer 1 on, and only where a text has padding.",
    "types": "It differs from the embeddings on, and only where a token has type 1.",
    "positions": "It differs from the embeddings on, in every text.",
    "heads": "It differs from layer 1 on, in every text.",
    "layer 2": "It differs from layer 2 on, in every text.",
}
RIGHT = {"A": "padding", "B": "layer 2", "C": "types"}


def suspects(bert: nn.Module) -> dict[str, nn.Module]:
    """Return copies of a BERT in float64, each with a bug."""
    return {name: with_bug(bert, bug).double() for name, bug in PLANTED.items()}


def placed(where: Mapping[str, object]) -> None:
    """Check which bug a student sees in which model.

    Args:
        where: A name in ``BUGS`` for each model; ``...`` where it is still open.
    """
    task(__name__, "where", dict(where), None, _slip, "each bug is in its place.")


def _slip(where: Mapping[str, object]) -> str:
    """Say which answers are wrong, and how a model with the bug they name would differ."""
    given = {name: where.get(name, ...) for name in RIGHT}
    if any(answer is ... for answer in given.values()):
        return OPEN
    words = []
    for name, answer in given.items():
        if answer not in BUGS:
            words.append(f"{name}: choose one of {', '.join(BUGS)}.")
        elif answer != RIGHT[name]:
            words.append(f"{name} is not the model with {answer!r}: {BUGS[str(answer)]}")
    return " ".join(words)
