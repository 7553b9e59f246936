"""What training changed in a published model, kept apart from it: small enough to be shipped.

``change.safetensors`` holds new tensors, low-rank updates of others, or *steps*: how many float16
numbers lie between an old weight and the new one. Where training moved all weights a little, steps
are small numbers; their low and high bytes are two tensors, so that a zip file has a third less.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.model.header import check_weights
from bertlab.model.pretrained import find_folder
from bertlab.training.low_rank import owner_of_down

CHANGE = "change.safetensors"
WHOLE, UP, DOWN = "whole:", "up:", "down:"  # how a tensor of the file is to be used
LOW, HIGH = "low:", "high:"  # bytes of steps
INFINITE = 0x7C00  # the rank of infinity among the float16 numbers

Model = TypeVar("Model", bound=nn.Module)


def save_change(model: nn.Module, folder: Path) -> None:
    """Write what was trained, in half precision, and nothing else.

    Raises:
        ValueError: If nothing was trained.
    """
    tensors = trained_tensors(model)
    folder.mkdir(parents=True, exist_ok=True)
    write_tensors(folder / CHANGE, tensors)


def trained_tensors(model: nn.Module) -> dict[str, Tensor]:
    """Return what was trained, in half precision, under the names of ``change.safetensors``.

    Raises:
        ValueError: If nothing was trained.
    """
    tensors: dict[str, Tensor] = {}
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            tensors[_stored_name(name)] = parameter.detach().half().cpu().contiguous()
    if not tensors:
        raise ValueError("expected a model with trained parameters, got one that is frozen")
    return tensors


def _stored_name(name: str) -> str:
    """Turn ``x.parametrizations.weight.0.up`` into ``up:x.weight``."""
    owner, found, part = name.partition(".parametrizations.weight.0.")
    return f"{part}:{owner}.weight" if found else WHOLE + name


def save_steps(model: nn.Module, start: nn.Module, folder: Path) -> None:
    """Write how training moved each weight from where it began: exactly, in half precision.

    Args:
        model: What was trained.
        start: What it began with, as ``read_change`` will be given it.
        folder: Made if it does not exist.

    Raises:
        ValueError: If a weight moved too far, as to another sign and a large magnitude.
    """
    tensors: dict[str, Tensor] = {}
    for name, new in model.named_parameters():
        steps = _rank(new.detach()) - _rank(start.get_parameter(name).detach())
        folded = torch.where(steps < 0, -2 * steps - 1, 2 * steps)  # 0, -1, 1, -2 as 0, 1, 2, 3
        if folded.max() >= 1 << 16:
            raise ValueError(f"{name}: expected fewer than 32768 steps, got {steps.abs().max()}")
        tensors |= {LOW + name: (folded & 255).byte(), HIGH + name: (folded >> 8).byte()}
    folder.mkdir(parents=True, exist_ok=True)
    write_tensors(folder / CHANGE, tensors)


def _rank(weight: Float[Tensor, "..."]) -> Int[Tensor, "..."]:
    """Number the float16 numbers by size, 0 for 0."""
    bits = weight.half().view(torch.int16).int()
    return torch.where(bits < 0, -(bits & 0x7FFF), bits)


def _moved(weight: Float[Tensor, "..."], low: Tensor, high: Tensor) -> Float[Tensor, "..."]:
    if not low.dtype == high.dtype == torch.uint8:
        raise ValueError(f"expected the bytes of steps as uint8, got {low.dtype} and {high.dtype}")
    folded = low.int() + (high.int() << 8)
    rank = _rank(weight) + torch.where(folded % 2 == 1, -(folded + 1) // 2, folded // 2)
    if rank.abs().max() > INFINITE - 1:
        raise ValueError("expected steps to finite weights, got some beyond the largest float16")
    magnitude = rank.abs().to(torch.int16).view(torch.float16)
    return torch.where(rank < 0, -magnitude, magnitude).float()


def apply_change(model: Model, change: Mapping[str, Tensor]) -> Model:
    """Put a change into a model: replace tensors, add low-rank updates, and go steps.

    Raises:
        ValueError: If the change has a tensor that the model lacks, or one of another shape.
    """
    state = model.state_dict()
    for stored, tensor in change.items():
        kind, _, name = stored.partition(":")
        if f"{kind}:" not in (WHOLE, UP, DOWN, LOW, HIGH) or name not in state:
            raise ValueError(f"the change has {stored}, which the model lacks")
        if f"{kind}:" in (DOWN, HIGH):
            continue  # read beside the other half
        if f"{kind}:" == UP:
            down = _other_half(change, stored, DOWN + owner_of_down(name))
            tensor = state[name] + tensor.float() @ down.float()
        high = _other_half(change, stored, HIGH + name) if f"{kind}:" == LOW else tensor
        if not tensor.shape == high.shape == state[name].shape:
            shapes = f"{tuple(state[name].shape)}, got {tuple(tensor.shape)}"
            raise ValueError(f"{name}: expected the shape {shapes}")
        state[name] = _moved(state[name], tensor, high) if f"{kind}:" == LOW else tensor.float()
    model.load_state_dict(state)
    return model


def _other_half(change: Mapping[str, Tensor], stored: str, other: str) -> Tensor:
    if other not in change:
        raise ValueError(f"the change has {stored}, but no {other}")
    return change[other]


def read_change(model: Model, folder: str | Path) -> Model:
    """Put a change that was stored into the model that it was made for.

    Args:
        model: With the published weights, and heads of any weights.
        folder: With ``change.safetensors``, by path or as a checkpoint's name.

    Raises:
        ValueError: If the change does not fit, or holds other than finite floats.
        FileNotFoundError: If there is none.
    """
    change = read_tensors(find_folder(folder) / CHANGE)
    check_weights({k: v for k, v in change.items() if not k.startswith((LOW, HIGH))})
    return apply_change(model, change)
