"""``python -m workbook COMMAND``: what a maintainer does. The Makefile calls these.

Importing this file imports the standard library alone: ``setup`` and ``doctor`` run before anything
is installed, with whatever Python there is.
"""

from __future__ import annotations  # so that an old Python reaches the message

import sys
from importlib import import_module

COMMANDS = {  # name -> (module with main(), what it does)
    "setup": ("setup.environment", "set up .venv: setup lab | test"),
    "doctor": ("setup.doctor", "say what this machine has, what is missing, and what mends it"),
    "copies": ("publish.copies", "copy the lessons to my_notebooks/ (--reset, --solutions LESSON)"),
    "make": (
        "make.notebooks",
        "execute lessons whose source, code or data changed (--check, --force)",
    ),
    "clock": (
        "make.clock",
        "say how long a built path takes, and what its first cell should say",
    ),
    "teaching": ("instructor.pages", "write what instructors read, and the README's table"),
    "slides": ("publish.slides", "build a deck of each lesson into build/slides"),
    "pages": ("publish.pages", "build a page to read of each lesson into build/pages"),
    "check": ("make.check", "run notebooks again and compare every output (nbval)"),
    "report": ("report.command", "say what a class has understood: report FOLDER --out DIR"),
    "lesson": ("make.new_lesson", "write the skeleton of a lesson that runs: lesson 18_title"),
    "rooms": ("make.rooms", "print the table of packages: modules, code lines"),
    "record": ("records", "run an experiment and keep it: record NAME; without a name, list them"),
    "bundle": ("setup.bundle", "write the zip file that students upload to Colab or Kaggle"),
    "edition": ("publish.edition", "write the workbook without solutions: edition FOLDER"),
    "wheelhouse": ("setup.wheelhouse", "fill a folder from which set-up works without a network"),
    "lock": ("setup.lock", "write locks/ anew: the hash of each package at constraints.txt"),
    "colab": ("setup.colab", "run all lessons in the environment of Colab, made here"),
}


def overview() -> str:
    """Return the list of commands."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {about}" for name, (_, about) in COMMANDS.items()]
    rest = "python -m workbook COMMAND --help says more; python -m benchmarks measures speed."
    return "\n".join(["usage: python -m workbook COMMAND ...", "", *lines, "", rest])


def main() -> int | None:
    """Run the command named first with the arguments that follow; return its exit status."""
    name = sys.argv[1] if len(sys.argv) > 1 else "--help"
    if name in ("-h", "--help"):
        print(overview())
        return None
    if name not in COMMANDS:
        sys.exit(f"no command {name!r}\n{overview()}")
    sys.argv[:2] = [f"python -m workbook {name}"]
    return import_module(f"workbook.{COMMANDS[name][0]}").main()


if __name__ == "__main__":
    sys.exit(main())
