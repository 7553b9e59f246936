"""The tables of the path."""

from collections.abc import Mapping

from workbook.captions import Captioned, table


def leads(found: Mapping[int, tuple[float, float, float]]) -> Captioned:
    """Show by how much a cloze is ahead of a new head, with your intervals."""
    rows = [
        [str(number), *(f"{100 * value:+.1f}" for value in one)] for number, one in found.items()
    ]
    caption = "Points that the cloze is ahead of the new head; your 95% interval over five draws."
    return table("22.1", caption, ["labels", "mean", "low", "high"], rows)
