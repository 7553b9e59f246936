"""The sizes that define a BERT, checked when they are made."""

import math
from dataclasses import asdict, dataclass, fields

# The fields below under their names in the Hub's config.json files, where the names differ.
HUB_NAMES = {
    "num_layers": "num_hidden_layers",
    "num_heads": "num_attention_heads",
    "max_positions": "max_position_embeddings",
    "hidden_dropout": "hidden_dropout_prob",
    "attention_dropout": "attention_probs_dropout_prob",
}


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
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type is int and (isinstance(value, bool) or not isinstance(value, int)):
                raise ValueError(f"{field.name} must be an integer, got {value!r}")
            if field.type is int and field.name != "pad_token_id" and value < 1:
                raise ValueError(f"{field.name} must be at least 1, got {value}")
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if field.type is float and not (number and math.isfinite(value)):
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
            entries: The decoded JSON object. What does not shape the encoder is ignored, such as
                ``classifier_dropout``: heads here use ``hidden_dropout``.

        Returns:
            The configuration.

        Raises:
            ValueError: If it describes another kind of model than this package builds.
        """
        expected = {"model_type": "bert", "hidden_act": "gelu", "is_decoder": False}
        expected["position_embedding_type"] = "absolute"
        for name, value in expected.items():
            if entries.get(name, value) != value:
                raise ValueError(f"config.json: {name} must be {value!r}, got {entries[name]!r}")
        known = {HUB_NAMES.get(field.name, field.name): field.name for field in fields(cls)}
        return cls(**{known[name]: entries[name] for name in known if name in entries})

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


@dataclass(frozen=True)
class TrainConfig:
    """How a model is trained: the optimization of the BERT paper, at a size to choose.

    Attributes:
        steps: Updates of the weights in all.
        batch_size: Sequences an update learns from, over all processes.
        micro_batch_size: Sequences that go through the model at once, in one process; None is all
            of its share. Smaller ones need less memory and give the same update.
        learning_rate: The highest, reached at the end of the warm-up; then it falls to 0, linearly.
        warmup: Share of the steps in which the rate rises.
        weight_decay: Of weight matrices and embeddings; biases and LayerNorm have none.
        betas: Decay rates of AdamW's two running means.
        epsilon: Added to AdamW's root.
        max_grad_norm: Longer gradients are shortened to this.
        precision: ``"no"`` (float32), ``"bf16"``, ``"fp16"`` with loss scaling, or ``"auto"``: on a
            CUDA card bf16 where it is supported, else fp16; float32 elsewhere.
        seed: Decides fresh weights, the order of examples and dropout.
        log_every: Steps between two lines of the history.
        save_every: Steps between two saved states, where there is a folder to save to.

    Source: Devlin et al. 2019, appendix A.2, and the released ``optimization.py``.
    """

    steps: int
    batch_size: int = 32
    micro_batch_size: int | None = None
    learning_rate: float = 1e-4
    warmup: float = 0.1
    weight_decay: float = 0.01
    betas: tuple[float, float] = (0.9, 0.999)
    epsilon: float = 1e-6
    max_grad_norm: float = 1.0
    precision: str = "auto"
    seed: int = 0
    log_every: int = 10
    save_every: int = 200

    def __post_init__(self) -> None:
        if isinstance(self.betas, list):  # JSON has lists
            object.__setattr__(self, "betas", tuple(self.betas))
        for name in ("steps", "batch_size", "micro_batch_size", "log_every", "save_every", "seed"):
            value, least = getattr(self, name), 0 if name in ("seed", "steps") else 1
            if name == "micro_batch_size" and value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ValueError(f"{name} must be an integer of at least {least}, got {value!r}")
        for name in ("learning_rate", "epsilon", "max_grad_norm"):
            value = getattr(self, name)
            if not (_is_number(value) and 0 < value < math.inf):
                raise ValueError(f"{name} must be a number above 0, got {value!r}")
        numbers = _is_number(self.warmup) and _is_number(self.weight_decay)
        if not (numbers and 0 <= self.warmup <= 1 and 0 <= self.weight_decay < math.inf):
            raise ValueError(
                "warmup must be in [0, 1] and weight_decay at least 0, got "
                f"{self.warmup!r} and {self.weight_decay!r}"
            )
        pair = isinstance(self.betas, tuple) and len(self.betas) == 2
        if not pair or not all(_is_number(beta) and 0 <= beta < 1 for beta in self.betas):
            raise ValueError(f"betas must be two numbers in [0, 1), got {self.betas!r}")
        if self.precision not in ("no", "bf16", "fp16", "auto"):
            raise ValueError(
                f'precision must be "no", "bf16", "fp16" or "auto", got {self.precision!r}'
            )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
