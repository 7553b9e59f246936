"""What the misconceptions about ``input_embeddings`` take for positions."""

import torch
from torch import Tensor


def restarted(ids: Tensor, types: Tensor) -> Tensor:
    """Count anew in the second text, the padding behind it stays at 0 or goes on."""
    places = torch.arange(ids.shape[1]) - types * (types == 0).sum(1, keepdim=True)
    return places.clamp(min=0)


def counted_in_runs(ids: Tensor, types: Tensor) -> Tensor:
    """Count anew wherever the type changes."""
    places = torch.arange(ids.shape[1])
    begins = torch.ones_like(types, dtype=torch.bool)
    begins[:, 1:] = types[:, 1:] != types[:, :-1]
    return places - (places * begins).cummax(dim=1).values
