"""The reference of ``forward``: it stands in until the student is right."""

from typing import Any

from jaxtyping import Float, Int
from torch import Tensor


def forward(
    self: Any,
    task: str,
    input_ids: Int[Tensor, "B T"],
    token_type_ids: Int[Tensor, "B T"],
    attention_mask: Int[Tensor, "B T"],
) -> Float[Tensor, "B *T C"]:
    """Return the logits of the head that the task names."""
    hidden, pooled = self.bert(input_ids, token_type_ids, attention_mask)
    head = getattr(self, task)
    return head(hidden) if task in ("tags", "span") else head(pooled)
