"""BERT that detects replaced tokens: the half of an ELECTRA that is kept."""

from typing import Any

from jaxtyping import Float, Int
from torch import Tensor, nn

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.pretrained import PretrainedModel
from bertlab.products import Linear


class DetectionHead(nn.Module):
    """Says for a token how likely it is a replaced one: dense, GELU, then one number.

    Source: Clark et al. 2020, section 3, and the released code, ``get_discriminator_output``.
    """

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.dense = Linear(config.hidden_size, config.hidden_size)
        self.output = Linear(config.hidden_size, 1)

    def forward(self, hidden: Float[Tensor, "*N D"]) -> Float[Tensor, "*N"]:
        """Return logits; above 0 means *replaced*."""
        return self.output(self.dense.with_gelu(hidden)).squeeze(-1)


class BertForTokenDetection(PretrainedModel):
    """BERT that says for each token whether another model put it there: ELECTRA's discriminator.

    What it saves is an ELECTRA whose embeddings are as long as its hidden vectors: an encoder that
    is BERT's, under other names.

    Source: Clark et al. 2020, section 3.
    """

    architecture, family = "ElectraForPreTraining", "electra"

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.config = config
        self.bert = BertModel(config, with_pooler=False)
        self.detection = DetectionHead(config)
        self.initialize()

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"] | None = None,
        attention_mask: Int[Tensor, "B T"] | None = None,
    ) -> Float[Tensor, "B T"]:
        """Return logits; above 0 means *replaced*."""
        hidden = self.bert(input_ids, token_type_ids, attention_mask).last_hidden_state
        return self.detection(hidden)

    def options_to_store(self) -> dict[str, Any]:
        """Return the length of the embeddings, which an ELECTRA names."""
        return {"embedding_size": self.config.hidden_size}
