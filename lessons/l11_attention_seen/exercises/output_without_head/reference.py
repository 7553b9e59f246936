"""The reference of ``output_without_head``: it stands in until the student is right."""

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import linear


def output_without_head(
    context: Float[Tensor, "B H T K"],
    weight: Float[Tensor, "D D"],
    bias: Float[Tensor, " D"],
    head: int,
) -> Float[Tensor, "B T D"]:
    """Compute an attention block's output with one head silenced.

    Args:
        context: What each head found, (B, H, T, K); two heads or more.
        weight: The output matrix as ``nn.Linear`` keeps it, (D, D) with D = H x K: it is applied to
            the heads' contexts laid side by side.
        bias: Its bias, (D,).
        head: Which head's context becomes 0, from 0.

    Returns:
        The output, (B, T, D). The other heads and the bias count as before.
    """
    context = context.clone()
    context[:, head] = 0.0
    return linear(context.transpose(1, 2).flatten(2), weight, bias)
