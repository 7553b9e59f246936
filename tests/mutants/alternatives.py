"""What may stand in the place of one node of a tree: one slip at a time."""

import ast
import copy
from collections.abc import Iterator
from typing import Any

_OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mod,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
_ONE_WAY = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
_COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_PAIRS = [
    ("min", "max"),
    ("any", "all"),
    ("sum", "mean"),
    ("sin", "cos"),
    ("log", "exp"),
    ("triu", "tril"),
    ("sigmoid", "tanh"),
    ("round", "int"),
    ("argmax", "argmin"),
    ("zeros", "ones"),
    ("zeros_like", "ones_like"),
    ("lower", "upper"),
    ("softmax", "sigmoid"),
    ("square", "abs"),
]
_COLLECTIONS = {"Ids", "Ids | None", "Sentences", "Words", "Batches", "Documents", "Worth"}
_SYMMETRIC = {"min", "max", "transpose"}  # exchanging their arguments changes nothing
_TWINS = {a: b for a, b in _PAIRS} | {b: a for a, b in _PAIRS}


def _with(node: ast.AST, **fields: Any) -> Any:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def alternatives(node: ast.AST, twins: dict[str, str]) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a node."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in twins:
        yield _with(node, id=twins[node.id])
    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr):
        yield ast.Pass()
    make = _MAKERS.get(type(node))
    if make:
        yield from make(node)


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield from (ast.Constant(value + 1), ast.Constant(value - 1))
    elif isinstance(value, float):
        yield from (ast.Constant(value + 1), ast.Constant(round(value * 1.1, 6)))
    elif isinstance(value, str):
        yield ast.Constant(_TWINS.get(value, value + "_"))


def is_constant(node: ast.AST) -> bool:
    """Recognize ``3`` and ``-3``."""
    return isinstance(getattr(node, "operand", node), ast.Constant)


def _binary(node: ast.BinOp) -> Iterator[ast.AST]:
    yield _with(node, op=_OPERATORS[type(node.op)]())
    yield from (node.left, node.right)
    if isinstance(node.op, _ONE_WAY):
        yield _with(node, left=node.right, right=node.left)


def _added(node: ast.AugAssign) -> Iterator[ast.AST]:
    yield _with(node, op=_OPERATORS[type(node.op)]())
    yield ast.Assign([node.target], node.value, lineno=node.lineno)


def _compared(node: ast.Compare) -> Iterator[ast.AST]:
    for operator in _COMPARISONS[type(node.ops[0])]:
        yield _with(node, ops=[operator(), *node.ops[1:]])


def _both(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield _with(node, op=_OPERATORS[type(node.op)]())
    yield from node.values


def _choice(node: ast.IfExp) -> Iterator[ast.AST]:
    yield from (node.body, node.orelse)


def _condition(node: ast.If) -> Iterator[ast.AST]:
    yield from (_with(node, test=ast.Constant(value)) for value in (True, False))


def _loop(node: ast.For | ast.comprehension) -> Iterator[ast.AST]:
    """Leave out the first turn or the last, or one of the conditions."""
    for bounds in ({"lower": ast.Constant(1)}, {"upper": ast.Constant(-1)}):
        turns = ast.Call(ast.Name("list", ast.Load()), [node.iter], [])
        yield _with(node, iter=ast.Subscript(turns, ast.Slice(**bounds), ast.Load()))
    for place in range(len(getattr(node, "ifs", []))):
        yield _with(node, ifs=[*node.ifs[:place], *node.ifs[place + 1 :]])


def _moved(node: ast.AST) -> Iterator[ast.AST]:
    """Yield one more and one less than a bound; constants are changed anyway."""
    if not is_constant(node):
        for operator in (ast.Add(), ast.Sub()):
            yield ast.BinOp(node, operator, ast.Constant(1))


def _cut(node: ast.Slice) -> Iterator[ast.AST]:
    for field in ("lower", "upper", "step"):
        bound = getattr(node, field)
        if bound:
            yield _with(node, **{field: None})
            yield from (_with(node, **{field: moved}) for moved in _moved(bound))


def _guarded(node: ast.FunctionDef) -> Iterator[ast.AST]:
    """Break down where a collection has no element or one; lose an axis B or T of size 1."""
    for argument in node.args.args:
        name, kind = argument.arg, ast.unparse(argument.annotation or ast.Name("Any"))
        guards: list[str] = []
        if kind.startswith(("Float[", "Int[", "Bool[")):
            axes = kind.split("'")[1].split()
            small = [axis for axis, letter in enumerate(axes) if letter in "BT" and len(axes) > 1]
            guards = [f"{name} = {name}.squeeze({axis})" for axis in small]
        elif kind in _COLLECTIONS or kind.startswith(("list[", "Sequence[", "Set[", "set[")):
            guards = [f"assert len({name}) != {size}" for size in (0, 1)]
        for guard in guards:
            yield _with(node, body=[*ast.parse(guard).body, *node.body])


def _elements(node: ast.Tuple | ast.List) -> Iterator[ast.AST]:
    """Exchange neighbors; leave an element of a list out (a tuple of another length is noticed)."""
    if isinstance(node.ctx, ast.Load):
        yield from (_with(node, elts=elements) for elements in _exchanged(node.elts))
        for place in range(len(node.elts) if isinstance(node, ast.List) else 0):
            yield _with(node, elts=[*node.elts[:place], *node.elts[place + 1 :]])


def _exchanged(items: list[Any]) -> Iterator[list[Any]]:
    for place in range(len(items) - 1):
        yield [*items[:place], items[place + 1], items[place], *items[place + 2 :]]


def _without(items: list[Any], place: int) -> list[Any]:
    return [*items[:place], *items[place + 1 :]]


def _attribute(node: ast.Attribute) -> Iterator[ast.AST]:
    if node.attr in _TWINS:
        yield _with(node, attr=_TWINS[node.attr])
    if node.attr == "T":
        yield node.value


def _call(node: ast.Call) -> Iterator[ast.AST]:
    name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
    if name not in _SYMMETRIC:
        yield from (_with(node, args=arguments) for arguments in _exchanged(node.args))
    if len(node.args) > 1:
        yield _with(node, args=node.args[:-1])
    for place, keyword in enumerate(node.keywords):
        if keyword.arg != "strict":
            yield _with(node, keywords=_without(node.keywords, place))
        if keyword.arg == "key":  # equals come in the opposite order
            turned = ast.parse(f"list({ast.unparse(node.args[0])})[::-1]", mode="eval").body
            yield _with(node, args=[turned, *node.args[1:]])
    if isinstance(node.func, ast.Name) and name in _TWINS:
        yield _with(node, func=ast.Name(_TWINS[name], ast.Load()))
    if isinstance(node.func, ast.Attribute):
        yield node.func.value
    if node.args and not isinstance(node.args[0], ast.Starred | ast.GeneratorExp):
        yield node.args[0]
    if name in ("range", "arange"):
        for place, argument in enumerate(node.args):
            for moved in _moved(argument):
                yield _with(node, args=[*node.args[:place], moved, *node.args[place + 1 :]])


_MAKERS: dict[type, Any] = {
    ast.Constant: _constant,
    ast.FunctionDef: _guarded,
    ast.BinOp: _binary,
    ast.AugAssign: _added,
    ast.Compare: _compared,
    ast.BoolOp: _both,
    ast.UnaryOp: lambda node: iter([node.operand]),
    ast.IfExp: _choice,
    ast.If: _condition,
    ast.While: lambda node: iter([_with(node, test=ast.Constant(False))]),
    ast.For: _loop,
    ast.comprehension: _loop,
    ast.Slice: _cut,
    ast.Tuple: _elements,
    ast.List: _elements,
    ast.Attribute: _attribute,
    ast.Call: _call,
}
