"""What an encoder still knows: a new head is fitted to its vectors, and the rest stays as it is."""

from lessons.l17_what_to_predict.pairs import Asked, tokenizer

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from bertlab.model.bert import first_positions
from bertlab.model.tasks import BertForPreTraining
from bertlab.probing.probe import LinearProbe


def strangers_told(
    model: BertForPreTraining, train: Sequence[Asked], test: Sequence[Asked]
) -> Bool[np.ndarray, " M"]:
    """Return where a new linear head is right about the test pairs: first (A, B), then (A, C).

    Args:
        model: Its vectors at [CLS] are read, and nothing of it learns.
        train: What the head is fitted to.
        test: What it is asked.
    """
    probe = LinearProbe().fit(_vectors(model, train), _answers(train))
    with torch.no_grad():
        said = [probe.labels[n] for n in probe(_vectors(model, test)).argmax(dim=1).tolist()]
    return np.array(said) == np.array(_answers(test))


def _answers(asked: Sequence[Asked]) -> list[str]:
    return ["next"] * len(asked) + ["stranger"] * len(asked)


@torch.no_grad()
def _vectors(
    model: BertForPreTraining, asked: Sequence[Asked], size: int = 64
) -> Float[Tensor, "N D"]:
    """Return the vectors at [CLS], of the last layer, of all (A, B), and then of all (A, C)."""
    pieces = tokenizer()
    pairs = [(one.first, one.second) for one in asked] + [
        (one.first, one.stranger) for one in asked
    ]
    encoded = [pieces.encode(*pair) for pair in pairs]
    order = sorted(range(len(pairs)), key=lambda n: len(encoded[n].input_ids))
    vectors = torch.zeros(len(pairs), model.config.hidden_size)
    for begin in range(0, len(order), size):
        places = order[begin : begin + size]
        batch = pieces.pad([encoded[n] for n in places])
        vectors[places] = model.bert.read(first_positions(batch[0]), *batch)
    return vectors
