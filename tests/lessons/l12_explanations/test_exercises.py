"""The exercises on explanations; every slip is written here a second time, with other means."""

import inspect
from itertools import chain, combinations, pairwise, permutations
from math import factorial, prod

import numpy as np
import pytest
import torch

from lessons.l12_explanations import exercises
from tests.exercise_checks import assert_named, check_exercise_module, loaded
from workbook.exercises import diagnose

shapley = loaded(exercises)


def test_the_module_is_sound():
    check_exercise_module(shapley)


def assert_all_named(definition, slips):
    """State that each function is recognized, and that none of the names was forgotten."""
    assert {name for name, _ in slips} == {slip.name for slip in definition.misconceptions}
    for name, function in slips:
        assert_named(definition, with_its_parameters(definition, function), name)


def with_its_parameters(definition, function):
    """Give a function the names that the exercise has for its parameters."""

    def renamed(*args):
        return function(*args)

    renamed.__signature__ = inspect.signature(definition.reference)
    return renamed


# --- weights: by counting orders ------------------------------------------------------------------


def counted(sizes=lambda N: range(N), divide=True, among="orders"):
    """Count the orders in which players 0, 1, ... come before the last one."""

    def group_weights(num_players):
        orders = list(permutations(range(num_players)))
        weights = []
        for size in sizes(num_players):
            first = set(range(size))
            fitting = sum(
                order[size] == num_players - 1 and set(order[:size]) == first for order in orders
            )
            weights.append(fitting / len(orders) if divide else float(fitting))
        return weights

    return group_weights


def by_factorials(formula):
    def group_weights(num_players):
        return [formula(size, num_players) for size in range(num_players)]

    return group_weights


def choose(n, k):
    return factorial(n) / factorial(k) / factorial(n - k)


def test_group_weights():
    assert diagnose(shapley.group_weights, counted()).right
    others = "num_players is taken for the number of the others"
    number = "the number of groups of a size is not divided by"
    assert_all_named(
        shapley.group_weights,
        [
            ("all groups weigh the same", by_factorials(lambda s, N: 2 / 2**N)),
            (
                "the weight of a size is not divided among its groups",
                by_factorials(lambda s, N: N**-1),
            ),
            (
                "the groups of each size weigh 1 together, not 1 / N",
                by_factorials(lambda s, N: 1 / choose(N - 1, s)),
            ),
            (
                "groups are drawn from all players, with the one in question",
                by_factorials(lambda s, N: 1 / choose(N, s) / N),
            ),
            (
                "the player in question is counted among those who come after it",
                by_factorials(lambda s, N: 1 / choose(N, s)),
            ),
            (
                "orders are counted, but not divided by the number of all orders",
                counted(divide=False),
            ),
            ("all groups weigh the same", by_factorials(lambda s, N: 1 / 2**N)),
            (
                "the division is one of integers, which rounds down",
                by_factorials(lambda s, N: factorial(s) * factorial(N - s - 1) // factorial(N)),
            ),
            (
                "the size counts the player in question, too",
                by_factorials(lambda s, N: factorial(s + 1) / factorial(N) * factorial(N - s - 1)),
            ),
            (others, lambda N: counted()(N + 1)),
            (others, lambda N: counted()(N + 1)[:N]),
            (
                "the orders within the group are not counted",
                by_factorials(lambda s, N: 1 / prod(range(N - s, N + 1))),
            ),
            (
                "the orders of those who come later are not counted",
                by_factorials(lambda s, N: 1 / prod(range(s + 1, N + 1))),
            ),
            (
                "each group stands for one order",
                by_factorials(lambda s, N: 1 / prod(range(1, N + 1))),
            ),
            (
                "orders are added, not multiplied",
                by_factorials(
                    lambda s, N: factorial(s) / factorial(N) + factorial(N - 1 - s) / factorial(N)
                ),
            ),
            (number, by_factorials(lambda s, N: choose(N - 1, s))),
            (number, by_factorials(lambda s, N: choose(N - 1, s) / N)),
            (number, by_factorials(lambda s, N: choose(N - 1, s) * 0.5 ** (N - 1))),
            (number, by_factorials(lambda s, N: choose(N - 1, s) / factorial(N))),
            ("the empty group is left out", counted(sizes=lambda N: range(1, N))),
            ("the group of all others is left out", counted(sizes=lambda N: range(N - 1))),
        ],
    )


def test_weights_by_hand():
    weights = shapley.group_weights.reference
    assert weights(1) == [1.0]
    assert weights(3) == pytest.approx([1 / 3, 1 / 6, 1 / 3])


# --- one value: the groups as binary numbers, or all orders ---------------------------------------


def in_orders(orders=lambda N: list(permutations(range(N)))):
    def shapley_value(worth, player, num_players):
        gains = []
        for order in orders(num_players):
            before = frozenset(order[: order.index(player)])
            gains.append(worth[before | {player}] - worth[before])
        return sum(gains) / len(gains)

    return shapley_value


def in_numbers(weight, gain=lambda joined, without: joined - without, skip=()):
    """Go through all binary numbers without the player's digit."""

    def shapley_value(worth, player, num_players):
        total = 0.0
        for number in range(2**num_players):
            group = {digit for digit in range(num_players) if number >> digit & 1}
            size = len(group)
            if player in group or size in [left_out % num_players for left_out in skip]:
                continue
            joined = worth[frozenset(group | {player})]
            total += weight(size, num_players) * gain(joined, worth[frozenset(group)])
        return total

    return shapley_value


def mean_of_means(sizes):
    """Average over the groups of a size, then over the sizes; 0 if there is none."""

    def shapley_value(worth, player, num_players):
        others = [p for p in range(num_players) if p != player]
        means = []
        for size in sizes(num_players):
            groups = list(map(frozenset, combinations(others, size)))
            means.append(np.mean([worth[g | {player}] - worth[g] for g in groups]))
        return np.mean(means) if means else 0.0

    return shapley_value


def nothing_for_nobody(worth, player, num_players):
    return in_orders()({**worth, frozenset(): 0}, player, num_players)


def from_one_group(start):
    """What is subtracted is the worth of one group, whatever the player joins."""

    def shapley_value(worth, player, num_players):
        gains = []
        for order in permutations(range(num_players)):
            with_player = frozenset(order[: order.index(player) + 1])
            gains.append(worth[with_player] - worth[start(player)])
        return sum(gains) / len(gains)

    return shapley_value


def among_all(worth, player, num_players):
    means = []
    for size in range(num_players):
        groups = list(map(frozenset, combinations(range(num_players), size)))
        means.append(sum(worth[g | {player}] - worth[g] for g in groups) / len(groups))
    return sum(means) / num_players


def plain_mean_among_all(worth, player, num_players):
    groups = [g for g in worth if len(g) < num_players]
    return sum(worth[g | {player}] - worth[g] for g in groups) / len(groups)


def of_smaller_numbers(worth, player, num_players):
    return sum(
        factorial(size)
        * factorial(num_players - size - 1)
        / factorial(num_players)
        * (worth[frozenset((*g, player))] - worth[frozenset(g)])
        for size in range(num_players)
        for g in combinations(range(player), size)
    )


def proper(size, N):
    return factorial(size) * factorial(N - size - 1) / factorial(N)


def test_shapley_value():
    assert diagnose(shapley.shapley_value, in_orders()).right
    assert diagnose(shapley.shapley_value, in_numbers(proper)).right
    among = "groups of all players are averaged, with the player in question"
    another = "the worth of another group is subtracted than that without the player"
    sign = "the sign of a difference is lost"
    assert_all_named(
        shapley.shapley_value,
        [
            (
                "only what the player adds to the group of all others is counted",
                lambda worth, player, num_players: (
                    worth[frozenset(range(num_players))]
                    - worth[frozenset(range(num_players)) - {player}]
                ),
            ),
            (
                "only what the player adds to the empty group is counted",
                lambda worth, player, num_players: worth[frozenset([player])] - worth[frozenset()],
            ),
            (
                "one order of the players stands for all",
                in_orders(lambda N: [tuple(range(N))]),
            ),
            ("all groups weigh the same", in_numbers(lambda s, N: 2.0 ** (1 - N))),
            ("all groups weigh the same", in_numbers(lambda s, N: 1 / 2**N)),
            (among, among_all),
            (among, plain_mean_among_all),
            (
                "the groups of each size weigh 1 together, not 1 / N",
                in_numbers(lambda s, N: proper(s, N) * N),
            ),
            (
                "the player in question is counted among those who come after it",
                in_numbers(lambda s, N: factorial(s) * factorial(N - s) / factorial(N)),
            ),
            ("each group stands for one order", in_numbers(lambda s, N: 1 / prod(range(1, N + 1)))),
            (
                "the weights are not divided by the number of all orders",
                in_numbers(lambda s, N: factorial(s) * factorial(N - s - 1)),
            ),
            (
                "the weighted sum is divided once more",
                lambda worth, player, N: in_orders()(worth, player, N) * 2 / len(worth),
            ),
            (
                "the weighted sum is divided once more",
                lambda worth, player, N: in_orders()(worth, player, N) / N,
            ),
            ("only players with smaller numbers come before", of_smaller_numbers),
            (another, from_one_group(lambda player: frozenset())),
            (another, from_one_group(lambda player: frozenset({player}))),
            (sign, in_numbers(proper, gain=lambda joined, without: abs(without - joined))),
            (sign, in_numbers(proper, gain=lambda joined, without: max(joined, without) - without)),
            (
                "the worth without the player is not subtracted",
                lambda worth, player, N: (
                    sum(worth[g] for g in worth if player in g) * 2 / len(worth)
                ),
            ),
            ("the differences are not weighted", in_numbers(lambda s, N: 1)),
            (
                "each size weighs 1 / N, whatever the number of its groups",
                in_numbers(lambda s, N: 1 / N),
            ),
            (
                "the weight takes the size of the group with the player",
                in_numbers(lambda s, N: factorial(s + 1) * factorial(N - s - 1) / factorial(N)),
            ),
            (
                "the difference has the wrong sign",
                lambda worth, player, num_players: -in_orders()(worth, player, num_players),
            ),
            (
                "the worth without the player is not subtracted",
                in_numbers(proper, gain=lambda joined, without: joined),
            ),
            ("the empty group is left out", in_numbers(proper, skip=(0,))),
            ("the empty group is left out", mean_of_means(lambda N: range(1, N))),
            ("the group of all others is left out", in_numbers(proper, skip=(-1,))),
            ("the group of all others is left out", mean_of_means(lambda N: range(N - 1))),
            ("the empty group is taken to be worth 0", nothing_for_nobody),
        ],
    )


def test_both_ends_left_out_are_two_slips():
    wrong = in_numbers(proper, skip=(0, -1))
    both = "*the empty group is left out* and *the group of all others is left out*"
    assert diagnose(shapley.shapley_value, wrong).misconception == both


def test_gloves():
    """One left glove and two right ones: 2/3, 1/6, 1/6."""
    groups = chain.from_iterable(combinations(range(3), size) for size in range(4))
    worth = {frozenset(g): float(0 in g and len(g) > 1) for g in groups}
    values = [shapley.shapley_value.reference(worth, player, 3) for player in range(3)]
    assert values == pytest.approx([2 / 3, 1 / 6, 1 / 6])


# --- groups: with arrays --------------------------------------------------------------------------


def arrays(
    inverted=False, from_the_first=False, ends=False, by_id=False, runs=False, fill=None, after=None
):
    """Hide tokens with NumPy; each keyword puts one slip in."""

    def show_group(input_ids, special_ids, present, mask_id):
        ids = np.array(input_ids)
        if from_the_first:
            players = np.arange(len(present))
        elif ends:
            players = np.arange(1, len(ids) - 1)[: len(present)]
        else:
            players = np.flatnonzero(~np.isin(ids, list(special_ids)))
        flags = np.array(present[: len(players)], dtype=bool) ^ inverted
        gone = np.zeros(len(ids), dtype=bool)
        gone[players] = ~flags
        if by_id:
            gone = np.isin(ids, ids[gone])
        masked = np.where(gone, mask_id if fill is None else fill, ids)
        if runs:
            masked = masked[~(gone & np.append(False, gone[:-1]))]
        removed = ids[~gone]
        if after == "pad":
            removed = np.append(removed, np.zeros(gone.sum(), dtype=int))
        elif after == "drop masks":
            removed = masked[masked != mask_id]
        elif after == "drop specials":
            removed = removed[~np.isin(removed, list(special_ids))]
        return masked.tolist(), removed.tolist()

    return show_group


def one_by_one(value, special=lambda token, special_ids, mask_id: token in special_ids):
    """Ask at each token whether it is shown; the function of the place may break down."""

    def show_group(input_ids, special_ids, present, mask_id):
        masked, removed = [], []
        for place, token in enumerate(input_ids):
            here = value(place, present, token, input_ids, special_ids, mask_id)
            if special(token, special_ids, mask_id) or here:
                removed.append(token)
                masked.append(token)
            else:
                masked.append(mask_id)
        return masked, removed

    return show_group


def number_of_player(place, ids, special_ids):
    return sum(token not in special_ids for token in ids[:place])


def lazily(offset):
    def value(place, present, token, ids, special_ids, mask_id):
        return token in special_ids or present[place + offset]

    return value


def of_equals(pick):
    def value(place, present, token, ids, special_ids, mask_id):
        places = [n for n, piece in enumerate(ids) if piece == token]
        return token in special_ids or present[number_of_player(pick(places), ids, special_ids)]

    return value


def masks_left_out(place, present, token, ids, special_ids, mask_id):
    if token in special_ids or token == mask_id:
        return True
    return present[number_of_player(place, ids, {*special_ids, mask_id})]


def paired(input_ids, special_ids, present, mask_id):
    pairs = list(zip(input_ids, present, strict=False))
    shown = [here or token in special_ids for token, here in pairs]
    masked = [t if s else mask_id for (t, _), s in zip(pairs, shown, strict=True)]
    return masked, [t for (t, _), s in zip(pairs, shown, strict=True) if s]


def runs_out(input_ids, special_ids, present, mask_id):
    left = iter(present)
    return one_by_one(lambda *given: next(left))(input_ids, special_ids, present, mask_id)


def without_inner_specials(input_ids, special_ids, present, mask_id):
    masked, removed = [], []
    number = 0
    for token in input_ids:
        if token not in special_ids:
            masked.append(token if present[number] else mask_id)
            removed += [token] if present[number] else []
            number += 1
    ends = input_ids[:1], input_ids[-1:]
    return ends[0] + masked + ends[1], ends[0] + removed + ends[1]


def second_list(change):
    """Make the second list of the input, with the ids and places of those absent."""

    def show_group(input_ids, special_ids, present, mask_id):
        masked, _ = arrays()(input_ids, special_ids, present, mask_id)
        flags = iter(present)
        gone = [n for n, t in enumerate(input_ids) if t not in special_ids and not next(flags)]
        return masked, change(list(input_ids), gone, masked)

    return show_group


def taken_by_id(ids, gone, masked):
    for token in [ids[place] for place in gone]:
        ids.pop(ids.index(token))
    return ids


def popped(ids, gone, masked):
    for place in gone:
        ids.pop(place)
    return ids


def filtered_by_id(ids, gone, masked):
    return list(filter(lambda token: token not in [ids[place] for place in gone], ids))


def test_show_group():
    assert diagnose(shapley.show_group, arrays()).right
    ends = "everything between the first and the last token is taken for a player"
    same_way = "tokens are hidden by their id, so equal ones go the same way"
    by_id = "removal looks for the id, and finds an equal token elsewhere"
    spent = "a truth value is spent on each special token, too"
    place_before = "a token's truth value is read one place too early"
    assert_all_named(
        shapley.show_group,
        [
            ("present is inverted", arrays(inverted=True)),
            (
                "present is read from [CLS] on, so specials are hidden",
                arrays(from_the_first=True),
            ),
            (ends, arrays(ends=True)),
            (same_way, arrays(by_id=True)),
            (same_way, one_by_one(of_equals(min))),
            (same_way, one_by_one(of_equals(max))),
            (by_id, second_list(taken_by_id)),
            (by_id, second_list(filtered_by_id)),
            (
                "tokens are deleted one by one, while the places behind them change",
                second_list(popped),
            ),
            (spent, paired),
            (spent, one_by_one(lazily(0))),
            (spent, one_by_one(lambda place, present, *rest: present[place])),
            (spent, runs_out),
            (place_before, one_by_one(lazily(-1))),
            (place_before, one_by_one(lambda place, present, *rest: present[place - 1])),
            (
                "of the specials only the first and the last are kept",
                without_inner_specials,
            ),
            ("a [MASK] of the text is taken for a special token", one_by_one(masks_left_out)),
            (
                "the input without them is not shortened",
                second_list(lambda ids, gone, masked: masked),
            ),
            ("the two lists are exchanged", lambda *given: arrays()(*given)[::-1]),
            ("one [MASK] stands for several neighbors", arrays(runs=True)),
            ("absent tokens become [PAD]", arrays(fill=0)),
            ("the shortened input is padded to the old length", arrays(after="pad")),
            (
                "removal drops every [MASK], also one that was in the text",
                arrays(after="drop masks"),
            ),
            ("removal drops the specials as well", arrays(after="drop specials")),
        ],
    )


def test_groups_by_hand():
    shown = shapley.show_group.reference(
        [101, 5, 6, 102, 7, 102], {101, 102}, [True, False, False], 9
    )
    assert shown == ([101, 5, 9, 102, 9, 102], [101, 5, 102, 102])


def test_an_input_changed_in_place_is_noticed():
    def show_group(input_ids, special_ids, present, mask_id):
        masked, removed = arrays()(input_ids, special_ids, present, mask_id)
        input_ids[:] = masked
        return input_ids, removed

    verdict = diagnose(shapley.show_group, show_group)
    assert not verdict.right
    assert "input_ids" in verdict.text


# --- deletion: with arrays ------------------------------------------------------------------------


def deletion(
    key=lambda values: -values, rank=False, cumulative=True, start=True, keep=slice(None), area=None
):
    """Curves with NumPy; each argument puts one slip in."""

    def deletion_curve(score, values):
        values = np.array(values)
        order = key(values).argsort()
        order = order.argsort() if rank else order
        shown = np.full(len(values), start)
        points = [score(shown.tolist())]
        for token in order:
            if not cumulative:
                shown[:] = start
            shown[token] = not start
            points.append(score(shown.tolist()))
        points = points[keep]
        found = np.convolve(points, [0.5, 0.5], "valid").mean()
        return points, float(found if area is None else area(points, found))

    return deletion_curve


def step_by_step(keep=lambda points: points, width=lambda N: 1 / N, height=None):
    """Curves in a loop, in which a step of the area has a width and a height."""

    def deletion_curve(score, values):
        left, N = dict(enumerate(values)), len(values)
        points = [score([True] * N)]
        while left:
            del left[max(left, key=left.get)]
            points.append(score([token in left for token in range(N)]))
        points, area = keep(points), 0.0
        for a, b in pairwise(points):
            area += width(N) * (height(a, b) if height else (a + b) / 2)
        return points, area

    return deletion_curve


def other_list(change, area=None):
    """A right area beside another list of scores, or an area made of that list."""

    def deletion_curve(score, values):
        points, found = step_by_step()(score, values)
        return change(points), area(change(points)) if area else found

    return deletion_curve


def mean_of(points):
    return float(np.mean(points))


def drops(points):
    return (points[0] - np.array(points)).tolist()


def late(points):
    return points[:1] + points[:-1]


def order_read_as_ranks(score, values):
    """Take the k-th of the order for the rank of token k."""
    order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    points = [score([rank >= gone for rank in order]) for gone in range(len(values) + 1)]
    return points, trapezoids(points)


def trapezoids(points):
    return (sum(points) - (points[0] + points[-1]) / 2) / (len(points) - 1)


def test_deletion_curve():
    assert diagnose(shapley.deletion_curve, deletion()).right
    assert diagnose(shapley.deletion_curve, step_by_step()).right
    no_start = "the score of the whole text is left out"
    no_end = "the score with everything hidden is left out"
    rectangles = "the area is made of rectangles"
    assert_all_named(
        shapley.deletion_curve,
        [
            ("the smallest value is hidden first", deletion(key=lambda values: values)),
            (
                "tokens are ranked by size, whatever their sign",
                deletion(key=lambda values: -abs(values)),
            ),
            ("the order of the tokens and their ranks are exchanged", deletion(rank=True)),
            ("the order of the tokens and their ranks are exchanged", order_read_as_ranks),
            (
                "each step hides one token only, and shows the one before again",
                deletion(cumulative=False),
            ),
            ("the curve is that of insertion", deletion(start=False)),
            ("the score of the whole text is left out", deletion(keep=slice(1, None))),
            ("the score with everything hidden is left out", deletion(keep=slice(None, -1))),
            ("tokens are hidden from left to right", deletion(key=lambda v: np.arange(len(v)))),
            (no_start, step_by_step(lambda points: points[1:])),
            (no_start, other_list(lambda points: points[1:])),
            (no_start, other_list(lambda points: points[1:], mean_of)),
            (no_end, step_by_step(lambda points: points[:-1])),
            (no_end, other_list(lambda points: points[:-1])),
            (no_end, other_list(lambda points: points[:-1], mean_of)),
            ("each score is taken before its token is hidden", other_list(late, trapezoids)),
            (rectangles, step_by_step(height=lambda a, b: a)),
            (rectangles, step_by_step(height=lambda a, b: b)),
            (rectangles, step_by_step(width=lambda N: 1, height=lambda a, b: a)),
            (rectangles, step_by_step(width=lambda N: 1, height=lambda a, b: b)),
            (rectangles, deletion(area=lambda points, found: np.sum(points))),
            (rectangles, deletion(area=lambda points, found: np.sum(points) / (len(points) - 1))),
            (
                "the heights of the trapezoids are not halved",
                step_by_step(height=lambda a, b: a + b),
            ),
            (
                "a step is taken to be 1 / (N + 1) wide",
                step_by_step(width=lambda N: 1 / (N + 1)),
            ),
            ("the drops are returned, not the scores", other_list(drops)),
            ("the drops are returned, not the scores", other_list(drops, trapezoids)),
            (
                "the area is the plain mean of the points",
                deletion(area=lambda points, found: np.mean(points)),
            ),
            (
                "a step is taken to be 1 wide",
                deletion(area=lambda points, found: sum(points) - points[0] / 2 - points[-1] / 2),
            ),
            (
                "the area is that of the drop from the whole text's score",
                deletion(area=lambda points, found: points[0] - found),
            ),
        ],
    )


def test_a_curve_by_hand():
    """Worth 5 and 1: from 6, the 5 goes first."""

    def score(present):
        return 5.0 * present[0] + 1.0 * present[1]

    assert shapley.deletion_curve.reference(score, [2.0, 0.5]) == ([6.0, 1.0, 0.0], 2.0)
    assert shapley.deletion_curve.reference(score, [0.5, 2.0]) == ([6.0, 5.0, 0.0], 4.0)


# --- integrated gradients: with NumPy, the slopes by einsum ---------------------------------------


def integral(
    at=lambda n: (np.arange(n) + 0.5) / n,
    point=lambda fraction, words, masks: (1 - fraction) * masks + fraction * words,
    times=lambda words, masks: words - masks,
    mean=True,
    axes="stv,tv->t",
):
    """Weigh slopes at some points; each argument puts one slip in."""

    def integrated_gradients(slopes_at, word_vectors, mask_vectors, num_steps):
        words, masks = word_vectors.numpy(), mask_vectors.numpy()
        found = [
            slopes_at(torch.tensor(point(fraction, words, masks))).numpy()
            for fraction in at(num_steps)
        ]
        weight = len(found) if mean else 1
        return torch.tensor(np.einsum(axes, np.array(found), times(words, masks)) / weight)

    return integrated_gradients


def with_each_point(slopes_at, word_vectors, mask_vectors, num_steps):
    values = torch.zeros(len(word_vectors), dtype=torch.float64)
    for step in range(num_steps):
        point = torch.lerp(mask_vectors, word_vectors, (step + 0.5) / num_steps)
        values += torch.einsum("tv,tv->t", slopes_at(point), point) / num_steps
    return values


def after(change):
    """Change what is right at the end."""

    def integrated_gradients(slopes_at, word_vectors, mask_vectors, num_steps):
        products = integral(axes="stv,tv->tv")
        return change(products(slopes_at, word_vectors, mask_vectors, num_steps))

    return integrated_gradients


def test_integrated_gradients():
    assert diagnose(shapley.integrated_gradients, integral()).right
    words_only = "the slopes are multiplied by the word vectors, not by the way"
    at_the_text = "slopes are taken at the text alone"
    from_nothing = "the baseline is left out: the way begins at 0"
    spread = "the points are spread from end to end, not over the middles of pieces"
    unsigned = "the sign of the products is lost"
    assert_all_named(
        shapley.integrated_gradients,
        [
            (
                "the slopes are not multiplied by the way",
                integral(times=lambda words, masks: np.ones(words.shape)),
            ),
            (words_only, integral(times=lambda words, masks: words)),
            (words_only, with_each_point),
            (at_the_text, integral(at=lambda n: np.ones(1))),
            (at_the_text, integral(at=lambda n: np.ones(3), times=lambda words, masks: words)),
            ("slopes are taken at the baseline alone", integral(at=lambda n: np.zeros(2))),
            (from_nothing, integral(point=lambda f, words, masks: f * words)),
            (
                from_nothing,
                integral(point=lambda f, words, masks: f * words, times=lambda words, masks: words),
            ),
            (from_nothing, integral(point=lambda f, words, masks: f * words - f * masks)),
            (
                "the points add a part of the word to the baseline, not a part of the way",
                integral(point=lambda f, words, masks: f * words + masks),
            ),
            ("the slopes are added, not averaged", integral(mean=False)),
            (
                "slopes are taken at the beginnings of the pieces",
                integral(at=lambda n: np.linspace(0, 1, n, endpoint=False)),
            ),
            (
                "slopes are taken at the ends of the pieces",
                integral(at=lambda n: np.linspace(0, 1, n + 1)[1:]),
            ),
            (spread, integral(at=lambda n: np.linspace(0, 1, n))),
            (spread, integral(at=lambda n: np.arange(n + 1) / n)),
            (spread, integral(at=lambda n: np.linspace(0, 1, n + 2)[1:-1])),
            (
                "the way is taken in the other direction",
                integral(times=lambda words, masks: masks - words),
            ),
            ("the products of a vector are not added up", integral(axes="stv,tv->tv")),
            ("the products are averaged over the vector", after(lambda p: p.mean(dim=1))),
            ("the products are added over the tokens", integral(axes="stv,tv->v")),
            ("all tokens are added into one number", integral(axes="stv,tv->")),
            (unsigned, after(lambda p: p.abs().sum(dim=1))),
            (unsigned, after(lambda p: (p**2).sum(dim=1).sqrt())),
        ],
    )


def test_integrated_gradients_by_hand():
    """x squared from 1 to 3 gains 8, and the middle of one piece has the mean slope, 4."""
    words, masks = torch.tensor([[3.0]]), torch.tensor([[1.0]])
    for num_steps in (1, 5):
        found = shapley.integrated_gradients.reference(lambda x: 2 * x, words, masks, num_steps)
        assert found.tolist() == pytest.approx([8.0])
