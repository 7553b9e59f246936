"""A masked-word read-out on a published encoder: teach it again to say which word is missing.

``minilm`` was made for sentence vectors and comes without the head that guesses masked words. Here
it gets one. How much of the encoder has to change with it is a question for measurement, so the
change is kept apart: ``change.safetensors`` holds new tensors, and low-rank updates of others.
"""

from collections.abc import Mapping
from pathlib import Path

from torch import Tensor

from bertlab import checkpoint
from bertlab.config import BertConfig
from bertlab.low_rank import LowRankUpdate, add_low_rank
from bertlab.model import BertForMaskedLM
from bertlab.pretrained import find_folder
from bertlab.wordpiece import WordPieceTokenizer

CHANGE = "change.safetensors"
WHOLE, UP, DOWN = "whole:", "up:", "down:"  # how a tensor of the file is to be used


def with_fresh_head(num_layers: int | None = None) -> BertForMaskedLM:
    """Return ``minilm``, or its first layers, with a head that has learned nothing yet.

    Raises:
        ValueError: If it has fewer layers.
    """
    model = BertForMaskedLM.from_pretrained("minilm", new_heads=True)
    layers = model.bert.encoder.layers
    if num_layers is None:
        return model
    if not 1 <= num_layers <= len(layers):
        raise ValueError(f"num_layers must be in [1, {len(layers)}], got {num_layers}")
    entries = model.config.to_hub() | {"num_hidden_layers": num_layers}
    short = BertForMaskedLM(BertConfig.from_hub(entries))
    kept = short.state_dict().keys()
    short.load_state_dict({k: tensor for k, tensor in model.state_dict().items() if k in kept})
    return short.eval()


def free_top_layers(model: BertForMaskedLM, number: int) -> BertForMaskedLM:
    """Freeze everything but the head and the last layers; 0 leaves the head alone.

    Raises:
        ValueError: If there are fewer layers.
    """
    layers = model.bert.encoder.layers
    if not 0 <= number <= len(layers):
        raise ValueError(f"number must be in [0, {len(layers)}], got {number}")
    model.requires_grad_(False)
    model.masked_lm.requires_grad_(True)
    for layer in list(layers)[len(layers) - number :]:
        layer.requires_grad_(True)
    return model


def free_low_rank(model: BertForMaskedLM, rank: int) -> BertForMaskedLM:
    """Give every linear map of the encoder a low-rank update; the head is free as a whole."""
    add_low_rank(model.bert.encoder, rank)
    model.requires_grad_(False)
    model.masked_lm.requires_grad_(True)
    for module in model.modules():
        if isinstance(module, LowRankUpdate):
            module.requires_grad_(True)
    return model


def save_change(model: BertForMaskedLM, folder: Path) -> None:
    """Write what was trained, in half precision, and nothing else.

    Raises:
        ValueError: If nothing was trained.
    """
    tensors: dict[str, Tensor] = {}
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            tensors[_stored_name(name)] = parameter.detach().half().cpu().contiguous()
    if not tensors:
        raise ValueError("expected a model with trained parameters, got one that is frozen")
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint.write_tensors(folder / CHANGE, tensors)


def _stored_name(name: str) -> str:
    """Turn ``x.parametrizations.weight.0.up`` into ``up:x.weight``."""
    owner, found, part = name.partition(".parametrizations.weight.0.")
    return f"{part}:{owner}.weight" if found else WHOLE + name


def apply_change(model: BertForMaskedLM, change: Mapping[str, Tensor]) -> BertForMaskedLM:
    """Put a change into a model with fresh head: replace tensors, and add low-rank updates.

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
            other = change.get(DOWN + name)
            if other is None:
                raise ValueError(f"the change has {stored}, but no {DOWN + name}")
            tensor = state[name] + tensor @ other.float()
        if f"{kind}:" != DOWN:
            if tensor.shape != state[name].shape:
                shapes = f"{tuple(state[name].shape)}, got {tuple(tensor.shape)}"
                raise ValueError(f"{name}: expected the shape {shapes}")
            state[name] = tensor
    model.load_state_dict(state)
    return model


def from_change(folder: str | Path) -> BertForMaskedLM:
    """Return ``minilm`` with a change, as ``save_change`` wrote it.

    Args:
        folder: With ``change.safetensors``, by path or as a checkpoint's name.

    Raises:
        ValueError: If the change does not fit.
        FileNotFoundError: If there is none.
    """
    return apply_change(with_fresh_head(), checkpoint.read_tensors(find_folder(folder) / CHANGE))


def full_folder(change_folder: str | Path, folder: str | Path) -> Path:
    """Write ``minilm`` with a change as a folder that ``from_pretrained`` and transformers load.

    Args:
        change_folder: A checkpoint with ``change.safetensors``, by path or name.
        folder: Made if it does not exist.

    Returns:
        The folder.

    Raises:
        ValueError: If the change does not fit.
        FileNotFoundError: If there is none.
    """
    model = from_change(change_folder)
    model.save_pretrained(folder)
    WordPieceTokenizer.from_folder(find_folder("minilm")).save(folder)
    return Path(folder)
