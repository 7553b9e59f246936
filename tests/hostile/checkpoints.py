"""Hostile checkpoints, made by this script: what a folder from somebody else may hold.

``write_all(folder)`` writes one folder for each, all small. None may load, none may be told apart
by more than a ``ValueError`` or ``FileNotFoundError``, and none may take time or memory.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file

from bertlab.model import BertConfig, BertForSequenceClassification
from bertlab.text.wordpiece import SPECIALS

TINY = BertConfig(
    vocab_size=30,
    hidden_size=12,
    num_layers=2,
    num_heads=3,
    intermediate_size=20,
    max_positions=16,
)
Fault = Callable[[Path], None]


def write_good(folder: Path) -> None:
    """Write a checkpoint of a classifier that loads."""
    torch.manual_seed(0)
    BertForSequenceClassification(TINY, labels=["no", "yes"]).save_pretrained(folder)
    pieces = [*SPECIALS, *(f"w{i}" for i in range(TINY.vocab_size - len(SPECIALS)))]
    (folder / "vocab.txt").write_text("\n".join(pieces) + "\n", encoding="utf-8")


def config(**changes: Any) -> Fault:
    """Change entries of config.json."""

    def change(folder: Path) -> None:
        path = folder / "config.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | changes), encoding="utf-8")

    return change


def text(name: str, content: bytes) -> Fault:
    """Replace a file."""
    return lambda folder: (folder / name).write_bytes(content) and None


def instead(name: str, make: Callable[[Path], None]) -> Fault:
    """Put something else in the place of a file."""

    def change(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        make(folder / name)

    return change


def sparse(path: Path) -> None:
    """Make a file of six gigabytes that takes no room."""
    path.touch()
    os.truncate(path, 6 * 2**30)


def weights(name: str, make: Callable[[torch.Tensor], torch.Tensor]) -> Fault:
    """Change a tensor of the file of weights."""

    def change(folder: Path) -> None:
        path = folder / "model.safetensors"
        tensors = load_file(path)
        tensors[name] = make(tensors[name])
        save_file(tensors, path)

    return change


def only(names: tuple[str, ...]) -> Fault:
    """Leave some tensors alone in the file, and ask for a huge model."""

    def change(folder: Path) -> None:
        path = folder / "model.safetensors"
        save_file({k: v for k, v in load_file(path).items() if k in names}, path)
        config(vocab_size=60_000_000)(folder)

    return change


def spoiled(value: float) -> Callable[[torch.Tensor], torch.Tensor]:
    """Put one number into a tensor."""

    def put(tensor: torch.Tensor) -> torch.Tensor:
        tensor = tensor.clone()
        tensor.view(-1)[-1] = value
        return tensor

    return put


def far_layer(folder: Path) -> None:
    """Give a small tensor the name of a last layer, and ask for all the layers before it."""
    path = folder / "model.safetensors"
    save_file(load_file(path) | {"bert.encoder.layer.99999.x": torch.ones(1)}, path)
    config(num_hidden_layers=100_000)(folder)


EMBEDDINGS = "bert.embeddings.word_embeddings.weight"
DENSE = "bert.encoder.layer.1.output.dense.weight"
FAULTS: dict[str, Fault] = {
    "a vocabulary of 60 million": config(vocab_size=60_000_000),
    "a hundred thousand layers": config(num_hidden_layers=100_000),
    "a hidden size of 1e9": config(hidden_size=10**9, num_attention_heads=1),
    "a hidden size of 1e30": config(hidden_size=10**30, num_attention_heads=1),
    "a hidden size of 10**400": config(hidden_size=10**400, num_attention_heads=1),
    "a feed-forward width of 1e12": config(intermediate_size=10**12),
    "a billion positions": config(max_position_embeddings=10**9),
    "a billion types": config(type_vocab_size=10**9),
    "a dropout of 10**400": config(hidden_dropout_prob=10**400),
    "an epsilon of 10**400": config(layer_norm_eps=10**400),
    "a size that is a list": config(hidden_size=[12]),
    "a size that is a text": config(hidden_size="12"),
    "a size that is true": config(num_hidden_layers=True),
    "a negative size": config(vocab_size=-30),
    "labels in a list": config(id2label=["no", "yes"]),
    "labels without ids": config(id2label={"a": "no", "b": "yes"}),
    "labels with a gap": config(id2label={"0": "no", "2": "yes"}),
    "labels that are numbers": config(id2label={"0": 1, "1": 2}),
    "labels that are equal": config(id2label={"0": "no", "1": "no"}),
    "a configuration that is a pipe": instead("config.json", os.mkfifo),
    "a configuration of 6 GB": instead("config.json", sparse),
    "an entry that nobody knows": config(attention_window=8),
    "a number of labels of 10**12": config(id2label=None, num_labels=10**12),
    "labels by a text": config(id2label=None, num_labels="two"),
    "weights that are a pipe": instead("model.safetensors", os.mkfifo),
    "a number for a configuration": text("config.json", b"5"),
    "an empty configuration": text("config.json", b""),
    "a configuration that is no UTF-8": text("config.json", b'{"a": "\xff"}'),
    "a configuration nested deeply": text("config.json", b'{"a":' * 100_000),
    "lists nested deeply": text("config.json", b"[" * 100_000 + b"]" * 100_000),
    "a configuration with a NUL": text("config.json", b"\0" * 100),
    "weights that are text": text("model.safetensors", b"not weights"),
    "weights that are empty": text("model.safetensors", b""),
    "a header of 2**62 bytes": text("model.safetensors", (2**62).to_bytes(8, "little") + b"{}"),
    "a pickle": text("model.safetensors", b"\x80\x04K\x01."),
    "NaN among the weights": weights(DENSE, spoiled(float("nan"))),
    "infinity among the weights": weights(EMBEDDINGS, spoiled(float("inf"))),
    "weights that are whole numbers": weights(DENSE, lambda t: t.long()),
    "weights that are true or false": weights(DENSE, lambda t: t > 0),
    "weights that are complex": weights(DENSE, lambda t: t.to(torch.complex64)),
    "weights of another shape": weights(DENSE, lambda t: t.T.contiguous()),
    "weights without embeddings": only((DENSE,)),
    "no weights at all": only(()),
    "small tables alone": only(("bert.embeddings.token_type_embeddings.weight",)),
    "a name of a layer far away": far_layer,
}
TOKENIZERS: dict[str, Fault] = {
    "a vocabulary that is no UTF-8": text("vocab.txt", b"[PAD]\n\xff\xfe\n"),
    "a vocabulary that is a pipe": instead("vocab.txt", os.mkfifo),
    "a vocabulary of 6 GB": instead("vocab.txt", sparse),
    "settings that are a pipe": instead("tokenizer_config.json", os.mkfifo),
    "a tokenizer that is a pipe": instead("tokenizer.json", os.mkfifo),
    "a tokenizer that is a list": text("tokenizer.json", b"[]"),
    "a model that is a number": text("tokenizer.json", b'{"model": 5}'),
    "ids that are texts": text("tokenizer.json", b'{"model": {"vocab": {"a": "0", "b": 1}}}'),
    "added tokens that are a number": text("tokenizer.json", b'{"added_tokens": 5}'),
    "an added token": text("added_tokens.json", b'{"<url>": 30}'),
    "an empty vocabulary": text("vocab.txt", b""),
    "a vocabulary of one piece twice": text("vocab.txt", b"[PAD]\n[PAD]\n"),
    "case as a text": text("tokenizer_config.json", b'{"do_lower_case": "false"}'),
    "case as a number": text("tokenizer_config.json", b'{"do_lower_case": 0}'),
    "settings nested deeply": text("tokenizer_config.json", b'{"a":' * 100_000),
    "another kind of tokenizer": text("tokenizer_config.json", b'{"tokenizer_class": "T5"}'),
}


def write_all(folder: Path) -> dict[str, Path]:
    """Write every hostile checkpoint, and return their folders by what is wrong with them."""
    written = {}
    for number, (name, fault) in enumerate((FAULTS | TOKENIZERS).items()):
        written[name] = folder / str(number)
        write_good(written[name])
        fault(written[name])
    return written
