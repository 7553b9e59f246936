"""The instructor's pages are up to date, short, and say what the lessons and exercises say."""

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from workbook.exercises import load
from workbook.exercises.loading import sources_of
from workbook.instructor import pages
from workbook.instructor.lesson import exercise_module, read_lesson
from workbook.instructor.lesson_page import lesson_page, pages_of
from workbook.instructor.readme import with_table
from workbook.make import lesson_source
from workbook.make.path_source import is_path

ROOT = Path(__file__).resolve().parents[3]
SOURCES = lesson_source.sources(ROOT)
CHARACTERS_OF_THREE_PAGES = 9_500
taught = cache(read_lesson)  # lessons are read once for all tests
each_lesson = pytest.mark.parametrize("source", SOURCES, ids=lesson_source.name_of)


def test_the_page_is_up_to_date():
    stored = (ROOT / "TEACHING.md").read_text(encoding="utf-8")
    assert stored == pages.page(), "run: make notebooks"
    assert pages.GLOSSARY.read_text(encoding="utf-8") == pages.glossary(ROOT), "make notebooks"


@each_lesson
def test_the_pages_of_a_lesson_are_up_to_date_and_short(source):
    for path, text in pages_of(source).items():
        assert path.read_text(encoding="utf-8") == text, "run: make notebooks"
    assert len(lesson_page(taught(source))) < CHARACTERS_OF_THREE_PAGES


def test_the_readme_links_to_it_and_has_the_minutes_of_the_lessons():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "(TEACHING.md)" in text
    assert text == with_table(text, ROOT), "run: make notebooks"


@each_lesson
def test_minutes_add_up_to_what_the_lesson_states(source):
    lesson = taught(source)
    table = lesson_page(lesson).split("## Parts and minutes")[1].split("\n## ")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("|")][2:]
    *shown, total = [int(re.match(r"[ *]*(\d+)", row[2])[1]) for row in rows]
    solved = [int(minutes) for row in rows for minutes in re.findall(r"\((\d+)\)", row[3])]
    assert sum(shown) == total
    assert f"{sum(solved)} minutes" == rows[-1][3].strip()
    assert lesson.stated == lesson.time
    assert shown[-1] >= 0.15 * sum(shown[:-1])  # to talk
    minutes = " + ".join(re.findall(r"\d+", lesson.stated))
    if not is_path(source):  # whose first cell states its clock, see tests/lessons/test_all_paths
        assert minutes == f"{total} + {sum(solved)}"
    assert f"| {minutes} |" in next(
        line
        for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
        if f"notebooks/{lesson.name}.ipynb" in line
    )


@each_lesson
def test_plans_name_parts_that_are_there_with_those_that_they_need(source):
    lesson, plans = taught(source), pages.INTRODUCTION.read_text(encoding="utf-8")
    known = {part.short: part for part in lesson.parts}
    rows = re.findall(rf"\*\*{lesson.name[:2]}\*\* (opening, )?parts? ([\d, ]*\d)", plans)
    for opening, numbers in rows:
        names = [*(["Opening"] if opening else []), *numbers.split(", ")]
        assert set(names) <= known.keys()
        needed = {heading for name in names for heading in known[name].needs}
        assert needed <= {known[name].heading for name in names}


def test_every_link_leads_somewhere():
    read = [ROOT / "TEACHING.md", *(path for source in SOURCES for path in pages_of(source))]
    for page in read:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.parent.name}/{page.name}: {link}"


@each_lesson
def test_every_prediction_stands_on_the_page_as_a_whole_question(source):
    cells = lesson_source.read_source(source)
    written = sum(cell.source.count("**Predict first**") for cell in cells)
    asked = taught(source).predictions
    assert len(asked) >= written
    for prediction in asked:
        assert len(prediction.ask.split()) >= 5, f"an orphan: {prediction.ask!r}"


@each_lesson
def test_open_questions_are_for_students_and_their_rubrics_are_not(source):
    lesson = taught(source)
    assert lesson.open_questions, "an open question at least"
    page = lesson_page(lesson)
    notebook = str(lesson_source.lesson_notebook(source))
    for question in lesson.open_questions.values():
        assert question.ask in page
        for level in (question.weak, question.fair, question.good):
            assert level in page and level not in notebook


@each_lesson
def test_lessons_state_the_difficulty_and_minutes_of_the_exercise(source):
    cells = [c for each in sources_of(source.parent) for c in lesson_source.read_source(each)]
    module = exercise_module(source)
    stated, asked = [], []
    for text, cell in pairwise(cells):
        if "exercise" in lesson_source.tags(cell):
            names = re.findall(r"exercise\(exercises\.(\w+)\)", cell.source)
            found = [load(getattr(module, name)) for name in names]
            difficulty = max(definition.difficulty for definition in found)
            stated.append(sum(definition.minutes for definition in found))
            words = f"Difficulty {difficulty} of 5, about {stated[-1]} minutes"
            assert words in text.source, f"{names}: expected {words!r}"
            asked += names
    assert stated, f"{lesson_source.name_of(source)} has no exercises"
    graded = [package for package in module.EXERCISES if load(package).graded]
    assert {package.__name__.split(".")[-1] for package in graded} <= {*asked}
    counted = iter([each.minutes for part in taught(source).parts for each in part.exercises])
    in_class = sum("exercise" in lesson_source.tags(c) for c in lesson_source.read_source(source))
    assert all(minutes in counted for minutes in stated[:in_class])  # some have no code
    text = "\n".join(cell.source for cell in cells)
    for definition in () if is_path(source) else map(load, module.EXERCISES):
        words = rf"bout {definition.minutes} minutes(?:(?!\n### )[\s\S])*^ *def {definition.name}\("
        assert re.search(words, text, re.MULTILINE), f"{definition.name}: {definition.minutes} min"


def test_the_time_in_a_first_cell_is_renewed(tmp_path, monkeypatch):
    source = tmp_path / "lesson.py"
    source.write_text("# **Time** 10 minutes. In **Time** 3 minutes", encoding="utf-8")
    lesson = read_lesson(SOURCES[0])
    monkeypatch.setattr(pages, "read_lesson", lambda _: lesson)
    monkeypatch.setattr(type(lesson), "minutes", 25)
    monkeypatch.setattr(type(lesson), "solving", 4)
    renewed = "# **Time** 25 minutes in class, and 4 for the exercises. In **Time** 3 minutes"
    for _ in range(2):  # the second time, in place of the longer words
        assert pages.renew_time(source)
        assert source.read_text() == renewed
    monkeypatch.setattr(type(lesson), "time", lesson.stated)
    assert not pages.renew_time(source)


def test_measured_seconds_are_kept(tmp_path):
    times, kept = tmp_path / "times.json", tmp_path / "kept.json"
    with pytest.raises(ValueError, match=r"no times.json in .*: make notebooks"):
        pages.keep_measured(times, kept)
    kept.write_text(json.dumps({"01_one": {"a": 30}, "02_two": {"b": 9}}))
    measured = {"01_one": {"slow_cells": {}}, "03_three": {"slow_cells": {"c": 21}}}
    measured |= {"solutions/03_three": {"slow_cells": {"d": 50}}, "04_old": {"seconds": 3}}
    times.write_text(json.dumps(measured))
    pages.keep_measured(times, kept)
    assert json.loads(kept.read_text()) == {"02_two": {"b": 9}, "03_three": {"c": 21}}


def test_the_code_for_own_texts_is_sound(tmp_path, monkeypatch, capsys):
    """All of it is run but the training of a whole model, which takes a minute."""
    from bertlab import finetuning

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    train, load = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    rows = [f"{i},{('good', 'bad', 'neither')[i % 3]},text number {i}" for i in range(30)]
    (tmp_path / "my_texts.csv").write_text("\n".join(["id,label,text", *rows]), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def trained(model, train_data, held_out, config):
        assert (len(train_data), len(held_out), config.steps) == (24, 6, 3)
        assert model.labels == ("bad", "good", "neither")
        return [{"validation_accuracy": 0.5}]

    monkeypatch.setattr(finetuning, "fine_tune", trained)
    exec(compile(train, "README.md", "exec"), {})
    said = "held-out accuracy after each epoch: [0.5]; the largest class alone: 0.33\n"
    assert capsys.readouterr().out == said
    exec(compile(load, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ", 1)[1] for line in lines] == [
        "Where is my parcel?",
        "Thank you, it has arrived.",
    ]
    assert all(re.match(r"(good|bad|neither) \((0\.\d\d|1\.00)\): ", line) for line in lines)
