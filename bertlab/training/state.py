"""The state of a training run on disk: one safetensors file, and a history to read.

Weights, both running means of AdamW and the number of steps are in one file, so they belong
together whenever the power fails. Random numbers need no place: every step seeds its own.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors import safe_open
from safetensors.torch import save
from torch import Tensor, nn

from bertlab.files import lines_of, read_json, read_text, write_atomically
from bertlab.model.checkpoint import read_tensors
from bertlab.model.config import is_finite
from bertlab.model.header import shapes_in
from bertlab.training.config import TrainConfig

STATE, HISTORY, SETTINGS = "state.safetensors", "history.jsonl", "settings.json"
MEANS = ("exp_avg", "exp_avg_sq")  # of AdamW, for each parameter
# What may differ between a run and its continuation: it says how long, not what is learned from.
FREE = ("steps", "micro_batch_size", "log_every", "save_every", "warmup", "learning_rate")

Line = dict[str, int | float]
Optimizer = torch.optim.Optimizer


class RunState(NamedTuple):
    """How far a run has come.

    Attributes:
        steps: Updates made.
        history: Lines logged.
        scaler: The state of fp16's loss scaling.
        parts: What made which steps: ``from_step``, the settings of ``FREE`` from there on, and
            ``arithmetic`` (``bertlab.training.precision``).
    """

    steps: int
    history: list[Line]
    scaler: dict[str, Any] | None
    parts: list[dict[str, Any]]


def save_state(
    folder: Path,
    run: RunState,
    model: nn.Module,
    optimizer: Optimizer,
    config: TrainConfig,
) -> None:
    """Write the state of a run; whatever happens, a whole one stands there afterwards.

    Args:
        folder: Made if it does not exist.
        run: Steps, history, loss scaling and settings so far.
        model: What is trained.
        optimizer: AdamW over the model's parameters.
        config: What the run was started with.

    Raises:
        OSError: If the folder cannot be written or the disk is full.
    """
    state, first = model.state_dict(), _first_names(model)
    tensors = {f"model.{name}": state[name] for name in set(first.values())}
    for name, parameter in model.named_parameters():
        for key, value in optimizer.state.get(parameter, {}).items():
            tensors[f"optimizer.{name}.{key}"] = value
    steps, history, scaler, parts = run
    entries = {"steps": steps, "config": asdict(config), "scaler": scaler, "parts": parts}
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
) -> RunState:
    """Bring model and optimizer to the state in a folder, if there is one.

    Nothing of the file stays open or mapped, so that the next state can take its place on the disk.

    Raises:
        ValueError: If the file is damaged, or belongs to another model or other settings; model and
            optimizer are then as they were.
    """
    path = folder / STATE
    if not path.is_file():
        return RunState(0, [], None, [])
    tensors, entries = read_tensors(path), _entries(path)
    wanted = json.loads(json.dumps(asdict(config)))
    _compare(path, entries["config"], {name: wanted[name] for name in wanted.keys() - set(FREE)})
    weights = _part(tensors, "model.")
    weights |= {
        name: weights[first] for name, first in _first_names(model).items() if first in weights
    }
    expected = model.state_dict()
    wrong = [
        f"{name}: expected {_shape(expected.get(name))}, got {_shape(weights.get(name))}"
        for name in sorted(expected.keys() | weights.keys())
        if _shape(expected.get(name)) != _shape(weights.get(name))
    ]
    if wrong:
        raise ValueError(f"{path} belongs to another model: {'; '.join(wrong[:3])}")
    for name, tensor in tensors.items():
        if tensor.is_floating_point() and not torch.isfinite(tensor).all():
            raise ValueError(f"{path}: {name} holds NaN or infinity")
    means = {
        parameter: _means(path, tensors, name, parameter)
        for name, parameter in model.named_parameters()
    }
    made = max((found["step"].item() for found in means.values() if found), default=0)
    skipped = entries["scaler"] is not None  # loss scaling leaves out steps that overflow
    if made > entries["steps"] or (made < entries["steps"] and not skipped):
        raise ValueError(f"{path} is of {entries['steps']} steps, its optimizer of {made:g}")
    history = _history(folder / HISTORY, entries["steps"])
    model.load_state_dict(weights)
    optimizer.state.update({parameter: found for parameter, found in means.items() if found})
    return RunState(entries["steps"], history, entries["scaler"], entries["parts"])


def keep_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Store what decides a run's result beside its state, or compare it with what is stored.

    A folder that was used before would else be read as this run, interrupted or finished.

    Args:
        folder: Of the run; it exists.
        settings: What JSON can hold; ``digest`` makes a short text of the rest.

    Raises:
        ValueError: If the folder holds a run with other settings.
        FileNotFoundError: If it holds a run without any.
    """
    path, settings = folder / SETTINGS, json.loads(json.dumps(settings))
    if (folder / STATE).is_file():
        stored = read_json(path)
        _compare(folder, stored, {name: settings[name] for name in settings if name in stored})
    elif int(os.environ.get("RANK", "0")) == 0:
        write_atomically(path, json.dumps(settings, indent=1).encode())


def digest(value: Any) -> str:
    """Return a short text that differs for values that are written differently."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:12]


def run_parts(folder: Path) -> list[dict[str, Any]]:
    """Return the parts of the run in a folder: what made which steps; see ``RunState.parts``.

    Raises:
        FileNotFoundError: If there is no state.
        ValueError: If the file is damaged.
    """
    return _entries(folder / STATE)["parts"]


def earlier_parts(folder: Path | None) -> list[dict[str, Any]]:
    """Return the parts of a run that goes on; none of a run that begins."""
    return run_parts(folder) if folder is not None and (folder / STATE).is_file() else []


def settings_of(config: TrainConfig) -> dict[str, Any]:
    """Return the settings that may differ from one part of a run to the next."""
    return {name: getattr(config, name) for name in FREE}


def _entries(path: Path) -> dict[str, Any]:
    """Return what a state says of itself, checked."""
    shapes_in(path)  # says what is wrong with a damaged file
    with safe_open(path, framework="pt") as file:
        text = (file.metadata() or {}).get("training", "{}")
    try:
        found = json.loads(text)
        wrong = [name for name, holds in _ENTRIES.items() if not holds(found[name])]
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        message = f"{path} is no state of a training run: it says {text[:80]!r} of itself"
        raise ValueError(message) from error
    if wrong:
        raise ValueError(f"{path}: {wrong[0]} cannot be {found[wrong[0]]!r}")
    return found


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


_ENTRIES = {
    "steps": _is_count,
    "config": lambda value: isinstance(value, dict),
    "scaler": lambda value: value is None or all(map(is_finite, value.values())),
    "parts": lambda value: all(_is_count(part["from_step"]) for part in value),
}


def _means(
    path: Path, tensors: Mapping[str, Tensor], name: str, parameter: Tensor
) -> dict[str, Tensor]:
    """Return a parameter's part of the optimizer's state; none if it never had a gradient."""
    found = _part(tensors, f"optimizer.{name}.")
    if not found:
        return {}
    shapes = {key: tuple(value.shape) for key, value in found.items()}
    expected = dict.fromkeys(MEANS, tuple(parameter.shape)) | {"step": ()}
    if shapes != expected:
        raise ValueError(f"{path}: optimizer.{name}: expected {expected}, got {shapes}")
    return {key: value.to(parameter.device, copy=True) for key, value in found.items()}


def _compare(where: Path, stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    for name, value in wanted.items():
        if stored.get(name) != value:
            raise ValueError(
                f"{where} was made with {name} = {stored.get(name)}, this run has {value}; "
                "take another folder, or go on with the old setting"
            )


def _first_names(model: nn.Module) -> dict[str, str]:
    """Return for each tensor of the state its first name: a layer that is shared has several."""
    first: dict[int, str] = {}
    return {
        name: first.setdefault(id(tensor), name)
        for name, tensor in model.state_dict(keep_vars=True).items()
    }


def _part(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {k.removeprefix(prefix): t for k, t in tensors.items() if k.startswith(prefix)}


def _shape(tensor: Tensor | None) -> str:
    return "none" if tensor is None else str(tuple(tensor.shape))


def _history(path: Path, steps: int) -> list[Line]:
    """Read the lines up to a step; later ones were logged after the state was saved."""
    text = read_text(path) if path.is_file() else ""
    try:
        lines = [json.loads(line) for line in lines_of(text)]
        if not all(is_finite(line["seconds"]) for line in lines):
            raise ValueError("seconds must be a number")
        return [line for line in lines if line["step"] <= steps]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise ValueError(f"{path} is no history of a training run: {error}") from error
