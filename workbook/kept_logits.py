"""Logits kept beside a record, so that anyone can compute its scores again."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from jaxtyping import Float
from safetensors import safe_open
from sklearn.metrics import accuracy_score
from torch import Tensor

from bertlab.model.checkpoint import write_tensors


def accuracy(logits: Float[Tensor, "N C"], labels: Sequence[int]) -> float:
    """Return the share of texts whose largest logit is that of their class."""
    return float(accuracy_score(labels, logits.argmax(dim=1)))


def halved(logits: Float[Tensor, "N C"]) -> Float[Tensor, "N C"]:
    """Return logits as they are kept; a score is taken of these, so that it can be taken again."""
    return logits.half().float()


def keep_logits(path: Path, runs: Mapping[str, Sequence[Float[Tensor, "N C"]]]) -> None:
    """Store the logits of several runs in half precision, one for each seed."""
    write_tensors(path, {name: torch.stack(list(seeds)).half() for name, seeds in runs.items()})


def kept_logits(path: Path, name: str) -> Float[Tensor, "S N C"]:
    """Return the logits of a run, one row of texts for each seed."""
    with safe_open(path, framework="pt") as file:
        return file.get_tensor(name).float()
