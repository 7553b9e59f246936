"""The recorded search for other weights: a slice runs, and one search comes out as recorded."""

import pytest
import torch

from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l11_attention_seen.experiments import changed_attention
from lessons.l11_attention_seen.experiments.changed_attention import CONFIGURATION
from workbook.records import recorded, run_slice


@pytest.fixture(scope="module")
def lines():
    return recorded("changed_attention")["results"]["gaps"]


@pytest.mark.nightly
def test_a_slice_has_the_fields_of_the_record(lines):
    (part,) = run_slice("changed_attention")["gaps"]
    assert part.keys() == lines[0].keys()
    assert part["seeds"][0].keys() == lines[0]["seeds"][0].keys()
    for name in ("text", "answer", "guess", "probability"):
        assert part[name] == lines[0][name]
    assert part["seeds"][0]["shuffled"] == lines[0]["seeds"][0]["shuffled"]
    assert len(lines) == CONFIGURATION["gaps"]
    assert all(len(line["seeds"]) == len(CONFIGURATION["seeds"]) for line in lines)


def test_found_is_what_the_bounds_say(lines):
    for seed in (seed for line in lines for seed in line["seeds"]):
        held = seed["moved"] >= CONFIGURATION["far"] and seed["gap"] <= CONFIGURATION["close"]
        assert seed["found"] == held
        assert 0 <= seed["moved"] <= 1


def test_a_search_comes_out_as_recorded(lines):
    """That of the shortest text, with the first seed."""
    sizes = [len(line["text"].split()) for line in lines]
    place = sizes.index(min(sizes))
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    model = from_change("minilm-words").double()
    gap = changed_attention.gaps(model, tokenizer, {**CONFIGURATION, "gaps": place + 1})[place]
    torch.set_num_threads(1)
    found = changed_attention.search(model, gap, 0, CONFIGURATION)
    assert found == pytest.approx(lines[place]["seeds"][0], abs=2e-3)
