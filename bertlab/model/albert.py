"""ALBERT: a BERT with a narrow table of words, and with one layer that is used again and again.

Two ways to need fewer parameters, each a number of the configuration. *Factorization*: a word has E
numbers, and one matrix widens them to D; V·E + E·D weights take the place of V·D. *Sharing*: all
layers have the same weights. A text passes as many layers as before, so neither saves much time.

As in the released models, GELU is the tanh formula here. Everything else is BERT's.

Source: Lan et al. 2020, section 3.1; names as in ``transformers``.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import gelu, linear

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.encoder import Embeddings, Encoder, EncoderLayer
from bertlab.model.heads import MaskedLMHead, Pooler
from bertlab.model.pretrained import PretrainedModel
from bertlab.model.tasks import BertForMaskedLM, BertForSequenceClassification

Item = TypeVar("Item")
FIXED = {"model_type": "albert", "hidden_act": "gelu_new", "inner_group_num": 1}
WITHOUT_INFLUENCE = {"classifier_dropout_prob", "down_scale_factor", "gap_size"}
WITHOUT_INFLUENCE |= {"net_structure_type", "num_memory_blocks", "layers_to_keep"}
GROUP = r"encoder\.albert_layer_groups\.(\d+)\.albert_layers\.0\.(.+)"
NAMES = (  # of a part: on the Hub in an ALBERT, and in a BERT
    ("encoder.embedding_hidden_mapping_in", "embeddings.widen"),
    ("pooler", "pooler.dense"),
    ("predictions.dense", "cls.predictions.transform.dense"),
    ("predictions.LayerNorm", "cls.predictions.transform.LayerNorm"),
    ("predictions.decoder", "cls.predictions.decoder"),
    ("predictions", "cls.predictions"),
)
LAYER_NAMES = (  # the same, inside a layer
    ("attention.query", "attention.self.query"),
    ("attention.key", "attention.self.key"),
    ("attention.value", "attention.self.value"),
    ("attention.dense", "attention.output.dense"),
    ("attention.LayerNorm", "attention.output.LayerNorm"),
    ("ffn", "intermediate.dense"),
    ("ffn_output", "output.dense"),
    ("full_layer_layer_norm", "output.LayerNorm"),
)


@dataclass(frozen=True)
class AlbertConfig(BertConfig):
    """The sizes of an ALBERT: those of a BERT, and two more.

    Attributes:
        embedding_size: E, the length of a word's vector in the table.
        num_groups: How many different layers there are: 1 shares one among all, ``num_layers``
            gives each its own; else neighbors share.
    """

    embedding_size: int = 128
    num_groups: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.num_groups > self.num_layers:
            raise ValueError(
                f"num_groups must be in [1, num_layers = {self.num_layers}], got {self.num_groups}"
            )

    def group(self, layer: int) -> int:
        """Return which of the different layers stands at a place, both from 0."""
        return layer * self.num_groups // self.num_layers

    @classmethod
    def from_hub(cls, entries: dict) -> "AlbertConfig":
        """Read the entries of a config.json as the Hub's ALBERTs have it.

        Raises:
            ValueError: As ``BertConfig.from_hub``, or if it is another ALBERT than is built here.
        """
        for name, value in FIXED.items():
            if entries.get(name, value) != value:
                raise ValueError(f"config.json: {name} must be {value!r}, got {entries[name]!r}")
        left_out = WITHOUT_INFLUENCE | FIXED.keys() | {"num_hidden_groups"}
        rest = {name: value for name, value in entries.items() if name not in left_out}
        own = {"num_groups": entries.get("num_hidden_groups", 1)}
        own["embedding_size"] = entries.get("embedding_size", 128)
        return cls(**asdict(BertConfig.from_hub(rest)), **own)

    def to_hub(self) -> dict:
        """Return the entries of a config.json that ``transformers`` reads as this configuration."""
        entries = {**super().to_hub(), **FIXED, "num_hidden_groups": self.num_groups}
        del entries["num_groups"]
        return entries


class FactorizedEmbeddings(Embeddings):
    """BERT's embeddings, E numbers wide, and a linear map to D."""

    def __init__(self, config: AlbertConfig) -> None:
        super().__init__(replace(config, hidden_size=config.embedding_size, num_heads=1))
        self.widen = nn.Linear(config.embedding_size, config.hidden_size)

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"],
        first_position: int = 0,
    ) -> Float[Tensor, "B T D"]:
        """Return one vector per token, (B, T, D)."""
        return self.widen(super().forward(input_ids, token_type_ids, first_position))


class SharedEncoder(Encoder):
    """As many layers as a BERT's, but several of them are one and the same."""

    def __init__(self, config: AlbertConfig) -> None:
        nn.Module.__init__(self)
        different = [EncoderLayer(config) for _ in range(config.num_groups)]
        for layer in different:
            layer.feed_forward.approximate = "tanh"
        layers = (different[config.group(place)] for place in range(config.num_layers))
        self.layers = nn.ModuleList(layers)


class AlbertMaskedLMHead(MaskedLMHead):
    """Scores every word piece: narrows vectors to E first, since words are that long."""

    def __init__(self, config: AlbertConfig) -> None:
        nn.Module.__init__(self)
        self.dense = nn.Linear(config.hidden_size, config.embedding_size)
        self.norm = nn.LayerNorm(config.embedding_size, eps=config.layer_norm_eps)
        self.bias = nn.Parameter(self.dense.bias.new_zeros(config.vocab_size))

    def forward(
        self, hidden: Float[Tensor, "*N D"], word_embeddings: Float[Tensor, "V E"]
    ) -> Float[Tensor, "*N V"]:
        """Return logits over the vocabulary."""
        narrow = gelu(self.dense(hidden), approximate="tanh")  # (*N, E)
        return linear(self.norm(narrow), word_embeddings, self.bias)


class AlbertPretrained(PretrainedModel):
    """How ALBERTs are called on the Hub: there a shared layer is stored once."""

    family = "albert"
    config_class = AlbertConfig
    config: AlbertConfig

    @classmethod
    def names_from_hub(cls, tensors: Mapping[str, Item], config: Any) -> dict[str, Item]:
        """Give tensors a BERT's names on the Hub; a layer that is shared comes several times."""
        found = {}
        for name, tensor in tensors.items():
            plain = name.removeprefix("albert.")
            layer = re.fullmatch(GROUP, plain)
            if layer is None or int(layer[1]) >= config.num_groups:  # the second has no row
                found[_renamed(plain, NAMES)] = tensor
                continue
            part = _renamed(layer[2], LAYER_NAMES)
            for place in range(config.num_layers):
                if config.group(place) == int(layer[1]):
                    found[f"encoder.layer.{place}.{part}"] = tensor
        return found

    def names_to_hub(self, tensors: Mapping[str, Item]) -> dict[str, Item]:
        """Undo ``names_from_hub``."""
        found = {}
        back = [[(bert, albert) for albert, bert in names] for names in (NAMES, LAYER_NAMES)]
        for name, tensor in tensors.items():
            plain = name.removeprefix("albert.")
            prefix = "albert." * (plain != name)
            layer = re.fullmatch(r"encoder\.layer\.(\d+)\.(.+)", plain)
            if layer is None:
                found[prefix + _renamed(plain, back[0])] = tensor
            else:
                group, part = self.config.group(int(layer[1])), _renamed(layer[2], back[1])
                own = f"encoder.albert_layer_groups.{group}.albert_layers.0.{part}"
                found[prefix + own] = tensor
        return found


def _renamed(name: str, names: tuple | list) -> str:
    """Change the part before the last dot."""
    part, dot, kind = name.rpartition(".")
    return dict(names).get(part, part) + dot + kind


class AlbertModel(AlbertPretrained, BertModel):
    """ALBERT without a task: token ids in, vectors out, with all that a ``BertModel`` can.

    Args:
        config: The sizes.
        with_pooler: As for ``BertModel``.
    """

    architecture = "AlbertModel"

    def __init__(self, config: AlbertConfig, with_pooler: bool = True) -> None:
        PretrainedModel.__init__(self)
        self.config = config
        self.embeddings = FactorizedEmbeddings(config)
        self.encoder = SharedEncoder(config)
        self.pooler = Pooler(config) if with_pooler else None
        self.initialize()


class AlbertForMaskedLM(AlbertPretrained, BertForMaskedLM):
    """ALBERT that fills in masked words."""

    architecture = "AlbertForMaskedLM"
    body = AlbertModel

    def __init__(self, config: AlbertConfig) -> None:
        super().__init__(config)
        self.masked_lm = AlbertMaskedLMHead(config)
        self.initialize()


class AlbertForSequenceClassification(AlbertPretrained, BertForSequenceClassification):
    """ALBERT that puts a text, or a pair of texts, into one of C classes."""

    architecture = "AlbertForSequenceClassification"
    body = AlbertModel
