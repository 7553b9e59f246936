"""The way out of an exercise: the reference's own code, and why it is so."""

import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

from workbook.exercises.definition import Exercise
from workbook.exercises.progress import note_look

MARK = (
    Path(__file__).resolve().parents[2] / "lessons" / "CLASS_EDITION"
)  # of an edition for a class


def show_solution(given: Exercise | ModuleType, definition: Exercise) -> None:
    """Print the reference with what it calls of its own module; the progress says that you looked.

    In the edition for a class it says who has the solutions.

    Args:
        given: What the decorator was given.
        definition: The exercise.
    """
    if MARK.exists():
        print("This copy was made for a class, without solutions: ask your instructor.")
        return
    note_look(given)
    print("\n\n".join(filter(None, [*sources(definition.reference), definition.why])))


def sources(function: Any) -> list[str]:
    """Return the code of a function, after that of the functions and classes it uses nearby."""
    near = vars(inspect.getmodule(function))
    found: dict[str, str] = {}

    def add(thing: Any) -> None:
        if thing.__name__ in found:
            return
        found[thing.__name__] = ""  # it is being looked at: it may call itself
        text = inspect.getsource(thing)
        for name, other in near.items():
            local = inspect.isfunction(other) or inspect.isclass(other)
            if local and other.__module__ == function.__module__ and name in _names(thing):
                add(other)
        del found[thing.__name__]
        found[thing.__name__] = text.rstrip()

    add(function)
    return list(found.values())


def _names(thing: Any) -> set[str]:
    """Return the global names that the code of a function or of a class's methods mentions."""
    parts = [thing] if inspect.isfunction(thing) else vars(thing).values()
    codes = [part.__code__ for part in map(inspect.unwrap, filter(inspect.isfunction, parts))]
    names: set[str] = set()
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        codes += [constant for constant in code.co_consts if inspect.iscode(constant)]
    return names
