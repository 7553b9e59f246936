"""What a forward pass keeps for the way back, and how to keep less of it."""

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from bertlab.model.bert import BertModel


def kept_for_backward(
    bert: BertModel, input_ids: Int[Tensor, "B T"], recompute: bool = False
) -> tuple[Float[Tensor, "B T D"], int]:
    """Run an encoder over texts without padding; count what stays in memory for the way back.

    Args:
        bert: The encoder.
        input_ids: (B, T).
        recompute: Whether each layer keeps only its input, and is computed again on the way back.

    Returns:
        The last layer's vectors, and the bytes of the tensors kept. Tensors that share memory are
        counted once, and parameters are not counted.

    Source: Chen et al. 2016, Training Deep Nets with Sublinear Memory Cost.
    """
    kept: dict[int, int] = {}

    def note(tensor: Tensor) -> Tensor:
        if not isinstance(tensor, torch.nn.Parameter) and tensor.grad_fn is not None:
            kept[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        hidden = bert.embeddings(input_ids, torch.zeros_like(input_ids))
        mask = torch.ones_like(input_ids, dtype=torch.bool)[:, None, None, :]
        for layer in bert.encoder.layers:
            if recompute:  # it holds on to its input by itself, where the hooks do not see it
                hidden = checkpoint(layer, note(hidden), mask, use_reentrant=False)
            else:
                hidden = layer(hidden, mask)
    return hidden, sum(kept.values())
