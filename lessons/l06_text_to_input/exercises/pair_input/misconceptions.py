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


def _laid_out(
    lay: Callable[[Ids, Ids, Ids, Ids], tuple[Ids, Ids]], alone: bool = False
) -> Callable[..., tuple[Ids, Ids]]:
    """Lay out a pair otherwise (or a single text): both parts as [CLS], first, second, [SEP]."""

    def wrong(first: Ids, second: Ids | None, cls_id: int, sep_id: int) -> tuple[Ids, Ids]:
        if (second is None) != alone:
            return pair_input(first, second, cls_id, sep_id)
        parts = lay([cls_id], first, second or [], [sep_id])
        return [*parts[0], *parts[1]], [0] * len(parts[0]) + [1] * len(parts[1])

    return wrong


def _types_cut(change: Callable[[Ids, Ids | None], Ids]) -> Callable[..., tuple[Ids, Ids]]:
    def wrong(first: Ids, second: Ids | None, cls_id: int, sep_id: int) -> tuple[Ids, Ids]:
        ids, types = pair_input(first, second, cls_id, sep_id)
        return ids, change(types, second)

    return wrong


def _separators_counted(
    first: Ids, second: Ids | None, cls_id: int, sep_id: int
) -> tuple[Ids, Ids]:
    ids, types = pair_input(first, second, cls_id, sep_id)
    types[len(first) + 1] = 1
    return ids, [*types[:-1], types[-1] + (second is not None)]


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
        variants=(
            _laid_out(lambda cls, a, b, sep: (cls + a + sep, b)),
            _laid_out(lambda cls, a, b, sep: (cls + a, []), alone=True),
        ),
    ),
    Misconception(
        "there is no [SEP] at all",
        "Put [SEP] behind each text: one behind a single text, two in a pair.",
        lambda first, second, cls_id, sep_id: (
            [cls_id, *first, *(second or [])],
            [0] * (len(first) + 1) + [1] * len(second or []),
        ),
    ),
    Misconception(
        "[CLS] is missing",
        "Begin with [CLS], before the first text: lesson 07 reads a text's vector off it.",
        lambda first, second, cls_id, sep_id: tuple(
            part[1:] for part in pair_input(first, second, cls_id, sep_id)
        ),
    ),
    Misconception(
        "two [SEP]s stand between the texts",
        "One is enough in BERT: [CLS] first [SEP] second [SEP].",
        _laid_out(lambda cls, a, b, sep: (cls + a + sep, sep + b + sep)),
        variants=(_laid_out(lambda cls, a, b, sep: (cls + a + sep + sep, b + sep)),),
    ),
    Misconception(
        "the second text comes first",
        "The order is [CLS] first [SEP] second [SEP], and the first text has type 0.",
        _laid_out(lambda cls, a, b, sep: (cls + b + sep, a + sep)),
    ),
    Misconception(
        "the ids without [CLS] and [SEP] are returned",
        "The ids hold the special pieces, too: [CLS] at the beginning, [SEP] behind each text.",
        lambda first, second, cls_id, sep_id: (
            [*first, *(second or [])],
            [0] * len(first) + [1] * len(second or []),
        ),
    ),
    Misconception(
        "one special piece has no type",
        "Every id needs a type: count [CLS] and the first [SEP] with the first text, the last "
        "[SEP] with the second.",
        _types_cut(lambda types, second: types if second is None else types[:-1]),
        variants=(
            _types_cut(lambda types, second: types[1:]),
            _types_cut(lambda types, second: types[:-1]),
            _types_cut(lambda types, second: types if second is None else types[1:]),
        ),
    ),
    Misconception(
        "a single text has type 1",
        "A text that stands alone is the first text: its type is 0.",
        _types_cut(lambda types, second: [1] * len(types) if second is None else types),
    ),
    Misconception(
        "a single text has no types",
        "The types are as many as the ids, for a single text as well: all of them 0.",
        _types_cut(lambda types, second: [] if second is None else types),
    ),
    Misconception(
        "all types of a pair are 1",
        "The first text, with [CLS] and its [SEP], has type 0; only the second has type 1.",
        _types_cut(lambda types, second: types if second is None else [1] * len(types)),
        variants=(_types_cut(lambda types, second: [1] * len(types)),),
    ),
    Misconception(
        "the types change at each [SEP] already",
        "A [SEP] belongs to the text that it ends: raise the type behind it, not at it.",
        _separators_counted,
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
