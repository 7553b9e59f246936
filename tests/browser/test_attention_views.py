"""BertViz's views in Chromium without the internet: exported, on slides, where no script runs.

The notebook is made by our functions and executed by nobody: its outputs are the bundles that a
kernel would have sent.
"""

import io

import nbformat
import pytest
import torch
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image

from bertlab.datasets import script
from bertlab.inspection.attention_seen import attention_of
from bertlab.inspection.attention_viz import head_view, model_view, neuron_view
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from tests.browser.needs import needs_chromium
from workbook.publish.browser import export, open_page
from workbook.publish.pages import page_of
from workbook.publish.slide_checks import READY, check_deck
from workbook.publish.slides import build_deck

pytestmark = needs_chromium
ENGLISH = ("the cat sat on the mat", "it was tired")
CHINESE = ("老爸叫小宏去买酱油，", "回来慢了就骂他。")
WORDS = ["the", "cat", "sat", "on", "mat", "it", "was", "tired", *dict.fromkeys("".join(CHINESE))]
TOKENIZER = WordPieceTokenizer([*SPECIALS, *WORDS])
LAYERS, HEADS, SIZE = 2, 12, 8
CELL, PHONE = 828, 400  # pixels: a cell of JupyterLab's at 1100, and a phone
VIEWS = (head_view, model_view, neuron_view)
INSIDE = """() => {
  const box = document.querySelector("#vis svg")?.getBoundingClientRect();
  return {
    drawn: document.body.classList.contains("drawn"),
    nodes: document.querySelectorAll("#vis svg *").length,
    size: box ? [box.width, box.height] : [0, 0],
    hidden: [document.documentElement.scrollWidth - innerWidth,
             document.documentElement.scrollHeight - innerHeight],
    words: [...document.querySelectorAll("#vis text")].map((text) => text.textContent),
  };
}"""


def small_model() -> BertModel:
    """Return a model of our own, with attention that is not nearly equal everywhere."""
    torch.manual_seed(0)
    config = BertConfig(len(TOKENIZER.vocabulary), HEADS * SIZE, LAYERS, HEADS, 100, 64)
    model = BertModel(config)
    with torch.no_grad():
        for layer in model.encoder.layers:
            for part in (layer.attention.query, layer.attention.key, layer.attention.value):
                part.weight *= 12
    return model


@pytest.fixture(scope="module")
def views():
    """All views of the English pair, and then all of the Chinese one."""
    model = small_model()
    return [view(model, TOKENIZER, *pair) for pair in (ENGLISH, CHINESE) for view in VIEWS]


@pytest.fixture(scope="module")
def notebook(views):
    cells = [new_markdown_cell("# 11. Views", metadata={"slideshow": {"slide_type": "slide"}})]
    for number, view in enumerate(views, start=1):
        data, metadata = view._repr_mimebundle_()
        output = new_output("execute_result", data, metadata=metadata, execution_count=number)
        source = f"view(model, tokenizer, *pair)  # {number}"
        about = {"slideshow": {"slide_type": "slide"}}
        cells.append(
            new_code_cell(source, outputs=[output], execution_count=number, metadata=about)
        )
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


@pytest.fixture(scope="module")
def exported(notebook, tmp_path_factory):
    return export(notebook, tmp_path_factory.mktemp("exported"))


def frames_of(page, count=3):
    """Return the frames of the views, once they have drawn."""
    page.locator("iframe[srcdoc]").nth(count - 1).wait_for(state="attached")
    found = []
    for element in page.locator("iframe[srcdoc]").all():
        frame = element.element_handle().content_frame()
        frame.wait_for_selector("body.drawn", state="attached")
        found.append(frame)
    return found


def assert_drawn(frame):
    """State that a view has drawn all of a text and hides nothing; return what is inside."""
    inside = frame.evaluate(INSIDE)
    assert inside["drawn"] and inside["nodes"] > 100
    assert min(inside["size"]) > 100
    assert max(inside["hidden"]) <= 0
    return inside


def click_all(head, model, neuron):
    """Use a control of each view and state what it changes."""
    opacities = """() => [...document.querySelectorAll('.headAttention[head-index="3"] line')]
      .map((line) => +line.getAttribute("stroke-opacity"))"""
    before = head.evaluate(opacities)
    assert max(before) > 0
    head.locator("#vis svg > g:last-child rect").nth(3).click()  # the square of head 3
    assert max(head.evaluate(opacities)) == 0
    square = head.locator("#vis svg > g:last-child rect").nth(3)
    square.click()
    assert head.evaluate(opacities) == pytest.approx(before)
    head.locator("#layer").select_option("1")
    assert head.evaluate(opacities) != pytest.approx(before)

    assert model.locator(".detail").count() == 0
    region = model.locator("#attn_background_1_4").bounding_box()
    model.locator("#vis svg > g").nth(LAYERS * HEADS - HEADS + 4).locator("> rect").last.click()
    assert region["width"] > 10
    assert "Layer 1, Head 4" in model.locator("text.detail").text_content()

    lines = """() => [...document.querySelectorAll("#collapsed .attn-line-group line")]
      .map((line) => +line.getAttribute("stroke-opacity"))"""
    first = neuron.evaluate(lines)
    neuron.locator("#att_head").select_option("5")
    assert neuron.evaluate(lines) != pytest.approx(first)


def lines_shown(head):
    """Return the numbers of the tokens on the left whose lines are to be seen in a head view."""
    return head.evaluate(
        """() => [...new Set([...document.querySelectorAll("#attention line")]
             .filter((line) => getComputedStyle(line).visibility === "visible")
             .map((line) => +line.getAttribute("left-token-index")))]"""
    )


def assert_points_at_tokens(head):
    """State that the mouse finds a token where it is drawn, at its upper and its lower end."""
    token = head.locator("#left > g:last-child > g").nth(5).locator(".background")
    height = token.bounding_box()["height"]
    for y in (1, height - 1):
        token.hover(position={"x": 5, "y": y}, force=True)
        assert lines_shown(head) == [5]


@pytest.mark.parametrize("width", [CELL, PHONE])
def test_views_fit_their_column(browser, exported, width):
    """No head and no token is out of sight, and a view keeps its shape."""
    with open_page(exported, browser=browser, size=(width, 1000)) as visit:
        frames = frames_of(visit.page, 6)
        for element, frame in zip(visit.page.locator("iframe[srcdoc]").all(), frames, strict=True):
            box = element.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width
            assert_drawn(frame)
            beyond = frame.evaluate(
                """() => [...document.querySelectorAll("#vis rect, #vis text")]
                     .map((part) => part.getBoundingClientRect())
                     .filter(({ left, right, bottom }) =>
                       left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1).length"""
            )
            assert beyond == 0
        assert frames[1].locator(".attn_background").count() == LAYERS * HEADS
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_view_that_is_not_scaled_is_noticed(browser, views, tmp_path):
    page = views[1].html.replace("transform: scale", "x-transform: scale")
    assert page != views[1].html
    plain = tmp_path / "plain.html"
    plain.write_text(f"<!DOCTYPE html><meta charset='utf-8'>{page}", encoding="utf-8")
    with open_page(plain, browser=browser, size=(PHONE, 1000)) as visit:
        (frame,) = frames_of(visit.page, 1)
        assert max(frame.evaluate(INSIDE)["hidden"]) > 500


@pytest.mark.parametrize("width", [1280, PHONE])
def test_exported_page(browser, exported, width):
    with open_page(exported, browser=browser, size=(width, 1000)) as visit:
        frames = frames_of(visit.page, 6)
        for number, frame in enumerate(frames):
            pieces = attention_of(small_model(), TOKENIZER, *(ENGLISH, CHINESE)[number > 2]).pieces
            inside = assert_drawn(frame)
            if number % 3 != 1:  # the model view shows tokens on a click
                assert all(piece in inside["words"] for piece in pieces)
        assert_points_at_tokens(frames[0])
        click_all(*frames[:3])
        click_all(*frames[3:])
        assert visit.clean(), (visit.errors, visit.outside)


def test_what_is_drawn_is_what_the_model_saw(browser, exported):
    seen = attention_of(small_model(), TOKENIZER, *ENGLISH)
    size = len(seen.pieces)
    with open_page(exported, browser=browser, size=(1280, 1000)) as visit:
        head, model, neuron = frames_of(visit.page, 6)[:3]
        found = head.evaluate(
            """() => [...document.querySelectorAll("#attention line")]
               .map((line) => +line.getAttribute("stroke-opacity"))"""
        )
        drawn = HEADS * torch.tensor(found).view(HEADS, size, size)
        torch.testing.assert_close(drawn, seen.weights[0].float(), atol=1e-5, rtol=0)
        found = model.evaluate(
            """() => [...document.querySelectorAll("#vis line")]
               .map((line) => +line.getAttribute("stroke-opacity"))"""
        )
        drawn = torch.tensor(found).view(LAYERS, HEADS, size, size)
        torch.testing.assert_close(drawn, seen.weights.float(), atol=1e-5, rtol=0)
        for part, left, right in (("ab", slice(8), slice(8, None)), ("bb", *2 * [slice(8, None)])):
            data = neuron.evaluate(f"bertviz_params.attention.{part}")
            assert (data["left_text"], data["right_text"]) == (
                seen.pieces[left],
                seen.pieces[right],
            )
            weights = torch.tensor(data["attn"])
            torch.testing.assert_close(weights, seen.weights[..., left, right].float())
            for name, table in (
                ("queries", seen.queries[:, :, left]),
                ("keys", seen.keys[:, :, right]),
            ):
                values = torch.tensor(data[name]).double()
                torch.testing.assert_close(values, table, atol=6e-4, rtol=0)


@pytest.mark.parametrize("width", [1280, PHONE])
def test_the_query_meets_the_keys(browser, exported, width):
    """In the neuron view, opened by its plus, a token's scores and weights appear."""
    seen = attention_of(small_model(), TOKENIZER, *ENGLISH)
    with open_page(exported, browser=browser, size=(width, 1000)) as visit:
        neuron = frames_of(visit.page, 6)[2]
        neuron.locator("#collapsed #leftText g").nth(2).hover()
        neuron.locator("#collapsed #leftText g").nth(2).locator("rect").last.click()
        assert neuron.locator("#expanded").get_attribute("visibility") == "visible"
        neuron.locator("#expanded #leftText g").nth(2).hover()
        scores = neuron.evaluate(
            """() => [...document.querySelectorAll("#dotproducts rect")]
               .map((bar) => +bar.dataset.value)"""
        )
        expected = (seen.keys[0, 0] @ seen.queries[0, 0, 2]) / SIZE**0.5
        torch.testing.assert_close(torch.tensor(scores).double(), expected, atol=0.01, rtol=1e-3)
        weights = torch.tensor(scores).softmax(dim=-1)
        torch.testing.assert_close(weights.double(), seen.weights[0, 0, 2], atol=0.01, rtol=0)


def test_picture_behind_where_no_script_runs(browser, exported, views):
    with open_page(exported, browser=browser, javascript=False) as visit:
        pictures = visit.page.locator("img[src^='data:image/png']").all()
        assert [picture.get_attribute("alt") for picture in pictures] == [v.words for v in views]
        for picture in pictures:
            assert picture.evaluate("image => image.naturalWidth") > 300
            assert_uncovered(picture)


def assert_uncovered(picture):
    """State that a picture looks the same with and without the frame in front of it."""
    with_frame = picture.screenshot()
    hide = "image => (image.parentElement.querySelector('iframe').style.visibility = 'hidden')"
    picture.evaluate(hide)
    assert picture.screenshot() == with_frame
    shown = Image.open(io.BytesIO(with_frame)).convert("L")
    assert shown.width > 250 and sum(shown.histogram()[:240]) > 0.002 * shown.width * shown.height


def test_the_picture_is_covered_once_the_view_has_drawn(browser, exported):
    with open_page(exported, browser=browser) as visit:
        for frame in frames_of(visit.page, 6):
            look = "() => getComputedStyle(document.body).backgroundColor"
            assert frame.evaluate(look) == "rgb(255, 255, 255)"


def test_letters_of_their_own(browser, exported):
    """The Chinese view brings its letters: they have loaded, and are as wide as they are high."""
    with open_page(exported, browser=browser) as visit:
        frame = frames_of(visit.page, 6)[3]
        loaded = frame.evaluate(
            """() => [...document.fonts].map(({ family, status }) =>
                 `${family.replaceAll('"', "")}: ${status}`)"""
        )
        assert sorted(loaded) == ["Bertlab Chinese: loaded", "Bertlab Sans: loaded"]
        wide = frame.evaluate(
            """() => [...document.querySelectorAll("#left text")]
               .filter((text) => text.textContent === "酱")[0].getComputedTextLength()"""
        )
        assert wide == pytest.approx(15, abs=0.2)


def next_view(page):
    """Turn to the next slide, or to its next piece if its code left no room for the view."""
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        view = page.evaluate_handle("Reveal.getCurrentSlide().querySelector('iframe')").as_element()
        if view:
            return view
    raise AssertionError("expected a view on this slide or its next piece, got none")


def test_on_slides(notebook, tmp_path, browser):
    path = tmp_path / "11_views.ipynb"
    small = new_notebook(cells=notebook.cells[:1], metadata=notebook.metadata)
    model = small_model()
    for view in (
        head_view(model, TOKENIZER, *ENGLISH),
        model_view(model, TOKENIZER, *ENGLISH, layers=[0, 1]),
        neuron_view(model, TOKENIZER, *ENGLISH),
    ):
        data, metadata = view._repr_mimebundle_()
        output = new_output("execute_result", data, metadata=metadata, execution_count=1)
        about = {"slideshow": {"slide_type": "slide"}}
        small.cells.append(
            new_code_cell("view", outputs=[output], execution_count=1, metadata=about)
        )
    nbformat.write(small, path)
    deck = tmp_path / "deck.html"
    deck.write_text(build_deck(path), encoding="utf-8")
    assert deck.read_text(encoding="utf-8").count(script("d3")[:40]) == 1
    with open_page(deck, browser=browser) as visit:
        visit.page.wait_for_function(READY)  # a frame that moves to a next slide loads again
        frames = frames_of(visit.page, 3)
        for frame in frames:
            box = next_view(visit.page).bounding_box()
            assert box["width"] > 1100 or box["height"] > 500  # it fills the slide
            assert_drawn(frame)
        visit.page.keyboard.press("Home")
        next_view(visit.page)
        assert_points_at_tokens(frames[0])
        for _ in range(2):
            next_view(visit.page)
        assert frames[2].locator("#vis svg").is_visible()
        menu = frames[2].locator("#layer")
        menu.select_option("1")
        menu.press("ArrowDown")  # belongs to the menu
        frames[2].locator("#vis svg").click()
        visit.page.keyboard.press("ArrowLeft")
        visit.page.wait_for_function("Reveal.getIndices().h === 2")
        assert visit.clean(), (visit.errors, visit.outside)
    assert check_deck(deck, browser) == []


@pytest.fixture(scope="module")
def reading_page(notebook, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "11_views.html"
    path.write_text(page_of(notebook, "11_views"), encoding="utf-8")
    return path


def test_views_of_a_reading_page_share_their_libraries(browser, reading_page):
    assert reading_page.read_text(encoding="utf-8").count(script("d3")[:40]) == 1
    with open_page(reading_page, browser=browser, size=(1280, 1000)) as visit:
        frames = frames_of(visit.page, 6)
        for frame in frames:
            assert_drawn(frame)
        click_all(*frames[3:])
        assert visit.clean(), (visit.errors, visit.outside)


def test_a_reading_page_where_no_script_runs(browser, reading_page, views):
    with open_page(reading_page, browser=browser, javascript=False) as visit:
        pictures = visit.page.locator("div:has(> iframe) > img").all()
        assert len(pictures) == len(views)
        for picture in pictures:
            assert_uncovered(picture)


def test_a_page_without_its_libraries_is_noticed(browser, views, tmp_path):
    """The check itself: a view whose d3 is missing has not drawn, and the picture stays."""
    broken = tmp_path / "broken.html"
    page = views[0].html.replace("run(jQuery, d3);", "run(jQuery, undefined);")
    assert page != views[0].html
    broken.write_text(f"<!DOCTYPE html><meta charset='utf-8'>{page}", encoding="utf-8")
    with open_page(broken, browser=browser) as visit:
        frame = visit.page.locator("iframe").element_handle().content_frame()
        frame.wait_for_load_state()
        inside = frame.evaluate(INSIDE)
        assert not inside["drawn"] and inside["nodes"] == 0
        assert visit.errors
        assert_uncovered(visit.page.locator("img"))
