"""What training changed in a published model, kept apart from it: small enough to be shipped.

``change.safetensors`` holds new tensors, and low-rank updates of others.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from torch import Tensor, nn

from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.model.header import check_weights
from bertlab.model.pretrained import find_folder
from bertlab.training.low_rank import owner_of_down

CHANGE = "change.safetensors"
WHOLE, UP, DOWN = "whole:", "up:", "down:"  # how a tensor of the file is to be used

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


def apply_change(model: Model, change: Mapping[str, Tensor]) -> Model:
    """Put a change into a model: replace tensors, and add low-rank updates.

    Raises:
        ValueError: If the change has a tensor that the model lacks, or one of another shape.
    """
    state = model.state_dict()
    for stored, tensor in change.items():
        kind, _, name = stored.partition(":")
        if f"{kind}:" not in (WHOLE, UP, DOWN) or name not in state:
            raise ValueError(f"the change has {stored}, which the model lacks")
        tensor = tensor.float()
        if f"{kind}:" == UP:
            down = DOWN + owner_of_down(name)
            other = change.get(down)
            if other is None:
                raise ValueError(f"the change has {stored}, but no {down}")
            tensor = state[name] + tensor @ other.float()
        if f"{kind}:" != DOWN:
            if tensor.shape != state[name].shape:
                shapes = f"{tuple(state[name].shape)}, got {tuple(tensor.shape)}"
                raise ValueError(f"{name}: expected the shape {shapes}")
            state[name] = tensor
    model.load_state_dict(state)
    return model


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
    check_weights(change)
    return apply_change(model, change)
