import matplotlib.pyplot as plt
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from workbook.figures import picture_html
from workbook.publish import pages, slides
from workbook.publish.page_parts import picture_attributes, with_pictures
from workbook.widgets import still_html


@pytest.fixture
def drawn():
    plt.switch_backend("agg")
    return picture_html(plt.figure(figsize=(4, 2)), "An <empty> figure.")


def notebook_of(*outputs):
    cells = [new_markdown_cell("# 01. A lesson"), new_code_cell("show(figure)")]
    cells[1].outputs = [new_output("display_data", {"text/html": html}) for html in outputs]
    for cell in cells:
        cell.metadata["slideshow"] = {"slide_type": "slide"}
    return new_notebook(cells=cells)


def test_a_figure_becomes_an_image_with_its_words_and_width(drawn):
    (output,) = with_pictures(notebook_of(drawn), {})[0].cells[1].outputs
    assert set(output.data) == {"image/png", "text/plain"}
    assert output.metadata["image/png"] == {"alt": "An <empty> figure.", "width": 400}
    attributes = picture_attributes(output, "image/png")
    assert attributes["alt"] == "An <empty> figure."
    assert attributes["src"] in drawn


def test_of_controls_only_what_they_draw_is_left(drawn):
    stills = (still_html(drawn, "Layer", "1f"), still_html("<p>4</p>", "Layer", "2e"))
    figure, html = with_pictures(notebook_of(*stills), {})[0].cells[1].outputs
    assert figure.metadata["image/png"].alt == "An <empty> figure."
    assert html.data == {"text/html": "<p>4</p>"}


def test_other_html_stays(drawn):
    mixed = f"<p>Before.</p>{drawn}"
    (output,) = with_pictures(notebook_of(mixed), {})[0].cells[1].outputs
    assert output.data == {"text/html": mixed}


@pytest.mark.parametrize("publish", [pages, slides])
def test_pages_and_decks_size_figures_and_have_no_dead_control(publish, drawn):
    notebook = notebook_of(drawn, still_html(drawn, "Layer", "1f"))
    page, _ = publish._exporter().from_notebook_node(notebook)
    assert page.count('<div class="picture"><img ') == 2
    assert page.count('alt="An &lt;empty&gt; figure."') == 2
    assert "kernel" not in page and "bertlab-still" not in page
