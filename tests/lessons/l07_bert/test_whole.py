"""The check of a student's ``forward``: right ones are accepted, and slips are named."""

import ast
import re
from pathlib import Path

import pytest
import torch
from torch.nn.functional import linear

from lessons.l07_bert import layers, whole
from lessons.l07_bert.exercises.input_embeddings.reference import input_embeddings
from lessons.l07_bert.exercises.pooler.reference import pooler


def in_another_style(self, input_ids, token_type_ids, attention_mask):
    tables = {name: table for name, table in self.embeddings.named_parameters()}
    self.states = [input_embeddings(input_ids, token_type_ids, tables)]
    for i in range(len(self.layers)):
        mask = attention_mask.bool().unsqueeze(1).unsqueeze(1)
        self.states += [self.layers[i](self.states[i], mask)]
    first = self.states[-1][:, 0]
    return self.states[-1], linear(first, self.pooler.weight, self.pooler.bias).tanh()


def varied(
    result=lambda self, hidden: (hidden, pool(self, hidden)), keep=lambda self, states: None
):
    def forward(self, input_ids, token_type_ids, attention_mask):
        hidden, _ = in_another_style(self, input_ids, token_type_ids, attention_mask)
        keep(self, self.states)
        return result(self, hidden)

    return forward


def pool(self, hidden):
    return pooler(hidden, self.pooler.weight, self.pooler.bias)


def test_right_ones_are_accepted(capsys):
    for function in (whole.forward, in_another_style, varied()):
        assert whole.assembles(function) is function
        assert "forward: correct on 2 batches." in capsys.readouterr().out


def test_an_open_one_is_filled_in(capsys):
    def forward(self, input_ids, token_type_ids, attention_mask): ...

    assert whole.assembles(forward) is whole.forward
    assert (
        capsys.readouterr().out == "forward: not filled in yet; the workbook's version stands in.\n"
    )


@pytest.mark.parametrize("slip", whole.MISTAKES, ids=lambda slip: slip.says.split(".")[0])
def test_each_slip_is_named(slip, capsys):
    assert whole.assembles(slip.wrong) is whole.forward
    stands_in = "Until then the workbook's version stands in."
    assert capsys.readouterr().out == f"forward: not yet. {slip.says}\n{stands_in}\n"


def without_states(self, input_ids, token_type_ids, attention_mask):
    hidden, pooled = in_another_style(self, input_ids, token_type_ids, attention_mask)
    del self.states
    return hidden, pooled


def stops(self, input_ids, token_type_ids, attention_mask):
    raise ValueError("no such table\nat all")


def twice(self, input_ids, token_type_ids, attention_mask):
    hidden, pooled = in_another_style(self, input_ids, token_type_ids, attention_mask)
    return 2 * hidden, pooled


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (varied(lambda self, hidden: hidden), "Return two things"),
        (varied(lambda self, hidden: (pool(self, hidden), hidden)), "token vectors first"),
        (varied(lambda self, hidden: (hidden, hidden[:, 0])), "those of the texts are not"),
        (varied(lambda self, hidden: (hidden, None)), "those of the texts are not"),
        (varied(keep=lambda self, states: states.pop()), "self.states is not"),
        (varied(keep=lambda self, states: states.reverse()), "self.states is not"),
        (without_states, "self.states is not"),
        (twice, "The token vectors are not those of ours"),
    ],
)
def test_other_slips_are_described(function, says):
    assert says in whole.mistake(function)


def test_one_that_stops_does_not_stop_the_lesson(capsys):
    assert whole.assembles(stops) is whole.forward
    assert "It stops with ValueError: no such table." in capsys.readouterr().out


def test_the_global_seed_stays():
    torch.manual_seed(5)
    expected = torch.rand(1)
    torch.manual_seed(5)
    whole.Tiny()
    assert torch.equal(torch.rand(1), expected)


def statements(source):
    """Return a class's statements as text, without docstrings and annotations."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            for argument in node.args.args:
                argument.annotation = None
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body = node.body[1:]
    (found,) = (n for n in tree.body if getattr(n, "name", "") == "EncoderLayer")
    return ast.unparse(found)


def test_the_layer_on_the_page_is_the_one_that_runs():
    page = Path(layers.__file__).with_name("lesson.py").read_text(encoding="utf-8")
    block = r"^# ```python\n(# class EncoderLayer.+?)^# ```$"
    shown = re.search(block, page, re.MULTILINE | re.DOTALL)[1]
    code = re.sub(r"^# ?", "", shown, flags=re.MULTILINE)
    assert statements(code) == statements(Path(layers.__file__).read_text(encoding="utf-8"))
