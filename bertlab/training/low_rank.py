"""Low-rank updates: change a large matrix by the product of two thin ones, and ship only these.

Queries, keys and values of an attention read the same vectors. Their three matrices share one
``down``, as the three thirds of one matrix would: a third fewer numbers for an attention's input.

Source: Hu et al. 2022, LoRA: Low-Rank Adaptation of Large Language Models.
"""

import re

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.utils import parametrize


class LowRankUpdate(nn.Module):
    """Adds ``up @ down`` to a weight; it begins at zero, so that nothing changes at first.

    Args:
        rows: Of the weight.
        columns: Of the weight.
        rank: Rows of ``down`` and columns of ``up``.
        down: That of another update, to share it; None draws one.

    Raises:
        ValueError: If the rank is not in [1, min(rows, columns)].
    """

    def __init__(
        self, rows: int, columns: int, rank: int, down: nn.Parameter | None = None
    ) -> None:
        super().__init__()
        if not 1 <= rank <= min(rows, columns):
            raise ValueError(f"rank must be in [1, {min(rows, columns)}], got {rank}")
        if down is None:
            down = nn.Parameter(torch.randn(rank, columns) / columns**0.5)
        self.down = down
        self.up = nn.Parameter(torch.zeros(rows, rank))

    def forward(self, weight: Float[Tensor, "O I"]) -> Float[Tensor, "O I"]:
        """Return the changed weight."""
        return weight + self.up @ self.down


def add_low_rank(model: nn.Module, rank: int) -> nn.Module:
    """Freeze all weights of a model, and give every linear map inside a low-rank update.

    Args:
        model: Changed in place. Its state dict has other names until ``merge_low_rank``.
        rank: Of every update.

    Returns:
        The same model.

    Raises:
        ValueError: If there is no linear map inside, or one has an update already.
    """
    linears = {name: each for name, each in model.named_modules() if isinstance(each, nn.Linear)}
    updated = sum(map(parametrize.is_parametrized, linears.values()))
    if not linears or updated:
        raise ValueError(
            f"expected linear maps without updates, got {len(linears)} maps, "
            f"{updated} of them with one"
        )
    model.requires_grad_(False)
    downs: dict[str, nn.Parameter] = {}
    for name, linear in linears.items():
        shared = downs.get(owner_of_down(name))
        update = LowRankUpdate(linear.out_features, linear.in_features, rank, shared)
        downs[name] = update.down
        parametrize.register_parametrization(linear, "weight", update)
    return model


def owner_of_down(name: str) -> str:
    """Return the map, or the weight, whose ``down`` one of this name uses: mostly its own.

    >>> owner_of_down("encoder.layers.0.attention.value.weight")
    'encoder.layers.0.attention.query.weight'
    """
    return re.sub(r"\battention\.(key|value)\b", "attention.query", name)


def merge_low_rank(model: nn.Module) -> nn.Module:
    """Add the updates to the weights for good; the model is an ordinary one again."""
    for module in list(model.modules()):
        if isinstance(module, nn.Linear) and parametrize.is_parametrized(module):
            parametrize.remove_parametrizations(module, "weight", leave_parametrized=True)
    return model
