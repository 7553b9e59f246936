"""What a run computes with: the precision of its numbers, and the way to its products."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import torch

from bertlab.products.choice import Choice, chosen, from_json, is_available


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

    On a CUDA card bf16, or fp16 if it is an older one; float32 (``"no"``) elsewhere.
    """
    if wanted != "auto":
        return wanted
    if not torch.cuda.is_available():
        return "no"
    return "bf16" if torch.cuda.get_device_capability() >= (8, 0) else "fp16"
