"""What the recorded runs of letter models hold: their curves, and answers one by one."""

from lessons.l08_pretraining.experiments import ablation

from collections import Counter
from functools import cache
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float, Int
from torch import Tensor

from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.objectives import spread
from bertlab.pretraining.trials import SETTINGS, english_characters
from bertlab.text.wordpiece import SPECIALS
from workbook.recorded_answers import recorded_sheets
from workbook.records import recorded

KINDS = {  # of the experiment ``ablation``
    "full": "standard",
    "without next sentences": "without pairs",
    "left to right": "left to right",
    "full, small": "half the width",
    "full, large": "four layers",
}


class Curves(NamedTuple):
    """A score of some runs that differ in their seed.

    Attributes:
        steps: (U,), after how many updates it was taken.
        values: (S, U), for each seed.
    """

    steps: list[int]
    values: Float[np.ndarray, "S U"]


def curves(kind: str, score: str = "held_out_masked_lm") -> Curves:
    """Return a held-out score of a letter model, seed by seed.

    Args:
        kind: A key of ``KINDS``.
        score: The mean loss in nats; or ``held_out_masked_accuracy``.
    """
    seeds = recorded("ablation")["results"]["runs"][kind]["curves"]
    steps = [line["step"] for line in seeds[0]]
    return Curves(steps, np.array([[line[score] for line in lines] for lines in seeds]))


def own_position_gain(counts: Counter[int], vocab_size: int) -> float:
    """Return what looking at the chosen position itself tells about the answer, in nats.

    At 80% of the chosen positions stands [MASK], which tells nothing. At the others stands the
    answer or a random piece, equally often. This is the mutual information of the answer and what
    is shown, for one who knows the frequencies and nothing else.

    Args:
        counts: How often each piece is an answer.
        vocab_size: Pieces there are, five specials included.
    """
    p = np.array(list(counts.values()), dtype=float) / counts.total()
    V = vocab_size - len(SPECIALS)
    shown = p / 2 + 1 / (2 * V)  # the probability of each piece at a position that is not hidden
    kept, exchanged = p / 2 + p / (2 * V), p / (2 * V)  # with itself, and with another piece
    given = -(kept * np.log(kept / shown)).sum()
    for piece, probability in enumerate(shown):  # what is shown is another piece
        others = np.delete(exchanged, piece)
        given -= (others * np.log(others / probability)).sum()
    never = (V - len(p)) / V / 2  # a random piece that is no answer: it tells nothing
    given += never * -(p * np.log(p)).sum()
    return 0.2 * float(-(p * np.log(p)).sum() - given)


@cache
def _hidden_answers() -> tuple[Bool[Tensor, " M"], Int[Tensor, " M"]]:
    """Return which of the chosen held-out positions are hidden, and what stood at all of them."""
    tokenizer = english_characters()
    documents = [[tokenizer.text_ids(s) for s in article] for article in corpus("wiki").validation]
    data = PretrainingData(documents, tokenizer, SETTINGS["max_length"])
    batch = data.batch(spread(data, SETTINGS["held_out"]))
    shown = batch.input_ids.view(-1)[batch.positions]
    return shown == tokenizer.mask_id, batch.targets


def accuracies_where_hidden(kind: str) -> list[float]:
    """Return what each seed of a letter model guesses right in the end at hidden positions alone.

    Args:
        kind: A key of ``KINDS``.
    """
    is_hidden, answers = _hidden_answers()
    right = recorded_sheets(ablation.KEPT, kind).guess == answers
    return right[:, is_hidden].double().mean(dim=1).tolist()
