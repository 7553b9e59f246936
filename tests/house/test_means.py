"""Means of floats: ``sum`` adds in another way since Python 3.12, ``fmean`` always the same."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def called(node: ast.expr) -> str:
    """Return the name of what a node calls, ``sum`` of ``-sum(x)`` too, or an empty text."""
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    return getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""


def means_by_sum(source: str) -> list[str]:
    """Return each ``sum(...) / len(...)`` of a source, other than of comparisons, which count."""
    quotients = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
    ]
    return [
        ast.unparse(node)
        for node in quotients
        if (called(node.left), called(node.right)) == ("sum", "len")
        and not any(isinstance(part, ast.Compare) for part in ast.walk(node.left))
    ]


def test_lessons_take_means_by_fmean():
    paths = ROOT.glob("lessons/l[0-9][0-9]_*/*.py")
    found = [f"{path}: {one}" for path in paths for one in means_by_sum(path.read_text("utf-8"))]
    assert found == [], "statistics.fmean gives the same on every Python"


def test_a_mean_by_sum_is_found():
    assert means_by_sum("x = sum(found) / len(found)") == ["sum(found) / len(found)"]
    assert means_by_sum("x = exp(-sum(log(p) for p in some) / len(some))") != []
    assert means_by_sum("x = sum(one > 2 for one in some) / len(some)") == []
    assert means_by_sum("x = sum(lengths) - len(lengths)") == []
