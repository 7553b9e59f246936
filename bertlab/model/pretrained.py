"""Where weights come from: a folder, a name of ours, or a name on the Hugging Face Hub."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import torch
from torch import nn

from bertlab.entries import KNOWN
from bertlab.files import MissingDataError, published, read_json, settle, write_atomically
from bertlab.kernels import install
from bertlab.model import checkpoint
from bertlab.model.config import BertConfig
from bertlab.model.header import check_sizes, check_weights, read_weights, shapes_in, weight_files

CHECKPOINTS = Path(__file__).resolve().parents[2] / "data" / "checkpoints"
HUB_FILES = ["config.json", "vocab.txt", "model.safetensors", "model.safetensors.index.json"]
HUB_FILES += [f"model-{'?' * 5}-of-{'?' * 5}.safetensors"]  # the parts of a large model
HUB_FILES += [name for name in KNOWN if "," not in name] + ["added_tokens.json", "modules.json"]


Model = TypeVar("Model", bound="PretrainedModel")
Item = TypeVar("Item")  # a tensor, or its shape


def find_folder(name: str | Path) -> Path:
    """Return the folder that holds a checkpoint.

    Args:
        name: A folder, ``"minilm"``, the name of a checkpoint in ``data/checkpoints``, or a name on
            the Hugging Face Hub such as ``"bert-base-uncased"``.

    Raises:
        ValueError: If a file is given instead of a folder.
        MissingDataError: If the name leads nowhere: it says what was tried.
    """
    path = Path(name)
    try:
        is_folder = path.is_dir()
    except OSError as error:  # a name that no system takes
        raise FileNotFoundError(f"no checkpoint {str(name)[:80]!r}: {error.strerror}") from error
    if is_folder:
        settle(path)
        return path
    if path.exists():
        raise ValueError(f"expected a folder with config.json and model.safetensors, got {path}")
    if str(name) == "minilm":
        from bertlab.datasets import minilm_folder  # here, so that a folder loads without data

        return minilm_folder()
    if (CHECKPOINTS / str(name)).is_dir():
        return CHECKPOINTS / str(name)
    return _from_hub(str(name))


def _from_hub(name: str) -> Path:
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(name, allow_patterns=HUB_FILES))
    except Exception as error:  # the Hub's own errors, and those of the HTTP client under it
        ours = [folder.name for folder in CHECKPOINTS.glob("*") if folder.is_dir()]
        raise MissingDataError(
            f"no checkpoint {name!r}: it is no folder, none of ours "
            f"({', '.join(['minilm', *sorted(ours)])}), and the Hugging Face Hub gave none: "
            f"{(str(error) or type(error).__name__).splitlines()[0]}"
        ) from error


def run_record(name: str | Path) -> dict[str, Any]:
    """Return how a checkpoint was trained: its ``run.json``.

    Raises:
        FileNotFoundError: If there is no such checkpoint, or it has no record.
    """
    return read_json(find_folder(name) / "run.json")


class PretrainedModel(nn.Module):
    """A network that is loaded from and saved to folders that ``transformers`` reads as well."""

    architecture: ClassVar[str]  # the class of transformers that reads what this one saves
    family: ClassVar[str] = "bert"  # the ``model_type`` of that class
    config_class: ClassVar[type[BertConfig]] = BertConfig
    config: BertConfig

    @classmethod
    def from_pretrained(
        cls: type[Model], name: str | Path, new_heads: bool = False, **options: Any
    ) -> Model:
        """Load a model, in float32 and ready for use (dropout off).

        Args:
            name: See ``find_folder``.
            new_heads: Whether a head that the checkpoint lacks begins with fresh weights.
            options: Passed to the class, such as ``labels`` for a classifier.

        Raises:
            ValueError: If the configuration or the weights are not those of this model.
            FileNotFoundError: If there is no such checkpoint.
        """
        folder = find_folder(name)
        entries = read_json(folder / "config.json")
        config = cls.config_class.from_hub(entries)
        files = weight_files(folder)
        shapes = {name: s for file in files for name, s in shapes_in(file).items()}
        check_sizes(config, cls.names_from_hub(shapes, config))
        tensors = cls.names_from_hub(read_weights(files), config)
        check_weights(tensors)
        model = cls(config, **{**cls.stored_options(entries), **options})
        expected = model.state_dict()
        model.load_state_dict(checkpoint.to_ours(tensors, expected, config.num_layers, new_heads))
        return install(model.eval())

    def save_pretrained(self, folder: str | Path, dtype: torch.dtype | None = None) -> None:
        """Write config.json and model.safetensors; a failure leaves the older two as they were.

        Args:
            folder: Made if it does not exist.
            dtype: Stored type of the weights; None keeps theirs. float16 halves the file.

        Raises:
            OSError: If the folder cannot be written or the disk is full.
        """
        state = checkpoint.to_hub(self.state_dict(), self.config.num_layers, self.family)
        tensors = self.names_to_hub(state)
        if dtype is not None:
            tensors = {name: tensor.to(dtype) for name, tensor in tensors.items()}
        entries = {"architectures": [self.architecture], "dtype": "float32"}
        entries |= {**self.config.to_hub(), "model_type": self.family, **self.options_to_store()}
        text = json.dumps(entries, indent=2, ensure_ascii=False) + "\n"
        with published(Path(folder)) as prepared:
            checkpoint.write_tensors(prepared / "model.safetensors", tensors)
            write_atomically(prepared / "config.json", text.encode())

    @classmethod
    def names_from_hub(cls, tensors: Mapping[str, Item], config: Any) -> dict[str, Item]:
        """Give what a file holds the names that ``checkpoint`` knows; a BERT's are known."""
        return dict(tensors)

    def names_to_hub(self, tensors: Mapping[str, Item]) -> dict[str, Item]:
        """Undo ``names_from_hub``."""
        return dict(tensors)

    @classmethod
    def stored_options(cls, entries: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of the class that a config.json holds beyond the configuration."""
        return {}

    def options_to_store(self) -> dict[str, Any]:
        """Return what config.json must hold beyond the configuration."""
        return {}

    def initialize(self) -> None:
        """Draw fresh weights, normal with the configuration's spread; biases begin at 0."""
        for module in self.modules():
            if isinstance(module, nn.Linear | nn.Embedding):
                nn.init.normal_(module.weight, std=self.config.initializer_range)
            if isinstance(module, nn.Linear):
                nn.init.zeros_(module.bias)
            if isinstance(module, nn.Embedding) and module.padding_idx is not None:
                nn.init.zeros_(module.weight[module.padding_idx])
