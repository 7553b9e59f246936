"""Records are looked at before they are used, and what became of an exercise is read off them."""

import json
from importlib import import_module
from types import SimpleNamespace

import pytest

from tests.workbook.report.classroom import (
    LESSON,
    ROOM,
    SETUP,
    cell,
    notebook,
    put,
    record,
    said,
    stopped_by,
)
from workbook.exercises import check, exercise
from workbook.report.notebook import Notebook, read_notebook, read_progress
from workbook.report.results import exercises_of, room_of
from workbook.report.submissions import collect
from workbook.report.untrusted import line, parse, plain

DIGEST = "0123456789abcdef"


def read(tmp_path, text, progress=None):
    """Return what is read of one notebook: the submission, and each exercise's result."""
    put(tmp_path / "ada" / f"{LESSON}.ipynb", text)
    if progress is not None:
        put(tmp_path / "ada" / "progress.json", json.dumps(progress))
    one = collect(tmp_path)[0]
    return one, {result.exercise: result for result in one.results}


def test_what_the_check_found(tmp_path):
    one, found = read(
        tmp_path,
        notebook(
            cell("attend", said(record("attend", "named", "a slip", DIGEST))),
            cell("causal_mask", said(record("causal_mask", "solved", attempts=3)), body="return x"),
            cell("layer_normalization", stopped_by("SyntaxError")),
            cell("split_heads"),
        ),
    )
    assert (one.room, one.problem, one.notes) == (ROOM, "", [])
    status = dict.fromkeys(exercises_of(ROOM), "missing") | {
        "attend": "named",
        "causal_mask": "solved",
        "layer_normalization": "broken",
        "split_heads": "unrun",
    }
    assert {name: result.status for name, result in found.items()} == status
    named, mask, broken = (found[n] for n in ("attend", "causal_mask", "layer_normalization"))
    assert (named.misconception, named.digest, named.words) == ("a slip", DIGEST, "words")
    assert mask.attempts == 3 and mask.code.endswith("return x")
    assert broken.misconception == "its cell stops with SyntaxError"


@pytest.mark.parametrize(
    "changed",
    [
        {"format": 2},
        {"format": "1"},
        {"edition": "3"},
        {"edition": True},
        {"lesson": "5"},
        {"lesson": 5},
        {"exercise": "no name"},
        {"exercise": ["follows"]},
        {"status": "right"},
        {"status": ["solved"]},
        {"misconception": 3},
        {"digest": "0123"},
        {"digest": 10**400},
        {"attempts": -1},
        {"attempts": 1e999},
        {"attempts": 10**9},
        {"attempts": "3"},
    ],
)
def test_a_record_of_another_kind_is_a_note(changed, tmp_path):
    one, found = read(
        tmp_path, notebook(cell("follows", said(record("follows", "solved") | changed)))
    )
    assert one.notes[0].startswith("a record that is not counted")
    assert found["follows"].status == "unrun"


def test_records_of_what_is_no_exercise_are_a_note(tmp_path):
    outputs = said(record("nothing", "solved")), said(record("follows", "solved", lesson="04"))
    one, found = read(tmp_path, notebook(cell("follows", *outputs)))
    assert "2 records of what is no exercise of this lesson: 04 follows, 05 nothing" in one.notes
    assert found["follows"].status == "unrun"


@pytest.mark.parametrize(
    ("statuses", "counts"),
    [
        (["solved", "wrong"], "wrong"),
        (["wrong", "open"], "wrong"),  # a cell pasted below and left empty
        (["open", "open"], "open"),
    ],
)
def test_the_last_copy_that_was_answered_counts(statuses, counts, tmp_path):
    cells = [cell("follows", said(record("follows", status))) for status in statuses]
    one, found = read(tmp_path, notebook(*cells))
    assert found["follows"].status == counts
    assert one.notes == ["follows is there 2 times; the last one that was answered counts"]


def test_a_record_in_a_cell_that_does_not_ask_it_is_noted(tmp_path):
    one, found = read(tmp_path, notebook(("x = 1", [said(record("follows", "solved"))])))
    assert found["follows"].status == "solved"
    assert one.notes == ["a record of follows in a cell that does not ask it: look at it"]


def test_other_editions_are_noted(tmp_path):
    printed = {"output_type": "stream", "name": "stdout", "text": ["follows: not yet."]}
    old = said(record("causal_mask", "solved", edition=1))
    one, found = read(tmp_path, notebook(cell("follows", printed), cell("causal_mask", old)))
    assert found["follows"].status == "unrun"
    assert "the output of follows has no record: another edition made it" in one.notes
    assert any("another edition than" in note for note in one.notes)


def test_progress_brings_attempts_and_what_was_cleared(tmp_path):
    last = {"status": "named", "misconception": "a slip", "digest": None, "edition": 3}
    progress = {
        "follows": {"attempts": 4, "solved": False, "named": {}, "last": last},
        "causal_mask": {"attempts": 2, "solved": True},
        "attend": {"attempts": 1e999, "solved": True},
        "split_heads": [],
    }
    cells = cell("follows"), cell("causal_mask", said(record("causal_mask", "open", attempts=None)))
    one, found = read(tmp_path, notebook(*cells), {"lessons": {"05": progress, "04": 3}})
    assert found["follows"][2:6] == ("named", "a slip", "", 4)
    assert (found["causal_mask"].status, found["causal_mask"].attempts) == ("open", 2)
    assert found["attend"].attempts is None
    assert one.notes == ["follows has no record in the notebook: progress.json is counted"]


@pytest.mark.parametrize("text", ["", "[]", '{"lessons": 3}', "{" * 50_000, "\ud800"])
def test_damaged_progress_is_refused_in_words(text):
    with pytest.raises(ValueError, match=r"empty|expected|nested|no JSON"):
        read_progress(text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(
    ("cells", "room"),
    [
        ([SETUP], ROOM),
        ([cell("attend")[0]], ROOM),
        (["from lessons.l04_elmo import exercises", SETUP, cell("follows")[0]], ROOM),
        (["from lessons.l04_elmo import exercises", SETUP], ""),
        ([cell("perplexity")[0], cell("follows")[0]], ""),  # one each of two lessons
        (["def mean(x): ..."], ""),
    ],
)
def test_the_lesson_by_exercises_and_then_by_imports(cells, room):
    made = json.loads(notebook())
    made["cells"] = [{"cell_type": "code", "source": source} for source in cells]
    assert room_of(read_notebook(json.dumps(made).encode())) == room
    assert room_of(Notebook()) == ""


def test_a_record_says_which_lesson_it_is():
    text = notebook(cell("perplexity", said(record("perplexity", "solved", lesson="01"))))
    assert room_of(read_notebook(text.replace(SETUP, "").encode())) == "l01_ngram"


def test_what_is_too_large_or_too_deep_is_refused():
    for text, words in (
        ('{"a": [' + "[]," * 250_000 + "0]}", "too large: 1 MB, 250002 lists"),
        ('{"a": "' + "x" * 21_000_000 + '"}', "too large: 20 MB"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' + "1" * 5_000 + "}", "no JSON"),
        ("\xff", "no JSON"),
        ("3", "expected a JSON object, got int"),
    ):
        with pytest.raises(ValueError, match=words):
            parse(text.encode("latin-1"))


def test_texts_can_be_written_anywhere():
    assert plain("a\x1b[31m\r\nb\x00\ud800") == "a [31m \nb \\ud800"
    assert line("a\n\tb" + "x" * 200, 5) == "a bx..." and plain(3) == ""
    assert line("M\udcfcller") == "M\\udcfcller"


def test_what_the_check_leaves_is_read(monkeypatch, tmp_path):
    """Nothing but the check itself knows what it writes; a name or a type that differs fails."""
    exercises = import_module(f"lessons.{ROOM}.exercises")
    outputs = []

    def display(data, raw, metadata):
        outputs.append({"output_type": "display_data", "data": data, "metadata": metadata})

    monkeypatch.setattr(check, "get_ipython", lambda: SimpleNamespace(kernel=None))
    monkeypatch.setattr(check, "display", display)

    @exercise(exercises.follows)
    def follows(p):
        return []

    @exercise(exercises.causal_mask)
    def causal_mask(attention_mask): ...

    cells = [
        cell(name, output) for name, output in zip(("follows", "causal_mask"), outputs, strict=True)
    ]
    one, found = read(tmp_path, notebook(*cells))
    assert one.notes == []
    assert (found["follows"].status, len(found["follows"].digest)) == ("wrong", 16)
    assert "not yet" in found["follows"].words and found["causal_mask"].status == "open"
