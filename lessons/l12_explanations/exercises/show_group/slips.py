"""Slips of the exercise on groups of tokens: the same steps, one of them changed."""

from lessons.l12_explanations.exercises.show_group.question import MASK, PAD
from lessons.l12_explanations.exercises.show_group.reference import Shown

from collections.abc import Callable, Sequence
from typing import Any

Places = Callable[[Sequence[int], set[int]], list[int]]


def players(ids: Sequence[int], specials: set[int]) -> list[int]:
    """Return the places of all tokens that are no specials."""
    return [place for place, piece in enumerate(ids) if piece not in specials]


def between_the_ends(ids: Sequence[int], specials: set[int]) -> list[int]:
    """Return all places but the first and the last."""
    return list(range(1, len(ids) - 1))


def from_the_first(ids: Sequence[int], specials: set[int]) -> list[int]:
    """Return all places."""
    return list(range(len(ids)))


def mask_absent(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    """Put [MASK] for each absent token."""
    return [mask_id if place in absent else piece for place, piece in enumerate(ids)]


def remove_absent(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    """Keep what is present."""
    return [piece for place, piece in enumerate(ids) if place not in absent]


def one_mask_for_a_run(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    """Put one [MASK] for neighbors."""
    runs = [place for place in absent if place - 1 in absent]
    return remove_absent(mask_absent(ids, absent, mask_id), runs, mask_id)


def pad_absent(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    """Put [PAD] for each absent token."""
    return mask_absent(ids, absent, PAD)


def close_up_and_pad(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    """Keep what is present, and pad."""
    return remove_absent(ids, absent, mask_id) + [PAD] * len(absent)


def drop_every_mask(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    """Remove all [MASK]s."""
    return [piece for piece in mask_absent(ids, absent, mask_id) if piece != mask_id]


def remove_by_value(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    """Remove absent tokens by their ids, the first one found."""
    left = list(ids)
    for place in absent:
        left.remove(ids[place])
    return left


def delete_in_turn(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    """Delete places that were counted before any was deleted."""
    left = list(ids)
    for place in absent:
        del left[place]
    return left


def remove_equal_ones(ids: Sequence[int], absent: list[int], mask_id: int) -> list[int]:
    """Remove all tokens with an id that is absent somewhere."""
    gone = {ids[place] for place in absent}
    return [piece for piece in ids if piece not in gone]


def without_masks(ids: Sequence[int], specials: set[int]) -> list[int]:
    """Return the places of players other than [MASK]."""
    return [place for place in players(ids, specials) if ids[place] != MASK]


def first_of_equals(ids: Sequence[int], places: list[int], present: list[bool]) -> list[bool]:
    """Give equal tokens the value of the first of them."""
    players = [ids[place] for place in places]
    return [present[players.index(player)] for player in players]


def last_of_equals(ids: Sequence[int], places: list[int], present: list[bool]) -> list[bool]:
    """Give equal tokens the value of the last of them."""
    shown = {ids[place]: here for place, here in zip(places, present, strict=True)}
    return [shown[ids[place]] for place in places]


def at(offset: int, specials_too: bool = False) -> Callable[..., Shown]:
    """Read present at a place of the input, which may lie behind its end."""

    def show(
        input_ids: list[int], special_ids: set[int], present: list[bool], mask_id: int
    ) -> Shown:
        absent = [
            place
            for place, piece in enumerate(input_ids)
            if (specials_too or piece not in special_ids)
            and not present[place + offset]
            and piece not in special_ids
        ]
        return mask_absent(input_ids, absent, mask_id), remove_absent(input_ids, absent, mask_id)

    return show


def spent_on_specials(
    input_ids: list[int], special_ids: set[int], present: list[bool], mask_id: int
) -> Shown:
    """Walk through input and values together, as far as both go."""
    return at(0)(input_ids[: len(present)], special_ids, present, mask_id)


def every_next(
    input_ids: list[int], special_ids: set[int], present: list[bool], mask_id: int
) -> Shown:
    """Take the next value at every token; they run out."""
    values = iter(present)
    absent = [n for n, p in enumerate(input_ids) if not next(values) and p not in special_ids]
    return mask_absent(input_ids, absent, mask_id), remove_absent(input_ids, absent, mask_id)


def ends_only(
    input_ids: list[int], special_ids: set[int], present: list[bool], mask_id: int
) -> Shown:
    """Keep the first and the last token of the input, and the players between them."""
    first, last = input_ids[0], input_ids[-1]
    players = [piece for piece in input_ids if piece not in special_ids]
    pairs = list(zip(players, present, strict=True))
    masked = [piece if here else mask_id for piece, here in pairs]
    return [first, *masked, last], [first, *(piece for piece, here in pairs if here), last]


def exchanged(*given: Any) -> Shown:
    """Return the shorter input first."""
    masked, removed = show(*given)
    return removed, masked


def players_only(
    input_ids: list[int], special_ids: set[int], present: list[bool], mask_id: int
) -> Shown:
    """Keep the players that are present, where the absent are removed."""
    masked, removed = show(input_ids, special_ids, present, mask_id)
    return masked, [piece for piece in removed if piece not in special_ids]


def equal_ones_too(ids: Sequence[int], absent: list[int]) -> list[int]:
    """Hide all tokens with an id that is hidden somewhere."""
    hidden = {ids[place] for place in absent}
    return [place for place, piece in enumerate(ids) if piece in hidden]


def show(
    input_ids: list[int],
    special_ids: set[int],
    present: list[bool],
    mask_id: int,
    *,
    places: Places = players,
    inverted: bool = False,
    widen: Callable[[Sequence[int], list[int]], list[int]] = lambda ids, absent: absent,
    lookup: Callable[..., list[bool]] = lambda ids, places, present: present,
    mask: Callable[[Sequence[int], list[int], int], list[int]] = mask_absent,
    remove: Callable[[Sequence[int], list[int], int], list[int]] = remove_absent,
) -> Shown:
    """Hide tokens in both ways; each keyword puts a slip in."""
    chosen = places(input_ids, special_ids)
    pairs = zip(chosen, lookup(input_ids, chosen, present), strict=False)
    absent = widen(input_ids, [place for place, shown in pairs if shown == inverted])
    return mask(input_ids, absent, mask_id), remove(input_ids, absent, mask_id)
