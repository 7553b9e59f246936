"""An edit of a reference: old text -> new text, and the function that comes out."""

import inspect
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

Function = Callable[..., Any]


def build(source: str, name: str, edits: Sequence[str] = ()) -> Function:
    """Edit the source of a module, run it, and return one of its functions.

    Args:
        source: Of a module.
        name: Of the function.
        edits: ``[old, new, old, new, ...]``, made one after the other.

    Raises:
        ValueError: If an old text does not stand exactly once in the source, or if what comes out
            is no Python.
    """
    if len(edits) % 2:
        raise ValueError(f"an edit of {name} is [old, new, ...], got {len(edits)} texts")
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        if source.count(old) != 1:
            raise ValueError(f"expected {old!r} once in {name}, found it {source.count(old)} times")
        source = source.replace(old, new)
    try:
        code = compile(source, f"<{name}>", "exec")
    except SyntaxError as error:
        raise ValueError(f"the edit {list(edits)} of {name} is no Python: {error}") from error
    namespace: dict[str, Any] = {"__name__": f"<{name}>"}
    exec(code, namespace)
    function: Function = namespace[name]
    return function


@cache
def source_of(reference: Function) -> str:
    """Return the source of the module that defines a reference."""
    return inspect.getsource(sys.modules[reference.__module__])
