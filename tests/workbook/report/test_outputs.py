"""What comes out: gradebooks that their readers read, pages that carry nothing hostile."""

import csv
import json
import re

import pandas
import pytest
from jsonschema import validate

from workbook.report.collect import Submission
from workbook.report.formats import NBGRADER, file_name, safe, write_gradebooks
from workbook.report.grade import NAMED, OPEN, SOLVED, WRONG, Result
from workbook.report.pages import place_of, report, slide, title_of, write_feedback
from workbook.report.points import Points, pseudonyms
from workbook.report.summary import Graded, summaries

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>{{ 7 * 7 }}[a](javascript:b)"
FORMULAS = '=cmd|"/c calc"!A1', "+1", "-1", "@SUM(A1)", "\t=1", " =1"
SLIP = "the scores are not divided"
# What Gradescope's documentation says of results.json.
TEST = {
    "type": "object",
    "properties": {
        "score": {"type": "number"},
        "max_score": {"type": "number"},
        "status": {"enum": ["passed", "failed"]},
        "name": {"type": "string"},
        "number": {"type": "string"},
        "output": {"type": "string"},
        "output_format": {"enum": ["text", "html", "simple_format", "md", "ansi"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "visibility": {"enum": ["hidden", "after_due_date", "after_published", "visible"]},
        "extra_data": {"type": "object"},
    },
    "additionalProperties": False,
}
SCHEMA = {
    "type": "object",
    "properties": {
        "score": {"type": "number"},
        "execution_time": {"type": "number"},
        "output": {"type": "string"},
        "output_format": TEST["properties"]["output_format"],
        "visibility": TEST["properties"]["visibility"],
        "extra_data": {"type": "object"},
        "tests": {"type": "array", "items": TEST},
    },
    "additionalProperties": False,
    "required": ["tests"],
}


def one(student, *results, problem="", room="l05_attention", attempts=None):
    submission = Submission(f"{student}/x.ipynb", student, room, problem=problem)
    submission.attempts = attempts or {}
    return Graded(submission, list(results))


def classes(student=HOSTILE):
    return [
        one(
            student,
            Result("attention_head", NAMED, SLIP, f"not yet {HOSTILE}", f"x = '{HOSTILE}'", "a"),
            Result("causal_mask", SOLVED, "", "right", "y", "b"),
            attempts={"causal_mask": 2},
        ),
        one(
            "bao",
            Result("attention_head", NAMED, SLIP, "not yet\nadvice", "long " * 20, "a"),
            Result("causal_mask", WRONG, "", "differs", "z", "c"),
        ),
        one(
            "chidi",
            Result("attention_head", OPEN),
            Result("causal_mask", WRONG, "", "differs", "zz", "c"),
        ),
    ]


@pytest.fixture
def lessons():
    return summaries(classes())


def test_the_class_is_counted(lessons):
    (lesson,) = lessons
    head, mask, *_ = lesson.exercises
    assert (head.name, head.counts, head.tried) == ("attention_head", {NAMED: 2, OPEN: 1}, 2)
    (slip,) = head.slips
    assert (slip.name, slip.students) == (SLIP, 2)
    assert slip.advice.startswith("Divide by sqrt(d)") and slip.example == f"x = '{HOSTILE}'"
    (group,) = mask.unnamed
    assert (group.students, group.example) == (2, "z")


def test_of_two_notebooks_the_last_counts():
    first, second = (
        one("ada", Result("causal_mask", OPEN)),
        one("ada", Result("causal_mask", SOLVED)),
    )
    (lesson,) = summaries([first, second])
    assert lesson.students["ada"] is second
    assert "this one counts" in second.submission.notes[0]


def test_nbgraders_table_is_read_by_pandas(lessons, tmp_path):
    write_gradebooks(tmp_path, lessons, Points())
    table = pandas.read_csv(tmp_path / "grades.csv")
    assert tuple(table.columns) == NBGRADER
    assert table["score"].tolist() == [1.0, 0.0, 0.0] and set(table["max_score"]) == {2.0}
    assert table["student_id"].tolist() == [HOSTILE, "bao", "chidi"]
    assert set(table["assignment"]) == {"05_attention"}


def test_each_exercise_of_each_student(lessons, tmp_path):
    write_gradebooks(tmp_path, lessons, Points())
    with (tmp_path / "exercises.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["status"] for row in rows] == [NAMED, SOLVED, NAMED, WRONG, OPEN, WRONG]
    assert rows[0]["misconception"] == SLIP
    assert [row["attempts"] for row in rows] == ["", "2", "", "", "", ""]


def test_canvas_has_its_columns_and_the_points(lessons, tmp_path):
    write_gradebooks(tmp_path, lessons, Points())
    table = pandas.read_csv(tmp_path / "canvas.csv")
    wanted = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "BERT workbook 05"]
    assert list(table.columns) == wanted
    assert table.iloc[0, 0].strip() == "Points Possible" and table.iloc[0, 5] == 2


def test_gradescope_reads_each_students_results(lessons, tmp_path):
    write_gradebooks(tmp_path, lessons, Points())
    files = sorted((tmp_path / "results").iterdir())
    assert len(files) == 3
    for file in files:
        validate(json.loads(file.read_text(encoding="utf-8")), SCHEMA)
    bao = json.loads((tmp_path / "results" / "bao.json").read_text(encoding="utf-8"))
    assert bao["tests"][0]["tags"] == [SLIP]
    assert bao["extra_data"] == {"misconceptions": {"05 attention_head": SLIP}}
    with pytest.raises(Exception, match="is not one of"):
        validate({"tests": [{"status": "maybe"}]}, SCHEMA)


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(text, tmp_path):
    assert safe(text).startswith("'") and safe("x=1") == "x=1" and safe(3.0) == 3.0
    write_gradebooks(tmp_path, summaries(classes(student=text)), Points())
    for path in tmp_path.glob("*.csv"):
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.reader(file):
                assert not any(cell.lstrip().startswith(("=", "+", "@")) for cell in row), row


@pytest.mark.parametrize(
    "student", ["../../eve", "a/b", "..", "", "CON", "a\x00b", "ä 王", "x" * 400]
)
def test_a_students_file_stays_in_its_folder(student, tmp_path):
    name = file_name(student)
    assert "/" not in name and "\\" not in name and name.strip(".") and len(name) < 130
    assert (tmp_path / name).resolve().parent == tmp_path.resolve()


def test_two_students_have_two_files():
    assert len({file_name(name) for name in ("a/b", "a:b", "a%2fb", "a b", "A b")}) == 5


def pages(lessons, tmp_path):
    names = {student: student for lesson in lessons for student in lesson.students}
    write_feedback(tmp_path, lessons, Points())
    texts = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.iterdir())]
    unread, notes = [(HOSTILE, HOSTILE)], [(HOSTILE, HOSTILE)]
    return [report(lessons, unread, notes, names, True), slide(lessons), *texts]


def test_nothing_hostile_is_alive_and_nothing_is_asked_for(lessons, tmp_path):
    made = pages(lessons, tmp_path)
    assert sum("alert(1)" in text for text in made) == 2  # the report, and the student's own page
    for text in made:
        body = text.split("</style>", 1)[1]
        assert "<script" not in text and "<img" not in body and "onerror=alert(2)>" not in body
        assert ("alert(1)" in body) == ("{{ 7 * 7 }}" in body)  # no name is filled in
        assert not re.search(r"(?:src|href)=[\"'](?!#|slide\.html)", body)
        assert "default-src 'none'" in text and "http" not in body


def test_feedback_shows_a_student_nobody_elses_work(lessons, tmp_path):
    write_feedback(tmp_path, lessons, Points())
    text = (tmp_path / "bao.html").read_text(encoding="utf-8")
    assert "advice" in text and "alert" not in text and "chidi" not in text


def test_the_report_names_the_place_in_the_lesson(lessons, tmp_path):
    assert place_of("l05_attention", "attention_head")
    assert title_of("l05_attention").startswith("05. ")
    text = report(lessons, [], [], {HOSTILE: "student-1", "bao": "b", "chidi": "c"}, False)
    assert place_of("l05_attention", "attention_head") in text
    assert "student-1" in text and "--trust" not in text


def test_pseudonyms_need_the_key(tmp_path):
    first = pseudonyms(["ada", "bao"], tmp_path / "key")
    assert first == pseudonyms(["bao", "ada"], tmp_path / "key")
    assert first["ada"] != first["bao"] and "ada" not in first["ada"]
    assert first != pseudonyms(["ada", "bao"], tmp_path / "other")
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0


def test_points_can_be_set(tmp_path):
    file = tmp_path / "points.toml"
    file.write_text("partial = 0.5\n[05]\nattention_head = 3\n".replace("[05]", '["05"]'))
    points = Points(file)
    assert points.reached("05", Result("attention_head", SOLVED)) == 3
    assert points.reached("05", Result("attention_head", NAMED)) == 1.5
    assert points.reached("05", Result("attention_head", OPEN)) == 0
    assert Points().reached("05", Result("attention_head", NAMED)) == 0
    assert points.reached("05", Result("causal_mask", SOLVED)) == 1


@pytest.mark.parametrize("text", ["partial = 2", '["05"]\nx = -1', '["05"]\nx = "a"', "x = 3"])
def test_other_points_are_refused(text, tmp_path):
    (tmp_path / "points.toml").write_text(text)
    with pytest.raises(ValueError, match=r"points\.toml: expected"):
        Points(tmp_path / "points.toml")
