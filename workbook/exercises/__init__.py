"""The exercise machine. The exercises themselves are in the rooms of their lessons.

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
``compare``        the first difference between two results
``known``          the reference and all slips on the cases, each run once
``guesses``        heuristics for what no exercise foresaw, and the smallest input
``judge``          from outcomes to a finding
``findings``       what can be found, as data
``answers``        from a finding to words
``digest``         a short name for what a function did
``machine``        the check, the decorator, and what it shows
``solution``       the way out: the reference's code
``tasks``          a task without a grade: a slip is named, the lesson goes on
``progress``       attempts and solved exercises, in a file beside the notebook
=================  ========================================================
"""

from workbook.exercises.definition import Case, Exercise, Misconception, Question, overview
from workbook.exercises.loading import load
from workbook.exercises.machine import diagnose, exercise
from workbook.exercises.progress import my_progress

__all__ = [
    "Case",
    "Exercise",
    "Misconception",
    "Question",
    "diagnose",
    "exercise",
    "load",
    "my_progress",
    "overview",
]
