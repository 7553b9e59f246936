"""Numbers that runs are compared with, and how many pairs a model tells."""

from lessons.l08_pretraining.experiments import plateau

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.trials import SETTINGS, english_characters
from bertlab.text.wordpiece import SPECIALS

DOCUMENTS = 200  # of the training articles, and of the held-out ones


letters = cache(english_characters)


class Guesses(NamedTuple):
    """What two who never read the text around a gap lose per answer, in nats.

    Attributes:
        frequencies: One who only knows how frequent pieces are: the unigram entropy.
        own_place: One who also looks at the place itself, where a fifth are not hidden.
    """

    frequencies: float
    own_place: float


def guesses_at_letters() -> Guesses:
    """Return what the two lose at held-out articles that the ablation's models are asked about."""
    tokenizer, texts = letters(), corpus("wiki")
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
    V = len(tokenizer.vocabulary)
    unigram = plateau.unigram_surprise(counts, asked, V)
    return Guesses(unigram, unigram - own_place_gain(asked, V))


def own_place_gain(counts: Counter[int], vocab_size: int) -> float:
    """Return what looking at the chosen place itself tells about the answer, in nats.

    At 80% of the chosen places stands [MASK], which tells nothing. At the others stands the answer
    or a random piece, equally often. This is the mutual information of the answer and what is
    shown, for one who knows the frequencies and nothing else.

    Args:
        counts: How often each piece is an answer.
        vocab_size: Pieces there are, five specials included.
    """
    p = np.array(list(counts.values()), dtype=float) / counts.total()
    V = vocab_size - len(SPECIALS)
    shown = p / 2 + 1 / (2 * V)  # the probability of each piece at a place that is not hidden
    kept, swapped = p / 2 + p / (2 * V), p / (2 * V)  # of the answer with itself, and with another
    given = -(kept * np.log(kept / shown)).sum()
    for place, probability in enumerate(shown):  # what is shown is another piece
        others = np.delete(swapped, place)
        given -= (others * np.log(others / probability)).sum()
    never = (V - len(p)) / V / 2  # a random piece that is no answer: it tells nothing
    given += never * -(p * np.log(p)).sum()
    return 0.2 * float(-(p * np.log(p)).sum() - given)


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
