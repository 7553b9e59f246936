"""``python -m workbook report FOLDER --out DIR``: grade a folder of submissions."""

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from bertlab.files import write_atomically
from workbook.report import jail
from workbook.report.code import answers_in
from workbook.report.collect import Submission, collect
from workbook.report.formats import write_gradebooks
from workbook.report.grade import (
    Result,
    edition,
    exercises_of,
    job_of,
    results_of,
    seconds_of,
    to_run,
)
from workbook.report.pages import report, slide, write_feedback
from workbook.report.points import Points, pseudonyms
from workbook.report.summary import Graded, summaries

KEPT = "kept.json"
NO_WALLS = """\
bubblewrap does not work here, and without it a submission could read your files, use the network
and see other students' work. On Debian and Ubuntu: apt install bubblewrap (a container needs user
namespaces). Use --trust only for code that you would run yourself."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Grade what the command line names."""
    options = _options(arguments)
    try:
        _grade(options)
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Say what a class has understood.")
    parser.add_argument("folder", type=Path, help="notebooks, folders of them, zip files")
    parser.add_argument("--out", type=Path, required=True, help="where the report goes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="jails at once")
    parser.add_argument("--points", type=Path, help="points for each exercise, TOML")
    parser.add_argument("--pseudonyms", type=Path, metavar="KEY", help="no names; KEY is made")
    parser.add_argument("--trust", action="store_true", help="run the code without a jail")
    return parser.parse_args(arguments)


def _grade(options: argparse.Namespace) -> None:
    if not options.trust and not jail.works():
        raise ValueError(NO_WALLS)
    if options.jobs < 1:
        raise ValueError(f"expected --jobs of 1 or more, got {options.jobs}")
    began = time.monotonic()
    points = Points(options.points)
    submissions = collect(options.folder)
    options.out.mkdir(parents=True, exist_ok=True)
    graded = grade_all(submissions, options.jobs, options.trust, options.out / KEPT)
    write_all(options, graded, points)
    read = sum(not one.submission.problem for one in graded)
    seconds = time.monotonic() - began
    print(f"{read} of {len(graded)} notebooks graded in {seconds:.0f} s: {options.out}/report.html")


def write_all(options: argparse.Namespace, graded: Sequence[Graded], points: Points) -> None:
    """Write all that comes out."""
    lessons = summaries(graded)
    students = sorted({one.submission.student for one in graded})
    names = dict(zip(students, students, strict=True))
    if options.pseudonyms:
        names = pseudonyms(students, options.pseudonyms)
    unread, notes = _remarks(graded, names if options.pseudonyms else {})
    pages = {
        "report.html": report(lessons, unread, notes, names, options.trust),
        "slide.html": slide(lessons),
    }
    for name, text in pages.items():
        write_atomically(options.out / name, text.encode())
    write_feedback(options.out / "feedback", lessons, points)
    write_gradebooks(options.out, lessons, points)


def _remarks(
    graded: Sequence[Graded], names: dict[str, str]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return what could not be read, and what else is to be known, under names for the page."""
    unread, notes = [], []
    for one in graded:
        submission = one.submission
        where = names.get(submission.student, submission.source)
        if submission.problem:
            unread.append((where, submission.problem))
        notes += [(where, note) for note in submission.notes]
        notes += [
            (where, f"{result.exercise} is there {result.copies} times; the last one counts")
            for result in one.results
            if result.copies > 1
        ]
    return unread, notes


def grade_all(
    submissions: Sequence[Submission], jobs: int, trusted: bool, kept_file: Path
) -> list[Graded]:
    """Grade submissions; what was graded before, and has not changed, is taken from a file."""
    kept = _read_kept(kept_file)
    results: dict[int, list[Result]] = {}
    by_room: dict[str, list[int]] = defaultdict(list)
    for number, submission in enumerate(submissions):
        if submission.problem:
            results[number] = []
            continue
        known = kept.get(_key(submission))
        if known is not None:
            results[number] = [Result(**entry) for entry in known]
        else:
            by_room[submission.room].append(number)
    total = sum(map(len, by_room.values()))
    with tqdm(total=total, desc="notebooks", unit="notebook") as bar:
        for room, numbers in sorted(by_room.items()):
            found = _grade_room(room, [submissions[n] for n in numbers], jobs, trusted, bar.update)
            results |= dict(zip(numbers, found, strict=True))
    graded = [Graded(one, results[number]) for number, one in enumerate(submissions)]
    _write_kept(kept_file, kept, graded)
    return graded


def _grade_room(
    room: str,
    submissions: Sequence[Submission],
    jobs: int,
    trusted: bool,
    done: Callable[[], Any],
) -> list[list[Result]]:
    """Grade the submissions of one lesson, some at a time."""
    exercises = exercises_of(room)
    found: dict[int, list[Result]] = {}
    with jail.stage(room, trusted) as root, ThreadPoolExecutor(jobs) as pool:
        answers = [answers_in(one.cells, exercises) for one in submissions]
        waiting = {}
        for number, one in enumerate(answers):
            job = job_of(to_run(one.values(), exercises), room, exercises)
            waiting[pool.submit(_visit, root, job, trusted)] = number
        for future in as_completed(waiting):
            number = waiting[future]
            said = future.result()
            found[number] = results_of(answers[number], exercises, said.lines, said.stopped)
            done()
    return [found[number] for number in range(len(submissions))]


def _visit(root: Path, job: dict[str, Any], trusted: bool) -> jail.Said:
    if not job["exercises"]:
        return jail.Said([], "")
    return jail.visit(root, job, seconds_of(job), trusted)


def _key(submission: Submission) -> str:
    return f"{submission.key}-{edition(submission.room)}"


def _read_kept(file: Path) -> dict[str, list[dict[str, Any]]]:
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        kept = json.loads(file.read_text(encoding="utf-8"))
        for entries in kept.values():
            for entry in entries:
                Result(**entry)
        return dict(kept)
    return {}


def _write_kept(file: Path, kept: dict[str, Any], graded: Sequence[Graded]) -> None:
    """Keep the results; those that a limit of time ended are tried again the next time."""
    for one in graded:
        if not one.submission.problem and all(r.status != "stopped" for r in one.results):
            kept[_key(one.submission)] = [result._asdict() for result in one.results]
    write_atomically(file, json.dumps(kept, ensure_ascii=False).encode())


if __name__ == "__main__":
    sys.exit(main())
