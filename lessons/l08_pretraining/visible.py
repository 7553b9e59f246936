"""What a model's word head says at words that are not hidden."""

from lessons.l08_pretraining.stories import of_the_language

from collections.abc import Callable
from typing import Any

import torch
from jaxtyping import Int
from torch import Tensor

from bertlab.text.wordpiece import WordPieceTokenizer

Model = Callable[[Tensor, Tensor, Tensor], Any]  # as ``BertForPreTraining``


@torch.no_grad()
def first_guesses(model: Model, ids: Int[Tensor, " T"]) -> Int[Tensor, " T"]:
    """Return a model's first guess at each token of a text, none of which is hidden."""
    batch = ids[None]
    scores = model(batch, torch.zeros_like(batch), torch.ones_like(batch)).masked_lm
    return scores[0].argmax(dim=-1)


def words_named(model: Model, tokenizer: WordPieceTokenizer) -> float:
    """Return at how many words of the tiny language's sentences the first guess is that word.

    Returns:
        A proportion of the words of all 40 first sentences, [CLS] and [SEP] not counted.
    """
    named = []
    for text in sorted(of_the_language()):
        ids = torch.tensor(tokenizer.encode(text).input_ids)
        named.append((first_guesses(model, ids) == ids)[1:-1])
    return float(torch.cat(named).double().mean())
