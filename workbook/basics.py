"""What a lesson's set-up imports: the names that nearly every lesson uses.

- ``begin_lesson``, ``claim``, ``check``, ``mean_sd``: start a lesson; state what must hold; check
  in silence what must hold as well; write a mean with its deviation
- ``exercise``: check the function below it, and name the mistake; ``my_progress``: how far you are
- ``show``: show a figure, with words for those who cannot see it
- ``recorded``, ``run_slice``: read a recorded run by name; run a part of one live
- ``choose``, ``explore``, ``slide``, ``text``: controls to play with
"""

from workbook.claims import begin_lesson, check, claim, mean_sd
from workbook.exercises import exercise, my_progress
from workbook.figures import show
from workbook.records import recorded, run_slice
from workbook.widgets import choose, explore, slide, text

__all__ = [
    "begin_lesson",
    "check",
    "choose",
    "claim",
    "exercise",
    "explore",
    "mean_sd",
    "my_progress",
    "recorded",
    "run_slice",
    "show",
    "slide",
    "text",
]
