"""The reference of ``quantize``."""

import torch
from jaxtyping import Float, Int8
from torch import Tensor


def quantize(
    weight: Float[Tensor, "N M"], bits: int = 8
) -> tuple[Int8[Tensor, "N M"], Float[Tensor, "N 1"]]:
    """Round each row of a matrix to whole numbers, from -127 to 127 for 8 bits, and a scale.

    Args:
        weight: The matrix, (N, M).
        bits: Of a number, one of them for its sign; 2 to 8.

    Returns:
        The numbers (N, M), int8, and what each row is to be multiplied by, (N, 1): 1 for zeros.
    """
    most = 2 ** (bits - 1) - 1
    largest = weight.abs().amax(dim=1, keepdim=True)  # (N, 1)
    scales = largest / most
    scales[largest == 0] = 1
    numbers = (weight / scales).round().to(torch.int8)
    return numbers, scales
