"""The exercises on attention; every slip is written here a second time, with other means."""

import math

import numpy as np
import pytest
import torch

from lessons.l05_attention import exercises
from tests.exercise_checks import assert_named, check_exercise_module, diagnosis, loaded, solve
from workbook.exercises import diagnose

attention = loaded(exercises)


def test_the_module_is_sound():
    check_exercise_module(attention)


def assert_all_named(definition, slips):
    """State that each function is recognized, and that none of the names was forgotten."""
    assert {name for name, _ in slips} == {slip.name for slip in definition.misconceptions}
    for name, function in slips:
        assert_named(definition, function, name)


# --- one head: number by number -------------------------------------------------------------------


def softmax(row):
    """Give shares that sum to 1; a row of -inf throughout gives NaN, as torch does."""
    largest = max(row)
    if largest == -math.inf:
        return [math.nan] * len(row)
    powers = [math.exp(score - largest) for score in row]
    return [power / math.fsum(powers) for power in powers]


def head(
    divide=lambda size, tokens: size**0.5,
    hide="keys",
    seen=1,
    fill=-10000.0,
    over="keys",
    gather="values",
):
    """Attention in Python floats; each keyword puts one slip in."""

    def hidden(mask, i, j):
        return mask[i if hide == "queries" else j] != seen

    def shares(q, k, mask):
        tokens = range(len(q))
        table = [
            [float(np.dot(q[i], k[j])) / divide(len(q[i]), len(q)) for j in tokens] for i in tokens
        ]
        if hide in ("keys", "queries"):
            table = [[fill if hidden(mask, i, j) else table[i][j] for j in tokens] for i in tokens]
        elif hide == "times":
            table = [[table[i][j] * mask[j] for j in tokens] for i in tokens]
        if over == "queries":
            columns = [softmax(list(column)) for column in zip(*table, strict=True)]
            table = [list(row) for row in zip(*columns, strict=True)]
        else:
            table = [softmax(row) for row in table]
        if hide == "after":
            table = [[table[i][j] * mask[j] for j in tokens] for i in tokens]
        return table

    def attention_head(query, key, value, attention_mask):
        weights = [
            shares(q, k, mask)
            for q, k, mask in zip(
                query.tolist(), key.tolist(), attention_mask.tolist(), strict=True
            )
        ]
        weights = torch.tensor(weights, dtype=query.dtype)
        pattern = "bji,bjk->bik" if gather == "transposed" else "bij,bjk->bik"
        return torch.einsum(pattern, weights, key if gather == "keys" else value), weights

    return attention_head


def added(where):
    """Return attention that adds -10000 along one axis of the scores."""

    def attention_head(query, key, value, attention_mask):
        scores = torch.einsum("bik,bjk->bij", query, key) * query.shape[-1] ** -0.5
        far = (1.0 - attention_mask) * -10000.0
        weights = torch.softmax(scores + (far[:, None] if where == "keys" else far[..., None]), 2)
        return torch.bmm(weights, value), weights

    return attention_head


def returning(what):
    """Return the right context, and beside it one of the tables on the way to the weights."""

    def attention_head(query, key, value, attention_mask):
        context, _ = head()(query, key, value, attention_mask)
        scores = torch.einsum("bik,bjk->bij", query, key) / query.shape[-1] ** 0.5
        return context, what(scores, attention_mask[:, None] < 1)

    return attention_head


def with_nothing_for_nan(query, key, value, attention_mask):
    _, weights = head(fill=-math.inf)(query, key, value, attention_mask)
    weights = torch.nan_to_num(weights, nan=0.0)
    return torch.bmm(weights, value), weights


def test_attention_head():
    assert diagnose(attention.attention_head, head()).right
    assert diagnose(attention.attention_head, added("keys")).right
    queries = "the mask hides queries instead of keys"
    scores = "the scores are returned instead of the weights"
    slips = [
        ("the scores are not divided", head(divide=lambda size, tokens: 1)),
        ("the scores are divided by K", head(divide=lambda size, tokens: size)),
        (
            "the scores are divided by the root of the number of tokens",
            head(divide=lambda size, tokens: tokens**0.5),
        ),
        ("the softmax runs over the queries", head(over="queries")),
        ("the padding is not hidden", head(hide="nothing")),
        ("the padding is not hidden", added("queries")),
        ("the mask is inverted", head(seen=0)),
        (queries, head(hide="queries")),
        (queries, head(hide="queries", fill=-math.inf)),
        ("the padding is taken out after the softmax", head(hide="after")),
        ("the scores are multiplied by the mask", head(hide="times")),
        ("a row where everything is hidden becomes NaN", head(fill=-math.inf)),
        ("a row where everything is hidden gets no weight at all", with_nothing_for_nan),
        (scores, returning(lambda table, hidden: table)),
        (scores, returning(lambda table, hidden: torch.where(hidden, -1e9, table))),
        (scores, returning(lambda table, hidden: torch.add(table, hidden, alpha=-10000))),
        (
            scores,
            returning(lambda table, hidden: torch.where(hidden, np.finfo(float).min, table)),
        ),
        ("the weights are applied to the keys", head(gather="keys")),
        ("the weights are transposed before they meet the values", head(gather="transposed")),
    ]
    assert_all_named(attention.attention_head, slips)


def test_attention_head_by_hand():
    """Two tokens and one of padding: equal scores share the weight between the tokens."""
    query, key = torch.tensor([[[2.0], [0.0], [1.0]]]), torch.tensor([[[1.0], [0.0], [9.0]]])
    value, mask = torch.tensor([[[10.0], [20.0], [5.0]]]), torch.tensor([[1, 1, 0]])
    context, weights = attention.attention_head.reference(query, key, value, mask)
    first = math.exp(2) / (math.exp(2) + 1)
    assert weights[0, 0].tolist() == pytest.approx([first, 1 - first, 0])
    assert weights[0, 1].tolist() == pytest.approx([0.5, 0.5, 0])
    assert context[0, :2, 0].tolist() == pytest.approx([20 - 10 * first, 15])


# --- the causal mask: pair by pair ----------------------------------------------------------------


def seen(rule):
    """Build the mask from a rule on (query, key, query is a token, key is a token)."""

    def causal_mask(attention_mask):
        rows = attention_mask.bool().tolist()
        places = range(len(rows[0]))
        return torch.tensor(
            [[[rule(i, j, row[i], row[j]) for j in places] for i in places] for row in rows]
        )

    return causal_mask


def test_causal_mask():
    assert diagnose(attention.causal_mask, seen(lambda i, j, a, b: i >= j and b)).right
    inverted = "True marks what is hidden"
    slips = [
        ("a token does not see itself", seen(lambda i, j, a, b: i > j and b)),
        ("a token sees one token ahead", seen(lambda i, j, a, b: i + 1 >= j and b)),
        (
            "a token sees what follows, not what comes before",
            seen(lambda i, j, a, b: i <= j and b),
        ),
        (inverted, seen(lambda i, j, a, b: i < j or not b)),
        (inverted, seen(lambda i, j, a, b: i < j and b)),
        ("the padding can be seen", seen(lambda i, j, a, b: i >= j)),
        ("the padding is hidden from every token, the future is not", seen(lambda i, j, a, b: b)),
        ("the padding is hidden as a query, not as a key", seen(lambda i, j, a, b: i >= j and a)),
        ("the padding's own rows are empty", seen(lambda i, j, a, b: i >= j and a and b)),
        ("one of the two conditions is enough", seen(lambda i, j, a, b: i >= j or b)),
    ]
    assert_all_named(attention.causal_mask, slips)


def test_causal_mask_by_hand():
    found = attention.causal_mask.reference(torch.tensor([[1, 1, 0]]))
    assert found.tolist() == [[[True, False, False], [True, True, False], [True, True, False]]]


def test_a_causal_mask_of_numbers_is_told_about_its_type():
    def causal_mask(attention_mask):
        return seen(lambda i, j, a, b: i >= j and b)(attention_mask).float()

    text = diagnosis(attention.causal_mask, causal_mask)
    assert "Wrong dtype: yours float32, expected bool" in text


# --- positions: one sine at a time ----------------------------------------------------------------


def waves(
    angle=lambda p, i, size: p / 10000 ** (2 * (i // 2) / size),
    wave=lambda i: math.sin if i % 2 == 0 else math.cos,
    first=0,
    order=lambda size: range(size),
):
    def sinusoidal_positions(num_positions, size):
        rows = [
            [wave(i)(angle(first + p, i, size)) for i in order(size)] for p in range(num_positions)
        ]
        return torch.tensor(rows, dtype=torch.float32)

    return sinusoidal_positions


def test_sinusoidal_positions():
    assert diagnose(attention.sinusoidal_positions, waves()).right
    slips = [
        (
            "sine and cosine have changed places",
            waves(wave=lambda i: math.cos if i % 2 == 0 else math.sin),
        ),
        (
            "all sines come first, then all cosines",
            waves(order=lambda size: [*range(0, size, 2), *range(1, size, 2)]),
        ),
        ("the positions start at 1", waves(first=1)),
        (
            "sine and cosine of a pair have different rates",
            waves(lambda p, i, size: p / 10000 ** (i / size)),
        ),
        ("the exponent is i / D", waves(lambda p, i, size: p / 100 ** (2 * (i // 2) / size))),
        ("the exponent is 4i / D", waves(lambda p, i, size: p / 1e8 ** (2 * (i // 2) / size))),
        (
            "the position is multiplied by the power",
            waves(
                lambda p, i, size: float(
                    torch.tensor(p) * 10000 ** (torch.tensor(i - i % 2) / size)
                )
            ),
        ),
        ("there are only sines", waves(wave=lambda i: math.sin)),
    ]
    assert_all_named(attention.sinusoidal_positions, slips)


def test_sinusoidal_positions_by_hand():
    found = attention.sinusoidal_positions.reference(3, 4)
    assert found[0].tolist() == [0, 1, 0, 1]
    expected = [math.sin(2), math.cos(2), math.sin(0.02), math.cos(0.02)]
    assert found[2].tolist() == pytest.approx(expected, abs=1e-6)


# --- layer normalization: NumPy, moment by moment -------------------------------------------------


def normalized(
    axis=2,
    count=lambda n: n,
    center=True,
    denominator=lambda variance, eps: np.sqrt(variance + eps),
    finish=lambda x, gain, bias: x * gain + bias,
):
    def layer_normalization(x, gain, bias, eps=1e-12):
        x = x.numpy()
        axes = (axis,) if isinstance(axis, int) else axis
        n = math.prod(x.shape[a] for a in axes)
        if center:
            x = x - np.add.reduce(x, axis=axes, keepdims=True) / n
        variance = np.add.reduce(np.square(x), axis=axes, keepdims=True) / count(n)
        return torch.from_numpy(finish(x / denominator(variance, eps), gain.numpy(), bias.numpy()))

    return layer_normalization


def test_layer_normalization():
    assert diagnose(attention.layer_normalization, normalized()).right
    outside, batch = "eps is added outside the root", "the mean and variance are taken over {}"
    root_then_eps = {"denominator": lambda variance, eps: variance**0.5 + eps}
    slips = [
        (outside, normalized(**root_then_eps)),
        (outside, normalized(**root_then_eps, count=lambda n: n - 1)),
        ("eps is left out", normalized(denominator=lambda variance, eps: variance**0.5)),
        ("the variance is the unbiased one", normalized(count=lambda n: n - 1)),
        (
            "it divides by the variance, not by its root",
            normalized(denominator=lambda variance, eps: variance + eps),
        ),
        (batch.format("the tokens"), normalized(axis=1)),
        (batch.format("the batch"), normalized(axis=0)),
        (batch.format("the batch"), normalized(axis=(0, 1))),
        (batch.format("a whole text"), normalized(axis=(1, 2))),
        (batch.format("a whole text"), normalized(axis=(0, 1, 2))),
        ("the mean is not subtracted", normalized(center=False)),
        ("gain and bias are left out", normalized(finish=lambda x, gain, bias: x)),
        (
            "the bias is added before the gain",
            normalized(finish=lambda x, gain, bias: (x + bias) * gain),
        ),
    ]
    assert_all_named(attention.layer_normalization, slips)


def test_layer_normalization_equals_torch():
    case, expected = solve(attention.layer_normalization, 1)
    x, gain, bias, eps = case.args
    theirs = torch.nn.functional.layer_norm(x, gain.shape, gain, bias, eps)
    torch.testing.assert_close(expected, theirs, rtol=0, atol=1e-12)


# --- windows: token by token ----------------------------------------------------------------------


def cut(
    stride=lambda size, step: step, length=lambda size: size, keep=lambda found, ids, size: found
):
    """Cut by counting how many starts are needed to cover the text."""

    def windows(ids, size, step):
        stride_here = stride(size, step)
        count = 1 + max(0, math.ceil((len(ids) - size) / stride_here))
        found = []
        for number in range(count):
            places = range(number * stride_here, number * stride_here + length(size))
            found.append([ids[place] for place in places if place < len(ids)])
        return keep(found, ids, size)

    return windows


def keep_full(found, ids, size):
    return [window for window in found if len(window) == size]


def move_back(found, ids, size):
    return [*found[:-1], ids[max(0, len(ids) - size) :]]


def every_start(ids, size, step):
    found, rest = [], list(ids)
    while rest:
        found.append(rest[:size])
        rest = rest[step:]
    return found


def test_windows():
    assert diagnose(attention.windows, cut()).right
    slips = [
        ("the end of the text is lost", cut(keep=keep_full)),
        ("windows follow that hold nothing new", every_start),
        ("the windows do not overlap", cut(stride=lambda size, step: size)),
        ("step is taken for the overlap", cut(stride=lambda size, step: size - step)),
        ("the windows are one token too short", cut(length=lambda size: size - 1)),
        ("the windows are one token too long", cut(length=lambda size: size + 1)),
        ("the last window is moved back to its full length", cut(keep=move_back)),
    ]
    assert_all_named(attention.windows, slips)


def test_windows_by_hand():
    reference = attention.windows.reference
    assert reference([1, 2, 3, 4, 5, 6, 7], 4, 2) == [[1, 2, 3, 4], [3, 4, 5, 6], [5, 6, 7]]
    assert reference([1, 2, 3], 4, 2) == [[1, 2, 3]]
    assert reference([1, 2, 3, 4], 4, 2) == [[1, 2, 3, 4]]
