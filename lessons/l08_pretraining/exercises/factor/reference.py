"""The reference of ``factor``: it stands in until the student is right."""


def factor(step: int, steps: int, warmup: int) -> float:
    """Return what the highest learning rate is multiplied by in an update.

    Args:
        step: The update, counted from 0.
        steps: Updates in all.
        warmup: The first updates, in which the factor rises to 1. After them it falls; an update
            after the last one would have the factor 0.
    """
    return min((step + 1) / warmup, (steps - step) / (steps - warmup))
