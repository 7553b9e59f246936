"""Views share what is ours to the letter, and nothing else."""

import html

from bertlab.datasets import script
from workbook.publish.shared_scripts import shared_scripts


def frame(*sources: str) -> str:
    document = "".join(f"<script>{source}</script>" for source in sources)
    within = html.escape(document).replace("&#x27;", "'")  # as nbconvert's parser writes it
    return f'<iframe sandbox="allow-scripts" srcdoc="{within}"></iframe>'


def test_a_library_of_two_views_stands_in_the_page_once():
    views = frame(script("d3"), "first()") + frame(script("d3"), script("jquery"), "second()")
    shared = shared_scripts(views)
    assert list(shared.libraries) == ["d3"] and len(shared.scripts) == 1
    assert len(shared.cells) < len(views) / 2 and "second()" in shared.cells
    assert shared.cells.count('<iframe sandbox="allow-scripts" data-srcdoc=') == 2


def test_what_another_page_holds_stays_in_its_frame():
    """Also a library of ours with one line more: it may be anybody's."""
    others = frame("x" * 10**5) + frame("x" * 10**5) + 2 * frame(script("d3") + "\nparent.ran = 1;")
    for cells in (others, frame(script("d3"), script("jquery")), "<p>no view</p>"):
        assert shared_scripts(cells) == (cells, {}, ())
    ours = 2 * frame(script("d3"))
    assert others in shared_scripts(ours + others).cells
