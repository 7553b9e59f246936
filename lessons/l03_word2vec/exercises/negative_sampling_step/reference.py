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
    words = [(neighbor, 1), *((word, 0) for word in noise if word != neighbor)]  # with labels
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    for word, label in words:
        error = (outputs[word] @ inputs[center]).sigmoid() - label
        new_inputs[center] -= rate * error * outputs[word]
        new_outputs[word] -= rate * error * inputs[center]
    return new_inputs, new_outputs
