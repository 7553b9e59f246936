"""What the set-up of a path imports: the names that a lesson of the third edition uses.

- ``begin_lesson``: start a lesson; ``check``: state, in a cell ``claims``, what must hold
- ``exercise``: check the function or class below it; ``yours``: how many of them are the student's
- ``recorded``, ``run_slice``: read a recorded run by name; run a part of one live
- ``choose``, ``explore``, ``slide``, ``text``: controls to play with
"""

from workbook.claims import begin_lesson, check
from workbook.exercises.path import exercise, yours
from workbook.records import recorded, run_slice
from workbook.widgets import choose, explore, slide, text

__all__ = [
    "begin_lesson",
    "check",
    "choose",
    "exercise",
    "explore",
    "recorded",
    "run_slice",
    "slide",
    "text",
    "yours",
]
