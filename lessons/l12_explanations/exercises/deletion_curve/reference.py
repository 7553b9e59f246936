"""The reference of ``deletion_curve``: it stands in until the student is right."""

from lessons.l12_explanations.exercises.deletion_curve.question import Score

from itertools import pairwise


def deletion_curve(score: Score, values: list[float]) -> tuple[list[float], float]:
    """Hide tokens one after the other, the largest value first.

    Args:
        score: Takes a truth value for each token, whether it is shown, and returns the score.
        values: What an explanation says of each token, one or more; no two are equal.

    Returns:
        The scores with 0, 1, ..., N tokens hidden, and the area under them by trapezoids, the
        N + 1 points spread evenly over the range from 0 to 1.
    """
    N = len(values)
    present = [True] * N
    scores = [score(present)]
    for token in sorted(range(N), key=lambda token: -values[token]):
        present = [shown and place != token for place, shown in enumerate(present)]
        scores.append(score(present))
    area = sum((left + right) / 2 for left, right in pairwise(scores)) / N
    return scores, area
