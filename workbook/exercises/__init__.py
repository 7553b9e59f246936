"""How exercises are checked. The exercises themselves are in their lessons.

An exercise is a function that the student writes under ``@exercise(definition)``. Until it is
right, the workbook's reference stands in, so that every lesson runs to its end.

=================  ========================================================
module             what it holds
=================  ========================================================
``definition``     what an exercise consists of, and the instructor's page
``edits``          an edit of a reference, and the function that comes out
``loading``        an exercise, put together from what lies in its folder
``values``         copies and descriptions of inputs and results
``calls``          one call: limits of time and memory, state that is put back
``compare``        the first difference between two results, as data
``differences``    the words for it
``expected``       the reference and all misconceptions on the cases, each run once
``heuristics``     heuristics for what no exercise foresaw, and the smallest input
``diagnosis``      from outcomes to a finding
``findings``       what can be found, as data
``messages``       from a finding to words
``digest``         a short name for what a function did
``check``          the check, the decorator, and what it shows
``solution``       the way out: the reference's code
``tasks``          a task without a grade: a mistake is named, the lesson goes on
``path``           exercises of a path, whose code the lesson goes on with
``progress``       attempts and solved exercises, in a file beside the notebook
=================  ========================================================
"""

from workbook.exercises.check import diagnose, exercise
from workbook.exercises.definition import Case, Exercise, Misconception, Question, overview
from workbook.exercises.loading import exercise_packages, load
from workbook.exercises.progress import my_progress

__all__ = [
    "Case",
    "Exercise",
    "Misconception",
    "Question",
    "diagnose",
    "exercise",
    "exercise_packages",
    "load",
    "my_progress",
    "overview",
]
