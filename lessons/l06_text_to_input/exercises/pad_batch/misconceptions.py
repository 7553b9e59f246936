"""The misconceptions about ``pad_batch``, each a wrong function with advice."""

from lessons.l06_text_to_input.exercises.pad_batch.reference import Ids, pad

from collections.abc import Sequence

from torch import Tensor

from workbook.exercises import Misconception


def _longest(rows: Sequence[Ids]) -> int:
    return max(map(len, rows))


def _cut_to_shortest(rows: Sequence[Ids], pad_id: int) -> tuple[Tensor, Tensor]:
    T = min(map(len, rows))
    return pad([row[:T] for row in rows], pad_id, T)


MISCONCEPTIONS = (
    Misconception(
        "the mask is inverted",
        "1 is a token and 0 is padding: the mask says what may be seen.",
        lambda rows, pad_id: pad(
            rows, pad_id, _longest(rows), lambda row, missing: [0] * len(row) + [1] * missing
        ),
    ),
    Misconception(
        "the mask is 1 everywhere",
        "Put 0 where there is padding: else every token attends to it, and a text's vectors "
        "depend on the company it is batched with.",
        lambda rows, pad_id: pad(
            rows, pad_id, _longest(rows), lambda row, missing: [1] * (len(row) + missing)
        ),
    ),
    Misconception(
        "the mask hides the first and the last token",
        "[CLS] and [SEP] are tokens like the others: the model was trained with both in sight.",
        lambda rows, pad_id: pad(
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
        lambda rows, pad_id: pad(
            rows,
            pad_id,
            _longest(rows),
            lambda row, missing: [int(i != 0) for i in row + [pad_id] * missing],
        ),
        variants=(
            lambda rows, pad_id: pad(
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
        lambda rows, pad_id: pad(rows, 0, _longest(rows)),
    ),
    Misconception(
        "the padding stands in front",
        "Put it behind the text: BERT counts positions from the left, so padding in front "
        "would move every token to a position that is not its own.",
        lambda rows, pad_id: pad(
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
        lambda rows, pad_id: pad(rows, pad_id, 512),
    ),
    Misconception(
        "the rows are cut to the shortest",
        "Fill the short rows up to the longest; nothing of a text may be lost here.",
        _cut_to_shortest,
    ),
)
