"""What makes a notebook teach, and what makes notebooks. Imports go up in this table, never down.

=================  ===============================================================================
``fonts``          our letters, Chinese ones too, for figures and pages
``legibility``     words on others, off the paper, letters no font has: refused in a build
``figures``        one style for all figures (``lesson.mplstyle`` has the colors), and alt text
``charts``         rows of dots with intervals, curves with bands; none that cannot be read
``diagrams``       boxes, arrows, tokens and matrices of numbers: one color a role in all lessons
``widgets``        choices, sliders and texts to try
``exercises``      the check that names a student's mistake
``questions``      quizzes with feedback, predictions before a result, open questions
``captions``       figures and tables with a number and a caption
``bertviz_pages``  BertViz's own calls on pages that see no network
``claims``         what every lesson does first, and how it states a claim
``cell_code``      the code of a cell, with IPython's magics
``records``        experiments too long for a lesson: run once, kept, read by name
``experiments``    the runner: every variant with every seed, part by part; goes on where it was
``recorded_answers`` logits and answers beside a record: its scores are computed again from them
``gpu_records``    what was measured on a GPU, in words
``scoreboard``     the table of the language models of lessons 01 to 08
``basics``         what a lesson's set-up imports: the names that nearly every lesson uses
``path``           what the set-up of a path imports
``make``           from a lesson's source to its executed notebooks
``instructor``     TEACHING.md, two pages for the instructor of each lesson, and plans
``setup``          environments, data folders, the doctor, the bundle; standard library only
``publish``        slides, pages to read, the edition for a class
``report``         what a class has understood
=================  ===============================================================================

``python -m workbook --help`` lists what a maintainer does. Importing this package imports the
standard library alone.
"""

from importlib.util import find_spec
from pathlib import Path


def ready(edition: int) -> None:
    """Stop a notebook that would fail later: the first cell of each one calls this.

    Args:
        edition: The edition that the notebook was built for.

    Raises:
        SystemExit: If bertlab or the lessons are missing or come from elsewhere than this package,
            or are of another edition. The message says what to do.
    """
    root = Path(__file__).resolve().parents[1]
    for name in ("bertlab", "lessons"):
        spec = find_spec(name)
        paths = list(spec.submodule_search_locations or []) if spec else []
        if not paths and not (spec and spec.origin):
            raise SystemExit(f"The workbook in {root} is not complete: {name}/ is missing.")
        if [Path(path).resolve() for path in paths] != [root / name]:
            other = spec.origin if spec and spec.origin else paths[0]
            raise SystemExit(
                f"The notebook needs the folder {name}/ of the workbook in {root}, but Python "
                f"finds {other} first. Rename that one, restart the kernel, and run this "
                "cell again."
            )
    from bertlab.edition import check_edition

    check_edition(edition)
