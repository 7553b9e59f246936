"""The misconceptions about ``pad_batch``, each a wrong function with advice."""

from lessons.l06_text_to_input.exercises.pad_batch.reference import Ids, pad

from collections.abc import Callable, Sequence

from torch import Tensor

from workbook.exercises import Misconception


def _longest(rows: Sequence[Ids]) -> int:
    return max(map(len, rows))


def _cut_to(rows: Sequence[Ids], pad_id: int, T: int) -> tuple[Tensor, Tensor]:
    return pad([row[:T] for row in rows], pad_id, T)


def _cut_to_shortest(rows: Sequence[Ids], pad_id: int) -> tuple[Tensor, Tensor]:
    return _cut_to(rows, pad_id, min(map(len, rows)))


def _masked(
    mask_of: Callable[[Ids, int], Ids],
) -> Callable[[Sequence[Ids], int], tuple[Tensor, Tensor]]:
    return lambda rows, pad_id: pad(rows, pad_id, _longest(rows), mask_of)


MISCONCEPTIONS = (
    Misconception(
        "the mask is inverted",
        "1 is a token and 0 is padding: the mask says what may be seen.",
        _masked(lambda row, missing: [0] * len(row) + [1] * missing),
    ),
    Misconception(
        "the mask is 1 everywhere",
        "Put 0 where there is padding: else every token attends to it, and a text's vectors "
        "depend on the company it is batched with.",
        _masked(lambda row, missing: [1] * (len(row) + missing)),
    ),
    Misconception(
        "the mask hides the first and the last token",
        "[CLS] and [SEP] are tokens like the others: the model was trained with both in sight.",
        _masked(
            lambda row, missing: [int(0 < n < len(row) - 1) for n in range(len(row) + missing)]
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
        "the mask ends one token too early",
        "Each token of the row has a 1, [SEP] too: as many ones as the row has ids.",
        _masked(lambda row, missing: [1] * (len(row) - 1) + [0] * (missing + 1)),
    ),
    Misconception(
        "the mask ends one place too late",
        "As many ones as the row has ids: the first padding has a 0 already.",
        _masked(lambda row, missing: ([1] * (len(row) + 1) + [0] * missing)[: len(row) + missing]),
    ),
    Misconception(
        "the mask begins with a 0",
        "[CLS] is a token like the others and may be seen: its mask is 1.",
        _masked(lambda row, missing: [0] + [1] * (len(row) - 1) + [0] * missing),
    ),
    Misconception(
        "the mask is filled up with pad_id",
        "Padding has the mask 0; pad_id belongs into the ids only.",
        lambda rows, pad_id: _masked(lambda row, n: [1] * len(row) + [pad_id] * n)(rows, pad_id),
    ),
    Misconception(
        "the mask holds ids",
        "The mask says which places are tokens: 1 for a token, 0 for padding, not which ones.",
        _masked(lambda row, missing: row + [0] * missing),
        variants=(lambda rows, pad_id: _masked(lambda row, n: row + [pad_id] * n)(rows, pad_id),),
    ),
    Misconception(
        "the mask holds places or lengths",
        "Only 1 for a token and 0 for padding: where a token stands is not the mask's business.",
        _masked(lambda row, missing: [*range(1, len(row) + 1)] + [0] * missing),
        variants=(
            _masked(lambda row, missing: [*range(len(row))] + [0] * missing),
            _masked(lambda row, missing: [len(row)] * len(row) + [0] * missing),
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
        "the rows are padded beyond the longest",
        "T is the length of the longest row: that one gets no padding.",
        lambda rows, pad_id: pad(rows, pad_id, _longest(rows) + 1),
        variants=(
            lambda rows, pad_id: pad(rows, pad_id, -(-_longest(rows) // 8) * 8),
            lambda rows, pad_id: pad(rows, pad_id, sum(map(len, rows))),
            lambda rows, pad_id: pad(rows, pad_id, _longest(rows) + 2),
        ),
    ),
    Misconception(
        "the rows are one place shorter than the longest",
        "T is the length of the longest row: nothing of it may be lost.",
        lambda rows, pad_id: _cut_to(rows, pad_id, _longest(rows) - 1),
    ),
    Misconception(
        "T is the length of the greatest row, not of the longest",
        "max(rows) compares ids, not lengths: max(len(row) for row in rows).",
        lambda rows, pad_id: _cut_to(rows, pad_id, len(max(rows))),
        variants=(lambda rows, pad_id: pad(rows, pad_id, len(max(rows))),),
    ),
    Misconception(
        "T is the length of the first or the last row",
        "Rows come in any order: look for the longest, max(len(row) for row in rows).",
        lambda rows, pad_id: _cut_to(rows, pad_id, len(rows[0])),
        variants=(
            lambda rows, pad_id: _cut_to(rows, pad_id, len(rows[-1])),
            lambda rows, pad_id: pad(rows, pad_id, len(rows[0])),
            lambda rows, pad_id: pad(rows, pad_id, len(rows[-1])),
        ),
    ),
    Misconception(
        "the rows are sorted by length",
        "Leave the rows in their order: who made the batch has to know which text is which.",
        lambda rows, pad_id: pad(sorted(rows, key=len), pad_id, _longest(rows)),
        variants=(
            lambda rows, pad_id: pad(sorted(rows, key=len, reverse=True), pad_id, _longest(rows)),
        ),
    ),
    Misconception(
        "the rows are cut to the shortest",
        "Fill the short rows up to the longest; nothing of a text may be lost here.",
        _cut_to_shortest,
    ),
)
