"""The reference of ``frontier``."""


def frontier(points: list[tuple[int | float, int | float]]) -> list[int]:
    """Find the points that no other one beats.

    Args:
        points: Milliseconds and accuracy of each model, at least one.

    Returns:
        The indices of the models for which no other is at least as fast and at least as accurate,
        and better in one of both; rising.
    """
    best = []
    for i, (ms, accuracy) in enumerate(points):
        as_good = [(t, a) for t, a in points if t <= ms and a >= accuracy]
        if all(other == (ms, accuracy) for other in as_good):
            best.append(i)
    return best
