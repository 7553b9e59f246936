"""The leak that the ELMo lesson shows: a second layer over both directions sees its answer."""

import pytest
import torch

from lessons.l04_elmo.examples import (
    LETTERS,
    CrossedNetwork,
    dice_curve,
    dice_perplexity,
    lines_of_letters,
)

LENGTHS = torch.tensor([6])


def test_the_second_layer_sees_both_sides():
    torch.manual_seed(0)
    network = CrossedNetwork(9, 4)
    tokens = torch.randint(9, (1, 6))
    before = network(tokens, LENGTHS)
    assert before.shape == (1, 1, 6, 8)  # one layer, both directions of 4 units
    changed = tokens.clone()
    changed[0, 5] = (changed[0, 5] + 1) % 9
    moved = (network(changed, LENGTHS) - before).abs().amax(dim=-1)[0, 0]
    assert (moved > 0).all(), "each place notices the last word"
    forward_half = (network(changed, LENGTHS) - before)[0, 0, :, :4].abs().amax(dim=-1)
    assert forward_half[0] > 0, "even the forward half of the first place"


@pytest.mark.parametrize(("crossed", "low", "high"), [(False, 19.0, 25.0), (True, 1.0, 15.0)])
def test_only_a_network_that_leaks_foretells_dice(crossed, low, high):
    assert low < dice_perplexity(crossed, steps=60) < high


def test_dice_leave_the_callers_random_numbers_alone():
    state = torch.get_rng_state()
    assert dice_perplexity(False, steps=1) == dice_perplexity(False, steps=1)
    assert torch.equal(state, torch.get_rng_state())


def test_a_curve_ends_at_its_perplexity_and_depends_on_the_seed():
    curve = dice_curve(True, steps=3, seed=1)
    assert len(curve) == 4 and curve[-1] == dice_perplexity(True, steps=3, seed=1)
    assert curve != dice_curve(True, steps=3, seed=2)


def test_lines_hold_the_first_letters_of_long_sentences():
    words = ["ab", "<num>", "c"] * 10
    lines = lines_of_letters([words, ["too", "short"]])
    assert lines.shape == (1, 32) and lines[0, 0] == 0 and lines[0, -1] == 1
    assert "".join(LETTERS[index] for index in lines[0, 1:8]) == "ab c ab"
