"""What a model's word head, or a new linear layer, says at words that are not hidden."""

from lessons.l08_pretraining.stories import GAP, Stories, of_the_language

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int
from sklearn.linear_model import RidgeClassifier
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


def words_read(model: Any, told: Stories) -> float:
    """Return how many words a new linear layer reads from a model's last vectors.

    The layer is fitted to the first sentences of the stories to learn from.

    Args:
        model: A ``BertForPreTraining``; it is not changed.
        told: The tiny language.

    Returns:
        The proportion of right words in the first sentences of all other stories.
    """
    train = [story[0] for story in told.train]
    other = [gap.text.replace(GAP, gap.word) for gap in told.gaps]
    layer = RidgeClassifier()
    layer.fit(*_vectors_and_words(model, told.tokenizer, train))
    return float(layer.score(*_vectors_and_words(model, told.tokenizer, other)))


@torch.no_grad()
def _vectors_and_words(
    model: Any, tokenizer: WordPieceTokenizer, texts: list[str]
) -> tuple[Float[np.ndarray, "N D"], Int[np.ndarray, " N"]]:
    """Return the last vectors of all words of some texts, and the words' ids."""
    vectors, words = [], []
    for text in texts:
        ids = torch.tensor([tokenizer.encode(text).input_ids])
        hidden = model.bert(ids, torch.zeros_like(ids), torch.ones_like(ids)).last_hidden_state
        vectors.append(hidden[0, 1:-1])
        words.append(ids[0, 1:-1])
    return torch.cat(vectors).numpy(), torch.cat(words).numpy()
