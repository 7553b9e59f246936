"""How far the mean lead moves with the sentences."""

from lessons.l00_start_here.measure import CONTROLS, Senses, told_apart, vectors_of

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer


def covariance(
    model: BertModel, tokenizer: WordPieceTokenizer, senses: Mapping[str, Senses]
) -> Float[Tensor, "L L"]:
    """Return the covariance of the mean lead over the better control, between layers (jackknife).

    One sentence at a time is left out; the words are taken as given.
    """
    found = torch.zeros(())
    for word, (sentences, is_second) in senses.items():
        tokens = [vectors_of(model, tokenizer, sentences, piece) for piece in (word, *CONTROLS)]
        leads = []
        for out in range(len(sentences)):
            kept = torch.arange(len(sentences)) != out
            curve, *others = [
                torch.tensor([told_apart(layer[kept], is_second[kept], _count) for layer in layers])
                for layers in tokens
            ]
            leads.append(curve - torch.stack(others).amax(dim=0))
        left = torch.stack(leads)
        apart = left - left.mean(dim=0)
        found = found + (len(left) - 1) / len(left) * apart.T @ apart
    return found / len(senses) ** 2


def _count(same: Sequence[float], different: Sequence[float]) -> float:
    """Return the proportion of right comparisons, with arrays in place of loops."""
    gaps = torch.tensor(same)[:, None] - torch.tensor(different)
    return ((gaps.sign() + 1) / 2).mean().item()
