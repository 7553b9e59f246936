"""The mutants themselves: what is changed, one thing at a time, and nothing else."""

import ast

import pytest

from tests.mutants.mutate import mutants

WINDOWS = '''
"""A module."""

STEP = 2


def pieces(ids: list[int], size: int) -> list[list[int]]:
    """Cut a text into pieces."""
    found = []
    for start in range(0, len(ids), size):
        if start < 100:
            found.append(ids[start : start + size])
    return found
'''


def described(source, entry="f"):
    return [mutant.description for mutant in mutants(source, entry)]


def body(expression, parameters="x, y"):
    return f"def f({parameters}):\n    return {expression}\n"


def test_every_mutant_is_another_program_with_its_own_description():
    found = mutants(WINDOWS, "pieces")
    texts = {ast.unparse(mutant.tree()) for mutant in found}
    assert len(texts) == len({mutant.description for mutant in found}) == len(found) > 20
    assert ast.unparse(ast.parse(WINDOWS)) not in texts
    for mutant in found:
        compile(mutant.tree(), "mutant", "exec")


@pytest.mark.parametrize(
    "change",
    [
        "STEP: 2 -> 3",
        "pieces: found = [] -> pass",
        "pieces: start < 100 -> start <= 100",
        "pieces: if start < 100: -> if True:",
        "pieces: start:start + size -> start:start + size + 1",
        "pieces: range(0, len(ids), size) -> range(0, len(ids) - 1, size)",
        "pieces: every input -> assert len(ids) != 0",
        "pieces: for start in range(0, len(ids), size): -> "
        "for start in list(range(0, len(ids), size))[1:]:",
    ],
)
def test_loops_bounds_conditions_and_small_inputs_are_changed(change):
    assert change in described(WINDOWS, "pieces")


@pytest.mark.parametrize(
    ("expression", "changed"),
    [
        ("x - y", ["x + y", "x", "y", "y - x"]),
        ("x and y", ["x or y", "x", "y"]),
        ("x if y else None", ["x", "None"]),
        ("x is None", ["x is not None"]),
        ("x[-1]", ["x[1]", "x[-2]", "x[-0]"]),
        ("x[1:]", ["x[:]", "x[2:]", "x[0:]"]),
        ("x.sum(dim=1)", ["x.mean(dim=1)", "x.sum()", "x", "x.sum(dim=2)", "x.sum(dim=0)"]),
        ("sorted(x, key=y)", ["sorted(list(x)[::-1], key=y)", "sorted(x)", "x"]),
        ("[x, y]", ["[y, x]", "[x]", "[y]"]),
        ("x > 0.5", ["x >= 0.5", "x <= 0.5", "x > 1.5", "x > 0.55"]),
        ("f(y, x)", ["f(x, y)", "f(y)", "y"]),
        ('f(x, reduction="sum")', ["f(x, reduction='mean')", "f(x)", "x"]),
    ],
)
def test_expressions_are_changed(expression, changed):
    source = body(expression, "x: int, y: str")  # two types, so no name stands for the other
    texts = {ast.unparse(m.tree()).split("return ")[1] for m in mutants(source, "f")}
    assert texts == set(changed)


def test_parameters_of_one_type_are_exchanged():
    assert "f: x -> y" in described(body("x * 2", "x: int, y: int"))


def test_axes_of_texts_and_tokens_are_squeezed():
    found = described(body("x", "x: Float[Tensor, 'B T D']"))
    assert found == ["f: every input -> x = x.squeeze(0)", "f: every input -> x = x.squeeze(1)"]


@pytest.mark.parametrize("text", ["f(*x, strict=True)", "'x'.join"])
def test_what_says_nothing_about_the_answer_stays(text):
    assert not [line for line in described(body(text)) if "strict=False" in line]


def test_docstrings_and_annotations_stay():
    found = described(
        'def f(x: "list[3]", y: int = 7) -> "4":\n    """Return 5."""\n    return x\n'
    )
    assert found == ["f: 7 -> 8", "f: 7 -> 6"]


def test_methods_are_changed_but_not_how_a_class_is_made():
    source = "class A:\n    def __init__(self, x): self.x = x + 1\n"
    source += "    def forward(self): return 2 * self.x"
    assert set(described(source)) == {d for d in described(source) if d.startswith("forward: ")}
    assert any("2" in description for description in described(source))
