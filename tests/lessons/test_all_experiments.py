"""Every experiment still runs, and gives what its record has."""

import json

import pytest
import torch

from tests.recomputed import assert_fields
from workbook.records import names, recorded, run_slice


@pytest.mark.nightly
@pytest.mark.parametrize("name", names())
def test_a_slice_has_the_fields_of_the_record(name):
    threads = torch.get_num_threads()
    as_kept = json.loads(json.dumps(run_slice(name)))  # a tuple becomes a list, as in a record
    assert_fields(as_kept, recorded(name)["results"])
    assert torch.get_num_threads() == threads


@pytest.mark.parametrize(
    "whole", [{"a": [1]}, {"a": [{"b": "x"}]}, {}, {"a": [{"b": 1}, {"c": 1}]}]
)
def test_fields_that_differ_are_seen(whole):
    with pytest.raises(AssertionError):
        assert_fields({"a": [{"b": 1}]}, whole)


def test_steps_are_no_fields():
    assert_fields({"2": {"b": 1}}, {"500": {"b": 3}, "1000": {"b": 4}})
    for whole in ({"500": {"c": 1}}, {"500": {"b": 1}, "1000": {"c": 1}}, {"c": {"b": 1}}):
        with pytest.raises(AssertionError):
            assert_fields({"2": {"b": 1}}, whole)
