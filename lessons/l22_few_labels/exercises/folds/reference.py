"""The reference of ``folds``."""


def folds(labels: list[int], k: int) -> list[list[int]]:
    """Part the indices of texts so that each fold has about the same number of each class.

    Args:
        labels: The class of each text, 0 or 1.
        k: The number of folds.

    Raises:
        ValueError: If k is below 2, or a class has fewer than k texts.
    """
    classes = [[i for i, label in enumerate(labels) if label == c] for c in (0, 1)]
    smallest = min(len(indices) for indices in classes)
    if k < 2 or smallest < k:
        raise ValueError(f"expected a k from 2 to {smallest}, the smaller class, got {k}")
    return [sorted(classes[0][f::k] + classes[1][f::k]) for f in range(k)]
