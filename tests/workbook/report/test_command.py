"""The whole way: a made-up class, whose truth is recovered; a second run; what comes out."""

import csv
import json
import subprocess
import sys
import threading
from collections import Counter
from unittest import mock

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.needs import needs_chromium
from tests.workbook.report import attacks
from workbook.publish.browser import launch
from workbook.report import command, demo, jail
from workbook.report.grade import Result, results_of

needs_jail = pytest.mark.skipif(not jail.works(), reason="bubblewrap does not work here")

STUDENTS = 9


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    if not jail.works():
        pytest.skip("bubblewrap does not work here")
    folder = tmp_path_factory.mktemp("class")
    assert demo.main(["--out", str(folder), "--students", str(STUDENTS)]) == 0
    return folder


def counted(folder):
    found = {}
    with (folder / "report" / "exercises.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            kind = row["misconception"] or row["status"]
            found.setdefault(row["exercise"], Counter())[kind] += 1
    return {exercise: dict(counts) for exercise, counts in found.items()}


def test_every_planted_misconception_is_counted(made):
    planted = json.loads((made / "planted.json").read_text(encoding="utf-8"))
    assert counted(made) == planted
    assert sum(planted["attention_head"].values()) == STUDENTS
    assert len(planted["attention_head"]) > 2, "right answers, and more than one slip"


def test_all_files_are_there(made):
    out = made / "report"
    assert {path.name for path in out.iterdir()} >= {
        *("report.html", "slide.html", "grades.csv", "exercises.csv", "canvas.csv"),
        *("feedback", "results"),
    }
    assert (
        len(list((out / "feedback").iterdir()))
        == len(list((out / "results").iterdir()))
        == STUDENTS
    )
    assert "What we got wrong this week" in (out / "slide.html").read_text(encoding="utf-8")


def test_a_second_run_does_what_changed(made, monkeypatch):
    visited = []
    visit = jail.visit

    def counting(root, job, *rest):
        visited.append([wanted["name"] for wanted in job["exercises"]])
        return visit(root, job, *rest)

    monkeypatch.setattr(jail, "visit", counting)
    before = counted(made)
    path = made / "submissions" / "Ada" / f"{demo.LESSON}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    own = "def windows(ids, size, step):\n    return [ids]"
    cell = {"cell_type": "code", "source": own, "outputs": [], "metadata": {}, "execution_count": 1}
    notebook["cells"].append(cell)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    assert command.main([str(made / "submissions"), "--out", str(made / "report")]) == 0
    assert len(visited) == 1
    assert counted(made) != before


def test_a_visit_starts_no_thread(tmp_path):
    """One that appeared while another answer is judged would count as that answer's."""
    script = "import sys, time; job = sys.stdin.read(); print(job, flush=True); time.sleep(0.3)"
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    seen = []
    with mock.patch.object(
        jail, "_too_far", side_effect=lambda *_: seen.append(threading.active_count()) or ""
    ):
        before = threading.active_count()
        said = jail._watched(process, b"x" * 300_000, 30.0)
    assert seen and set(seen) == {before}
    assert (said.lines, said.stopped) == ([b"x" * 300_000], "")


def test_what_a_child_did_not_say_is_stopped(tmp_path):
    from workbook.report.code import answers_in
    from workbook.report.grade import exercises_of

    exercises = exercises_of("l05_attention")
    cells = [attacks.RIGHT, "def windows(ids, size, step):\n    return right(ids, size, step)"]
    answers = answers_in(cells, exercises)
    lines = [b"", b"[1]", b"{", b'{"name": "windows", "said": [{"outcome": 3}]}', b"\xff"]
    for said in ([], lines, [b'{"name": "windows", "said": [{"case": 0}], "in_time": false}']):
        found = {one.exercise: one for one in results_of(answers, exercises, said, "")}
        assert found["windows"].status in ("stopped", "broken")
        assert found["causal_mask"].status == "missing"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("def windows(ids, size):\n    return []", "broken"),
        ("def windows(ids, size, step): ...", "open"),
        ("def window(ids, size, step): return []", "missing"),
    ],
)
def test_what_need_not_be_run_is_not(code, status, tmp_path, monkeypatch):
    monkeypatch.setattr(jail, "visit", lambda *_: pytest.fail("nothing to run"))
    (one,) = command.grade_all([attacks.submission(code)], 1, True, tmp_path / "kept.json")
    assert {r.exercise: r.status for r in one.results}["windows"] == status


@needs_jail
def test_a_function_that_is_not_made_is_said(tmp_path):
    code = "from nowhere import thing\n@thing\ndef windows(ids, size, step):\n    return thing(ids)"
    (one,) = command.grade_all([attacks.submission(code)], 1, False, tmp_path / "kept.json")
    found = {result.exercise: result for result in one.results}["windows"]
    assert found.status == "broken" and "NameError" in found.feedback


def test_kept_results_that_are_damaged_are_made_anew(tmp_path):
    for text in ("", "{", "[]", '{"a": 3}', '{"a": [{"x": 1}]}'):
        (tmp_path / "kept.json").write_text(text)
        assert command._read_kept(tmp_path / "kept.json") == {}
    entry = Result("windows", "open")._asdict()
    (tmp_path / "kept.json").write_text(json.dumps({"a": [entry]}))
    assert command._read_kept(tmp_path / "kept.json") == {"a": [entry]}


@pytest.mark.parametrize("arguments", [["--jobs", "0"], ["--points", "none.toml"]])
def test_wrong_options_are_said(arguments, tmp_path, capsys):
    assert command.main([str(tmp_path), "--out", str(tmp_path / "o"), "--trust", *arguments]) == 2
    assert capsys.readouterr().err


@needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", ["report", "slide", "feedback/Ada"])
def test_pages_ask_for_nothing_and_are_accessible(made, page, scheme):
    with launch() as browser:
        tab = browser.new_page(viewport={"width": 400, "height": 800}, color_scheme=scheme)
        asked, told = [], []
        tab.on("request", lambda request: asked.append(request.url))
        tab.on("console", lambda message: told.append(message.text))
        tab.goto((made / "report" / f"{page}.html").as_uri())
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert tab.evaluate(wide) == 0
        assert told == [] and [url for url in asked if not url.startswith(("file:", "data:"))] == []
        found = Axe().run(tab).response["violations"]
        assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
