"""Mutants of a source: the same text with one thing changed, as a slip would change it.

``mutants("def last(x):\n    return x[-1]", "last")`` yields, among others, the mutant described by
``last: -1 -> 1``. The libraries for this (mutmut, cosmic-ray) change files and start pytest for
each mutant, which takes seconds. A mutant here is a tree in memory; its check takes milliseconds.

What is changed: operators, comparisons and their bounds, constants, axes, the order of arguments
and elements, bounds of slices and ranges, the order of equals in a sort. What is left out:
statements, conditions, calls, keywords, operands, elements, the first or the last turn of a loop.
What breaks down: collections with no element or one, and tensors with one text or one token.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.mutants.alternatives import alternatives, is_constant

_UNTOUCHED = {"annotation", "returns", "decorator_list", "bases", "type_params"}


class Mutant(NamedTuple):
    """A changed source.

    Attributes:
        description: What is changed, and in which function: ``follows: a < b -> a <= b``.
        source: The module as it was.
        label: The function, or the constant.
        place: Of the node that is changed, in the order of ``_nodes``.
        number: Which of its alternatives stands there.
    """

    description: str
    source: str
    label: str
    place: int
    number: int

    def tree(self) -> ast.Module:
        """Build the changed module."""
        tree = ast.parse(self.source)
        node = list(_nodes(tree))[self.place][1]
        replacement = list(alternatives(node, _twins(tree, self.label)))[self.number]
        changed: ast.Module = _Replace(node, replacement).visit(tree)
        return ast.fix_missing_locations(changed)


def mutants(source: str, entry: str) -> list[Mutant]:
    """Make all mutants of a module's functions and constants; no two have one description.

    Args:
        source: The module.
        entry: Its function that is called from outside, and meets small inputs.
    """
    tree = ast.parse(source)
    twins: dict[str, dict[str, str]] = {}
    found: list[Mutant] = []
    seen: Counter[str] = Counter()
    for place, (label, node) in enumerate(_nodes(tree)):
        twins.setdefault(label, _twins(tree, label))
        for number, change in _changes(node, entry, twins[label]):
            description = f"{label}: {change}"
            seen[description] += 1
            again = f" ({seen[description]})" if seen[description] > 1 else ""
            found.append(Mutant(description + again, source, label, place, number))
    return found


def _changes(node: ast.AST, entry: str, twins: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the number of each alternative of a node, and how it is written: ``a -> b``."""
    is_function = isinstance(node, ast.FunctionDef)
    if is_function and node.name != entry:
        return
    for number, new in enumerate(alternatives(node, twins)):
        before, after = "every input" if is_function else _written(node), _written(new)
        if before != after:
            yield number, f"{before} -> {after}"


def _written(node: ast.AST) -> str:
    """Write a node on one line; of a function its first one."""
    first = node.body[0] if isinstance(node, ast.FunctionDef) else node
    return ast.unparse(first).strip().split("\n")[0]


class _Replace(ast.NodeTransformer):
    """Put one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)


def _nodes(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield the nodes of functions and of constants, each with the name of what it is in."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            for function in _written_by_students(statement):
                for node in _below(function):
                    yield function.name, node
        elif isinstance(statement, ast.Assign) and is_constant(statement.value):
            for node in _below(statement.value):
                yield ast.unparse(statement.targets[0]), node


def _written_by_students(statement: ast.FunctionDef | ast.ClassDef) -> list[ast.FunctionDef]:
    """Return a function, or the methods of a class; an exercise gives how the class is made."""
    if isinstance(statement, ast.FunctionDef):
        return [statement]
    methods = [node for node in statement.body if isinstance(node, ast.FunctionDef)]
    return [method for method in methods if method.name != "__init__"]


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it, without annotations, docstrings and ``strict=``."""
    yield node
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            is_strict = isinstance(child, ast.keyword) and child.arg == "strict"
            if isinstance(child, ast.AST) and not (field in _UNTOUCHED or is_text or is_strict):
                yield from _below(child)


def _twins(tree: ast.Module, label: str) -> dict[str, str]:
    """Give each parameter of a function the next one of the same annotation."""
    twins: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == label:
            groups: dict[str, list[str]] = {}
            for argument in (*node.args.args, *node.args.kwonlyargs):
                kind = ast.unparse(argument.annotation) if argument.annotation else ""
                groups.setdefault(kind, []).append(argument.arg)
            for names in groups.values():
                twins |= zip(names, names[1:] + names[:1], strict=True)
    return twins
