"""SimBERT: one network that finds a paraphrase, and writes one.

Each pair stands in a batch twice, in both orders. Under the prefix mask the second sentence is
written from the first, and [CLS] sees the first alone: so its vector can be compared with those of
all other rows. The right one is that of the partner.

Source: Su 2020 (SimBERT, the program of ZhuiyiTechnology): [CLS] normalized to length 1, scores
times 30, a row's own score left out.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy, normalize

from bertlab.model import BertForMaskedLM
from bertlab.pretraining.many_masks import IGNORED, Pairs, pairs_of, to_answer
from bertlab.text import WordPieceTokenizer
from bertlab.training.loop import Objective

SCALE = 30.0


def both_orders(pairs: Sequence[tuple[str, str]], tokenizer: WordPieceTokenizer) -> Pairs:
    """Return N pairs of sentences, then the same with their parts exchanged: 2N rows."""
    rows = []
    for first, second in [*pairs, *((b, a) for a, b in pairs)]:
        a, b = tokenizer.text_ids(first), tokenizer.text_ids(second)
        rows.append(([tokenizer.cls_id, *a, tokenizer.sep_id], [*b, tokenizer.sep_id]))
    return pairs_of(rows, tokenizer.pad_id)


class SimBertObjective(Objective):
    """Both losses, or one of them: writing the partner, and finding it in the batch.

    Args:
        model: What is trained.
        losses: ``"writing"``, ``"finding"`` or both.
    """

    def __init__(self, model: BertForMaskedLM, losses: Sequence[str]) -> None:
        super().__init__()
        self.model, self.losses = model, tuple(losses)

    def counts(self, batch: Pairs) -> dict[str, int]:
        """Return how many tokens are written, and how many partners are looked for."""
        numbers = {"writing": int(batch.types.sum()), "finding": len(batch.ids)}
        return {name: numbers[name] for name in self.losses}

    def forward(self, batch: Pairs) -> dict[str, Tensor]:
        """Return the sums over a batch, in nats."""
        task = to_answer(batch)
        hidden = self.model.bert.encoder(
            self.model.bert.embeddings(task.ids, task.types), task.visible
        )
        sums = {}
        if "writing" in self.losses:
            asked = task.targets != IGNORED
            word = self.model.bert.embeddings.word.weight
            logits = self.model.masked_lm(hidden[asked], word)
            sums["writing"] = cross_entropy(logits, task.targets[asked], reduction="sum")
        if "finding" in self.losses:
            sums["finding"] = finding_loss(hidden[:, 0])
        return sums


def finding_loss(vectors: Float[Tensor, "N D"]) -> Tensor:
    """Return the cross-entropy of finding each row's partner, N / 2 rows further on, as a sum."""
    unit = normalize(vectors, dim=1)
    scores = (SCALE * unit @ unit.T).fill_diagonal_(-torch.inf)
    rows = torch.arange(len(vectors), device=vectors.device)
    return cross_entropy(scores, (rows + len(rows) // 2) % len(rows), reduction="sum")
