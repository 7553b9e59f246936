"""Where the time of a forward pass goes, measured on the reader's machine."""

import time
from collections.abc import Callable
from typing import Any

import torch
from jaxtyping import Int
from torch import Tensor
from torch.overrides import TorchFunctionMode

from bertlab.model.bert import BertModel

KINDS = {  # parts of the names of torch's functions
    "linear maps": ("linear", "conv2d"),
    "attention: scores and weighted sums": ("attention",),
    "LayerNorm": ("layer_norm",),
    "GELU": ("gelu",),
}
REST = "additions, look-ups and the like"
TIMES = 5


class Clock(TorchFunctionMode):
    """Adds up the seconds of torch's functions, by kind, while it is entered."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = dict.fromkeys([*KINDS, REST], 0.0)

    def __torch_function__(
        self, function: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        """Call a function of torch and take its time."""
        began = time.perf_counter()
        result = function(*args, **(kwargs or {}))
        self.seconds[kind_of(function.__name__)] += time.perf_counter() - began
        return result


def kind_of(function: str) -> str:
    """Return the kind of work that a function of torch does."""
    kinds = (kind for kind, parts in KINDS.items() if any(part in function for part in parts))
    return next(kinds, REST)


@torch.inference_mode()
def shares_of_time(model: BertModel, ids: Int[Tensor, "B T"]) -> dict[str, float]:
    """Return each kind of work's share of the time of a few forward passes; they sum to 1.

    Args:
        model: The encoder.
        ids: What it reads.
    """
    model(ids)  # warms up
    with Clock() as clock:
        for _ in range(TIMES):
            model(ids)
    total = sum(clock.seconds.values())
    return {kind: seconds / total for kind, seconds in clock.seconds.items()}
