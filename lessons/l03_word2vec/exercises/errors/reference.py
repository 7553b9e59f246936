"""The reference of ``errors``: it stands in until the student is right."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor


def errors(
    inputs: Float[Tensor, "V D"],
    outputs: Float[Tensor, "V D"],
    center: int,
    neighbor: int,
    noise: Sequence[int],
) -> list[tuple[int, float]]:
    """Return each word that is asked about, with its error: the neighbor first, then the noise."""
    asked = [(neighbor, 1.0), *((word, 0.0) for word in noise if word != neighbor)]
    return [
        (word, (outputs[word] @ inputs[center]).sigmoid().item() - label) for word, label in asked
    ]
