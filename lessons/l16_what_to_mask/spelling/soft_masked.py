"""Soft-Masked BERT: a detector finds what may be wrong, and a BERT sees there a [MASK] in part.

A masked word is guessed from its context alone; a word in plain sight is mostly believed. For a
word that is wrong with probability p, the corrector sees p [MASK] + (1 - p) word.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from bertlab.model.tasks import BertForMaskedLM


class SpellingOutput(NamedTuple):
    """Logits of what should be written (B, T, V), and of an error at each position (B, T)."""

    correction: Float[Tensor, "B T V"]
    detection: Float[Tensor, "B T"]


class Detector(nn.Module):
    """A GRU in both directions over the embeddings: a logit for *this is wrong* at each position.

    Args:
        hidden_size: D, of the embeddings.
        size: Hidden units of each direction.
    """

    def __init__(self, hidden_size: int, size: int) -> None:
        super().__init__()
        self.gru = nn.GRU(hidden_size, size, batch_first=True, bidirectional=True)
        self.score = nn.Linear(2 * size, 1)

    def forward(
        self, embedded: Float[Tensor, "B T D"], lengths: Int[Tensor, " B"]
    ) -> Float[Tensor, "B T"]:
        """Return the logits; what lies behind the end of a sentence is not read."""
        packed = pack_padded_sequence(
            embedded, lengths.cpu(), batch_first=True, enforce_sorted=False
        )
        states, _ = pad_packed_sequence(
            self.gru(packed)[0], batch_first=True, total_length=embedded.shape[1]
        )
        return self.score(states).squeeze(-1)


class SoftMaskedBert(nn.Module):
    """A detector, and a BERT that reads what the detector has softly masked.

    Args:
        corrector: The BERT; its masked-word head says what should be written.
        mask_id: The piece [MASK].
        detector_size: Hidden units of each direction of the detector.
        proportion_of_mask: How much of [MASK] is seen where an error has probability p. The paper's
            is p itself; other functions are controls, such as one that is 0 everywhere.

    Source: Zhang et al. 2020, section 2. The mixture is made of the word embeddings, since
    position and segment are added to both; the residual is the normalized sum of the three.
    """

    def __init__(
        self,
        corrector: BertForMaskedLM,
        mask_id: int,
        detector_size: int = 128,
        proportion_of_mask: Callable[[Tensor], Tensor] = lambda p: p,
    ) -> None:
        super().__init__()
        self.corrector, self.mask_id = corrector, mask_id
        self.detector_size, self.proportion_of_mask = detector_size, proportion_of_mask
        self.detector = Detector(corrector.config.hidden_size, detector_size)

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"] | None = None,
        attention_mask: Int[Tensor, "B T"] | None = None,
    ) -> SpellingOutput:
        """Return the logits of both parts.

        Args:
            input_ids: What is written, (B, T).
            token_type_ids: As for ``BertModel``.
            attention_mask: 1 for tokens, 0 for the padding after them; None is all 1.

        Raises:
            ValueError: If an input is wrong, or a row has padding before its end.
        """
        bert = self.corrector.bert
        token_type_ids, visible = bert.check_inputs(input_ids, token_type_ids, attention_mask)
        lengths = _lengths(input_ids, attention_mask)
        embedded = bert.embeddings(input_ids, token_type_ids)  # (B, T, D)
        detection = self.detector(embedded, lengths)
        p = self.proportion_of_mask(detection.sigmoid())[..., None]  # (B, T, 1)
        tables = bert.embeddings
        word, mask = tables.word(input_ids), tables.word.weight[self.mask_id]
        positions = torch.arange(input_ids.shape[1], device=input_ids.device)
        mixed = p * mask + (1 - p) * word
        total = mixed + tables.position(positions) + tables.token_type(token_type_ids)
        hidden = bert.encoder(tables.dropout(tables.norm(total)), visible)
        logits = self.corrector.masked_lm(hidden + embedded, tables.word.weight)
        return SpellingOutput(logits, detection)


def _lengths(input_ids: Tensor, attention_mask: Tensor | None) -> Int[Tensor, " B"]:
    """Return how many tokens each row has.

    Raises:
        ValueError: If padding stands anywhere but at the end of a row.
    """
    B, T = input_ids.shape
    if attention_mask is None:
        return torch.full((B,), T)
    if bool((attention_mask.diff(dim=1) > 0).any()):
        raise ValueError("expected padding at the ends of rows only, got tokens after padding")
    return attention_mask.sum(dim=1)
