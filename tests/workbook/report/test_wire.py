"""Values leave the jail as they are, and nothing else does."""

import base64
import io
import json
import math
import pickle

import numpy as np
import pytest
import torch

from workbook.exercises.compare import compared
from workbook.report.jailed.wire import MOST_ITEMS, Opaque, Room, pack, unpack

VALUES = [
    *(None, True, 0, -7, 2**80, 1.5, float("inf"), "word", "", b"\x00\xff"),
    *([1, [2.0, "a"]], (1, (2,)), {1, 2}, frozenset({"a"}), {"a": [1], 2: (3,)}, [], (), {}),
    *(
        np.arange(6).reshape(2, 3),
        np.float32(0.5),
        np.array(3.0),
        np.zeros((0, 4)),
        np.array(["a"]),
    ),
    *(torch.rand(2, 3), torch.tensor(2.5), torch.zeros(0, 3), torch.tensor([True, False])),
    *(torch.rand(3, dtype=torch.float64), torch.rand(2).half(), torch.rand(2).bfloat16()),
    *(torch.arange(6).reshape(2, 3).T, torch.tensor([1 + 2j]).conj(), torch.eye(2).to_sparse()),
]


def through(value):
    return unpack(json.loads(json.dumps(pack(value, Room()))))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_what_can_be_sent_arrives(value):
    arrived = through(value)
    assert compared(arrived, value, 0.0) is None
    assert compared(value, arrived, 0.0) is None
    assert type(arrived) is type(value)


def test_nan_arrives():
    assert math.isnan(through(float("nan")))
    assert through(torch.tensor([math.nan, -math.inf])).isnan().tolist() == [True, False]


def test_a_named_tuple_arrives_as_a_tuple():
    result = torch.rand(2, 3).max(dim=1)
    arrived = through(result)
    assert type(arrived) is tuple and torch.equal(arrived[0], result[0])


class Yes:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class PosesAsTensor:
    __class__ = torch.Tensor
    shape, dtype = (2, 3), torch.float32


@pytest.mark.parametrize(
    "value",
    [Yes(), PosesAsTensor(), lambda: 3, iter([1]), torch.nn.ReLU()],
    ids=lambda value: type(value).__name__,
)
def test_what_cannot_be_sent_equals_nothing(value):
    arrived = through(value)
    assert isinstance(arrived, Opaque)
    for right in (1.0, "word", torch.rand(2, 3), [1], {"a": 1}):
        assert compared(arrived, right, 1e9) is not None


def test_an_array_of_objects_is_not_sent():
    assert isinstance(through(np.array([Yes()], dtype=object)), Opaque)


def test_too_much_is_not_sent():
    assert isinstance(through(torch.zeros(4 * 2**20)), Opaque)
    assert isinstance(through(list(range(2 * MOST_ITEMS)))[-1], Opaque)
    deep = []
    for _ in range(100):
        deep = [deep]
    assert isinstance(innermost(through(deep)), Opaque)
    room = Room(size=2000)
    assert [pack(torch.zeros(100), room)[0] for _ in range(3)] == ["tensor", "tensor", "other"]


def innermost(value):
    while isinstance(value, list) and value:
        value = value[0]
    return value


def pickled():
    file = io.BytesIO()
    np.lib.format.write_array(file, np.array([Yes()], dtype=object), allow_pickle=True)
    return base64.b64encode(file.getvalue()).decode()


@pytest.mark.parametrize(
    "tree",
    [
        *(None, 3, "plain", [], ["plain"], {}, ["unheard", 1], ["plain", "text"], ["plain", [1]]),
        *(["int", "1; import os"], ["int", "0x" + "f" * 9999], ["str", 3], ["bytes", "@"]),
        *(["tensor", "float32", pickled()], ["array", pickled()], ["array", "AAAA"]),
        *(["tensor", "load", "AAAA"], ["tensor", "__builtins__", "AAAA"], ["tensor", "float32", 3]),
        *(["array", base64.b64encode(pickle.dumps(1)).decode()], ["list", 3], ["dict", [[1, 2]]]),
        *(["dict", [[["list", []], ["plain", 1.0]]]], ["set", [["list", []]]]),
    ],
    ids=str,
)
def test_what_was_not_packed_here_is_refused(tree):
    with pytest.raises(ValueError):
        unpack(tree)


def test_nothing_nested_without_end_is_read():
    tree = ["plain", 1.0]
    for _ in range(60):
        tree = ["list", [tree]]
    with pytest.raises(ValueError, match="packed value"):
        unpack(tree)


def test_a_name_of_a_class_cannot_carry_anything():
    name = type(unpack(["other", "<script>alert(1)</script>"])).__name__
    assert name == "scriptalert1script"
