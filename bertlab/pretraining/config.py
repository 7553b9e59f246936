"""The settings of a pre-training run, checked when they are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from bertlab.files import read_json
from bertlab.model.config import BertConfig
from bertlab.training.config import TrainConfig

TOKENIZERS = ("characters", "wordpiece")


@dataclass(frozen=True)
class PretrainConfig:
    """Everything that decides what a pre-training run gives.

    Attributes:
        name: Of the checkpoint.
        corpora: Names of ``bertlab.pretraining.corpora``; their training splits.
        tokenizer: ``"characters"`` or ``"wordpiece"``, trained on the same text.
        vocab_size: Pieces at most.
        model: Sizes, as ``BertConfig`` takes them, but for the vocabulary.
        training: As ``TrainConfig`` takes it.
        max_length: Longest sequence, and the number of positions.
        short_length: Longest sequence in the first ``short_steps`` steps, which take more sequences
            for the same number of tokens. Few tokens to attend to are soon told apart, so short
            sequences come first, as in the paper's appendix A.2.
        short_steps: See above.
        next_sentence: Whether the model also learns to tell following texts from strangers.
        dynamic: Whether masks change from epoch to epoch.
        held_out: Validation examples scored at each logged step.
    """

    name: str
    corpora: Sequence[str]
    tokenizer: str
    vocab_size: int
    model: Mapping[str, Any]
    training: Mapping[str, Any]
    max_length: int = 128
    short_length: int = 32
    short_steps: int = 0
    next_sentence: bool = True
    dynamic: bool = True
    held_out: int = 512

    def __post_init__(self) -> None:
        if not isinstance(self.corpora, str):  # JSON has lists
            object.__setattr__(self, "corpora", tuple(self.corpora))
        for entry in fields(self):
            value = getattr(self, entry.name)
            if isinstance(entry.type, type) and type(value) is not entry.type:
                raise ValueError(f"{entry.name} must be {entry.type.__name__}, got {value!r}")
        _check_entries("model", self.model, BertConfig, {"vocab_size"})
        _check_entries("training", self.training, TrainConfig, set())
        if not self.training.get("steps"):
            raise ValueError("training: expected steps, the number of updates, got none")
        if self.tokenizer not in TOKENIZERS:
            raise ValueError(
                f"tokenizer must be among {sorted(TOKENIZERS)}, got {self.tokenizer!r}"
            )
        if isinstance(self.corpora, str):
            raise ValueError(f"corpora must be a list of names, got the text {self.corpora!r}")

    @classmethod
    def from_file(cls, path: Path) -> "PretrainConfig":
        """Read a configuration.

        Raises:
            ValueError: If an entry is missing or unknown.
        """
        try:
            return cls(**read_json(path))
        except TypeError as error:  # names what is missing or unknown
            raise ValueError(f"{path}: {error}") from error


def _check_entries(name: str, entries: Any, target: type, excluded: set[str]) -> None:
    known = {entry.name for entry in fields(target)} - excluded
    if not isinstance(entries, Mapping) or entries.keys() - known:
        raise ValueError(f"{name}: expected entries among {sorted(known)}, got {entries!r}")
