"""The machine: what makes a notebook teach, and what makes notebooks.

=================  ===============================================================================
``basics``         what a lesson's set-up imports: the names that nearly every lesson uses
``claims``         what every lesson does first, and how it states a claim
``exercises``      the check that names a student's mistake
``quiz, widgets``  questions with feedback, and choices, sliders and texts to try
``figures``        one style for all figures, and words for those who cannot see them
``diagrams``       boxes, arrows, tokens and matrices of numbers: one color a role in all lessons
``records``        experiments too long for a lesson: run once, kept, read by name
``instructor``     TEACHING.md, two pages for the instructor of each lesson, and plans
``make``           from a lesson's source to its executed notebooks
``setup``          environments, data folders, the doctor, the bundle; standard library only
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
        places = list(spec.submodule_search_locations or []) if spec else []
        if not places and not (spec and spec.origin):
            raise SystemExit(f"The workbook in {root} is not complete: {name}/ is missing.")
        if [Path(place).resolve() for place in places] != [root / name]:
            other = spec.origin if spec and spec.origin else places[0]
            raise SystemExit(
                f"The notebook needs the folder {name}/ of the workbook in {root}, but Python "
                f"finds {other} first. Rename that one, restart the kernel, and run this "
                "cell again."
            )
    from bertlab.edition import check_edition

    check_edition(edition)
