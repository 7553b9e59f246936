"""The state of a training run on disk: one safetensors file, and a history to read.

Weights, both running means of AdamW and the number of steps are in one file, so they belong
together whenever the power fails. Random numbers need no place: every step seeds its own.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import save
from torch import Tensor, nn

from bertlab.files import write_atomically
from bertlab.model.checkpoint import read_tensors
from bertlab.training.config import TrainConfig

STATE, HISTORY = "state.safetensors", "history.jsonl"
# What may differ between a run and its continuation: it says how long, not what is learned from.
FREE = ("steps", "micro_batch_size", "log_every", "save_every", "warmup", "learning_rate")

Line = dict[str, int | float]
Optimizer = torch.optim.Optimizer


def save_state(
    folder: Path,
    steps: int,
    history: Sequence[Line],
    model: nn.Module,
    optimizer: Optimizer,
    config: TrainConfig,
    scaler: dict[str, Any] | None = None,
) -> None:
    """Write the state of a run; whatever happens, a whole one stands there afterwards.

    Args:
        folder: Made if it does not exist.
        steps: Updates made.
        history: Lines logged so far.
        model: What is trained.
        optimizer: AdamW over the model's parameters.
        config: What the run was started with.
        scaler: The state of fp16's loss scaling.

    Raises:
        OSError: If the folder cannot be written or the disk is full.
    """
    tensors = {f"model.{name}": tensor for name, tensor in model.state_dict().items()}
    for name, parameter in model.named_parameters():
        for key, value in optimizer.state.get(parameter, {}).items():
            tensors[f"optimizer.{name}.{key}"] = value
    entries = {"steps": steps, "config": asdict(config), "scaler": scaler}
    content = save(
        {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()},
        metadata={"training": json.dumps(entries)},
    )
    lines = "".join(json.dumps(line) + "\n" for line in history)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for cut_short in folder.glob(f".{STATE}.*"):  # a process was killed while it wrote
            cut_short.unlink()
        write_atomically(folder / HISTORY, lines.encode())  # first: a longer one is cut again
        write_atomically(folder / STATE, content)
    except OSError as error:
        older = "; the state saved before is whole" if (folder / STATE).is_file() else ""
        message = f"{error.strerror}: step {steps} could not be saved{older}"
        raise OSError(error.errno, message, str(folder)) from error


def restore_state(
    folder: Path, model: nn.Module, optimizer: Optimizer, config: TrainConfig
) -> tuple[int, list[Line], dict[str, Any] | None]:
    """Bring model and optimizer to the state in a folder, if there is one.

    Returns:
        Updates made, the history up to there, and the state of loss scaling.

    Raises:
        ValueError: If the file is cut short, or belongs to another model or other settings.
    """
    path = folder / STATE
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"expected a folder to keep the state in, got the file {folder}")
    if not path.is_file():
        return 0, [], None
    tensors = read_tensors(path)
    with safe_open(path, framework="pt") as file:
        entries = json.loads((file.metadata() or {}).get("training", "{}"))
    if not {"steps", "config"} <= entries.keys():
        raise ValueError(f"{path} is no state of a training run: it names no steps and no config")
    _check_settings(path, entries["config"], config)
    weights = _part(tensors, "model.")
    expected = model.state_dict()
    wrong = [
        f"{name}: expected {_shape(expected.get(name))}, got {_shape(weights.get(name))}"
        for name in sorted(expected.keys() | weights.keys())
        if _shape(expected.get(name)) != _shape(weights.get(name))
    ]
    if wrong:
        raise ValueError(f"{path} belongs to another model: {'; '.join(wrong[:3])}")
    model.load_state_dict(weights)
    for name, parameter in model.named_parameters():
        if found := _part(tensors, f"optimizer.{name}."):
            optimizer.state[parameter] = {
                key: value.to(parameter.device) for key, value in found.items()
            }
    return entries["steps"], _history(folder / HISTORY, entries["steps"]), entries["scaler"]


def _check_settings(path: Path, stored: dict[str, Any], config: TrainConfig) -> None:
    wanted = json.loads(json.dumps(asdict(config)))
    for name in wanted.keys() - set(FREE):
        if stored.get(name) != wanted[name]:
            raise ValueError(
                f"{path} was made with {name} = {stored.get(name)}, this run has {wanted[name]}; "
                "take another folder, or go on with the old setting"
            )


def _part(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {k.removeprefix(prefix): t for k, t in tensors.items() if k.startswith(prefix)}


def _shape(tensor: Tensor | None) -> str:
    return "none" if tensor is None else str(tuple(tensor.shape))


def _history(path: Path, steps: int) -> list[Line]:
    """Read the lines up to a step; later ones were logged after the state was saved."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [line for line in map(json.loads, lines) if line["step"] <= steps]
