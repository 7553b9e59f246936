"""The precision of a run's numbers: chosen by the hardware, and kept when the run goes on.

Mixed precision: weights stay float32, matrices are multiplied in bfloat16 or float16. float16 needs
loss scaling, since small gradients would become 0; ``accelerate`` does it (``loop.Loop``).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from bertlab.kernels.linear import is_left_to_torch

PRECISIONS = ("no", "bf16", "fp16")
NATIVE_BF16 = ("avx512_bf16", "amx_bf16")  # instructions of processors that multiply in bf16


def precision_of_run(wanted: str, parts: Sequence[Mapping[str, Any]] = ()) -> str:
    """Return ``"no"`` (float32), ``"bf16"`` or ``"fp16"``: what the last part of a run had.

    Args:
        wanted: A precision, or ``"auto"``.
        parts: Of the run that goes on; see ``bertlab.training.state.RunState``.

    Raises:
        ValueError: If a part holds no precision that can be read.
    """
    stored = parts[-1].get("arithmetic") if parts else None
    if stored is None:
        return choose_precision(wanted)
    precision = stored.get("precision") if isinstance(stored, Mapping) else None
    if precision not in PRECISIONS:
        raise ValueError(f"expected the arithmetic of a run, got {stored!r}")
    if wanted != "auto" or (precision == "fp16" and not torch.cuda.is_available()):
        return choose_precision(wanted)
    return precision


def choose_precision(wanted: str) -> str:
    """Return what ``"auto"`` means here.

    On a CUDA GPU bf16, or fp16 if it is an older one. On a processor bf16 if it has instructions
    for that (a step in bf16 took a quarter of the time on an AMD EPYC with ``avx512_bf16``), unless
    ``BERTLAB_KERNELS=torch``; else float32 (``"no"``).
    """
    if wanted != "auto":
        return wanted
    if torch.cuda.is_available():
        return "bf16" if torch.cuda.get_device_capability() >= (8, 0) else "fp16"
    tell = getattr(torch.cpu, "get_capabilities", dict[str, bool])  # an older torch lacks it
    native = any(tell().get(name) for name in NATIVE_BF16)
    return "bf16" if native and not is_left_to_torch() else "no"
