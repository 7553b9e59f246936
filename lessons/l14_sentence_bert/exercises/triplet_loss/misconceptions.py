"""The misconceptions about ``triplet_loss``, each a wrong function with advice."""

from torch import Tensor
from torch.nn.functional import cosine_similarity

from workbook.exercises import Misconception


def _gap(a: Tensor, p: Tensor, n: Tensor) -> Tensor:
    return (a - p).norm(dim=1) - (a - n).norm(dim=1)


def _squares(a: Tensor, p: Tensor, n: Tensor) -> Tensor:
    return ((a - p) ** 2).sum(1) - ((a - n) ** 2).sum(1)


MISCONCEPTIONS = (
    Misconception(
        "positive and negative have changed places",
        "The loss must fall when the positive comes nearer: it is the distance to the positive, "
        "less that to the negative.",
        lambda anchors, positives, negatives, margin=1.0: (
            (margin - _gap(anchors, positives, negatives)).clamp(min=0).mean()
        ),
    ),
    Misconception(
        "the margin stands outside the maximum",
        "Add the margin before the maximum with 0: else every triple costs at least the margin, "
        "and none asks for more than being nearer.",
        lambda anchors, positives, negatives, margin=1.0: (
            _gap(anchors, positives, negatives).clamp(min=0) + margin
        ).mean(),
    ),
    Misconception(
        "the triples are added up",
        "Return their mean: a sum would make the steps larger with the batch.",
        lambda anchors, positives, negatives, margin=1.0: (
            (_gap(anchors, positives, negatives) + margin).clamp(min=0).sum()
        ),
    ),
    Misconception(
        "a similarity is taken for a distance",
        "Distances are small for texts that are alike, and cosines are large: take the length of "
        "the difference.",
        lambda a, p, n, margin=1.0: (
            (cosine_similarity(a, p) - cosine_similarity(a, n) + margin).clamp(min=0).mean()
        ),
        variants=(
            lambda a, p, n, margin=1.0: (
                (cosine_similarity(a, n) - cosine_similarity(a, p) + margin).clamp(min=0).mean()
            ),
            lambda a, p, n, margin=1.0: (
                ((a * p).sum(1) - (a * n).sum(1) + margin).clamp(min=0).mean()
            ),
        ),
    ),
    Misconception(
        "the distances are squared",
        "Take the root of the sum of squares, norm(dim=1): this objective compares lengths.",
        lambda a, p, n, margin=1.0: (_squares(a, p, n) + margin).clamp(min=0).mean(),
        variants=(
            lambda a, p, n, margin=1.0: (
                (((a - p) ** 2).mean(1) - ((a - n) ** 2).mean(1) + margin).clamp(min=0).mean()
            ),
        ),
    ),
    Misconception(
        "the mean is taken before the maximum",
        "Cut each triple at 0 first: else a triple that is right by far pays for one that is "
        "wrong.",
        lambda anchors, positives, negatives, margin=1.0: (
            (_gap(anchors, positives, negatives) + margin).mean().clamp(min=0)
        ),
    ),
    Misconception(
        "the margin is subtracted",
        "Add it: the positive shall be nearer by the margin, so a triple costs nothing only when "
        "the difference reaches it.",
        lambda anchors, positives, negatives, margin=1.0: (
            (_gap(anchors, positives, negatives) - margin).clamp(min=0).mean()
        ),
    ),
    Misconception(
        "nothing is cut at 0",
        "A triple that is right by the margin has nothing more to learn: take the maximum with 0.",
        lambda anchors, positives, negatives, margin=1.0: (
            _gap(anchors, positives, negatives) + margin
        ).mean(),
    ),
    Misconception(
        "the margin is always 1",
        "It is an argument: use margin.",
        lambda anchors, positives, negatives, margin=1.0: (
            (_gap(anchors, positives, negatives) + 1).clamp(min=0).mean()
        ),
    ),
    Misconception(
        "the margin is left out",
        "Add it before the maximum: being nearer by a hair is not enough.",
        lambda anchors, positives, negatives, margin=1.0: (
            _gap(anchors, positives, negatives).clamp(min=0).mean()
        ),
    ),
    Misconception(
        "each component is compared by itself",
        "A distance is one number for each pair: norm(dim=1) of the difference.",
        lambda a, p, n, margin=1.0: ((a - p).abs() - (a - n).abs() + margin).clamp(min=0).mean(),
    ),
    Misconception(
        "the sizes of the components are added up",
        "That is another distance; take the root of the sum of squares, norm(dim=1).",
        lambda a, p, n, margin=1.0: (
            ((a - p).abs().sum(1) - (a - n).abs().sum(1) + margin).clamp(min=0).mean()
        ),
    ),
    Misconception(
        "a loss for each triple is returned",
        "Return one number, the mean over the triples.",
        lambda anchors, positives, negatives, margin=1.0: (
            _gap(anchors, positives, negatives) + margin
        ).clamp(min=0),
    ),
)
