"""The misconceptions about ``nearest_agrees``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor
from torch.nn.functional import normalize

from workbook.exercises import Misconception


def _cosines(vectors: Tensor) -> Tensor:
    unit = normalize(vectors, dim=1)
    return unit @ unit.T


def _others(similarity: Tensor) -> Tensor:
    """Leave each use itself out."""
    return similarity.masked_fill(torch.eye(len(similarity), dtype=torch.bool), -torch.inf)


def _agreement(
    vectors: Tensor,
    kinds: Tensor,
    *,
    similarity: Callable[[Tensor], Tensor] = _cosines,
    without_self: Callable[[Tensor], Tensor] = _others,
    choose: Callable[[Tensor], Tensor] = lambda near: near.argmax(1),
    count: Callable[[Tensor, Tensor], Tensor] = lambda found, kinds: (
        (found == kinds).double().mean()
    ),
) -> float:
    nearest = choose(without_self(similarity(vectors)))
    return float(count(kinds[nearest], kinds))


def _opposite(similarity: Tensor) -> Tensor:
    return -_others(-similarity)


def _all_pairs(vectors: Tensor, kinds: Tensor, itself: bool = False) -> float:
    same = (kinds[:, None] == kinds).double()
    N = len(kinds)
    return float(same.mean() if itself else (same.sum() - N) / (N * (N - 1)))


def _several(vectors: Tensor, kinds: Tensor, number: int, vote: bool = False) -> float:
    """Ask more than one neighbor: for the mean of them, or for the sense that most have."""
    near = kinds[_others(_cosines(vectors)).topk(number, dim=1).indices]
    if vote:
        return float((near.mode(dim=1).values == kinds).double().mean())
    return float((near == kinds[:, None]).double().mean())


def _mean(where: Callable[[Tensor, Tensor], Tensor]) -> Callable[..., Tensor]:
    return lambda found, kinds: where(found, kinds).double().mean()


def _of_one(kind: int) -> Callable[..., Tensor]:
    return lambda found, kinds: (found == kinds)[kinds == kind].double().mean()


MISCONCEPTIONS = (
    Misconception(
        "each use is its own nearest",
        "Leave each use itself out before you look for the nearest: its cosine with itself is 1, "
        "so any vectors at all would reach 100%.",
        partial(_agreement, without_self=lambda near: near),
    ),
    Misconception(
        "the lengths of the vectors are not divided out",
        "Divide each vector by its length first: the dot product and the distance depend on the "
        "lengths, the cosine does not.",
        partial(_agreement, similarity=lambda v: v @ v.T),
        variants=(partial(_agreement, similarity=lambda v: -torch.cdist(v, v)),),
    ),
    Misconception(
        "the use that is furthest away is taken",
        "Take the highest cosine: 1 is the same direction, and -1 the opposite one.",
        partial(_agreement, without_self=_opposite, choose=lambda near: near.argmin(1)),
    ),
    Misconception(
        "each use itself is hidden by a 0",
        "Use a number below every cosine, such as -2: where all other cosines are negative, 0 is "
        "still the highest.",
        partial(_agreement, without_self=lambda near: near * (1 - torch.eye(len(near)))),
    ),
    Misconception(
        "the agreements are counted, not divided by all uses",
        "Divide by the number of uses, N: each use asks one neighbor.",
        partial(_agreement, count=lambda found, kinds: (found == kinds).sum()),
        variants=(
            partial(
                _agreement,
                count=lambda found, kinds: (found == kinds).sum() / (len(kinds) - 1),
            ),
            partial(_agreement, count=lambda found, kinds: 100 * (found == kinds).double().mean()),
        ),
    ),
    Misconception(
        "the uses that do not agree are counted",
        "Count where the two senses are the same, with ==.",
        partial(_agreement, count=_mean(lambda found, kinds: found != kinds)),
    ),
    Misconception(
        "the sense of the nearest is not compared with the use's own",
        "Compare the nearest use's sense with that of the use itself, place by place.",
        partial(_agreement, count=_mean(lambda found, kinds: found)),
        variants=(
            partial(_agreement, count=_mean(lambda found, kinds: found == 1)),
            partial(_agreement, count=_mean(lambda found, kinds: found == kinds[0])),
        ),
    ),
    Misconception(
        "all pairs are compared, not each use with its nearest",
        "Look for the nearest of each use first: over all pairs, the vectors play no role.",
        _all_pairs,
        variants=(partial(_all_pairs, itself=True),),
    ),
    Misconception(
        "more than one neighbor is asked",
        "Ask the nearest other use alone, one for each use.",
        partial(_several, number=3),
        variants=(partial(_several, number=2), partial(_several, number=3, vote=True)),
    ),
    Misconception(
        "the nearest other use is left out as well",
        "Leave out the use itself once: if its place is filled with -2, the highest cosine is "
        "already that of the nearest other use.",
        partial(_agreement, choose=lambda near: near.topk(2, dim=1).indices[:, 1]),
    ),
    Misconception(
        "the components are divided by their length over all uses",
        "Divide each row by its length: a vector of (N, F) lies along axis 1.",
        partial(_agreement, similarity=lambda v: normalize(v, dim=0) @ normalize(v, dim=0).T),
    ),
    Misconception(
        "the vectors are centered first",
        "Take the cosine of the vectors as they are: without their mean, other uses are near.",
        partial(_agreement, similarity=lambda v: _cosines(v - v.mean(0))),
        variants=(partial(_agreement, similarity=torch.corrcoef),),
    ),
    Misconception(
        "only the uses of one sense are counted",
        "Let every use ask, whichever sense it has.",
        partial(_agreement, count=_of_one(1)),
        variants=(
            partial(_agreement, count=_of_one(0)),
            partial(_agreement, count=_mean(lambda found, kinds: (found == 1) & (kinds == 1))),
        ),
    ),
    Misconception(
        "an opposite vector counts as near",
        "Leave the sign: a cosine of -1 is as far as two vectors can be.",
        partial(_agreement, similarity=lambda v: _cosines(v).abs()),
    ),
)
