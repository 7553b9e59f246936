"""Where the time of a forward pass goes, measured on the reader's machine."""

import time
from collections.abc import Callable
from typing import Any

import torch
from jaxtyping import Int
from torch import Tensor
from torch.overrides import TorchFunctionMode

from bertlab.model.bert import BertModel
from bertlab.products import ways
from bertlab.products.choice import available

KINDS = {  # parts of the names of torch's functions
    "products with weights": ("linear", "conv2d"),
    "attention: scores and weighted sums": ("attention",),
    "LayerNorm": ("layer_norm",),
    "GELU": ("gelu",),
}
REST = "sums, look-ups, checks"
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


@torch.inference_mode()
def products(rows: int = 2048, inner: int = 384, columns: int = 1536) -> dict[str, Tensor]:
    """Return one product, (rows, inner) times (inner, columns), by each way of this machine."""
    given = _factors(rows, inner, columns)
    return {way: product(*given) for way, product in available(ways.INFERENCE).items()}


@torch.inference_mode()
def rates(rows: int = 2048, inner: int = 384, columns: int = 1536) -> dict[str, float]:
    """Return the operations a second of each way to a product, the best of a few trials."""
    given = _factors(rows, inner, columns)
    known = available(ways.INFERENCE)
    best = dict.fromkeys(known, float("inf"))
    for trial in range(TIMES + 1):
        for way, product in known.items():  # by turns: what else the machine does meets all
            began = time.perf_counter()
            product(*given)
            if trial:
                best[way] = min(best[way], time.perf_counter() - began)
    return {way: 2 * rows * inner * columns / seconds for way, seconds in best.items()}


def _factors(rows: int, inner: int, columns: int) -> tuple[Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(0)
    left = torch.randn(rows, inner, generator=generator)
    return left, torch.randn(columns, inner, generator=generator), torch.zeros(columns)
