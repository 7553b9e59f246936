"""What tokens do together: halves of a value, orders drawn at random, company."""

from dataclasses import replace

import numpy as np
import pytest

from bertlab.inspection.shapley import shapley_values
from bertlab.inspection.text_game import TextGame
from lessons.l12_explanations import pairs
from tests.bertlab.inspection.test_explain import MADE_UP


class Toy(TextGame):
    """A game of three tokens, in which two act together."""

    def __init__(self):
        self.tokens = ("a", "b", "c")

    def __call__(self, present):
        a, b, c = present.T.double()
        return 1 + 2 * a - b + 6 * a * b + 3 * b * c


def test_a_value_has_two_halves():
    found = pairs.beside(Toy(), "a", "b")
    assert found == pytest.approx((8, 2))
    assert np.mean(found) == pytest.approx(shapley_values(Toy(), 3)[0].item())
    assert pairs.beside(Toy(), "a", "c") == pytest.approx((2 + 6 * 2 / 3, 2 + 6 / 3))


def test_two_tokens_may_be_one_player():
    assert pairs.as_one(Toy(), [0, 1]) == pytest.approx((7 + 10) / 2)
    assert pairs.as_one(Toy(), [2]) == pytest.approx(shapley_values(Toy(), 3)[2].item())


def test_orders_drawn_at_random_come_near():
    exact = shapley_values(Toy(), 3)[0].item()
    mean, error = pairs.drawn_orders(Toy(), "a", 400)
    assert 0.05 < error < 0.2
    assert abs(mean - exact) < 3 * error
    assert pairs.drawn_orders(Toy(), "a", 400, seed=1) != (mean, error)


def test_values_by_company():
    one = replace(MADE_UP, tokens=("dull", "fine", "dull"), values=np.array([1.0, 2.0, 3.0]))
    two = replace(MADE_UP, tokens=("fine", "fine", "weak"), values=np.array([4.0, 5.0, 6.0]))
    bad = ("dull", "weak")
    assert pairs.in_company([one, two], "dull", bad) == [[], [1.0, 3.0], []]
    assert pairs.in_company([one, two], "fine", bad) == [[], [4.0, 5.0], [2.0]]


def test_lists_fit_a_phone_and_keep_a_name_with_its_number():
    lines = pairs.listed(["not", "very", "good"] * 4, [-0.001, 0.5, -2.5] * 4).splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= 40
    items = [part.split() for line in lines for part in line.split("   ")]
    assert items == [["not", "+0.00"], ["very", "+0.50"], ["good", "-2.50"]] * 4
