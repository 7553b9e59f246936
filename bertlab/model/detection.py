"""BERT that detects replaced tokens: the half of an ELECTRA that is kept."""

from typing import Any

from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import gelu

from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertWithHead


class DetectionHead(nn.Module):
    """Says for a token how likely it is a replaced one: dense, GELU, then one number.

    Source: Clark et al. 2020, section 3, and the released code, ``get_discriminator_output``.
    """

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.output = nn.Linear(config.hidden_size, 1)

    def forward(self, hidden: Float[Tensor, "*N D"]) -> Float[Tensor, "*N"]:
        """Return logits; above 0 means *replaced*."""
        return self.output(gelu(self.dense(hidden))).squeeze(-1)


class BertForTokenDetection(BertWithHead):
    """BERT that says for each token whether another model put it there: ELECTRA's discriminator.

    What it saves is an ELECTRA whose embeddings are as long as its hidden vectors: an encoder that
    is BERT's, under other names.

    Source: Clark et al. 2020, section 3.
    """

    architecture, family = "ElectraForPreTraining", "electra"

    def __init__(self, config: BertConfig) -> None:
        super().__init__(config, with_pooler=False)
        self.detection = DetectionHead(config)
        self.initialize()

    def answer(self, *inputs: Any) -> Float[Tensor, "B T"]:
        """Return logits; above 0 means *replaced*."""
        return self.detection(self.bert(*inputs).last_hidden_state)

    def options_to_store(self) -> dict[str, Any]:
        """Return the length of the embeddings, which an ELECTRA names."""
        return {"embedding_size": self.config.hidden_size}
