"""What becomes of a lesson on its reading page, and that the page needs nothing but itself."""

import re

import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from tests.browser.sample_lesson import code, sample_lesson, save, words
from workbook.publish.pages import build_page, main, page_of


@pytest.fixture(scope="module")
def page() -> str:
    return page_of(sample_lesson(), "sample")


@pytest.fixture(scope="module")
def cells(page) -> str:
    """The page without its styles and scripts."""
    return page[page.index("<main>") : page.index("</main>")]


def test_command_writes_one_page_a_notebook(tmp_path, capsys):
    sample = save(sample_lesson(), tmp_path)
    assert main(["--out", str(tmp_path / "out"), str(sample)]) == 0
    assert "05_sample.html" in capsys.readouterr().out
    written = (tmp_path / "out" / "05_sample.html").read_text(encoding="utf-8")
    assert written == build_page(sample)


def test_page_loads_nothing(cells, page):
    assert not re.findall(r'(?:src|href)="(?!data:)[^"]*"', cells)
    head = page[: page.index("</head>")]
    assert re.findall(r'<link[^>]*href="([^"]*)"', head) == ["data:,"]
    assert not re.findall(r"@import|local\(|url\((?![\"']?data:)", head)
    assert "<script src" not in page


def test_title_is_the_first_heading(page):
    assert "<title>05. Attention and the Transformer encoder</title>" in page
    assert "<title>sample</title>" in page_of(new_notebook(cells=[words("text", "-")]), "sample")


@pytest.mark.parametrize("hidden", ["SECRET_SOLUTION", "is only notation", "<section"])
def test_left_out(hidden, cells):
    assert hidden not in cells


def test_readers_see_what_slides_skip(cells):
    assert "UNSEEN_ASIDE" in cells


@pytest.mark.parametrize("tag", ["bootstrap", "setup", "hide-input"])
def test_code_that_nobody_has_to_read_first_is_folded(tag):
    cell = code("machinery()", "-", printed="seen\n", tags=[tag])
    cells = page_of(new_notebook(cells=[cell, code("shown()", "-")]), "sample")
    folded = re.findall(r"<details class=\"folded\">.*?</details>", cells, flags=re.DOTALL)
    assert len(folded) == 1
    assert "machinery" in folded[0] and "seen" not in folded[0] and "shown" not in folded[0]


def test_a_fold_has_one_title():
    cell = code("# @title Code for the output below\nmachinery()", "-", tags=["hide-input"])
    page = page_of(new_notebook(cells=[words("# Title", "slide"), cell]), "sample")
    assert "@title" not in page and "machinery" in page


@pytest.mark.parametrize("call", ["quiz(1, 2)", 'ask("a budget")'])
def test_the_line_that_asks_a_question_is_left_out(call):
    title = "# @title Quiz\n" if call.startswith("quiz") else "# @title Open question\n"
    cell = code(title + call, "-", printed="Which one?\n", tags=["hide-input"])
    page = page_of(new_notebook(cells=[words("# Title", "slide"), cell]), "sample")
    assert call.partition("(")[0] + "(" not in page and "Which one?" in page
    assert "Code for the output below" not in page


def test_figure_keeps_its_words_and_its_size(cells):
    (image,) = re.findall(r"<img [^>]*>", cells)
    assert 'alt="A line that rises with the head size."' in image
    assert 'width="800"' in image and 'height="400"' in image


def test_notebook_without_cells_is_refused():
    with pytest.raises(ValueError, match="expected a cell to show on a page, got none"):
        page_of(new_notebook(cells=[words("a note", "notes")]), "empty")


def test_a_fold_holds_the_paragraphs_below_its_summary():
    text = (
        "<details><summary>More</summary>\n\nIt is *here*.\n\n```python\nx = 1\n```\n\n</details>"
    )
    page = page_of(new_notebook(cells=[new_markdown_cell(text)]), "fold")
    fold = re.search(r"<details><summary>More</summary>(.*?)</details>", page, re.DOTALL)[1]
    assert "<em>here</em>" in fold and "class=" in fold
