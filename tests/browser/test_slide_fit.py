"""What is on a slide, as the back row sees it: a heading, large letters, large pictures."""

import re
from pathlib import Path

import pytest
from nbformat.v4 import new_notebook

from tests.browser.needs import needs_chromium
from tests.browser.sample_lesson import code, figure_cell, save, shown, words
from workbook.publish import slides
from workbook.publish.browser import open_page
from workbook.publish.slide_checks import READY, READY_TO_PRINT, check_deck
from workbook.publish.slides import build_deck
from workbook.questions.predict import Predicted
from workbook.questions.prediction_file import Prediction
from workbook.questions.quiz import Quiz
from workbook.questions.quiz_file import Choice, Question

pytestmark = needs_chromium
ASKED = """
[size]
ask = "How large is a sum of $64$ products?"
choices = ["about 1", "about 8", "about 64"]
answer = "about 8"
because = "Its variance is 64."
wrong = "Ask for the variance of one product."
"""
TEXTS = """Reveal.getSlides().map((slide) => slide.innerText)"""
SIZES = """Reveal.getSlides().map((slide) => [...slide.querySelectorAll("*")]
    .filter((element) => !element.closest("aside"))
    .map((element) => getComputedStyle(element))
    .map((style) => [style.fontSize, style.zoom, style.width]))"""
PROSE = "\n\n".join(f"Paragraph {n}. {'These are words. ' * 12}" for n in range(9))
STEPS = "\n".join(f"{n}. Step {n}. {'These are words. ' * 8}" for n in range(1, 20))
TABLE = "| n | square |\n|---|---|\n" + "\n".join(f"| row {n} is | {n * n} |" for n in range(40))
LINES = [f"x_{n} = {n}" for n in range(60)]


def test_a_slide_without_a_heading_repeats_that_of_its_part(tmp_path, browser):
    found = texts(
        [
            words("# Lesson", "slide"),
            words("## 1. Part", "slide"),
            words("Only text.", "subslide"),
            words("### Exercise 1", "subslide"),
            code("@exercise(f)\ndef f(): ...", "subslide", tags=["exercise"]),
            words("After it.", "subslide"),
            words("Before a heading.\n\n### Later", "subslide"),
        ],
        tmp_path,
        browser,
    )
    headings = [text.strip().split("\n")[0] for text in found]
    assert headings == [
        *("Lesson", "1. Part", "1. Part", "Exercise 1", "Exercise 1", "1. Part", "1. Part")
    ]


@pytest.mark.parametrize(
    ("cell", "pieces"),
    [
        (words(PROSE, "-"), [f"Paragraph {n}." for n in range(9)]),
        (words(STEPS, "-"), [f"Step {n}." for n in range(1, 20)]),
        (words(TABLE, "-"), [f"row {n} is" for n in range(40)]),
        (code("\n".join(LINES), "-"), LINES),
        (code("run()", "-", printed="\n".join(LINES)), LINES),
    ],
    ids=["paragraphs", "items", "rows", "code", "printed"],
)
def test_what_is_too_much_continues_on_the_next_slide(cell, pieces, tmp_path, browser):
    deck = deck_of([words("# Lesson", "slide"), words("## Much", "slide"), cell], tmp_path)
    assert check_deck(deck, browser) == []
    with open_page(deck, browser=browser) as visit:
        visit.page.wait_for_function(READY)
        found = visit.page.evaluate(TEXTS)
        starts = visit.page.evaluate("[...document.querySelectorAll('ol')].map((ol) => ol.start)")
        heads = visit.page.locator("thead").count()
    assert len(found) > 2 and all(text.strip().startswith("Much") for text in found[1:])
    together = "\n".join(found) + "\n"
    places = [re.search(rf"{re.escape(piece)}(?!\d)", together).start() for piece in pieces]
    assert places == sorted(places)
    assert all(len(re.findall(rf"{re.escape(p)}(?!\d)", together)) == 1 for p in pieces)
    assert starts == sorted(starts) and len(set(starts)) == len(starts)  # the count goes on
    assert heads in (0, len(found) - 1)  # the head of the table is on every slide


def test_what_cannot_be_split_gets_smaller_and_is_reported(tmp_path, browser):
    cell = words(" ".join(["These are words."] * 200), "-")
    findings = check_deck(deck_of([words("# One paragraph", "slide"), cell], tmp_path), browser)
    assert [finding.kind for finding in findings] == ["small"]
    assert re.search(r"text at 1\d\.?\d* px", findings[0].detail)


def test_a_deck_without_any_heading_is_reported(tmp_path, browser):
    findings = check_deck(deck_of([words("Only text.", "slide")], tmp_path), browser)
    assert [finding.kind for finding in findings] == ["heading"]


def test_small_letters_of_an_output_are_enlarged(tmp_path, browser):
    small = {"text/html": "<p style='font-size: 9px'>a <small>b</small> <code>c</code></p>"}
    assert check_deck(deck_of([words("# Title", "slide"), shown(small)], tmp_path), browser) == []


@pytest.mark.parametrize("is_html", [False, True])
@pytest.mark.parametrize(
    ("size", "expected"),
    [((8, 4), 1100), ((3, 2), 480), ((4, 9), 250)],  # inches; pixels: room, growth, height
)
def test_a_picture_alone_fills_its_slide(is_html, size, expected, tmp_path, browser):
    cell = figure_cell("A line that rises.", size)
    if is_html:
        data = cell.outputs[0].data["image/png"]
        html = f'<img alt="A line that rises." src="data:image/png;base64,{data}">'
        cell = shown({"text/html": html}, source="show(figure)")
    deck = deck_of([words("# Lesson", "slide"), words("## Picture", "slide"), cell], tmp_path)
    assert check_deck(deck, browser) == []
    with open_page(f"{deck.as_uri()}#/1", browser=browser) as visit:
        visit.page.wait_for_function(READY)
        picture = visit.page.locator("section.present img")
        wide = picture.bounding_box()["width"]
        natural = picture.evaluate("image => image.naturalWidth")
    assert wide <= 1.6 * natural + 1
    assert expected - 25 <= wide <= expected + 60


def test_print_looks_as_the_screen_does(tmp_path, browser):
    cells = [
        words("# Lesson", "slide"),
        words(PROSE, "-"),
        words("## Code", "slide"),
        code("\n".join(LINES[:9]), "-", printed="\n".join(LINES[:4])),
        words(TABLE, "subslide"),
        words("## Figure", "slide"),
        figure_cell("A line."),
    ]
    deck = deck_of(cells, tmp_path)
    seen = []
    for address, ready in ((deck.as_uri(), READY), (f"{deck.as_uri()}?print-pdf", READY_TO_PRINT)):
        with open_page(address, browser=browser) as visit:
            visit.page.wait_for_function(ready)
            visit.page.evaluate(
                "document.querySelectorAll('section').forEach((one) => {"
                "one.style.setProperty('display', 'block', 'important')})"
            )
            seen.append(visit.page.evaluate(SIZES))
    assert seen[0] == seen[1] and len(seen[0]) > 5


def test_a_quiz_has_a_slide_for_each_question(tmp_path, browser):
    choices = tuple(Choice(text, f"So it is: {text}.", text == "yes") for text in ("yes", "no"))
    asked = tuple(Question(f"Is it {n}?", choices) for n in (1, 2))
    html = {"text/html": Quiz("Quiz", asked, (1, 2))._repr_html_()}
    deck = deck_of([words("# Lesson", "slide"), words("## Quiz", "slide"), shown(html)], tmp_path)
    with open_page(f"{deck.as_uri()}#/1/1", browser=browser) as visit:
        visit.page.wait_for_function(READY)
        slide = visit.page.locator("section section.present")
        assert "Is it 2?" in slide.inner_text() and "Is it 1?" not in slide.inner_text()
        slide.get_by_role("button", name="no").click()
        feedback = slide.locator(".bertlab-quiz-feedback")
        assert "So it is: no." in feedback.inner_text()
        assert visit.clean()


@pytest.fixture
def predicted(tmp_path, monkeypatch) -> Path:
    """A deck with notes of its own on a slide that is too full, and a prediction."""
    (tmp_path / "predictions.toml").write_text(ASKED, encoding="utf-8")
    (tmp_path / "lesson.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(slides, "source_of", lambda path: tmp_path / "lesson.py")
    monkeypatch.setattr(slides, "with_notes", lambda notebook, source: notebook)
    question = Prediction(
        *("How large is a sum of $64$ products?", ("about 1", "about 8", "about 64")),
        *("about 8", "Its variance is 64."),
    )
    image = figure_cell("A line.").outputs[0].data["image/png"]
    result = f'<img alt="A line." src="data:image/png;base64,{image}"><pre>8.0</pre>'
    html = {"text/html": Predicted(question, result)._repr_html_()}
    cells = [
        words("# Lesson", "slide"),
        words("## Sums", "slide"),
        words("\n\n".join(PROSE.split("\n\n")[:3]), "-"),
        shown(html, source='predict("size", draw)'),
        words("Say it slowly.", "notes"),
        words("## Next", "slide"),
    ]
    return deck_of(cells, tmp_path)


def test_the_next_key_opens_the_result_of_a_prediction(predicted, browser):
    assert check_deck(predicted, browser) == []
    with open_page(f"{predicted.as_uri()}#/1/1", browser=browser) as visit:
        visit.page.wait_for_function(READY)
        slide = visit.page.locator("section section.present")
        details = slide.locator("details")
        assert not details.evaluate("d => d.open") and slide.get_by_role("button").count() == 3
        visit.page.keyboard.press("ArrowRight")
        assert details.evaluate("d => d.open")
        assert details.get_by_text("Its variance is 64.").is_visible()
        box = slide.evaluate("slide => [slide.scrollHeight, slide.clientHeight]")
        assert box[0] <= box[1]
        visit.page.keyboard.press("ArrowRight")
        assert visit.page.evaluate("Reveal.getIndices().h") == 2
        visit.page.keyboard.press("ArrowLeft")
        visit.page.keyboard.press("ArrowLeft")
        assert not details.evaluate("d => d.open")
        slide.get_by_role("button", name="about 64").click()
        assert details.evaluate("d => d.open")
        visit.page.keyboard.press("ArrowRight")  # a click has opened it already
        visit.page.wait_for_function("Reveal.getIndices().h === 2")
        assert visit.clean()


def test_the_picture_of_a_result_is_beside_its_words(predicted, browser):
    """Above them it would have to be small, because the question stands there too."""
    with open_page(f"{predicted.as_uri()}#/1/1", browser=browser) as visit:
        visit.page.wait_for_function(READY)
        visit.page.keyboard.press("ArrowRight")
        details = visit.page.locator("section section.present details")
        picture, words = (
            details.locator("img").bounding_box(),
            details.locator("pre").bounding_box(),
        )
        assert words["x"] + words["width"] <= picture["x"]
        assert abs(words["y"] - picture["y"]) < picture["height"] / 2
        assert picture["width"] > 0.4 * details.bounding_box()["width"]
        assert visit.clean()


def test_the_note_of_a_prediction_is_on_its_slide(predicted, browser):
    with open_page(predicted, browser=browser) as visit:
        visit.page.wait_for_function(READY)
        notes = visit.page.evaluate(
            "Reveal.getSlides().map((slide) => "
            "[...slide.querySelectorAll(':scope > aside')].map((note) => note.textContent))"
        )
    assert [len(note) for note in notes] == [0, 1, 2, 0]
    assert "Say it slowly." in notes[1][0]
    assert any("Expected: B. about 8" in note and "variance of one" in note for note in notes[2])
    assert any("Say it slowly." in note for note in notes[2])  # it belongs to all of the slide


def test_the_handout_has_each_slide_with_its_notes(predicted, browser):
    with open_page(f"{predicted.as_uri()}?handout", browser=browser) as visit:
        visit.page.locator("article").first.wait_for()
        sheets = visit.page.locator("article").all_inner_texts()
        box = visit.page.locator("article section").first.bounding_box()
        document = visit.page.pdf(print_background=True, prefer_css_page_size=True)
        assert visit.clean()
    assert len(sheets) == 4
    assert [sheet.count("Say it slowly.") for sheet in sheets] == [0, 1, 0, 0]
    assert "Its variance is 64." in sheets[2] and "Expected: B. about 8" in sheets[2]
    assert box["width"] / box["height"] == pytest.approx(16 / 9, rel=0.01)
    assert len(re.findall(rb"/Type\s*/Page\b", document)) < len(sheets)


def texts(cells, folder: Path, browser) -> list[str]:
    with open_page(deck_of(cells, folder), browser=browser) as visit:
        visit.page.wait_for_function(READY)
        return visit.page.evaluate(TEXTS)


def deck_of(cells, folder: Path) -> Path:
    deck = folder / "deck.html"
    deck.write_text(build_deck(save(new_notebook(cells=cells), folder)), encoding="utf-8")
    return deck
