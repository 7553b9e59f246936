"""Claims hold or stop the lesson; figures carry words."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch

from bertlab.pictures import png
from workbook.claims import Claim, ClaimError, begin_lesson, check, claim, mean_sd
from workbook.figures import show


@pytest.mark.parametrize("value", [True, np.bool_(True), torch.tensor(True), np.array(True)])
def test_a_claim_that_holds(value, capsys):
    claim("two is two", value)
    assert capsys.readouterr().out == "Claim holds: two is two\n"


@pytest.mark.parametrize("value", [False, np.bool_(False), torch.tensor(False)])
def test_a_claim_that_does_not_hold(value, capsys):
    with pytest.raises(ClaimError, match="does not hold: one is two"):
        claim("one is two", value)
    assert capsys.readouterr().out == ""


def test_a_claim_is_set_apart_and_its_text_is_no_markup():
    shown = Claim("a < b in `x`")._repr_html_()
    assert shown.startswith('<div class="bertlab-claim" ')
    assert "a &lt; b in <code>x</code>" in shown


def test_a_check_is_silent_until_it_fails(capsys):
    check("two is two", torch.tensor(True))
    assert capsys.readouterr().out == ""
    with pytest.raises(ClaimError, match="this check fails: one is two"):
        check("one is two", np.bool_(False))
    with pytest.raises(ValueError, match=r"a check needs one truth value, got shape \(2,\)"):
        check("unclear", torch.ones(2) > 0)


@pytest.mark.parametrize("value", [1, None, "yes", torch.ones(2) > 0, np.ones(1) > 0, 0.5])
def test_a_claim_needs_one_truth_value(value):
    with pytest.raises(ValueError, match="a claim needs"):
        claim("unclear", value)


def test_begin_lesson_makes_numbers_repeat():
    import random

    threads = torch.get_num_threads()
    draws = []
    for _ in range(2):
        begin_lesson(seed=3)
        draws.append((random.random(), np.random.rand(), torch.rand(1).item()))
    assert draws[0] == draws[1]
    assert torch.get_num_threads() == 2
    torch.set_num_threads(threads)


def test_a_figure_needs_words():
    figure = plt.figure()
    with pytest.raises(ValueError, match="text alternative"):
        show(figure, alt=" ")
    assert png(figure).startswith(b"\x89PNG")
    assert not plt.get_fignums()


def test_means_and_deviations_by_hand():
    assert mean_sd([1.0, 2.0, 3.0]) == "2.0 ± 1.0"
    assert mean_sd(np.array([0.25, 0.75]), 3) == "0.500 ± 0.354"
    with pytest.raises(ValueError, match="two values or more, got 1"):
        mean_sd([1.0])
