"""Which files hold a checkpoint's weights, and what they say, checked before memory is taken.

A configuration of a few bytes can ask for a model of any size. The file of weights says in its
header how large they are, so both are compared first, and nothing is built that does not fit.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from bertlab.files import read_json
from bertlab.model.checkpoint import plain_name, read_tensors, what_is_wrong
from bertlab.model.config import BertConfig

Shapes = Mapping[str, tuple[int, ...]]


def weight_files(folder: Path) -> list[Path]:
    """Return the files of a folder's weights: model.safetensors, or the parts its index names.

    Raises:
        FileNotFoundError: If there is neither.
        ValueError: If the index is damaged, or names a file outside the folder.
    """
    whole, index = folder / "model.safetensors", folder / "model.safetensors.index.json"
    if whole.is_file():
        return [whole]
    if not index.exists():
        pickles = sorted(path.name for path in folder.glob("*.bin"))
        only = f"; {pickles[0]} is a pickle" if pickles else ""
        raise FileNotFoundError(
            f"no {whole.name} in {folder}{only}; weights in other formats are never loaded"
        )
    parts = read_json(index).get("weight_map")
    names = set(map(str, parts.values())) if isinstance(parts, dict) else set()
    if not names or any(not re.fullmatch(r"[\w.-]+\.safetensors", name) for name in names):
        raise ValueError(f"{index.name}: expected names of files beside it, got {parts!r:.80}")
    return [folder / name for name in sorted(names)]


def read_weights(files: Sequence[Path]) -> dict[str, Tensor]:
    """Read the files of a model's weights.

    Raises:
        FileNotFoundError: If one is missing.
        ValueError: If one is not complete, or two hold the same tensor.
    """
    tensors: dict[str, Tensor] = {}
    for file in files:
        for name, tensor in read_tensors(file).items():
            if name in tensors:
                raise ValueError(f"{file.name}: expected {name} in one file, got it in two")
            tensors[name] = tensor
    return tensors


def shapes_in(path: Path) -> dict[str, tuple[int, ...]]:
    """Return the shape of each tensor of a safetensors file, from its header alone.

    Raises:
        ValueError: If it is not a complete safetensors file.
    """
    try:
        with safe_open(path, framework="pt") as file:
            return {name: tuple(file.get_slice(name).get_shape()) for name in file.keys()}  # noqa: SIM118
    except SafetensorError as error:
        raise ValueError(f"{path.name}: {what_is_wrong(path)} ({error})") from error


def check_sizes(config: BertConfig, shapes: Shapes) -> None:
    """Check that a configuration asks for no larger encoder than a file of weights holds.

    Args:
        config: What config.json says.
        shapes: What the file's header says, by the Hub's names.

    Raises:
        ValueError: If a table of embeddings or the feed-forward network of a layer is missing or of
            another shape; it names the tensor, what was expected and what came.
    """
    plain = {plain_name(name): shape for name, shape in shapes.items()}
    D, F, L = config.hidden_size, config.intermediate_size, config.num_layers
    E = getattr(config, "embedding_size", D)
    expected = {
        "embeddings.word_embeddings.weight": (config.vocab_size, E),
        "embeddings.position_embeddings.weight": (config.max_positions, E),
        "embeddings.token_type_embeddings.weight": (config.type_vocab_size, E),
    }
    wide = ((f"encoder.layer.{i}.intermediate.dense.weight", (F, D)) for i in range(L))
    for name, shape in chain(expected.items(), wide):  # the first that is missing ends it
        if name not in plain:
            raise ValueError(f"the file lacks {name}, expected of shape {shape} ({L} layers)")
        if plain[name] != shape:
            raise ValueError(f"{name}: expected shape {shape}, got {plain[name]}")


def check_weights(tensors: Mapping[str, Tensor]) -> None:
    """Check that tensors can be weights: floats, all of them finite.

    Args:
        tensors: By name; the positions that old files number are whole numbers and pass.

    Raises:
        ValueError: If one is of another type, or holds NaN or infinity; it names the tensor.
    """
    for name, tensor in tensors.items():
        if name.endswith("position_ids"):
            continue
        if not tensor.is_floating_point():
            raise ValueError(f"{name}: expected floats as weights, got {tensor.dtype}")
        if not torch.isfinite(tensor).all():
            raise ValueError(f"{name}: expected finite weights, got NaN or infinity")
