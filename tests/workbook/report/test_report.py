"""The whole way: a made-up class, whose truth is recovered; hostile files; what comes out."""

import csv
import io
import json
import os
import re
import runpy
import signal
import sys
import zipfile
from collections import Counter

import pandas
import pytest
from axe_playwright_python.sync_playwright import Axe

import workbook
from tests.browser.needs import needs_chromium
from tests.workbook.report.classroom import (
    ANSWERS,
    LESSON,
    NAMES,
    ROOM,
    cell,
    draw,
    notebook,
    planted,
    put,
    record,
    said,
    stopped_by,
    write_class,
)
from workbook.publish.browser import launch
from workbook.report import command, submissions
from workbook.report.owners import labels
from workbook.report.pages import report, section_of, slide, title_of
from workbook.report.results import exercises_of
from workbook.report.submissions import collect
from workbook.report.summary import summaries
from workbook.report.table import HEADER, safe, table

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>{{ 7 * 7 }}\u202e"
SLIP = "the scores are not divided"


def run(folder, out):
    return command.main([str(folder), "--out", str(out)])


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a folder with a class's submissions and their report."""
    folder = tmp_path_factory.mktemp("class")
    write_class(folder / "submissions", draw())
    assert run(folder / "submissions", folder / "report") == 0
    return folder


def rows(folder):
    with (folder / "results.csv").open(newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def test_every_planted_misconception_is_counted(made):
    found = {}
    for row in rows(made / "report"):
        kind = row["mistake"] or row["status"]
        if row["exercise"] in ANSWERS:
            found.setdefault(row["exercise"], Counter())[kind] += 1
    assert found == planted(draw())
    page = (made / "report" / "report.html").read_text(encoding="utf-8")
    for exercise, counts in found.items():
        section = page.split(f'<h3 id="e-{ROOM}-{exercise}">')[1].split("<h3")[0]
        counted = re.findall(r"<h4 class=\"named\">(\d+) students?: <bdi>(.*?)</bdi>", section)
        named = {re.sub("&#39;", "'", name): int(count) for count, name in counted}
        assert named == {n: c for n, c in counts.items() if n not in ("solved", "open")}
        assert section.count("What to say.") == len(named) >= 3


def hostile_files(folder):
    """Write 60 files and folders that are broken, or made to break the report."""
    right = notebook(cell("follows", said(record("follows", "solved"))))
    bad = {"attempts": 1e999}, {"status": {"a": []}}, {"digest": 10**4000}, {"lesson": "\ud800"}
    texts = [
        *("", "{", "[1, 2]", '{"cells": 3}', '{"cells": [3, null, []]}', "[" * 100_000, "\x00"),
        *('{"a":' * 50_000, "1e999", '{"cells": [' + "[]," * 400_000 + "0]}", "9" * 10_000),
        *(json.dumps({"cells": [{"cell_type": "code", "source": one}]}) for one in (3, None, {})),
        json.dumps(
            {"cells": [{"cell_type": "code", "source": "", "outputs": one} for one in "ab"]}
        ),
        *(notebook(cell("follows", said(record("follows", "wrong") | one))) for one in bad),
        notebook(cell("follows", said(HOSTILE)), cell("follows", said(None))),
        notebook(cell("follows", {"output_type": "error", "ename": HOSTILE})),
        notebook(cell("follows", {"metadata": {"bertlab": {}}, "data": {"text/plain": [[], {}]}})),
        notebook("@exercise(" * 9_000, "from lessons.l05_attention" + " " * 90_000),
        notebook(*[cell("follows", said(record(f"x{n}", "solved"))) for n in range(2_000)]),
        notebook(
            cell("follows", said(record("follows", "wrong", None, "f" * 16), HOSTILE * 9_000))
        ),
        notebook(cell("follows", said(record("follows", "named", HOSTILE * 100)))),
        notebook(cell("follows", stopped_by("\ud800"), body="'\ud800' # " + "\u202e" * 9_000)),
        notebook(*[f"x = {n}" for n in range(6_000)]),
    ]
    for number, text in enumerate(texts):
        put(folder / f"eve{number:02} {HOSTILE[-1]}.ipynb", text)
    raw = b"\xff\xfe\x00", b"\xef\xbb\xbf" + right.encode(), right.encode("utf-16"), b"\xff" * 9
    for number, data in enumerate(raw):
        put(folder / f"raw{number}.ipynb", data)
    for number, name in enumerate(
        ["=cmd|' /c calc'!A1", "＝1+1", "\u00a0=1", "\u200b=1", "~\r=1;=1"]
    ):
        put(folder / f"{name}_{number}.ipynb", right)
    put(folder / os.fsdecode(b"M\xfcller.ipynb"), right)
    put(folder / os.fsdecode("王".encode() * 80 + b".ipynb"), right)
    put(folder / "mallory_33_44_x.ipynb" / "deep.ipynb" / "y.txt", "")
    os.mkfifo(folder / "pipe.ipynb")
    os.mkfifo(folder / "pipe.zip")
    (folder / "link.ipynb").symlink_to("/etc/passwd")
    (folder / "dead.ipynb").symlink_to(folder / "nowhere")
    damaged_zips(folder, right)
    for number, text in enumerate(
        ("", "[", '{"lessons": {"05": {"follows": {"attempts": 1e999}}}}')
    ):
        put(folder / f"progress{number}" / "progress.json", text)
    return len(list(folder.iterdir()))


def damaged_zips(folder, right):
    """Write archives that are cut off, changed, or full of zeros, or that claim to be Ada's."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Ada/05_attention.ipynb", right)
    whole = file.getvalue()
    put(folder / "mallory_33_44_hw.zip", whole)
    put(folder / "eve.zip", whole)
    for number in range(0, len(whole), len(whole) // 8):
        put(folder / f"cut{number}.zip", whole[:number])
        changed = bytes(
            255 - byte if abs(index - number) < 4 else byte for index, byte in enumerate(whole)
        )
        put(folder / f"changed{number}.zip", changed)
    for name, way in (("bomb.zip", zipfile.ZIP_DEFLATED), ("bz2.zip", zipfile.ZIP_BZIP2)):
        with zipfile.ZipFile(folder / name, "w", way) as archive:
            archive.writestr("a.ipynb", b"0" * 30_000_000)
            archive.writestr("b/progress.json", b"[" * 1_000_000)


def test_sixty_hostile_files_change_no_honest_row(made, tmp_path, capsys):
    write_class(tmp_path / "in", draw())
    honest = len(NAMES)
    assert hostile_files(tmp_path / "in") - honest >= 60
    assert run(tmp_path / "in", tmp_path / "out") == 0
    assert capsys.readouterr().err == ""
    before = rows(made / "report")
    after = [row for row in rows(tmp_path / "out") if row["student"] in NAMES]
    assert after == before and len(before) == len(exercises_of(ROOM)) * honest
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page and "<img" not in page and "onerror=alert(2)>" not in page
    text = (tmp_path / "out" / "results.csv").read_text(encoding="utf-8-sig")
    assert {len(row) for row in csv.reader(io.StringIO(text, newline=""))} == {len(HEADER)}


def test_a_class_of_one_archive_loses_one_student(made, tmp_path):
    drawn = draw()
    write_class(tmp_path / "in", drawn)
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for name in drawn:
            path = tmp_path / "in" / name / f"{LESSON}.ipynb"
            archive.write(path, f"{name}_7_assignsubmission_file_/{LESSON}.ipynb")
    data = (tmp_path / "class.zip").read_bytes()
    start = data.index(b"Goran_7_")
    put(tmp_path / "zip" / "class.zip", data[: start + 99] + b"???" + data[start + 102 :])
    assert run(tmp_path / "zip", tmp_path / "out") == 0
    found = {row["student"] for row in rows(tmp_path / "out")}
    assert found == set(NAMES) - {"Goran"}


def test_two_notebooks_that_differ_are_a_question(tmp_path, capsys):
    for name, status in ((LESSON, "solved"), (f"{LESSON} (1)", "wrong")):
        cells = cell("follows", said(record("follows", status))), cell("causal_mask")
        put(tmp_path / "in" / "ada" / f"{name}.ipynb", notebook(*cells))
    put(tmp_path / "in" / "bao" / f"{LESSON}.ipynb", notebook(cell("causal_mask")))
    assert run(tmp_path / "in", tmp_path / "out") == 0
    assert "1 students with two that differ" in capsys.readouterr().out
    (lesson,) = summaries(collect(tmp_path / "in"))
    counts = {one.name: one.counts for one in lesson.exercises}
    assert counts["follows"] == {"unclear": 1, "missing": 1} and counts["causal_mask"] == {
        "unrun": 2
    }
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "Which notebook counts?" in page and f"{LESSON} (1).ipynb" in page
    statuses = [row["status"] for row in rows(tmp_path / "out") if row["exercise"] == "follows"]
    assert sorted(statuses) == ["missing", "solved", "wrong"]


@pytest.fixture
def groups(tmp_path):
    """Return a lesson in which answers are wrong in several ways, and all submissions."""
    outputs = {
        "ada": (record("follows", "wrong", None, "a" * 16), "x = 1"),
        "bao": (record("follows", "wrong", None, "a" * 16), "y"),
        "chidi": (record("follows", "wrong"), "z = 1"),
        "dana": (record("follows", "wrong"), f"'{HOSTILE}'"),
        "emre": (record("follows", "named", HOSTILE), "b"),
        "fatima": (record("follows", "stopped"), "while True: ..."),
    }
    for name, (metadata, body) in outputs.items():
        text = notebook(cell("follows", said(metadata, f"not yet {HOSTILE}"), body=body))
        put(tmp_path / name / f"{LESSON}.ipynb", text)
    pair = "*the scores are not divided* and *something else*"
    both = cell("attend", said(record("attend", "named", pair)))
    put(
        tmp_path / "goran" / f"{LESSON}.ipynb",
        notebook(both, cell("follows", stopped_by("NameError"))),
    )
    found = collect(tmp_path)
    return summaries(found)[0], found


def test_equal_answers_stand_together_and_advice_is_the_workbooks(groups):
    lesson, _ = groups
    by_name = {one.name: one for one in lesson.exercises}
    follows, head = by_name["follows"], by_name["attend"]
    assert [(group.students, group.example[-1]) for group in follows.unnamed] == [
        *((2, "y"), (1, "'"), (1, "1"))
    ]
    assert follows.named == [] and {group.name[:9] for group in follows.other} == {
        *(HOSTILE[:9], "its cell ", "stopped b")
    }
    assert head.named[0].advice.startswith("Divide by sqrt(d)") and follows.tried == 7


def test_nothing_hostile_is_alive_and_nothing_is_asked_for(groups):
    lesson, found = groups
    pages = report([lesson], found, labels(one.student for one in found)), slide([lesson])
    assert ["alert(1)" in page for page in pages] == [True, False]
    for page in pages:
        body = page.split("</style>", 1)[1]
        assert "<script" not in page and "<img" not in body and "onerror=alert(2)>" not in body
        assert ("alert(1)" in body) == ("{{ 7 * 7 }}" in body)  # no name is filled in
        assert not re.search(r"(?:src|href)=[\"'](?!#|slide\.html)", body)
        assert "default-src 'none'" in page and "http" not in body
    assert section_of(ROOM, "follows") in pages[0] and title_of(ROOM) in pages[1]
    isolated = re.sub(r"<(bdi|pre)\b.*?</\1>", "", pages[0], flags=re.DOTALL)
    assert "\u202e" in pages[0] and "\u202e" not in isolated


FORMULAS = (
    '=cmd|"/c calc"!A1',
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    " =1",
    "＝1+1",
    "\u00a0=1",
    "\u200b=1",
)


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(text):
    assert safe(text).startswith("'") and safe("x=1") == "x=1" and safe(3.0) == 3.0
    assert ";" not in safe("a;=1+1")


def test_the_table_is_read_by_pandas_and_known_to_spreadsheets(made):
    data = (made / "report" / "results.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") and b"\r\n" in data
    frame = pandas.read_csv(io.BytesIO(data))
    assert tuple(frame.columns) == HEADER and len(frame) == len(exercises_of(ROOM)) * len(NAMES)
    assert table([], {}).decode("utf-8-sig").splitlines() == [",".join(HEADER)]


def test_the_exit_status_tells(tmp_path, monkeypatch, capsys):
    (tmp_path / "in").mkdir()
    command_line = "workbook", "report", str(tmp_path / "in"), "--out", str(tmp_path / "out")
    monkeypatch.setattr(sys, "argv", list(command_line))
    with pytest.raises(SystemExit, match=r"^2$"):
        runpy.run_path(workbook.__path__[0] + "/__main__.py", run_name="__main__")
    assert "no notebook" in capsys.readouterr().err
    put(tmp_path / "in" / "ada.ipynb", "{")
    assert run(tmp_path / "in", tmp_path / "out") == 1
    assert "no JSON" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    put(tmp_path / "file", "")
    assert run(tmp_path / "in", tmp_path / "file" / "out") == 2
    assert run(tmp_path / "none", tmp_path / "out") == 2


@pytest.fixture
def interrupts():
    """Let Ctrl-C raise KeyboardInterrupt, also in what a shell has started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_ends_it_at_once_and_leaves_no_half_report(tmp_path, monkeypatch, capsys):
    put(tmp_path / "in" / "ada.ipynb", notebook())
    monkeypatch.setattr(submissions, "read_notebook", lambda _: os.kill(os.getpid(), 2))
    assert run(tmp_path / "in", tmp_path / "out") == 130
    assert "no report was written" in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_what_has_no_notebook_is_listed(tmp_path):
    put(tmp_path / "ada" / "homework.pdf", "")
    put(tmp_path / "bao" / f"{LESSON}.ipynb.txt", notebook())
    put(tmp_path / "chidi" / "work.7z", "")
    put(tmp_path / "dana" / "progress.json", '{"lessons": {}}')
    found = {one.student.name: one.problem for one in collect(tmp_path)}
    assert found == {
        "ada": "no notebook among 1 files",
        "bao": "not read: expected a notebook or a zip file",
        "chidi": "not read: expected a notebook or a zip file",
        "dana": "no notebook among 1 files",
    }


def test_what_one_student_says_has_an_end(tmp_path):
    many = notebook(*[cell("follows", said(record(f"x{n}", "solved"))) for n in range(99)])
    with zipfile.ZipFile(tmp_path / "eve_1_2_x.zip", "w") as archive:
        for number in range(submissions.MOST_FILES + 3):
            archive.writestr(f"{number}.ipynb", many)
    found = collect(tmp_path)
    assert len(found) == submissions.MOST_FILES + 1
    assert found[-1].problem == "3 more files, which are not counted"
    assert len(found[0].notes) == 3


def test_gradescopes_names_are_on_the_page(tmp_path):
    text = "submission_7:\n  :submitters:\n  - :name: Ada\n"
    put(tmp_path / "export" / "submission_metadata.yml", text)
    for number in (7, 8):
        put(tmp_path / "export" / f"submission_{number}" / f"{LESSON}.ipynb", notebook())
    put(tmp_path / "export" / "submission_8" / "submission_metadata.yml", text.replace("7", "8"))
    assert [one.student.name for one in collect(tmp_path)] == ["Ada", "submission_8"]


@needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", ["report", "slide"])
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
