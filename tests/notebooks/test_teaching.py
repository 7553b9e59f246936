"""The instructor's page is up to date, and says what the lessons and exercise modules say."""

import sys
from pathlib import Path

import nbformat.v4 as v4

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import build_teaching  # noqa: E402


def markdown(text, slide="slide"):
    return v4.new_markdown_cell(text, metadata={"slideshow": {"slide_type": slide}})


def test_the_page_is_up_to_date():
    stored = (ROOT / "TEACHING.md").read_text(encoding="utf-8")
    assert stored == build_teaching.page(), "run: make notebooks"


def test_readme_links_to_it():
    assert "(TEACHING.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_minutes_of_a_part():
    cells = [
        markdown("word " * 360),
        v4.new_code_cell("1", metadata={"slideshow": {"slide_type": "-"}}),
        markdown("### Exercise 1: x\nDifficulty 1 of 5, about 7 minutes."),
        markdown("note " * 999, "notes"),
    ]
    assert build_teaching.minutes(cells) == 2 + 1 + 7


def test_parts_and_predictions():
    cells = [markdown("# T"), markdown("## A\n**Predict first**: how\nmany?"), markdown("### b")]
    assert {name: len(own) for name, own in build_teaching.parts(cells).items()} == {
        "Opening": 1,
        "A": 2,
    }
    assert build_teaching.predictions(cells) == ["How many?"]
