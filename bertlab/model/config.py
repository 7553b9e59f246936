"""The sizes that define a BERT, checked when they are made."""

from dataclasses import asdict, dataclass, fields
from math import isfinite
from typing import Any

import numpy as np

from bertlab.entries import check_entries

# The fields below under their names in the Hub's config.json files, where the names differ.
HUB_NAMES = {
    "num_layers": "num_hidden_layers",
    "num_heads": "num_attention_heads",
    "max_positions": "max_position_embeddings",
    "hidden_dropout": "hidden_dropout_prob",
    "attention_dropout": "attention_probs_dropout_prob",
}


def is_finite(value: object) -> bool:
    """Tell whether a value is a number that fits into a float: not True, NaN, infinity or 1e400."""
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    except OverflowError:  # a whole number larger than any float
        return False


def use_python_numbers(settings: Any) -> None:
    """Turn NumPy's numbers into Python's, which JSON can hold, in a frozen dataclass."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        if isinstance(value, np.generic):
            object.__setattr__(settings, field.name, value.item())


@dataclass(frozen=True)
class BertConfig:
    """The hyper-parameters of one BERT; the defaults are those of BERT-base, uncased English.

    Attributes:
        vocab_size: V, number of word pieces.
        hidden_size: D, length of the vector that stands for a token.
        num_layers: Encoder layers.
        num_heads: H, attention heads in a layer; divides ``hidden_size``.
        intermediate_size: F, width of the feed-forward network between its two linear maps.
        max_positions: Longest sequence, in tokens.
        type_vocab_size: Segments: 2, since a pair has a first and a second text.
        hidden_dropout: Probability to drop an element of a hidden vector, in training only.
        attention_dropout: Probability to drop an attention weight, in training only.
        layer_norm_eps: Added to the variance, inside the root, in every LayerNorm.
        initializer_range: Standard deviation of fresh weights.
        pad_token_id: The piece that fills a batch; its fresh embedding is zero.

    Source: Devlin et al. 2019, section 3 and appendix A.2.
    """

    vocab_size: int = 30522
    hidden_size: int = 768
    num_layers: int = 12
    num_heads: int = 12
    intermediate_size: int = 3072
    max_positions: int = 512
    type_vocab_size: int = 2
    hidden_dropout: float = 0.1
    attention_dropout: float = 0.1
    layer_norm_eps: float = 1e-12
    initializer_range: float = 0.02
    pad_token_id: int = 0

    def __post_init__(self) -> None:
        use_python_numbers(self)
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type is int and (isinstance(value, bool) or not isinstance(value, int)):
                raise ValueError(f"{field.name} must be an integer, got {value!r}")
            if field.type is int and field.name != "pad_token_id" and value < 1:
                raise ValueError(f"{field.name} must be at least 1, got {value}")
            if field.type is float and not is_finite(value):
                raise ValueError(f"{field.name} must be a finite number, got {value!r}")
        for name in ("hidden_dropout", "attention_dropout"):
            if not 0.0 <= getattr(self, name) < 1.0:
                raise ValueError(f"{name} must be in [0, 1), got {getattr(self, name)}")
        for name in ("layer_norm_eps", "initializer_range"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0, got {getattr(self, name)}")
        if self.hidden_size % self.num_heads:
            raise ValueError(
                f"hidden_size must be a multiple of num_heads, got {self.hidden_size} and "
                f"{self.num_heads}"
            )
        if not 0 <= self.pad_token_id < self.vocab_size:
            raise ValueError(
                f"pad_token_id must be in [0, {self.vocab_size}), got {self.pad_token_id}"
            )

    @property
    def head_size(self) -> int:
        """K, the length of a query, key or value vector of one head."""
        return self.hidden_size // self.num_heads

    @classmethod
    def preset(cls, name: str) -> "BertConfig":
        """Return a well-known configuration: mini, minilm, base, large or base_chinese.

        Raises:
            ValueError: If there is no preset of that name.
        """
        if name not in PRESETS:
            raise ValueError(f"no preset {name!r}; there are {', '.join(sorted(PRESETS))}")
        return PRESETS[name]

    @classmethod
    def from_hub(cls, entries: dict) -> "BertConfig":
        """Read the entries of a config.json as the Hub's BERT models have it.

        Args:
            entries: The decoded JSON object. What changes no score is ignored, such as
                ``classifier_dropout``: heads here use ``hidden_dropout``. An ELECTRA is a BERT if
                its embeddings are as long as its hidden vectors. Without a ``pad_token_id`` the
                first piece pads: the attention mask hides it.

        Returns:
            The configuration.

        Raises:
            ValueError: If it describes another kind of model than this package builds, or has an
                entry that is not known; see ``bertlab.entries``.
        """
        check_entries("config.json", entries)
        size = entries.get("hidden_size", 256)
        if entries.get("model_type") == "electra" and entries.get("embedding_size", size) != size:
            raise ValueError(
                f"config.json: embedding_size must be {size!r}, got {entries['embedding_size']!r}"
            )
        known = {HUB_NAMES.get(field.name, field.name): field.name for field in fields(cls)}
        found = {known[name]: entries[name] for name in known if name in entries}
        if found.get("pad_token_id", 0) is None:
            del found["pad_token_id"]
        return cls(**found)

    def to_hub(self) -> dict:
        """Return the entries of a config.json that ``transformers`` reads as this configuration."""
        entries = {HUB_NAMES.get(name, name): value for name, value in asdict(self).items()}
        return {"model_type": "bert", "hidden_act": "gelu", **entries}


PRESETS = {
    "mini": BertConfig(
        vocab_size=8000, hidden_size=256, num_layers=4, num_heads=4, intermediate_size=1024
    ),
    "minilm": BertConfig(hidden_size=384, num_layers=6, intermediate_size=1536),
    "base": BertConfig(),
    "large": BertConfig(hidden_size=1024, num_layers=24, num_heads=16, intermediate_size=4096),
    "base_chinese": BertConfig(vocab_size=21128),
}
