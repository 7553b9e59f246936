"""The reference of ``factor``."""


def factor(step: int, steps: int, warmup: int) -> float:
    """Return what the highest learning rate is multiplied by in an update, counted from 0."""
    return min((step + 1) / warmup, (steps - step) / (steps - warmup))
