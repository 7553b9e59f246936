"""What a run computes with: the precision of its numbers, and the way to its products."""

import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from bertlab.products import Linear, chosen
from bertlab.products.choice import TORCH, Choice, from_json, is_available, using

GAIN = 1.3  # bf16 has to be faster by so much on a processor: its results are coarser
ROWS, SIZE = 1024, 384  # tokens of a batch and sizes of MiniLM, for the measurement


class Arithmetic(NamedTuple):
    """Two choices that decide how a run's numbers are rounded.

    Attributes:
        precision: ``"no"`` (float32), ``"bf16"`` or ``"fp16"``.
        products: The ways to products of float32 on a processor.
    """

    precision: str
    products: Choice

    def as_json(self) -> dict[str, Any]:
        """Return what a training state keeps."""
        return {"precision": self.precision, "products": self.products.as_json()}


def arithmetic(wanted: str, parts: Sequence[Mapping[str, Any]] = ()) -> Arithmetic:
    """Return what to compute with: as the last part of a run did, if that is possible here.

    Args:
        wanted: A precision, or ``"auto"``.
        parts: Of the run that goes on; see ``bertlab.training.state.RunState``.

    Raises:
        ValueError: If a part holds no arithmetic that can be read.
    """
    stored = parts[-1].get("arithmetic") if parts else None
    if stored is None:
        return Arithmetic(choose_precision(wanted), chosen())
    try:
        precision, products = stored["precision"], from_json(stored["products"])
        if precision not in ("no", "bf16", "fp16"):
            raise ValueError(f"precision {precision!r}")
    except (TypeError, LookupError, ValueError) as error:
        raise ValueError(f"expected the arithmetic of a run, got {stored!r}: {error}") from error
    if wanted != "auto" or (precision == "fp16" and not torch.cuda.is_available()):
        precision = choose_precision(wanted)
    return Arithmetic(precision, products if is_available(products) else chosen())


def choose_precision(wanted: str) -> str:
    """Return what ``"auto"`` means here.

    On a CUDA card bf16, or fp16 if it is an older one. On a processor bf16 if that is clearly
    faster (``bf16_pays``), unless products are left to torch; else float32 (``"no"``).
    """
    if wanted != "auto":
        return wanted
    if torch.cuda.is_available():
        return "bf16" if torch.cuda.get_device_capability() >= (8, 0) else "fp16"
    return "bf16" if chosen() != TORCH and bf16_pays() else "no"


@cache
def bf16_pays() -> bool:
    """Measure once whether a step in bf16 is clearly faster on this processor than in float32."""
    with torch.random.fork_rng():  # fresh layers draw
        torch.manual_seed(0)
        hidden = torch.randn(ROWS, SIZE)
        layers = nn.Sequential(Linear(SIZE, 4 * SIZE), Linear(4 * SIZE, SIZE))
    seconds = {precision: _seconds(layers, hidden, precision) for precision in ("no", "bf16")}
    return seconds["no"] >= GAIN * seconds["bf16"]


def _seconds(layers: nn.Module, hidden: Tensor, precision: str, times: int = 3) -> float:
    """Time forward and backward; the first time warms up."""
    found = []
    with using(chosen()), torch.autocast("cpu", torch.bfloat16, enabled=precision == "bf16"):
        for _ in range(times + 1):
            began = time.perf_counter()
            layers(hidden).float().square().sum().backward()
            found.append(time.perf_counter() - began)
    layers.zero_grad()
    return min(found[1:])
