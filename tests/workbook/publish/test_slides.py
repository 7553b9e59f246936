"""What becomes a slide, and that a deck needs nothing but itself."""

import base64
import re
import struct
import subprocess
import sys
from copy import deepcopy

import nbformat
import pytest
from nbformat.v4 import new_notebook, new_output

from tests.browser.sample_lesson import code, sample_lesson, save, words
from workbook.make.lesson_source import is_note, lesson_notebook, presented_notebook
from workbook.publish import pages as build_pages
from workbook.publish import slides as build_slides
from workbook.publish.page_parts import ROOT, columns, inline
from workbook.publish.pages import picture
from workbook.publish.slide_cells import prepare
from workbook.publish.slide_notes import source_of, with_notes, with_predictions
from workbook.publish.slides import build_deck, leave_out

SAMPLE = ROOT / "tests" / "workbook" / "make" / "fixtures" / "l90_sample" / "lesson.py"


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return save(sample_lesson(), tmp_path_factory.mktemp("deck"))


@pytest.fixture(scope="module")
def deck(sample) -> str:
    return build_deck(sample)


@pytest.fixture(scope="module")
def slides(deck) -> str:
    """The slides of the deck without its styles and scripts."""
    return deck[deck.index('<div class="slides">') : deck.index("<script>")]


def test_same_notebook_gives_same_bytes_in_another_process(sample, deck, tmp_path):
    command = [sys.executable, "-m", "workbook", "slides", "--out", str(tmp_path), str(sample)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    assert (tmp_path / "05_sample.html").read_bytes() == deck.encode()


def test_one_section_for_each_slide_and_subslide(slides):
    assert slides.count("<section") == 8 + 9  # each slide holds its subslides
    assert slides.count('class="fragment"') == 1


@pytest.mark.parametrize("hidden", ["install", "begin_lesson", "SECRET_SOLUTION", "UNSEEN_ASIDE"])
def test_hidden_cells_are_in_no_deck(hidden, slides):
    assert hidden not in slides


def test_page_loads_nothing(slides, deck):
    assert not re.findall(r'(?:src|href)="(?!data:)[^"]*"', slides)
    head = deck[: deck.index("</head>")]
    assert re.findall(r'<link[^>]*href="([^"]*)"', head) == ["data:,"]
    assert not re.findall(r"@import|url\((?![\"']?data:)", head)
    assert "<script src" not in deck


def test_title_is_the_first_heading(deck):
    assert "<title>05. Attention and the Transformer encoder</title>" in deck
    assert re.search(r'<section data-kind="title"', deck)


def test_scripts_cannot_end_early():
    inlined = inline('a = "</script><!--<SCRIPT>";\n//# sourceMappingURL=a.map')
    assert inlined == r'a = "\x3c/script>\x3c!--\x3cSCRIPT>";' + "\n"


def test_figure_keeps_its_words(slides):
    assert 'alt="A line that rises with the head size."' in slides


def test_chinese_characters_are_in_the_page_where_there_are_some(deck, tmp_path):
    assert "data:font/otf" in deck
    english = new_notebook(cells=[words("# Only English", "slide")])
    without = build_deck(save(english, tmp_path))
    assert "data:font/otf" not in without
    assert "data:font/ttf" in without


def test_deck_asks_no_machine_for_a_font(deck):
    assert "local(" not in deck[: deck.index("</head>")]


def test_notes_come_after_the_first_cell_of_their_slide():
    notebook = new_notebook(
        cells=[
            words("early note", "notes"),
            words("# title", "slide"),
            words("more", "fragment"),
            words("late note", "notes"),
            words("## next", "subslide"),
            words("its note", "notes"),
        ]
    )
    order = [cell.source for cell in prepare(notebook).cells]
    assert order == ["# title", "early note", "late note", "more", "## next", "its note"]
    assert notebook.cells[0].source == "early note"  # the input is untouched


def test_notes_come_from_the_source_and_stand_where_it_has_them():
    presented = presented_notebook(SAMPLE)
    student = lesson_notebook(SAMPLE)
    assert with_notes(student, SAMPLE).cells == presented.cells
    assert with_notes(student, None) == student
    changed = deepcopy(student)
    del changed.cells[6]  # the cell that a note follows: it goes to the one before
    cells = with_notes(changed, SAMPLE).cells
    assert [is_note(cell) for cell in cells].count(True) == 1
    assert [cell for cell in cells if not is_note(cell)] == changed.cells


@pytest.mark.parametrize("keeper", ["Colab", "nobody"])
def test_notes_stand_in_place_where_cells_have_no_ids(keeper):
    """Colab writes a notebook of format 4.0, and keeps ids among the metadata."""
    student = lesson_notebook(SAMPLE)
    for cell in student.cells:
        identity = cell.pop("id")
        if keeper == "Colab":
            cell.metadata["id"] = identity
            cell.source += "\n# an answer"
    cells = with_notes(student, SAMPLE).cells
    expected = [is_note(cell) for cell in presented_notebook(SAMPLE).cells]
    assert [is_note(cell) for cell in cells] == expected


def test_a_notebook_of_others_becomes_a_deck(tmp_path):
    """Magics, half-written code, metadata that say null, and separators inside of texts."""
    sources = [
        "%time x = 1\n!pip --version\nfiles = !ls",
        "y = (x",
        "def f(a, a): pass",
        "%%bash\nls",
    ]
    cells = [
        words("# Title", "slide"),
        words("## 1. One", "slide"),
        *(code(s, "-") for s in sources),
    ]
    cells += [words("## 2. Two", "slide"), code("z = '\u2028\x85\x0c'\nprint(x)", "-")]
    notebook = new_notebook(cells=cells)
    for cell in notebook.cells[2:4]:
        cell.metadata = {"slideshow": None, "tags": None}
    deck = build_deck(save(notebook, tmp_path), ["2"])
    assert "version" in deck and "%%bash" in deck


@pytest.mark.parametrize(
    "content",
    ["", "no JSON", "[]", "{}", '{"nbformat": 4, "cells": [1]}', "\udc80", '{"cells": [{}]}'],
)
@pytest.mark.parametrize("command", [build_slides, build_pages])
def test_what_is_no_notebook_is_named_and_the_others_are_built(tmp_path, capsys, command, content):
    wrong = tmp_path / "wrong.ipynb"
    wrong.write_bytes(content.encode(errors="surrogateescape"))
    right = save(new_notebook(cells=[words("# Title", "slide")]), tmp_path, "right")
    with pytest.raises(SystemExit, match=r"^\S*wrong\.ipynb: .*expected"):
        command.main(["--out", str(tmp_path), str(wrong), str(right)])
    assert (tmp_path / "right.html").exists() and not (tmp_path / "wrong.html").exists()


@pytest.mark.parametrize(
    "path", sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")), ids=lambda p: p.stem
)
def test_every_note_of_a_lesson_is_in_its_deck(path):
    assert source_of(path) is not None
    wanted = [cell.source for cell in presented_notebook(source_of(path)).cells if is_note(cell)]
    stored = nbformat.read(path, as_version=4)
    assert not any(is_note(cell) for cell in stored.cells)
    found = [c.source for c in with_notes(stored, source_of(path)).cells if is_note(c)]
    assert found == wanted


PARTED = [
    words("# Title", "slide"),
    words("## 1. First", "slide"),
    code("x = 1", "-"),
    words("## 2. Second", "slide"),
    code("print(x + 1)", "-", printed="2\n"),
    words("## 3. Third", "slide"),
]


def test_parts_can_be_left_out(capsys):
    notebook = new_notebook(cells=PARTED)
    left = leave_out(notebook, ["2"])
    assert [cell.source for cell in left.cells if cell.cell_type == "markdown"] == [
        "# Title",
        "## 1. First",
        "## 3. Third",
    ]
    assert leave_out(notebook, []) == notebook
    assert capsys.readouterr().err == ""
    leave_out(notebook, ["1"])
    assert "Note: '2. Second' needs '1. First'" in capsys.readouterr().err
    with pytest.raises(ValueError, match="no part '7'"):
        leave_out(notebook, ["7"])


def test_the_command_leaves_parts_out_and_says_what_it_costs(tmp_path, capsys):
    path = save(new_notebook(cells=PARTED), tmp_path)
    assert build_slides.main(["--out", str(tmp_path), str(path), "--without", "1, 3"]) == 0
    assert "Note: '2. Second' needs '1. First'; presented live" in capsys.readouterr().err
    assert not (tmp_path / f"{path.stem}.html").exists()  # the whole deck's name
    deck = (tmp_path / f"{path.stem}-without-1-3.html").read_text(encoding="utf-8")
    assert "2. Second" in deck and "1. First" not in deck and "3. Third" not in deck
    with pytest.raises(SystemExit, match="2"):
        build_slides.main(["--out", str(tmp_path), "--without", "1"])
    with pytest.raises(SystemExit, match=r"no part '8'; there are: '1\. First'"):
        build_slides.main(["--out", str(tmp_path), str(path), "--without", "8"])


def test_code_can_be_hidden_and_its_output_not(tmp_path):
    cell = code("hidden_call()", "-", printed="seen\n", tags=["hide-input"])
    deck = build_deck(save(new_notebook(cells=[words("# Title", "slide"), cell]), tmp_path))
    assert "hidden_call" not in deck
    assert "seen" in deck


def test_live_widget_gives_way_to_its_picture(tmp_path):
    cell = code("explore(draw)", "-")
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "a"}, "text/html": "<b>x</b>"}
    cell.outputs = [new_output("display_data", data=view)]
    notebook = new_notebook(cells=[words("# Title", "slide"), cell])
    state = {"a": {"model_name": "HTMLModel", "model_module": "m", "state": {}}}
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": state}}
    deck = build_deck(save(notebook, tmp_path))
    assert "<b>x</b>" in deck
    assert "widget-view+json" not in deck


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 1),
        ("ab\nabcd\nabc", 4),
        ("a\tb", 9),
        ("老爸 ok", 7),
        ("\x1b[31mred\x1b[0m", 3),
    ],
)
def test_columns(text, expected):
    assert columns(text) == expected


def test_calls_of_the_workbook_show_their_output_alone(tmp_path):
    cells = [
        words("# Title", "slide"),
        code("quiz(1, 2)", "-", printed="a question\n"),
        code('x = 2\nclaim("x is even", x % 2 == 0)', "-", printed="Claim holds\n"),
    ]
    deck = build_deck(save(new_notebook(cells=cells), tmp_path))
    assert "a question" in deck and "Claim holds" in deck
    assert deck.count('<div class="code">') == 1  # x = 2
    assert "x is even" not in deck and '<span class="n">quiz</span>' not in deck


def test_an_exercise_shows_its_task_and_not_what_the_machine_says_of_it(slides):
    assert "Return the context (B, H, T, K)" in slides
    assert "not written yet" not in slides and "attention_exercises" not in slides


def test_a_cell_that_shows_nothing_takes_no_slide():
    cells = [
        words("# title", "slide"),
        code('check("silent", True)', "slide"),
        words("its note", "notes"),
        code('check("silent", True)', "subslide"),
        words("more", "-"),
    ]
    prepared = prepare(new_notebook(cells=cells)).cells
    assert [cell.source for cell in prepared] == ["# title", "its note", "more"]
    types = [cell.metadata.slideshow.slide_type for cell in prepared]
    assert types == ["slide", "notes", "subslide"]


PREDICTIONS = """
["size of a score"]
ask = "How large?"
choices = ["about 1", "about 8"]
answer = "about 8"
because = "Its *root* is 8."
wrong = "Ask for the variance of one product."

["unasked"]
ask = "?"
choices = ["a", "b"]
answer = "a"
because = "So."
"""


def test_each_prediction_has_a_note_with_the_answer_and_what_to_say(tmp_path):
    (tmp_path / "predictions.toml").write_text(PREDICTIONS, encoding="utf-8")
    asked = code('predict("size of a score", draw)', "-")
    notebook = new_notebook(cells=[asked, words("text", "-"), code('predict("unasked")', "-")])
    prepared = with_predictions(notebook, tmp_path / "lesson.py")
    found = prepared.cells
    assert [is_note(cell) for cell in found] == [False, True, False, False, True]
    assert "Expected: B.** about 8" in found[1].source and "Its *root* is 8." in found[1].source
    assert "wrong:** Ask for the variance" in found[1].source
    assert "room is wrong" not in found[4].source
    nbformat.validate(prepared)
    assert with_predictions(notebook, None) == notebook


@pytest.mark.parametrize(("width", "about"), [(800, None), (1600, {"width": 800})])
def test_picture_has_its_size_in_the_notebook(width, about):
    attributes = picture(png_output(width, width // 2, about), "image/png")
    assert 'width="800" height="400"' in attributes


def test_picture_without_words_stays_without():
    assert "alt" not in picture(png_output(8, 8), "image/png")
    cautious = picture(png_output(8, 8, {"alt": 'say "x" & y'}), "image/png")
    assert 'alt="say &quot;x&quot; &amp; y"' in cautious


def test_notebook_without_slides_is_refused(tmp_path):
    path = save(new_notebook(cells=[words("aside", "skip")]), tmp_path)
    with pytest.raises(ValueError, match="expected a cell to show on a slide, got none"):
        build_deck(path)


def test_command_writes_one_deck_a_notebook(tmp_path, capsys):
    path = save(new_notebook(cells=[words("# Title", "slide")]), tmp_path, "03_word2vec")
    assert build_slides.main(["--out", str(tmp_path / "out"), str(path)]) == 0
    assert "03_word2vec.html" in capsys.readouterr().out
    assert "# Title" not in (tmp_path / "out" / "03_word2vec.html").read_text(encoding="utf-8")


def test_command_names_a_missing_notebook(tmp_path, capsys):
    with pytest.raises(SystemExit):
        build_slides.main(["--out", str(tmp_path), str(tmp_path / "absent.ipynb")])
    assert "no such notebook" in capsys.readouterr().err


def png_output(width: int, height: int, about: dict | None = None):
    header = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", width, height)
    data = base64.b64encode(header).decode()
    metadata = {"image/png": about} if about else {}
    return new_output("display_data", data={"image/png": data}, metadata=metadata)
