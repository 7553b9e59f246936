"""Numbers that runs are compared with, and how many pairs a model tells."""

from lessons.l08_pretraining.experiments import plateau

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.trials import SETTINGS, english_characters

DOCUMENTS = 200  # of the training articles, and of the held-out ones


def unigram_of_characters() -> float:
    """Return the unigram entropy of the characters that the ablation's models are asked for.

    It is the mean surprisal of one who only knows how frequent characters are in the training
    articles, at tokens of the held-out articles, in nats.
    """
    tokenizer, texts = english_characters(), corpus("wiki")
    counts, asked = (
        plateau.target_counts(
            PretrainingData(
                [[tokenizer.text_ids(s) for s in document] for document in documents[:DOCUMENTS]],
                tokenizer,
                SETTINGS["max_length"],
            ),
            SETTINGS["held_out"],
        )
        for documents in (texts.train, texts.validation)
    )
    return plateau.unigram_surprise(counts, asked, len(tokenizer.vocabulary))


@torch.no_grad()
def pairs_right(model: Callable[..., Any], batches: Sequence[tuple[Tensor, ...]]) -> float:
    """Return the proportion of pairs whose label a model gives the larger score.

    Args:
        model: As ``BertForPreTraining``.
        batches: As the lesson's ``draw_batch`` returns them: ids as the model sees them, token
            types, ids as they were (0 is padding), chosen places, labels.
    """
    right = []
    for shown, types, ids, _, labels in batches:
        scores = model(shown, types, (ids != 0).long())[1]
        right.append(scores.argmax(dim=1) == labels)
    return float(torch.cat(right).double().mean())
