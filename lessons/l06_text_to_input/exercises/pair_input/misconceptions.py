"""The misconceptions about ``pair_input``, each a wrong function with advice."""

from lessons.l06_text_to_input.exercises.pair_input.reference import Ids, pair_input

from collections.abc import Callable

from workbook.exercises import Misconception


def _retyped(kind: Callable[[int, int, int], int]) -> Callable[..., tuple[Ids, Ids]]:
    """Right ids; types from the position, the length of the first part and the whole length."""

    def wrong(first: Ids, second: Ids | None, cls_id: int, sep_id: int) -> tuple[Ids, Ids]:
        ids, _ = pair_input(first, second, cls_id, sep_id)
        return ids, [kind(t, len(first) + 2, len(ids)) for t in range(len(ids))]

    return wrong


def _second_cls(first: Ids, second: Ids | None, cls_id: int, sep_id: int) -> tuple[Ids, Ids]:
    opened = None if second is None else [cls_id, *second]
    return pair_input(first, opened, cls_id, sep_id)


def _without_last(first: Ids, second: Ids | None, cls_id: int, sep_id: int) -> tuple[Ids, Ids]:
    ids, types = pair_input(first, second, cls_id, sep_id)
    return ids[:-1], types[:-1]


def _without_first_sep(first: Ids, second: Ids | None, cls_id: int, sep_id: int) -> tuple[Ids, Ids]:
    if second is None:
        return pair_input(first, None, cls_id, sep_id)
    ids = [cls_id, *first, *second, sep_id]
    return ids, [0] * (len(first) + 1) + [1] * (len(second) + 1)


def _bare_types(first: Ids, second: Ids | None, cls_id: int, sep_id: int) -> tuple[Ids, Ids]:
    ids, _ = pair_input(first, second, cls_id, sep_id)
    return ids, [0] * len(first) + [1] * len(second or [])


def _empty_second(first: Ids, second: Ids | None, cls_id: int, sep_id: int) -> tuple[Ids, Ids]:
    return pair_input(first, second or [], cls_id, sep_id)


def _no_empty_second(first: Ids, second: Ids | None, cls_id: int, sep_id: int) -> tuple[Ids, Ids]:
    return pair_input(first, second or None, cls_id, sep_id)


MISCONCEPTIONS = (
    Misconception(
        "the types are the positions",
        "A type says which of the two texts a token belongs to, 0 or 1. Where it stands is the "
        "position, and the model counts that by itself.",
        _retyped(lambda t, first, whole: t),
    ),
    Misconception(
        "the last [SEP] has type 0",
        "Each [SEP] belongs to the text that it ends: the last one has type 1, like the second "
        "text.",
        _retyped(lambda t, first, whole: int(t >= first and t < whole - 1)),
    ),
    Misconception(
        "the first [SEP] has type 1",
        "Each [SEP] belongs to the text that it ends: the first one has type 0, like the first "
        "text.",
        _retyped(lambda t, first, whole: int(t >= first - 1 and whole > first)),
        variants=(_retyped(lambda t, first, whole: int(t >= first - 1)),),
    ),
    Misconception(
        "the types begin with 1",
        "Types count from 0: the table has two rows, 0 and 1, and type 2 is outside it.",
        _retyped(lambda t, first, whole: 1 + int(t >= first)),
    ),
    Misconception(
        "the types are swapped",
        "The first text has type 0 and the second 1: a text that stands alone was always type "
        "0 in training.",
        _retyped(lambda t, first, whole: int(t < first)),
    ),
    Misconception(
        "all types are 0",
        "From the token after the first [SEP] on the type is 1: that is how the model knows "
        "the second text.",
        _retyped(lambda t, first, whole: 0),
    ),
    Misconception(
        "the special pieces have no type",
        "Every id needs a type, [CLS] and [SEP] too: the tables are added token by token, so "
        "both lists are of one length.",
        _bare_types,
    ),
    Misconception(
        "the second text begins with a [CLS] of its own",
        "There is one [CLS], at the very beginning. Only a [SEP] stands between the texts.",
        _second_cls,
    ),
    Misconception(
        "the last [SEP] is missing",
        "Every text ends with [SEP], the last one too: the model never saw an input without.",
        _without_last,
    ),
    Misconception(
        "no [SEP] stands between the texts",
        "Put [SEP] behind each text: without it, types alone have to mark the border.",
        _without_first_sep,
    ),
    Misconception(
        "a single text is ended like a pair",
        "If there is no second text (None), stop at the first [SEP]; a second one would end a "
        "text that is not there.",
        _empty_second,
    ),
    Misconception(
        "an empty second text is taken for none",
        "Test with `is None`: an empty list is false as well, but it is a text, and its [SEP] "
        "of type 1 belongs there.",
        _no_empty_second,
    ),
)
