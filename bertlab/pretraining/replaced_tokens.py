"""Replaced tokens: a small model writes, and a BERT says which tokens are not the author's.

A masked language model learns at the tokens that are hidden, about one in seven. ELECTRA learns at
all of them: a *generator* fills hidden positions with tokens that it draws from its own guesses,
and a *detector* says of every token whether it was replaced. The generator is a masked language
model and learns as one; what the detector says never reaches it.

Source: Clark et al. 2020, sections 2 and 3. Leaves out: generators narrower than their detector.
"""

from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from bertlab.model.detection import BertForTokenDetection
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.objectives import masked_logits
from bertlab.training.loop import Objective

WEIGHT = 50.0  # of the detection loss, as in the paper's section 3


class ReplacedTokens(NamedTuple):
    """A batch in which a generator has written.

    Attributes:
        input_ids: What the detector reads, (B, T).
        replaced: Where it is not what the author wrote, (B, T). A generator that draws the
            author's own token has replaced nothing.
    """

    input_ids: Int[Tensor, "B T"]
    replaced: Bool[Tensor, "B T"]


def hidden_batch(batch: PretrainingBatch, mask_id: int) -> PretrainingBatch:
    """Return the batch with [MASK] at all chosen positions: none is random, none left as it is."""
    ids = batch.input_ids.flatten().clone()
    ids[batch.positions] = mask_id
    return batch._replace(input_ids=ids.view_as(batch.input_ids))


def replace_tokens(batch: PretrainingBatch, logits: Float[Tensor, "M V"]) -> ReplacedTokens:
    """Write at the chosen positions of a batch what a generator draws from its guesses.

    Args:
        batch: With the positions and what the author wrote there.
        logits: The generator's, one row for each position. No gradient goes back through the draw.
    """
    ids = batch.input_ids.flatten().clone()
    ids[batch.positions] = torch.multinomial(logits.detach().float().softmax(dim=1), 1)[:, 0]
    replaced = torch.zeros_like(ids, dtype=torch.bool)
    replaced[batch.positions] = ids[batch.positions] != batch.targets
    return ReplacedTokens(ids.view_as(batch.input_ids), replaced.view_as(batch.input_ids))


class ReplacedTokenObjective(Objective):
    """The generator's loss at hidden tokens, and the detector's at all tokens, [CLS] and [SEP] too.

    Args:
        generator: A masked language model, smaller than the detector, or what it writes cannot be
            told from what the author wrote. Its embeddings become the detector's: they are shared.
        detector: What is wanted in the end.
        mask_id: The piece [MASK].
        weight: Of the detection loss, a mean over many small terms.
        everywhere: Whether the detector learns at all tokens, or at the hidden ones alone, which
            shows what learning at all of them is worth.
    """

    def __init__(
        self,
        generator: BertForMaskedLM,
        detector: BertForTokenDetection,
        mask_id: int,
        weight: float = WEIGHT,
        everywhere: bool = True,
    ) -> None:
        super().__init__()
        self.generator, self.detector = generator, detector
        generator.bert.embeddings = detector.bert.embeddings
        self.mask_id, self.weight, self.everywhere = mask_id, weight, everywhere

    def counts(self, batch: PretrainingBatch) -> dict[str, int]:
        """Return the number of hidden tokens, and of those that the detector learns at."""
        M = len(batch.targets)
        asked = int(batch.attention_mask.sum()) if self.everywhere else M
        return {"masked_lm": M, "detection": asked}

    def forward(self, batch: PretrainingBatch) -> dict[str, Tensor]:
        """Return the generator's sum over a batch, in nats, and the detector's, weighted."""
        guesses = masked_logits(self.generator, hidden_batch(batch, self.mask_id))
        written = replace_tokens(batch, guesses)
        logits, labels = detection(self.detector, batch, written, self.everywhere)
        found = binary_cross_entropy_with_logits(logits, labels.to(logits.dtype), reduction="sum")
        return {
            "masked_lm": cross_entropy(guesses, batch.targets, reduction="sum"),
            "detection": self.weight * found,
        }


def detection(
    detector: BertForTokenDetection,
    batch: PretrainingBatch,
    written: ReplacedTokens,
    everywhere: bool = True,
) -> tuple[Float[Tensor, " N"], Bool[Tensor, " N"]]:
    """Return the detector's logits and what is right, at all tokens or at the chosen positions."""
    seen = batch.attention_mask.flatten().bool()
    positions = torch.nonzero(seen)[:, 0] if everywhere else batch.positions
    inputs = written.input_ids, batch.token_type_ids, batch.attention_mask
    logits = detector.detection(detector.bert.read(positions, *inputs))
    return logits, written.replaced.flatten()[positions]


def written_by(
    generator: BertForMaskedLM, batch: PretrainingBatch, mask_id: int, seed: int
) -> ReplacedTokens:
    """Return a batch in which a generator has written, the same for the same seed."""
    with torch.no_grad(), torch.random.fork_rng():
        torch.manual_seed(seed)
        return replace_tokens(batch, masked_logits(generator, hidden_batch(batch, mask_id)))
