"""Checkpoints: one table of names, and files that hold nothing but tensors and JSON.

A published BERT and ours hold the same numbers under other names. ``BODY``, ``LAYER`` and ``HEADS``
say which is which, row by row; reading and writing follow these tables and nothing else.
"""

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from bertlab.files import write_atomically


class Row(NamedTuple):
    """One tensor: its name on the Hub, and its name here."""

    hub: str
    ours: str


BODY = (
    Row("embeddings.word_embeddings.weight", "embeddings.word.weight"),
    Row("embeddings.position_embeddings.weight", "embeddings.position.weight"),
    Row("embeddings.token_type_embeddings.weight", "embeddings.token_type.weight"),
    Row("embeddings.LayerNorm.weight", "embeddings.norm.weight"),
    Row("embeddings.LayerNorm.bias", "embeddings.norm.bias"),
    Row("embeddings.widen.weight", "embeddings.widen.weight"),  # of an ALBERT
    Row("embeddings.widen.bias", "embeddings.widen.bias"),
)
LAYER = (  # behind "encoder.layer.{i}." on the Hub and "encoder.layers.{i}." here
    Row("attention.self.query.weight", "attention.query.weight"),
    Row("attention.self.query.bias", "attention.query.bias"),
    Row("attention.self.key.weight", "attention.key.weight"),
    Row("attention.self.key.bias", "attention.key.bias"),
    Row("attention.self.value.weight", "attention.value.weight"),
    Row("attention.self.value.bias", "attention.value.bias"),
    Row("attention.output.dense.weight", "attention.output.weight"),
    Row("attention.output.dense.bias", "attention.output.bias"),
    Row("attention.output.LayerNorm.weight", "attention_norm.weight"),
    Row("attention.output.LayerNorm.bias", "attention_norm.bias"),
    Row("intermediate.dense.weight", "feed_forward.expand.weight"),
    Row("intermediate.dense.bias", "feed_forward.expand.bias"),
    Row("output.dense.weight", "feed_forward.contract.weight"),
    Row("output.dense.bias", "feed_forward.contract.bias"),
    Row("output.LayerNorm.weight", "output_norm.weight"),
    Row("output.LayerNorm.bias", "output_norm.bias"),
)
POOLER = (
    Row("pooler.dense.weight", "pooler.dense.weight"),
    Row("pooler.dense.bias", "pooler.dense.bias"),
)
HEADS = (
    Row("cls.predictions.transform.dense.weight", "masked_lm.dense.weight"),
    Row("cls.predictions.transform.dense.bias", "masked_lm.dense.bias"),
    Row("cls.predictions.transform.LayerNorm.weight", "masked_lm.norm.weight"),
    Row("cls.predictions.transform.LayerNorm.bias", "masked_lm.norm.bias"),
    Row("cls.predictions.bias", "masked_lm.bias"),
    Row("cls.seq_relationship.weight", "next_sentence.dense.weight"),
    Row("cls.seq_relationship.bias", "next_sentence.dense.bias"),
    Row("discriminator_predictions.dense.weight", "detection.dense.weight"),
    Row("discriminator_predictions.dense.bias", "detection.dense.bias"),
    Row("discriminator_predictions.dense_prediction.weight", "detection.output.weight"),
    Row("discriminator_predictions.dense_prediction.bias", "detection.output.bias"),
    Row("classifier.weight", "classifier.dense.weight"),
    Row("classifier.bias", "classifier.dense.bias"),
    Row("qa_outputs.weight", "spans.dense.weight"),
    Row("qa_outputs.bias", "spans.dense.bias"),
)
# Copies of other tensors that some files carry: the tied output matrix and its bias.
COPIES = {
    "cls.predictions.decoder.weight": "embeddings.word_embeddings.weight",
    "cls.predictions.decoder.bias": "cls.predictions.bias",
}


def table(num_layers: int) -> dict[str, Row]:
    """Return every row by its Hub name (without ``bert.`` before it), for a number of layers."""
    rows = [*BODY, *POOLER, *HEADS]
    for i in range(num_layers):
        for row in LAYER:
            rows.append(Row(f"encoder.layer.{i}.{row.hub}", f"encoder.layers.{i}.{row.ours}"))
    return {row.hub: row for row in rows}


def read_tensors(path: Path) -> dict[str, Tensor]:
    """Read a safetensors file whole.

    Raises:
        FileNotFoundError: If there is no such file.
        ValueError: If it is not a complete safetensors file: cut short, or a pickle, say.
    """
    if not path.is_file():
        raise FileNotFoundError(f"no file {path}")
    try:
        with safe_open(path, framework="pt") as file:
            return {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except SafetensorError as error:
        raise ValueError(f"{path.name}: {what_is_wrong(path)} ({error})") from error


def what_is_wrong(path: Path) -> str:
    """Say in words why a file is no safetensors file: what was expected and what is there."""
    size = path.stat().st_size
    with path.open("rb") as file:
        start = file.read(8)
        header_size = int.from_bytes(start, "little")
        if len(start) < 8 or header_size + 8 > size:
            if start[:2] == b"PK" or (start[:1] == b"\x80" and start[1:2] in b"\x02\x03\x04\x05"):
                return "expected safetensors, got a pickle; pickles can run code, none is loaded"
            return f"expected safetensors with a whole header, got a file of {size} bytes"
        with suppress(ValueError, TypeError, LookupError, AttributeError):
            header = json.loads(file.read(header_size))
            header.pop("__metadata__", None)
            end = max(entry["data_offsets"][1] for entry in header.values())
            return f"expected {8 + header_size + end} bytes, got {size}; fetch the file again"
    return "expected safetensors, got something else"


def plain_name(name: str) -> str:
    """Return a tensor's name without the prefix of its family, ``bert.`` or ``electra.``."""
    return name.removeprefix("bert.").removeprefix("electra.")


def plain_names(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Bring a file's names to the table's: no prefix, no ``gamma``/``beta``, no copies.

    Raises:
        ValueError: If two tensors get the same name, or a copy differs from what it copies.
    """
    renamed: dict[str, Tensor] = {}
    for name, tensor in tensors.items():
        plain = re.sub(r"LayerNorm\.gamma$", "LayerNorm.weight", plain_name(name))
        plain = re.sub(r"LayerNorm\.beta$", "LayerNorm.bias", plain)
        if plain in renamed:
            raise ValueError(f"the file has {plain} twice, the second time as {name}")
        renamed[plain] = tensor
    for copy, original in COPIES.items():
        if copy in renamed:
            tensor = renamed.pop(copy)
            if not torch.equal(tensor, renamed.setdefault(original, tensor)):
                raise ValueError(f"{copy} must equal {original} (tied weights), but they differ")
    positions = renamed.pop("embeddings.position_ids", torch.arange(0)).flatten()
    if not torch.equal(positions, torch.arange(len(positions))):
        raise ValueError(f"embeddings.position_ids must count up from 0, got {positions[:4]}...")
    return renamed


def to_ours(
    tensors: Mapping[str, Tensor],
    expected: Mapping[str, Tensor],
    num_layers: int,
    new_heads: bool = False,
) -> dict[str, Tensor]:
    """Turn a published file's tensors into a state dict of one of our models.

    Args:
        tensors: What the file holds.
        expected: The model's own state dict: it says which names and shapes are wanted.
        num_layers: Encoder layers of the configuration.
        new_heads: Whether a head (or pooler) that the file lacks, or has in another shape, keeps
            the model's fresh weights; a head is taken whole or not at all.

    Raises:
        ValueError: If a tensor is missing, unknown or of another shape: all of them are named.
    """
    rows, found = table(num_layers), plain_names(tensors)
    unknown = sorted(found.keys() - rows.keys())
    if unknown:
        raise ValueError(f"the file has tensors that no table row names: {_some(unknown)}")
    fresh = _heads_to_renew(found, expected) if new_heads else set()
    state, missing = {name: tensor.clone() for name, tensor in expected.items()}, []
    for hub, row in rows.items():
        ours = _own_name(row.ours, expected)
        if ours is None or hub in fresh:
            continue  # a known tensor of a head that this model lacks, or that begins anew
        if hub not in found:
            missing.append(hub)
            continue
        target = state[ours]
        if target.shape != found[hub].shape:
            advice = LOSS if row in (*POOLER, *HEADS) else ""
            raise ValueError(
                f"{hub}: expected shape {tuple(target.shape)}, got {tuple(found[hub].shape)}"
                f"{advice}"
            )
        target.copy_(found[hub])
    if missing:
        heads = {row.hub: row.ours.split(".")[0] for row in (*POOLER, *HEADS)}
        kept = {heads.get(hub) for hub in found} & {heads.get(hub) for hub in missing}
        advice = "" if set(missing) - heads.keys() else LOSS if kept else HEAD_ADVICE
        raise ValueError(f"the file lacks {len(missing)} tensors: {_some(missing)}{advice}")
    return state


def _heads_to_renew(found: Mapping[str, Tensor], expected: Mapping[str, Tensor]) -> set[str]:
    """Return the rows of every head that the file lacks, has in part, or has in another shape."""
    renewed: set[str] = set()
    for head in {row.ours.split(".")[0] for row in (*POOLER, *HEADS)}:
        rows = [row for row in (*POOLER, *HEADS) if row.ours.split(".")[0] == head]
        wanted = {row.hub: _own_name(row.ours, expected) for row in rows}
        if any(
            own and (hub not in found or found[hub].shape != expected[own].shape)
            for hub, own in wanted.items()
        ):
            renewed |= wanted.keys()
    return renewed


HEAD_ADVICE = "; to begin with fresh weights there, as fine-tuning does, say new_heads=True"
LOSS = (
    "; the file has a trained head: to keep it, ask for its own outputs (such as labels= of its "
    "number); new_heads=True throws it away"
)


def to_hub(state: Mapping[str, Tensor], num_layers: int, family: str = "bert") -> dict[str, Tensor]:
    """Turn the state dict of one of our models into the tensors of a published file."""
    tensors = {}
    for hub, row in table(num_layers).items():
        ours = _own_name(row.ours, state)
        if ours is None:
            continue
        prefix = f"{family}." if ours.startswith("bert.") else ""
        tensors[prefix + hub] = state[ours].detach().cpu().contiguous().clone()
    return tensors


def _own_name(name: str, state: Mapping[str, Tensor]) -> str | None:
    """A model with a head keeps the body behind ``bert.``; a bare body does not."""
    return next((own for own in (name, f"bert.{name}") if own in state), None)


def _some(names: Iterable[str], most: int = 4) -> str:
    names = list(names)
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def write_tensors(path: Path, tensors: Mapping[str, Tensor]) -> None:
    """Write a safetensors file as ``transformers`` expects it."""
    write_atomically(path, save(dict(tensors), metadata={"format": "pt"}))
