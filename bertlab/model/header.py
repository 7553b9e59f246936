"""What a checkpoint's files say of themselves, checked before memory is taken for them.

A configuration of a few bytes can ask for a model of any size. The file of weights says in its
header how large they are, so both are compared first, and nothing is built that does not fit.
"""

from collections.abc import Mapping
from itertools import chain
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from bertlab.model.checkpoint import plain_name, what_is_wrong
from bertlab.model.config import BertConfig

Shapes = Mapping[str, tuple[int, ...]]


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
    expected = {
        "embeddings.word_embeddings.weight": (config.vocab_size, D),
        "embeddings.position_embeddings.weight": (config.max_positions, D),
        "embeddings.token_type_embeddings.weight": (config.type_vocab_size, D),
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
