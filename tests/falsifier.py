"""A search for values of a claim's names under which it does not hold.

A claim is an expression over names of its lesson. Each name is given a value that its use allows
(what is called is a function, what is indexed by a word is a dict, ...), with numbers about those
of the expression, and all are drawn again until the expression is false. Each condition that is
joined by *and* has to fail by itself: a claim is not allowed to carry one that cannot.

The search says whether an expression can fail at all. That it holds for the lesson's own values is
shown by the lesson, which stops where it does not.
"""

import ast
import builtins
import math
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import torch

from workbook.claims import ClaimError, check

TRIES = 10_000
DEPTH = 2  # of values in values
KNOWN = {"torch": torch, "np": np, "math": math}
SHAPES = ((), (3,), (8,), (16,), (2, 3), (8, 16), (2, 8, 16))


def conditions(expression: ast.expr) -> Iterator[ast.expr]:
    """Return what an expression joins by *and* or by a chain of comparisons, without constants."""
    if isinstance(expression, ast.BoolOp) and isinstance(expression.op, ast.And):
        for value in expression.values:
            yield from conditions(value)
    elif isinstance(expression, ast.Compare):
        sides = [expression.left, *expression.comparators]
        for left, operator, right in zip(sides, expression.ops, sides[1:], strict=False):
            if free_names(left) or free_names(right):
                yield ast.Compare(left, [operator], [right])
    else:
        yield expression


def free_names(expression: ast.expr) -> list[str]:
    """Return the names that an expression reads and that neither it nor Python binds."""
    names = [node for node in ast.walk(expression) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    read = dict.fromkeys(node.id for node in names if isinstance(node.ctx, ast.Load))
    return [name for name in read if name not in bound | KNOWN.keys() | vars(builtins).keys()]


class Anything:
    """An object whose attributes, items and results are drawn when they are first asked for."""

    def __init__(self, draw: Callable[[], Any]) -> None:
        self._draw, self._memory = draw, dict[str, Any]()

    def _drawn(self, key: str) -> Any:
        return self._memory.setdefault(key, self._draw())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._drawn(name)

    def __getitem__(self, key: Any) -> Any:
        return self._drawn(f"[{key}]")

    def __iter__(self) -> Iterator[Any]:
        return iter([self[place] for place in range(3)])

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._drawn("()")


class Draws:
    """Draws values for the names of an expression."""

    def __init__(self, expression: ast.expr, seed: int) -> None:
        self.random = Random(seed)
        nodes = list(ast.walk(expression))
        constants = [node.value for node in nodes if isinstance(node, ast.Constant)]
        self.texts = [one for one in constants if isinstance(one, str)] or ["a", "b"]
        self.numbers = [float(one) for one in constants if isinstance(one, int | float)] + [0.0, 1]
        self.kinds = {name: self.kinds_of(name, nodes) for name in free_names(expression)}

    def kinds_of(self, name: str, nodes: list[ast.AST]) -> list[Callable[[int], Any]]:
        """Return the kinds of values that a name may have by what is done with it."""
        every = [self.number, self.tensor, self.array, self.list, self.dict, self.text]
        kinds: list[Callable[[int], Any]] = [*every, self.anything]
        for node in nodes:
            match node:
                case ast.Call(func=ast.Name(id=used)) if used == name:
                    kinds = [self.anything]
                case ast.Subscript(value=ast.Name(id=used), slice=ast.Constant(value=str())):
                    kinds = [self.dict] if used == name else kinds
                case ast.Subscript(value=ast.Name(id=used)) if used == name:
                    kinds = [self.tensor, self.array, self.list, self.anything]
                case ast.Attribute(value=ast.Name(id=used), attr=attribute) if used == name:
                    kinds = [self.tensor, self.array, self.list, self.dict, self.anything]
                    if not hasattr(torch.Tensor, attribute) and attribute not in dir(dict):
                        kinds = [self.anything]
        return kinds

    def values(self) -> dict[str, Any]:
        """Return a value for each name."""
        return {name: self.random.choice(kinds)(DEPTH) for name, kinds in self.kinds.items()}

    def value(self, depth: int) -> Any:
        """Return a value of any kind, in which so many others may be nested."""
        kinds = [self.number, self.number, self.tensor, self.flag, self.text]
        nested = [self.array, self.list, self.dict, self.anything]
        return self.random.choice(kinds + nested * (depth > 0))(depth)

    def number(self, depth: int = 0) -> float | int:
        """Return a number about one of the expression, a whole one every other time."""
        number = self.random.choice(self.numbers) * self.random.uniform(-2, 2)
        number += self.random.choice([0, self.random.gauss(0, 1)])
        return self.random.choice([number, round(number)])

    def flag(self, depth: int = 0) -> bool:
        """Return true or false."""
        return self.random.choice([True, False])

    def text(self, depth: int = 0) -> str:
        """Return a text of the expression, or another."""
        return self.random.choice([*self.texts, "c"])

    def tensor(self, depth: int = 0) -> torch.Tensor:
        """Return numbers, whole numbers, or truth values along up to three axes."""
        generator = torch.Generator().manual_seed(self.random.randrange(2**31))
        shape, size = self.random.choice(SHAPES), abs(self.number())
        numbers = torch.randn(shape, generator=generator) * size
        return self.random.choice([numbers, numbers, numbers.double(), numbers.long(), numbers > 0])

    def array(self, depth: int = 0) -> np.ndarray:
        """Return such a tensor as an array."""
        return self.tensor().numpy()

    def list(self, depth: int) -> list[Any]:
        """Return some values of one kind, or pairs of them."""
        make = self.alike(depth)
        if self.random.random() < 0.2:
            return [(make(), make()) for _ in range(3)]
        return [make() for _ in range(self.random.choice([2, 3, 4, 12]))]

    def dict(self, depth: int) -> dict[Any, Any]:
        """Return values of one kind for the expression's texts."""
        make = self.alike(depth)
        return {key: make() for key in self.texts}

    def anything(self, depth: int) -> Anything:
        """Return an object that is drawn while it is used."""
        return Anything(lambda: self.random.choice([self.value, self.value, self.anything])(depth))

    def alike(self, depth: int) -> Callable[[], Any]:
        """Return a function that draws values of one kind."""
        kinds = [self.number, self.number, self.tensor, self.array, self.flag, self.text]
        nested = [self.list, self.dict, self.dict, self.anything, self.anything]
        kind = self.random.choice(kinds + nested * (depth > 0))
        return lambda: kind(depth - 1)


def counterexample(expression: str, seed: int = 0) -> list[dict[str, Any]] | None:
    """Return, for each condition of an expression, names' values under which it is false.

    Returns:
        None if for one of them ``TRIES`` draws did not find such values.
    """
    found = []
    for condition in conditions(ast.parse(expression, mode="eval").body):
        values = _falsified(condition, seed)
        if values is None:
            return None
        found.append(values)
    return found or None


def _falsified(condition: ast.expr, seed: int) -> dict[str, Any] | None:
    draws, code = Draws(condition, seed), compile(ast.unparse(condition), "<claim>", "eval")
    for _ in range(TRIES):
        values = draws.values()
        try:
            check("", eval(code, {**KNOWN, **values}))
        except ClaimError:
            return values
        except Exception:  # values of a kind that the expression cannot take
            continue
    return None
