"""The misconceptions about ``cosine``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _compared(
    a: Tensor,
    b: Tensor,
    *,
    dot: Callable[[Tensor, Tensor], Tensor] = torch.dot,
    length: Callable[[Tensor], Tensor] = torch.linalg.vector_norm,
    divide: Callable[[Tensor, Tensor, Tensor], Tensor] = lambda dot, first, second: (
        dot / (first * second)
    ),
    finish: Callable[[Tensor], Tensor] = lambda cosine: cosine,
) -> Tensor:
    return finish(divide(dot(a, b), length(a), length(b)))


def _number_of_components(vector: Tensor) -> Tensor:
    return torch.tensor(float(len(vector)))


def _mean_square_root(vector: Tensor) -> Tensor:
    return vector.square().mean().sqrt()


def _over_length_of_product(a: Tensor, b: Tensor) -> Tensor:
    return a @ b / (a * b).norm()


def _correlated(a: Tensor, b: Tensor) -> Tensor:
    return _compared(a - a.mean(), b - b.mean())


MISCONCEPTIONS = (
    Misconception(
        "the dot product is not divided by the lengths",
        "Divide by both lengths: the dot product grows with them, the cosine of an angle does not.",
        partial(_compared, divide=lambda dot, first, second: dot),
    ),
    Misconception(
        "the dot product is divided by one length only",
        "Divide by the length of a and by the length of b: what is left depends on the angle "
        "alone.",
        partial(_compared, divide=lambda dot, first, second: dot / first),
        variants=(partial(_compared, divide=lambda dot, first, second: dot / second),),
    ),
    Misconception(
        "the brackets are missing, so the result is multiplied by the second length",
        "Put the product of the lengths in brackets: Python goes from left to right, so "
        "x / y * z is (x / y) * z.",
        partial(_compared, divide=lambda dot, first, second: dot / first * second),
        variants=(partial(_compared, divide=lambda dot, first, second: dot / second * first),),
    ),
    Misconception(
        "the lengths are added",
        "Divide by the product of the two lengths, not by their sum: then a vector with itself "
        "gives 1.",
        partial(_compared, divide=lambda dot, first, second: dot / (first + second)),
    ),
    Misconception(
        "the lengths are squared",
        "The length is the square root of the sum of squares; a @ a is that sum before the root.",
        partial(_compared, length=lambda vector: vector @ vector),
    ),
    Misconception(
        "the length is the sum of the absolute components, the L1 norm",
        "Take the root of the sum of squares, which is what a.norm() does: with other lengths a "
        "vector with itself does not give 1.",
        partial(_compared, length=lambda vector: vector.norm(p=1)),
    ),
    Misconception(
        "the sign is lost",
        "Keep the sign: opposite vectors have a cosine of -1, not of 1.",
        partial(_compared, finish=torch.abs),
        variants=(
            partial(_compared, finish=torch.relu),
            partial(_compared, finish=torch.square),
        ),
    ),
    Misconception(
        "the distance between the vectors is returned",
        "The cosine compares directions and is 1 for equal ones; the distance is 0 there.",
        lambda a, b: (a - b).norm(),
        variants=(lambda a, b: (a / a.norm() - b / b.norm()).norm(),),
    ),
    Misconception(
        "the angle itself is returned",
        "Stop before the arc cosine: what is wanted is the cosine of the angle, in [-1, 1].",
        partial(_compared, finish=lambda cosine: torch.arccos(cosine.clamp(-1, 1))),
        variants=(
            partial(_compared, finish=lambda cosine: cosine.clamp(-1, 1).arccos().rad2deg()),
        ),
    ),
    Misconception(
        "the products of the components are not summed",
        "Sum the products, which is what a @ b does: the cosine is one number, and its sum runs "
        "over all components.",
        partial(_compared, dot=torch.mul),
        variants=(partial(_compared, dot=torch.outer),),
    ),
    Misconception(
        "a mean is taken where the formula has a sum",
        "Sum the products, and the squares under the root: a mean of one of them brings in the "
        "number of components, and a vector with itself no longer gives 1.",
        partial(_compared, dot=lambda a, b: (a * b).mean()),
        variants=(partial(_compared, length=_mean_square_root),),
    ),
    Misconception(
        "the number of components stands for the length",
        "The length of an arrow is the root of the sum of its squares, a.norm(); len(a) only says "
        "how many components there are.",
        partial(_compared, length=_number_of_components),
    ),
    Misconception(
        "the sum of the components stands for the length",
        "Square the components, sum and take the root, which is what a.norm() does: in a plain sum "
        "components of different signs cancel.",
        partial(_compared, length=torch.sum),
    ),
    Misconception(
        "the divisor is the length of the product, not the product of the lengths",
        "Take the length of a and the length of b, then multiply them: the length of a product "
        "depends on the angle as well.",
        partial(_compared, divide=lambda dot, first, second: dot / dot.norm()),
        variants=(_over_length_of_product,),
    ),
    Misconception(
        "a root too many: that of the product of the lengths is taken",
        "A length has its root already. The root of the product belongs over the sums of squares, "
        "a @ a and b @ b.",
        partial(_compared, divide=lambda dot, first, second: dot / (first * second).sqrt()),
    ),
    Misconception(
        "the mean is subtracted from each vector, as for a correlation",
        "Leave the vectors as they are: the angle is measured at the origin, not at the mean.",
        _correlated,
    ),
    Misconception(
        "the cosine distance is returned, 1 minus the cosine",
        "Return the cosine itself: it is 1 for equal directions, where the distance is 0.",
        partial(_compared, finish=lambda cosine: 1 - cosine),
    ),
    Misconception(
        "the function cos is applied to the quotient",
        "The quotient is the cosine already: cos would be needed if it were the angle.",
        partial(_compared, finish=torch.cos),
    ),
    Misconception(
        "the result still has an axis",
        "Return a tensor of shape (): one number has no axis. A dot product of two vectors gives "
        "it without squeeze; keepdim and slices such as a[None] leave axes behind.",
        partial(_compared, finish=lambda cosine: cosine.reshape(1)),
        variants=(partial(_compared, finish=lambda cosine: cosine.reshape(1, 1)),),
    ),
    Misconception(
        "the cosine is moved to between 0 and 1",
        "Return the cosine as the formula gives it: opposite vectors have -1.",
        partial(_compared, finish=lambda cosine: (1 + cosine) / 2),
    ),
)
