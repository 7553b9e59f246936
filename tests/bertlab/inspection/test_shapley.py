"""Shapley and Owen values: games worked by hand, all orders of the players, and the axioms."""

from itertools import permutations
from math import comb, factorial

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from bertlab.inspection import shapley

few = settings(max_examples=20)


def table_game(worth):
    """Look worths up: the group with players i, j, ... has number 2^i + 2^j + ..."""
    worth = torch.as_tensor(worth, dtype=torch.float64)

    def game(present):
        return worth[(present.long() << torch.arange(present.shape[1])).sum(dim=1)]

    return game


def gloves(present):
    """Player 0 has a left glove, players 1 and 2 have right ones; a pair is worth 1."""
    return (present[:, 0] & (present[:, 1] | present[:, 2])).double()


def mean_over_orders(game, orders):
    """The other definition: players come one by one, and each gets what it adds."""
    N = len(orders[0])
    values = torch.zeros(N, dtype=torch.float64)
    for order in orders:
        present = torch.zeros(N + 1, N, dtype=torch.bool)
        for step, player in enumerate(order):
            present[step + 1 :, player] = True
        values[list(order)] += game(present).diff()
    return values / len(orders)


def orders_of(tree):
    """All orders in which no branch is torn apart."""
    if isinstance(tree, int):
        return [(tree,)]
    pairs = [(a, b) for a in orders_of(tree[0]) for b in orders_of(tree[1])]
    return [order for a, b in pairs for order in (a + b, b + a)]


def games(N):
    numbers = st.lists(st.integers(-50, 50), min_size=2**N, max_size=2**N)
    return numbers.map(lambda worth: [float(x) for x in worth])


sized_games = st.integers(1, 4).flatmap(lambda N: st.tuples(st.just(N), games(N)))


def trees(players):
    """All ways to pair players up, without changing their order."""
    if len(players) == 1:
        return st.just(players[0])
    return st.integers(1, len(players) - 1).flatmap(
        lambda k: st.tuples(trees(players[:k]), trees(players[k:]))
    )


# --- weights and groups ---------------------------------------------------------------------------


def test_weights_of_three_players():
    assert [shapley.subset_weight(size, 3) for size in range(3)] == [1 / 3, 1 / 6, 1 / 3]


@few
@given(st.integers(1, 12))
def test_weights_are_shares_of_all_orders(N):
    for size in range(N):
        orders = factorial(size) * factorial(N - size - 1)
        assert shapley.subset_weight(size, N) == pytest.approx(orders / factorial(N), rel=1e-12)
    total = sum(comb(N - 1, size) * shapley.subset_weight(size, N) for size in range(N))
    assert total == pytest.approx(1)


@pytest.mark.parametrize("size", [-1, 3, 4])
def test_a_size_out_of_bounds(size):
    with pytest.raises(ValueError, match=rf"size must be in \[0, 3\), got {size}"):
        shapley.subset_weight(size, 3)


def test_groups_are_binary_numbers():
    rows = [[False, False], [True, False], [False, True], [True, True]]
    assert shapley.coalitions(2).tolist() == rows
    assert shapley.coalitions(0).shape == (1, 0)


def test_too_many_players():
    with pytest.raises(ValueError, match="got 17 players; owen_values"):
        shapley.shapley_values(gloves, 17)


# --- Shapley values -------------------------------------------------------------------------------


def test_gloves():
    values = shapley.shapley_values(gloves, 3)
    torch.testing.assert_close(values, torch.tensor([4 / 6, 1 / 6, 1 / 6], dtype=torch.float64))


def test_a_game_with_eight_different_worths():
    """Player 0: (10-0)/3 + (30-20)/6 + (34-5)/6 + (60-27)/3, the others likewise."""
    values = shapley.shapley_values(table_game([0, 10, 20, 30, 5, 34, 27, 60]), 3)
    expected = torch.tensor([125, 134, 101], dtype=torch.float64) / 6
    torch.testing.assert_close(values, expected)


def test_nobody_and_one():
    assert shapley.shapley_values(lambda present: torch.full((1,), 3.0), 0).shape == (0,)
    assert shapley.shapley_values(table_game([2.0, 7.0]), 1).tolist() == [5.0]


@few
@given(sized_games)
def test_mean_over_all_orders(game):
    N, worth = game
    expected = mean_over_orders(table_game(worth), list(permutations(range(N))))
    torch.testing.assert_close(shapley.shapley_values(table_game(worth), N), expected)


@few
@given(sized_games)
def test_efficiency(game):
    N, worth = game
    values = shapley.shapley_values(table_game(worth), N)
    assert values.sum().item() == pytest.approx(worth[-1] - worth[0], abs=1e-9)


@few
@given(games(3))
def test_a_dummy_gets_what_it_is_worth_alone(worth):
    """A fourth player adds 5 to each group."""
    values = shapley.shapley_values(table_game([*worth, *(x + 5 for x in worth)]), 4)
    assert values[3].item() == pytest.approx(5)
    torch.testing.assert_close(values[:3], shapley.shapley_values(table_game(worth), 3))


@few
@given(games(3))
def test_symmetric_players_get_the_same(worth):
    """Players 0 and 1 are alike once groups that differ in them only are worth the same."""
    worth[2], worth[6] = worth[1], worth[5]
    values = shapley.shapley_values(table_game(worth), 3)
    assert values[0].item() == pytest.approx(values[1].item(), abs=1e-9)


@few
@given(games(3), games(3), st.integers(-3, 3))
def test_additivity(first, second, factor):
    sums = [a + factor * b for a, b in zip(first, second, strict=True)]
    parts = [shapley.shapley_values(table_game(worth), 3) for worth in (first, second)]
    joined = shapley.shapley_values(table_game(sums), 3)
    torch.testing.assert_close(joined, parts[0] + factor * parts[1])


# --- Owen values ----------------------------------------------------------------------------------


def test_gloves_with_a_coalition():
    """0 and 1 stay together: 2 never meets 0 before 1 does, and gets nothing.

    The orders are 012, 102, 201, 210. Player 0 makes the pair in three of them, player 1 in one.
    """
    assert shapley.owen_values(gloves, ((0, 1), 2)).tolist() == [0.75, 0.25, 0.0]


@few
@given(st.integers(1, 5).flatmap(lambda N: st.tuples(trees(tuple(range(N))), games(N))))
def test_owen_values_are_means_over_the_orders_of_the_tree(drawn):
    tree, worth = drawn
    values = shapley.owen_values(table_game(worth), tree)
    torch.testing.assert_close(values, mean_over_orders(table_game(worth), orders_of(tree)))
    assert values.sum().item() == pytest.approx(worth[-1] - worth[0], abs=1e-9)


@few
@given(games(2))
def test_two_players_leave_nothing_to_choose(worth):
    owen = shapley.owen_values(table_game(worth), (1, 0))
    torch.testing.assert_close(owen, shapley.shapley_values(table_game(worth), 2))


@pytest.mark.parametrize("tree", [(0, 2), ((0, 1), 1), (1, 2)])
def test_trees_that_are_none(tree):
    with pytest.raises(ValueError, match="once each, got"):
        shapley.owen_values(gloves, tree)


# --- trees of texts -------------------------------------------------------------------------------


def test_texts_are_cut_at_sentences_then_clauses_then_words():
    tokens = ["fine", ",", "un", "##flinch", "##ing", ".", "but", "slow"]
    tree = shapley.neighbor_tree(tokens)
    assert tree == (((0, 1), ((2, (3, 4)), 5)), (6, 7))
    assert shapley.leaves(tree) == list(range(8))
    assert shapley.neighbor_tree(list("好看，不长。")) == ((0, (1, 2)), (3, (4, 5)))
    assert shapley.neighbor_tree(["one"]) == 0
    assert shapley.neighbor_tree(["funny", "is", ".", ".", "."]) == (0, ((1, 2), (3, 4)))


def test_a_tree_of_nothing():
    with pytest.raises(ValueError, match="at least one token, got none"):
        shapley.neighbor_tree([])


def test_long_texts_have_trees():
    tokens = ["word", ","] * 255
    assert shapley.leaves(shapley.neighbor_tree(tokens)) == list(range(510))


def test_linkage_by_hand():
    rows = [[1, 2, 0.5, 2], [0, 4, 0.75, 3], [5, 3, 1.0, 4]]
    assert shapley.linkage(((0, (1, 2)), 3)).tolist() == rows
    assert shapley.linkage(0).shape == (0, 4)


def test_linkage_is_scipys():
    hierarchy = pytest.importorskip("scipy.cluster.hierarchy")
    tree = shapley.neighbor_tree(["a", "fine", ",", "un", "##flinch", "##ing", "film", "."])
    rows = shapley.linkage(tree)
    assert hierarchy.is_valid_linkage(rows)
    assert hierarchy.to_tree(rows).pre_order() == shapley.leaves(tree)


# --- hiding tokens --------------------------------------------------------------------------------

IDS, PLACES = torch.tensor([2, 7, 8, 9, 3]), torch.tensor([1, 2, 3])  # [CLS] 7 8 9 [SEP]
ROWS = torch.tensor([[True, False, True], [False, False, False], [True, True, True]])


def test_absent_tokens_become_mask():
    hidden = shapley.replace_absent(IDS, PLACES, ROWS, mask_id=4)
    assert hidden == [[2, 7, 4, 9, 3], [2, 4, 4, 4, 3], [2, 7, 8, 9, 3]]


def test_absent_tokens_are_removed():
    assert shapley.remove_absent(IDS, PLACES, ROWS) == [[2, 7, 9, 3], [2, 3], [2, 7, 8, 9, 3]]


@few
@given(st.lists(st.integers(0, 1), min_size=12, max_size=12))
def test_what_is_no_player_stays(bits):
    ids, places = torch.tensor([2, 7, 3, 8, 9, 3, 5]), torch.tensor([1, 3, 4])
    present = torch.tensor(bits, dtype=torch.bool).view(4, 3)
    for row, hidden in zip(present, shapley.replace_absent(ids, places, present, 4), strict=True):
        assert [hidden[t] for t in (0, 2, 5, 6)] == [2, 3, 3, 5]
        assert [hidden[t] != 4 for t in (1, 3, 4)] == row.tolist()
    for row, hidden in zip(present, shapley.remove_absent(ids, places, present), strict=True):
        assert [i for i in hidden if i in (2, 3, 5)] == [2, 3, 3, 5]
        assert [i for i in hidden if i > 5] == ids[places][row].tolist()


@pytest.mark.usefixtures("without_annotations")
@pytest.mark.parametrize("rows", [ROWS[:, :2], ROWS[0], ROWS.long()])
def test_rows_that_do_not_fit(rows):
    with pytest.raises(ValueError, match=r"truth values of shape \(S, 3\), got torch"):
        shapley.replace_absent(IDS, PLACES, rows, 4)
    with pytest.raises(ValueError, match=r"truth values of shape \(S, 3\), got torch"):
        shapley.remove_absent(IDS, PLACES, rows)


def test_ids_are_left_as_they_are():
    shapley.replace_absent(IDS, PLACES, ROWS, 4)
    assert IDS.tolist() == [2, 7, 8, 9, 3]
    assert np.issubdtype(shapley.linkage((0, 1)).dtype, np.float64)
