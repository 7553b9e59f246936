"""``python -m workbook report FOLDER --out DIR``: what a class has understood."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bertlab.files import write_atomically
from workbook.report.owners import labels
from workbook.report.pages import report, slide
from workbook.report.submissions import collect
from workbook.report.summary import summaries
from workbook.report.table import table


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the report that the command line asks for.

    Returns:
        0; or 1 if no notebook could be read, which the report then says of each; or 2 if there is
        no report; or 130 after Ctrl-C.
    """
    parser = argparse.ArgumentParser(description="Say what a class has understood.")
    parser.add_argument("folder", type=Path, help="notebooks, folders of them, zip files")
    parser.add_argument("--out", type=Path, required=True, help="where the report goes")
    options = parser.parse_args(arguments)
    try:
        return _report(options.folder, options.out)
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; no report was written", file=sys.stderr)
        return 130


def _report(folder: Path, out: Path) -> int:
    began = time.monotonic()
    submissions = collect(folder)
    lessons = summaries(submissions)
    names = labels(one.student for one in submissions)
    out.mkdir(parents=True, exist_ok=True)
    written = {
        "report.html": report(lessons, submissions, names).encode(),
        "slide.html": slide(lessons).encode(),
        "results.csv": table(submissions, names),
    }
    for name, content in written.items():
        write_atomically(out / name, content)
    read = sum(not one.problem for one in submissions)
    questions = sum(len(lesson.questions) for lesson in lessons)
    asks = f", {questions} students with two that differ" if questions else ""
    seconds = time.monotonic() - began
    print(f"{read} of {len(submissions)} files read{asks}, in {seconds:.0f} s: {out}/report.html")
    return 0 if read else 1


if __name__ == "__main__":
    sys.exit(main())
