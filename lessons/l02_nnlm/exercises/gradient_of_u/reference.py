"""The reference of ``gradient_of_u``: it stands in until the student is right."""

from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import one_hot


def gradient_of_u(
    scores: Float[Tensor, "B V"], hidden: Float[Tensor, "B D"], targets: Int[Tensor, " B"]
) -> Float[Tensor, "V D"]:
    """Return the gradient of the mean loss with respect to U, without autograd."""
    of_scores = scores.softmax(dim=1) - one_hot(targets, scores.shape[1])
    return of_scores.T @ hidden / len(targets)
