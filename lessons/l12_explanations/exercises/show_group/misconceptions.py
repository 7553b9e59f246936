"""The misconceptions about ``show_group``, each a wrong function with advice."""

from lessons.l12_explanations.exercises.show_group.question import PAD, SPECIALS
from lessons.l12_explanations.exercises.show_group.reference import Shown

from collections.abc import Callable, Sequence
from functools import partial

from workbook.exercises import Misconception

Places = Callable[[Sequence[int], set[int]], list[int]]


def _players(ids: Sequence[int], specials: set[int]) -> list[int]:
    return [place for place, piece in enumerate(ids) if piece not in specials]


def _between_the_ends(ids: Sequence[int], specials: set[int]) -> list[int]:
    return list(range(1, len(ids) - 1))


def _from_the_first(ids: Sequence[int], specials: set[int]) -> list[int]:
    return list(range(len(ids)))


def _mask_absent(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    return [mask_id if place in absent else piece for place, piece in enumerate(ids)]


def _remove_absent(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    return [piece for place, piece in enumerate(ids) if place not in absent]


def _one_mask_for_a_run(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    runs = [place for place in absent if place - 1 in absent]
    return _remove_absent(_mask_absent(ids, absent, mask_id), runs, mask_id)


def _pad_absent(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    return _mask_absent(ids, absent, PAD)


def _close_up_and_pad(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    return _remove_absent(ids, absent, mask_id) + [PAD] * len(absent)


def _drop_every_mask(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    return [piece for piece in _mask_absent(ids, absent, mask_id) if piece != mask_id]


def _players_only(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    return [piece for piece in _remove_absent(ids, absent, mask_id) if piece not in SPECIALS]


def _equal_ones_too(ids: Sequence[int], absent: list[int]) -> list[int]:
    hidden = {ids[place] for place in absent}
    return [place for place, piece in enumerate(ids) if piece in hidden]


def _show(
    input_ids: list[int],
    special_ids: set[int],
    present: list[bool],
    mask_id: int,
    *,
    places: Places = _players,
    inverted: bool = False,
    widen: Callable[[Sequence[int], list[int]], list[int]] = lambda ids, absent: absent,
    mask: Callable[[Sequence[int], list[int], int], list[int]] = _mask_absent,
    remove: Callable[[Sequence[int], list[int], int], list[int]] = _remove_absent,
) -> Shown:
    pairs = zip(places(input_ids, special_ids), present, strict=False)
    absent = widen(input_ids, [place for place, shown in pairs if shown == inverted])
    return mask(input_ids, absent, mask_id), remove(input_ids, absent, mask_id)


MISCONCEPTIONS = (
    Misconception(
        "present is inverted",
        "True means that the token is there. Inverted, every value comes out as that of the "
        "opposite group.",
        partial(_show, inverted=True),
    ),
    Misconception(
        "present is read from [CLS] on, so specials are hidden",
        "present has a truth value for each player only. [CLS] and [SEP] stay: a model has "
        "never seen an input without them, and [CLS] is what the classifier reads.",
        partial(_show, places=_from_the_first),
    ),
    Misconception(
        "everything between the first and the last token is taken for a player",
        "A pair has a [SEP] in its middle, and a batch has [PAD]s at its end: ask whether the "
        "id is special, not whether the place is an end.",
        partial(_show, places=_between_the_ends),
    ),
    Misconception(
        "tokens are hidden by their id, so equal ones vanish together",
        "Each occurrence is a player of its own: hide places, not ids.",
        partial(_show, widen=_equal_ones_too),
    ),
    Misconception(
        "one [MASK] stands for several neighbors",
        "Put one [MASK] for each absent token: then the length stays, and so do the positions "
        "of all other tokens.",
        partial(_show, mask=_one_mask_for_a_run),
    ),
    Misconception(
        "absent tokens become [PAD]",
        "Use mask_id. [PAD] is for places behind the text that attention never sees; in its "
        "midst it is a piece like any other, one the model has not learned.",
        partial(_show, mask=_pad_absent),
    ),
    Misconception(
        "the shortened input is padded to the old length",
        "Removal closes the text up, and that is all. Padding comes later, when texts of "
        "different lengths share a batch.",
        partial(_show, remove=_close_up_and_pad),
    ),
    Misconception(
        "removal drops every [MASK], also one that was in the text",
        "Remove what is absent, by its place. A [MASK] that the text had before is a token "
        "like others, and present says whether it stays.",
        partial(_show, remove=_drop_every_mask),
    ),
    Misconception(
        "removal drops the specials as well",
        "[CLS] and [SEP] stay in the shortened input: the model expects its frame around the "
        "shortest text.",
        partial(_show, remove=_players_only),
    ),
)
