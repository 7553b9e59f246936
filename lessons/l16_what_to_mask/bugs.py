"""A friend's way to show spans, with a slip, and the check of what a student makes of it."""

from collections.abc import Callable, Sequence
from random import Random

from workbook.exercises.tasks import task

MASK, OTHERS = 3, range(900, 1000)  # the piece [MASK], and pieces that no text below has
Spans = Sequence[tuple[int, int]]
Show = Callable[[list[int], Spans, Random], list[int]]
TRIES = 600
SPANS = ((1, 4), (6, 8), (11, 16))
SHARES = {"hidden": 0.8, "random": 0.1, "kept": 0.1}


def one_fate_each(ids: list[int], spans: Spans, generator: Random) -> list[int]:
    """Return what is shown: each span as [MASK], as random pieces, or as it is."""
    shown = list(ids)
    for start, end in spans:
        fate = generator.random()
        for place in range(start, end):
            if fate < 0.8:
                shown[place] = MASK
            elif fate < 0.9:
                shown[place] = generator.choice(OTHERS)
    return shown


def _fate(before: int, after: int) -> str:
    """Return what happened to a token."""
    if after == MASK:
        return "hidden"
    return "kept" if after == before else "random"


def spans_of_friend(function: Show) -> Show:
    """Check a function that shows spans, and say what is wrong with it."""

    def slip(given: Show) -> str:
        ids, generator = list(range(100, 118)), Random(16)
        fates: list[list[str]] = []
        inside = {place for start, end in SPANS for place in range(start, end)}
        for _ in range(TRIES):
            shown = given(list(ids), SPANS, generator)
            if len(shown) != len(ids):
                return f"Return as many pieces as come in: {len(ids)}, not {len(shown)}."
            if any(shown[place] != ids[place] for place in range(len(ids)) if place not in inside):
                return "A token outside of all spans was changed."
            for start, end in SPANS:
                here = {_fate(ids[place], shown[place]) for place in range(start, end)}
                if len(here) > 1:
                    return "Look at the tokens of one span.\nDoes one give away the next?"
            fates.append([_fate(ids[start], shown[start]) for start, _ in SPANS])
        wrong = _shares([fate for row in fates for fate in row])
        if not wrong and all(len(set(row)) == 1 for row in fates):
            return "All spans of a line have the same fate. Draw one for each span."
        return wrong

    ours: Show = one_fate_each
    return task(__name__, "show_spans", function, ours, slip, "right: one fate for each span.")


def _shares(fates: list[str]) -> str:
    """Return what is wrong with the proportions of fates; nothing if they are near enough."""
    for name, share in SHARES.items():
        found = fates.count(name) / len(fates)
        if abs(found - share) > 0.04:
            return f"{found:.0%} of the spans are {name}; {share:.0%} should be."
    return ""
