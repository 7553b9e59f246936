"""The reference of ``negative_sampling_step``: it stands in until the student is right."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor


def negative_sampling_step(
    inputs: Float[Tensor, "V D"],
    outputs: Float[Tensor, "V D"],
    center: int,
    neighbor: int,
    noise: Sequence[int],
    rate: float,
) -> tuple[Float[Tensor, "V D"], Float[Tensor, "V D"]]:
    """Return both tables after one step for a pair of words and some noise words."""
    rows = [neighbor, *(word for word in noise if word != neighbor)]
    errors = (outputs[rows] @ inputs[center]).sigmoid()  # the probabilities of *real*
    errors[0] -= 1
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    new_inputs[center] -= rate * errors @ outputs[rows]
    for row, error in zip(rows, errors, strict=True):
        new_outputs[row] -= rate * error * inputs[center]
    return new_inputs, new_outputs
