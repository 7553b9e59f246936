"""Eight bits: each row of numbers becomes whole numbers from -127 to 127, and one scale.

Weights are rounded once; what comes in is rounded row by row as it comes (*dynamic* quantization).
Whole numbers are multiplied and added without an error, and scaled back. Norms, softmax and GELU
stay float32.

torch's own functions for this were deprecated; ``torch._int_mm``, which its successor ``torchao``
calls as well, has no page of documentation. It is fast where a processor has instructions for it.

Source: Zafrir et al. 2019 (Q8BERT), for BERT; as here but trained so and with one scale a matrix.
"""

import copy
from typing import NamedTuple, TypeVar

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

Model = TypeVar("Model", bound=nn.Module)
HIGHEST = 127


class Rows(NamedTuple):
    """Rows of whole numbers, int8, and what each row is to be multiplied by."""

    numbers: Int[Tensor, "*M K"]
    scales: Float[Tensor, "*M 1"]


def quantize_rows(x: Float[Tensor, "*M K"]) -> Rows:
    """Round each row to whole numbers, its largest magnitude to 127; at most half a scale is lost.

    A row of zeros has the scale 1.
    """
    scales = x.abs().amax(dim=-1, keepdim=True) / HIGHEST
    scales = scales.masked_fill(scales == 0, 1.0)
    return Rows((x / scales).round().to(torch.int8), scales)


def dequantize(rows: Rows) -> Float[Tensor, "*M K"]:
    """Return what the numbers stand for."""
    return rows.numbers * rows.scales


class Int8Linear(nn.Module):
    """A linear map whose weights are int8, with a scale for each output; for processors."""

    numbers: Tensor
    scales: Tensor
    bias: Tensor | None

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        numbers, scales = quantize_rows(linear.weight.detach().float())
        self.register_buffer("numbers", numbers)
        self.register_buffer("scales", scales[:, 0])
        bias = None if linear.bias is None else linear.bias.detach().clone()
        self.register_buffer("bias", bias)

    def forward(self, x: Float[Tensor, "*M K"]) -> Float[Tensor, "*M N"]:
        """Return x Wᵀ + b, both factors rounded."""
        rows, scales = quantize_rows(x.reshape(-1, x.shape[-1]))
        product = torch._int_mm(rows, self.numbers.t()) * scales * self.scales  # (M, N)
        if self.bias is not None:
            product = product + self.bias
        return product.view(*x.shape[:-1], -1)


class Int8Embedding(nn.Module):
    """A table whose rows are int8, with a scale for each."""

    numbers: Tensor
    scales: Tensor

    def __init__(self, embedding: nn.Embedding) -> None:
        super().__init__()
        numbers, scales = quantize_rows(embedding.weight.detach().float())
        self.register_buffer("numbers", numbers)
        self.register_buffer("scales", scales)

    def forward(self, ids: Int[Tensor, "*N"]) -> Float[Tensor, "*N D"]:
        """Return the rows that were asked for."""
        return self.numbers[ids] * self.scales[ids]


def to_int8(model: Model, tables: bool = True) -> Model:
    """Return a copy for use, not for training, with all linear maps in 8 bits.

    Args:
        model: Stays as it is.
        tables: Whether embeddings are rounded too. In a small BERT they are most of its bytes; they
            need not be multiplied, so this saves no time. A model that scores words by them
            (``BertForMaskedLM``) needs False.

    Raises:
        ValueError: If there is no linear map inside.
    """
    small = copy.deepcopy(model).eval()
    replaced = 0
    for module in list(small.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, nn.Linear):
                setattr(module, name, Int8Linear(child))
                replaced += 1
            elif isinstance(child, nn.Embedding) and tables:
                setattr(module, name, Int8Embedding(child))
    if not replaced:
        raise ValueError("expected a model with linear maps inside, got none")
    return small
