"""The reference of ``early_stopping``: it stands in until the student is right."""

from collections.abc import Sequence


def early_stopping(scores: Sequence[float], patience: int) -> tuple[int, int]:
    """Tell which epoch's weights are kept, and how many epochs are run.

    Args:
        scores: Validation accuracy after each epoch that the budget allows, in order. An epoch can
            only see those before it and its own.
        patience: Training stops after this many epochs in a row without a new best score. Equal to
            the best is not better.

    Returns:
        The epoch with the best score among those that were run, counted from 1 (of equal ones the
        first), and the number of epochs that were run.
    """
    best = 1
    for epoch, score in enumerate(scores, start=1):
        if score > scores[best - 1]:
            best = epoch
        if epoch - best == patience:
            return best, epoch
    return best, len(scores)
