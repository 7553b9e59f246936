"""What a model's word head, or a new linear layer, says at words that are not hidden."""

from lessons.l08_pretraining import stories
from lessons.l08_pretraining.live import Language

from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int
from sklearn.linear_model import RidgeClassifier


@torch.no_grad()
def words_named(model: Any, told: Language) -> float:
    """Return at how many words of the 40 first sentences a model's first guess is that word.

    Returns:
        A proportion of the words; [CLS] and [SEP] are not counted.
    """
    named, (read, left) = [], stories.plots()
    for row in stories.first_sentences([*read, *left], told):
        ids = torch.tensor([row])
        scores = model(ids, torch.zeros_like(ids), torch.ones_like(ids))[0]
        named.append((scores.argmax(dim=-1) == ids)[0, 1:-1])
    return float(torch.cat(named).double().mean())


def words_read(model: Any, told: Language) -> float:
    """Return how many words a new linear layer reads from a model's last vectors.

    The layer is fitted to the first sentences of the stories to learn from.

    Args:
        model: A ``BertForPreTraining``; it is not changed.
        told: The tiny language.

    Returns:
        The proportion of right words in the first sentences of all other stories.
    """
    train, other = (
        _vectors_and_words(model, stories.first_sentences(part, told)) for part in stories.plots()
    )
    layer = RidgeClassifier()
    layer.fit(*train)
    return float(layer.score(*other))


@torch.no_grad()
def _vectors_and_words(
    model: Any, texts: list[list[int]]
) -> tuple[Float[np.ndarray, "N D"], Int[np.ndarray, " N"]]:
    """Return the last vectors of all words of some texts, and the words' ids."""
    vectors, words = [], []
    for text in texts:
        ids = torch.tensor([text])
        hidden = model.bert(ids, torch.zeros_like(ids), torch.ones_like(ids)).last_hidden_state
        vectors.append(hidden[0, 1:-1])
        words.append(ids[0, 1:-1])
    return torch.cat(vectors).numpy(), torch.cat(words).numpy()
