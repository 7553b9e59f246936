"""Exercise of the lesson on input: texts of different lengths in one batch."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from bertlab.exercises import Case, Exercise, Misconception

Ids = list[int]


def _pad_batch(rows: Sequence[Ids], pad_id: int) -> tuple[Tensor, Tensor]:
    """Return ids (B, T), padded at the end to the longest row, and the mask (B, T) of tokens."""
    return _pad(rows, pad_id, max(map(len, rows)))


def _pad(
    rows: Sequence[Ids],
    pad_id: int,
    T: int,
    mask_of: Callable[[Ids, int], Ids] = lambda row, missing: [1] * len(row) + [0] * missing,
    in_front: bool = False,
) -> tuple[Tensor, Tensor]:
    """Pad rows to T; a slip makes another mask, or puts the padding in front."""
    ids, mask = [], []
    for row in rows:
        missing = T - len(row)
        padding = [pad_id] * missing
        ids.append(padding + row if in_front else row + padding)
        mask.append(mask_of(row, missing))
    return torch.tensor(ids), torch.tensor(mask)


def _longest(rows: Sequence[Ids]) -> int:
    return max(map(len, rows))


def _cut_to_shortest(rows: Sequence[Ids], pad_id: int) -> tuple[Tensor, Tensor]:
    T = min(map(len, rows))
    return _pad([row[:T] for row in rows], pad_id, T)


def _batch_cases() -> list[Case]:
    return [
        Case(([[101, 7592, 102], [101, 2040, 2938, 2045, 1029, 102]], 0)),
        Case(([[2, 0, 9, 8, 3], [2, 5, 3], [2, 3]], 1)),
        Case(([[4, 6, 0, 0], [4, 9, 8, 7, 0]], 99)),
        Case(([[101, 5, 6, 102]], 0)),
    ]


pad_batch = Exercise(
    name="pad_batch",
    reference=_pad_batch,
    cases=_batch_cases,
    difficulty=2,
    minutes=7,
    misconceptions=(
        Misconception(
            "the mask is inverted",
            "1 is a token and 0 is padding: the mask says what may be seen.",
            lambda rows, pad_id: _pad(
                rows, pad_id, _longest(rows), lambda row, missing: [0] * len(row) + [1] * missing
            ),
        ),
        Misconception(
            "the mask is 1 everywhere",
            "Put 0 where there is padding: else every token attends to it, and a text's vectors "
            "depend on the company it is batched with.",
            lambda rows, pad_id: _pad(
                rows, pad_id, _longest(rows), lambda row, missing: [1] * (len(row) + missing)
            ),
        ),
        Misconception(
            "the mask hides the first and the last token",
            "[CLS] and [SEP] are tokens like the others: the model was trained with both in sight.",
            lambda rows, pad_id: _pad(
                rows,
                pad_id,
                _longest(rows),
                lambda row, missing: [0] + [1] * (len(row) - 2) + [0] * (missing + 1),
            ),
        ),
        Misconception(
            "the mask counts id 0 as padding",
            "Read the mask off the lengths: id 0 is [PAD] in many vocabularies, but here pad_id "
            "says which id it is.",
            lambda rows, pad_id: _pad(
                rows,
                pad_id,
                _longest(rows),
                lambda row, missing: [int(i != 0) for i in row + [pad_id] * missing],
            ),
            variants=(
                lambda rows, pad_id: _pad(
                    rows,
                    0,
                    _longest(rows),
                    lambda row, missing: [int(i != 0) for i in row + [0] * missing],
                ),
            ),
        ),
        Misconception(
            "0 stands for padding, whatever pad_id is",
            "Fill up with pad_id: it is 0 in BERT's files, but another vocabulary may put [PAD] "
            "elsewhere.",
            lambda rows, pad_id: _pad(rows, 0, _longest(rows)),
        ),
        Misconception(
            "the padding stands in front",
            "Put it behind the text: BERT counts positions from the left, so padding in front "
            "would move every token to a position that is not its own.",
            lambda rows, pad_id: _pad(
                rows,
                pad_id,
                _longest(rows),
                lambda row, missing: [0] * missing + [1] * len(row),
                in_front=True,
            ),
        ),
        Misconception(
            "every row is padded to 512",
            "The longest row of the batch is enough: padding costs as much time as text does.",
            lambda rows, pad_id: _pad(rows, pad_id, 512),
        ),
        Misconception(
            "the rows are cut to the shortest",
            "Fill the short rows up to the longest; nothing of a text may be lost here.",
            _cut_to_shortest,
        ),
    ),
)
