"""The sizes and switches that define an encoder of today, or one of 2018, or one between them."""

from dataclasses import dataclass, fields
from typing import Any

from bertlab.entries import check_entries
from bertlab.model.config import BertConfig, is_finite, use_python_numbers

POSITIONS = ("learned", "learned relative", "functional", "rotary")
BERT_2018: dict[str, Any] = {"biases": True, "pre_norm": False, "positions": "learned"}
BERT_2018 |= {"gated": False, "global_every": 1, "layer_norm_eps": 1e-12}
FULL, LOCAL = "full_attention", "sliding_attention"  # kinds of layers on the Hub
OFF = ("attention_bias", "norm_bias", "mlp_bias", "classifier_bias")
FIXED = {"model_type": "modernbert", "decoder_bias": True, **dict.fromkeys(OFF, False)}
FIXED |= {"hidden_activation": "gelu", "classifier_activation": "gelu", "tie_word_embeddings": True}
NAMES = {name: name for name in ("vocab_size", "hidden_size", "intermediate_size", "pad_token_id")}
NAMES |= {"num_layers": "num_hidden_layers", "num_heads": "num_attention_heads"}
NAMES |= {"max_positions": "max_position_embeddings", "initializer_range": "initializer_range"}
NAMES |= {"layer_norm_eps": "norm_eps", "window": "local_attention"}
NAMES |= {"global_every": "global_attn_every_n_layers"}
NAMES |= {"global_theta": "global_rope_theta", "local_theta": "local_rope_theta"}
IGNORED = {"attention_dropout", "embedding_dropout", "mlp_dropout", "classifier_pooling"}
IGNORED |= {"initializer_cutoff_factor", "sparse_prediction", "sparse_pred_ignore_index"}
IGNORED |= {"deterministic_flash_attn", "reference_compile", "repad_logits_with_grad"}


@dataclass(frozen=True)
class ModernConfig:
    """The sizes of an encoder and its switches; the defaults are ModernBERT-base.

    Attributes:
        vocab_size: V; this and the other sizes are those of ``BertConfig``.
        intermediate_size: F; with a gate, the first map makes 2F numbers.
        max_positions: Longest text if positions are "learned"; else nothing limits it.
        biases: Whether linear maps and LayerNorms add a vector. The scores of words always do.
        pre_norm: Whether LayerNorm comes before each part, and once more at the end.
        positions: "learned", added to the words; "learned relative" or "functional", added to keys
            and values, one table for all layers and heads; or "rotary".
        gated: Whether the feed-forward network is a GeGLU.
        global_every: One layer of so many, beginning with the first, sees all tokens.
        window: Tokens that the other layers see, half of them on each side.
        global_theta: Of rotary positions, in layers that see all.
        local_theta: The same, in the others.
        max_distance: From here on, "learned relative" takes all tokens as equally far.
    """

    vocab_size: int = 50368
    hidden_size: int = 768
    num_layers: int = 22
    num_heads: int = 12
    intermediate_size: int = 1152
    max_positions: int = 8192
    initializer_range: float = 0.02
    layer_norm_eps: float = 1e-5
    pad_token_id: int = 0
    biases: bool = False
    pre_norm: bool = True
    positions: str = "rotary"
    gated: bool = True
    global_every: int = 3
    window: int = 128
    global_theta: float = 160_000.0
    local_theta: float = 10_000.0
    max_distance: int = 16

    def __post_init__(self) -> None:
        use_python_numbers(self)
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        of_bert = {field.name for field in fields(BertConfig)}
        BertConfig(**{name: own[name] for name in own if name in of_bert})  # checks them
        for name in ("biases", "pre_norm", "gated"):
            if not isinstance(own[name], bool):
                raise ValueError(f"{name} must be True or False, got {own[name]!r}")
        for name in ("global_every", "window", "max_distance"):
            if isinstance(own[name], bool) or not isinstance(own[name], int) or own[name] < 1:
                raise ValueError(f"{name} must be an integer of at least 1, got {own[name]!r}")
        for name in ("global_theta", "local_theta"):
            if not is_finite(own[name]) or own[name] <= 0:
                raise ValueError(f"{name} must be a number above 0, got {own[name]!r}")
        if self.positions not in POSITIONS:
            raise ValueError(f"positions must be one of {POSITIONS}, got {self.positions!r}")
        if self.positions in ("functional", "rotary") and self.head_size % 2:
            raise ValueError(f"{self.positions} positions need even heads, got {self.head_size}")

    @property
    def head_size(self) -> int:
        """K, the length of a query, key or value vector of one head."""
        return self.hidden_size // self.num_heads

    @classmethod
    def bert_2018(cls, **others: Any) -> "ModernConfig":
        """Return a configuration with all switches off, except those that are named."""
        return cls(**{**BERT_2018, **others})

    @classmethod
    def from_hub(cls, entries: dict[str, Any]) -> "ModernConfig":
        """Read the entries of a config.json as ModernBERTs have it, older files and newer ones.

        Raises:
            ValueError: If it is another model than is built here, or an entry is not known.
        """
        rest = dict(entries)
        for name, value in FIXED.items():
            if (found := rest.pop(name, value)) != value:
                raise ValueError(f"config.json: {name} must be {value!r}, got {found!r}")
        kinds, rotary = rest.pop("layer_types", []), rest.pop("rope_parameters", {})
        if kinds:
            rest["global_attn_every_n_layers"] = [*kinds[1:], FULL].index(FULL) + 1
        for kind, name in ((FULL, "global_rope_theta"), (LOCAL, "local_rope_theta")):
            if kind in rotary:
                rest[name] = rotary[kind]["rope_theta"]
            if rotary.get(kind, {}).get("rope_type", "default") != "default":
                raise ValueError(f"config.json: rope_type must be 'default', got {rotary[kind]}")
        config = cls(**{name: rest.pop(hub) for name, hub in NAMES.items() if hub in rest})
        wanted = [LOCAL if i % config.global_every else FULL for i in range(config.num_layers)]
        if kinds and kinds != wanted:
            raise ValueError(f"config.json: layer_types must be {wanted}, got {kinds}")
        check_entries("config.json", {k: v for k, v in rest.items() if k not in IGNORED})
        return config
