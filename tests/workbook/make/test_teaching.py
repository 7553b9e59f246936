"""The instructor's page is up to date, and says what the lessons and exercise modules say."""

import re
from itertools import pairwise
from pathlib import Path

import nbformat.v4 as v4
import pytest

from workbook.exercises import load
from workbook.make import lesson_source
from workbook.make import teaching as build_teaching

ROOT = Path(__file__).resolve().parents[3]


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


def test_predictions():
    cells = [markdown("# T"), markdown("## A\n**Predict first**: how\nmany?"), markdown("### b")]
    assert build_teaching.predictions(cells) == ["How many?"]


SOURCES = lesson_source.sources(ROOT)


@pytest.mark.parametrize("source", SOURCES, ids=lesson_source.name_of)
def test_lessons_state_the_difficulty_and_minutes_of_the_exercise(source):
    cells = lesson_source.read_source(source)
    module = build_teaching.exercise_module(source)
    stated = []
    for text, cell in pairwise(cells):
        if "exercise" in lesson_source.tags(cell):
            name = re.search(r"^def (\w+)", cell.source, re.MULTILINE).group(1)
            definition = load(getattr(module, name))
            words = f"Difficulty {definition.difficulty} of 5, about {definition.minutes} minutes"
            assert words in text.source, f"{name}: expected {words!r}"
            stated.append(name)
    assert stated, f"{lesson_source.name_of(source)} has no exercises"
    assert len(stated) == len(module.EXERCISES)
