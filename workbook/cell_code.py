"""The code of a cell as Python reads it: plain Python, or Python with IPython's magics.

A cell of anybody's notebook may hold ``%time``, ``!pip``, ``x = !ls`` or no Python at all. Plain
Python is taken as it is, since a line of it may begin with ``!=``; what is not is translated as
IPython itself does, but line for line, so that a statement keeps its line numbers.
"""

import ast
import re

from IPython.core.inputtransformer2 import TRANSFORM_LOOP_LIMIT, TransformerManager

LINE_END = re.compile(r"(?<=\n)|(?<=\r)(?!\n)")  # Python's own; str.splitlines() knows eight more
AROUND_PYTHON = re.compile(r"\s*%%(?:time|timeit|capture|prun)\b")  # other magics hold other code
NO_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)  # what the parser raises


def python_lines(source: str) -> list[str]:
    """Return the lines of Python code with their ends; the first is line 1 of its syntax tree."""
    return LINE_END.split(source)


def tree_of(source: str) -> ast.Module:
    """Return the syntax tree of a cell; a magic is a call of ``get_ipython()`` in its line.

    Raises:
        SyntaxError: If the cell is neither Python nor IPython's.
    """
    try:
        try:
            return ast.parse(source)
        except SyntaxError:
            return ast.parse("".join(_without_magics(source)))
    except NO_PYTHON as error:
        raise SyntaxError(str(error)) from error


def statements_of(source: str) -> list[ast.stmt]:
    """Return the statements of a cell; none if it is no code that Python or IPython can read."""
    try:
        return tree_of(source).body
    except SyntaxError:
        return []


def _without_magics(source: str) -> list[str]:
    """Return the lines of a cell in plain Python, as many as it has."""
    lines = [line if line[-1:] in ("\r", "\n") else f"{line}\n" for line in python_lines(source)]
    if source.lstrip().startswith("%%"):
        first = next(number for number, line in enumerate(lines) if line.strip())
        if not AROUND_PYTHON.match(source):
            return ["\n"] * len(lines)
        lines[first] = "\n"
    for _ in range(TRANSFORM_LOOP_LIMIT):
        changed, new = TransformerManager().do_one_token_transform(lines)
        if not changed:
            break
        pairs = enumerate(zip(lines, new, strict=False))
        at = next((number for number, (old, now) in pairs if old != now), len(new) - 1)
        gap = ["\n"] * (len(lines) - len(new))  # of a magic that went on over several lines
        lines = [*new[: at + 1], *gap, *new[at + 1 :]]
    return lines
