"""From a lesson's source to notebooks, and their checks.

- ``lesson_source``: notebooks from ``lesson.py`` and ``more.py``, not yet executed;
- ``path_source``: solutions of a path, from the references of its exercises;
- ``added_cells``, ``bootstrap_cell``: the cells that each notebook gets;
- ``parts``: the parts of a lesson, and which part needs which;
- ``run_notebook``, ``watched``: running a notebook;
- ``edges``: numbers that another processor would round to another digit;
- ``notebooks``, ``staleness``: building those that are out of date;
- ``clock``: how long a path takes;
- ``check``: nbval on all of them;
- ``new_lesson``: the skeleton of a lesson;
- ``rooms``: the table of packages with their sizes.
"""
