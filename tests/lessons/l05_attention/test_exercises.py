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
    finish=lambda row: softmax(row),
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
        elif hide == "plus":
            table = [[table[i][j] + mask[j] for j in tokens] for i in tokens]
        elif hide == "both":
            table = [
                [fill if hidden(mask, i, j) or mask[i] != seen else table[i][j] for j in tokens]
                for i in tokens
            ]
        if over == "queries":
            columns = [softmax(list(column)) for column in zip(*table, strict=True)]
            table = [list(row) for row in zip(*columns, strict=True)]
        else:
            table = [finish(row) for row in table]
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


def masked_late(query, key, value, attention_mask):
    """The values of padding are set to 0, while its scores stay."""
    _, weights = head(hide="nothing")(query, key, value, attention_mask)
    return torch.bmm(weights, torch.where(attention_mask[..., None] == 1, value, 0)), weights


def silent_padding(query, key, value, attention_mask):
    context, weights = head()(query, key, value, attention_mask)
    context[attention_mask == 0] = 0
    return context, weights


def minus_infinity(query, key, value, attention_mask):
    scores = torch.einsum("bik,bjk->bij", query, key) / query.shape[2] ** 0.5
    scores = torch.where(attention_mask[:, None] == 0, -math.inf, scores)
    return torch.softmax(scores, 2) @ value, scores


def scaled_late(query, key, value, attention_mask):
    _, weights = head(divide=lambda size, tokens: 1)(query, key, value, attention_mask)
    weights = weights / query.shape[2] ** 0.5
    return torch.bmm(weights, value), weights


def bare_powers(query, key, value, attention_mask):
    weights = torch.einsum("bik,bjk->bij", query / query.shape[2] ** 0.5, key).exp()
    weights = torch.where(attention_mask[:, None] == 1, weights, 0)
    return torch.bmm(weights, value), weights


def over_texts(query, key, value, attention_mask):
    scores = torch.einsum("bik,bjk->bij", query, key) / query.shape[2] ** 0.5
    powers = torch.where(attention_mask[:, None] == 1, scores, -1e9)
    powers = (powers - powers.amax(0)).exp()
    weights = powers / powers.sum(0)
    return torch.bmm(weights, value), weights


def zeroed_rows(query, key, value, attention_mask):
    _, weights = head()(query, key, value, attention_mask)
    weights[attention_mask == 0] = 0
    return torch.bmm(weights, value), weights


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
        ("the scores are divided by d", head(divide=lambda size, tokens: size)),
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
        ("the scores of padding are not low enough", head(hide="times")),
        ("the scores of padding are not low enough", head(hide="plus")),
        ("the scores of padding are not low enough", head(fill=0.0)),
        (
            "the weights are applied to the queries",
            lambda query, key, value, attention_mask: (
                (weights := head()(query, key, value, attention_mask)[1]) @ query,
                weights,
            ),
        ),
        ("the context of padding is set to 0", silent_padding),
        (scores, minus_infinity),
        ("the scores of padding are not low enough", head(fill=-1)),
        ("the mask hides queries as well as keys", head(hide="both")),
        ("the mask hides queries as well as keys", head(hide="both", fill=-math.inf)),
        ("the mask hides queries as well as keys", zeroed_rows),
        ("the padding is taken out of the values, not of the scores", masked_late),
        ("the weights are not divided by their sum", bare_powers),
        ("the division by sqrt(d) comes after the softmax", scaled_late),
        (
            "query and key are exchanged",
            lambda query, key, value, attention_mask: head()(key, query, value, attention_mask),
        ),
        ("the scores are multiplied by sqrt(d)", head(divide=lambda size, tokens: size**-0.5)),
        ("the softmax runs over the texts of the batch", over_texts),
        ("the softmax runs over the queries", head(over="queries", fill=-math.inf)),
        ("the mask is inverted", head(seen=0, fill=-math.inf)),
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


def by_length(attention_mask):
    T = attention_mask.shape[1]
    return torch.stack(
        [
            torch.tensor([[j <= i and j < int(row.sum()) for j in range(T)] for i in range(T)])
            for row in attention_mask
        ]
    )


def opened(everything):
    def causal_mask(attention_mask):
        found = seen(lambda i, j, a, b: i >= j and b)(attention_mask)
        for text in found:
            for i, row in enumerate(text):
                if not row.any():
                    row[slice(None) if everything else i] = True
        return found

    return causal_mask


def one_for_all(attention_mask):
    T = attention_mask.shape[1]
    return torch.tensor([[[j <= i for j in range(T)] for i in range(T)]])


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
        ("one condition holds, not both", seen(lambda i, j, a, b: (i >= j) != b)),
        (inverted, seen(lambda i, j, a, b: i < j and not b)),
        ("the mask of the padding is inverted", seen(lambda i, j, a, b: i >= j and not b)),
        ("padding sees itself", seen(lambda i, j, a, b: i == j or (i > j and b))),
        (
            "the padding's own rows see everything before them",
            seen(lambda i, j, a, b: i >= j and (b or not a)),
        ),
        (
            "the padding is hidden only where query and key are padding",
            seen(lambda i, j, a, b: i >= j and (a or b)),
        ),
        ("the padding is looked for at the end only", by_length),
        ("a row in which nothing may be seen is opened", opened(everything=True)),
        ("a row in which nothing may be seen is opened", opened(everything=False)),
        ("the padding can be seen", one_for_all),
        (
            "the mask has an axis for the heads",
            lambda attention_mask: torch.stack(
                [seen(lambda i, j, a, b: i >= j and b)(attention_mask)], dim=1
            ),
        ),
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


# --- layer normalization: NumPy, moment by moment -------------------------------------------------


def normalized(
    axis=2,
    count=lambda n: n,
    center=True,
    denominator=lambda variance, eps: np.sqrt(variance + eps),
    finish=lambda x, gain, bias: x * gain + bias,
    own_eps=None,
    spread=np.square,
    quotient=lambda x, mean, root: (x - mean) / root,
):
    def layer_normalization(x, gain, bias, eps=1e-12):
        x = x.numpy()
        axes = (axis,) if isinstance(axis, int) else axis
        n = math.prod(x.shape[a] for a in axes)
        mean = np.add.reduce(x, axis=axes, keepdims=True) / n
        centered = x - mean if center else x
        variance = np.add.reduce(spread(centered), axis=axes, keepdims=True) / count(n)
        with np.errstate(invalid="ignore"):
            scaled = quotient(x, mean, denominator(variance, own_eps or eps))
        return torch.from_numpy(finish(scaled, gain.numpy(), bias.numpy()))

    return layer_normalization


def bare(x, gain, bias, eps=1e-12):
    rows = []
    for vector in x.flatten(0, 1):
        root = torch.sqrt(vector.var(unbiased=False) + eps)
        rows.append(gain * vector - vector.mean() / root + bias)
    return torch.stack(rows).reshape(x.shape)


def test_layer_normalization():
    squares = "the variance is the mean of the squares, without the mean subtracted"
    brackets = "the brackets around x - mean are missing"
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
        (batch.format("more than one token"), normalized(axis=(1, 2))),
        (batch.format("more than one token"), normalized(axis=(0, 1, 2))),
        (
            "the mean is not subtracted",
            normalized(center=False, quotient=lambda x, m, root: x / root),
        ),
        ("the mean is not subtracted", normalized(quotient=lambda x, mean, root: x / root)),
        (squares, normalized(center=False)),
        ("the squared deviations are not averaged", normalized(count=lambda n: 1)),
        (
            "the variance is squared once more",
            normalized(denominator=lambda variance, eps: np.sqrt(variance * variance + eps)),
        ),
        (
            "it divides by the variance, not by its root",
            normalized(denominator=lambda variance, eps: variance, count=lambda n: n - 1),
        ),
        ("eps is a fixed number, whatever the argument says", normalized(own_eps=1e-6)),
        ("the root is taken twice", normalized(denominator=lambda v, eps: (v**0.5 + eps) ** 0.5)),
        ("it does not divide at all", normalized(denominator=lambda variance, eps: 1)),
        ("it multiplies by the root", normalized(denominator=lambda v, eps: (v + eps) ** -0.5)),
        ("the deviations are not squared", normalized(spread=np.abs)),
        ("eps is a fixed number, whatever the argument says", normalized(own_eps=1e-5)),
        ("eps is a fixed number, whatever the argument says", normalized(own_eps=1e-12)),
        (brackets, normalized(quotient=lambda x, mean, root: x - mean / root)),
        (brackets, bare),
        ("only one of gain and bias is used", normalized(finish=lambda x, gain, bias: gain * x)),
        ("only one of gain and bias is used", normalized(finish=lambda x, gain, bias: bias + x)),
        (
            "gain and bias are applied before the vector is normalized",
            lambda x, gain, bias, eps=1e-12: torch.nn.functional.layer_norm(
                torch.addcmul(bias, x, gain), gain.shape, eps=eps
            ),
        ),
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


# --- the encoder layer: the formula of GELU, and the two blocks as functions ----------------------


def exact_gelu(x):
    return x * (1 + torch.erf(x / 2**0.5)) / 2


def tanh_gelu(x):
    return x / 2 * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3)))


def build_layer(
    body,
    activation=exact_gelu,
    first="attention_norm",
    second="output_norm",
    after=lambda x: x,
    mask_of=lambda mask: mask,
    after_attention=lambda x: x,
):
    """A layer whose ``body`` gets x, attention, feed-forward and the two LayerNorms."""

    def normalizing(norm):
        def normalize(x):
            deviation = x - x.mean(-1, keepdim=True)
            return norm.bias + norm.weight * deviation / x.var(-1, False, keepdim=True).sqrt()

        return normalize

    def encoder_layer(x, attention_mask, layer):
        def attention(x):
            return after_attention(layer.attention(x, mask_of(attention_mask)))

        def feed_forward(x):
            wide = activation(x @ layer.expand.weight.T + layer.expand.bias)
            return after(wide @ layer.contract.weight.T + layer.contract.bias)

        norms = [normalizing(getattr(layer, name)) for name in (first, second)]
        return body(x, attention, feed_forward, *norms)

    return encoder_layer


def post_norm(x, attention, feed_forward, norm1, norm2):
    x = norm1(x + attention(x))
    return norm2(x + feed_forward(x))


def pre_norm(x, attention, feed_forward, norm1, norm2):
    x = x + attention(norm1(x))
    return x + feed_forward(norm2(x))


def norm_inside(x, attention, feed_forward, norm1, norm2):
    x = x + norm1(attention(x))
    return x + norm2(feed_forward(x))


def far(x, attention, feed_forward, norm1, norm2):
    return norm2(feed_forward(norm1(attention(x) + x)) + x)


def around_the_norm(x, attention, feed_forward, norm1, norm2):
    total = x + attention(x)
    return norm2(total + feed_forward(norm1(total)))


def half_inside(x, attention, feed_forward, norm1, norm2):
    x = x + norm1(attention(x))
    return norm2(x + feed_forward(x))


def np_tanh(x):
    return torch.from_numpy(np.tanh(x.numpy()))


def test_encoder_layer():
    another, reads = (
        "the activation is another function than GELU",
        "the feed-forward network reads the layer's input",
    )
    assert diagnose(attention.encoder_layer, build_layer(post_norm)).right
    twice = "GELU is applied twice"
    missing, mixed = "a residual is missing", "the two LayerNorms are mixed up"
    slips = [
        ("LayerNorm stands before each block", build_layer(pre_norm)),
        (missing, build_layer(lambda x, a, f, n1, n2: n2(f(n1(a(x)))))),
        (missing, build_layer(lambda x, a, f, n1, n2: n2(f(n1(a(x) + x))))),
        (missing, build_layer(lambda x, a, f, n1, n2: n2((y := n1(a(x))) + f(y)))),
        ("the second residual starts at the layer's input", build_layer(far)),
        ("the second residual skips the first LayerNorm", build_layer(around_the_norm)),
        ("LayerNorm is applied before adding", build_layer(norm_inside)),
        ("a LayerNorm is missing", build_layer(lambda x, a, f, n1, n2: n2((y := x + a(x)) + f(y)))),
        ("a LayerNorm is missing", build_layer(lambda x, a, f, n1, n2: (y := x + a(x)) + f(y))),
        (mixed, build_layer(post_norm, second="attention_norm")),
        (mixed, build_layer(post_norm, first="output_norm")),
        (mixed, build_layer(post_norm, first="output_norm", second="attention_norm")),
        (
            "the mask does not reach the attention",
            build_layer(post_norm, mask_of=lambda mask: mask * 0 + 1),
        ),
        ("the feed-forward network is missing", build_layer(lambda x, a, f, n1, n2: n1(x + a(x)))),
        (reads, build_layer(lambda x, a, f, n1, n2: n2(f(x) + n1(a(x) + x)))),
        (reads, build_layer(lambda x, a, f, n1, n2: n2(f(x) + x))),
        ("a LayerNorm is missing", build_layer(lambda x, a, f, n1, n2: (y := n1(x + a(x))) + f(y))),
        (
            "GELU stands after the second linear map",
            build_layer(post_norm, activation=lambda x: x, after=exact_gelu),
        ),
        (
            "GELU is applied to the attention's output, too",
            build_layer(post_norm, after_attention=exact_gelu),
        ),
        (another, build_layer(post_norm, activation=np_tanh)),
        (another, build_layer(post_norm, activation=lambda x: x / (1 + torch.exp(-x)))),
        (another, build_layer(post_norm, activation=lambda x: 1 / (1 + torch.exp(-x)))),
        ("LayerNorm is applied before adding", build_layer(half_inside)),
        ("GELU is approximated by tanh", build_layer(post_norm, activation=tanh_gelu)),
        ("the activation is ReLU", build_layer(post_norm, activation=lambda x: x.clamp(min=0))),
        (twice, build_layer(post_norm, after=exact_gelu)),
        (twice, build_layer(post_norm, activation=lambda x: exact_gelu(exact_gelu(x)))),
        (
            "the feed-forward network has no activation",
            build_layer(post_norm, activation=lambda x: x),
        ),
    ]
    assert_all_named(attention.encoder_layer, slips)


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


def every_start_of_a_long_text(ids, size, step):
    return every_start(ids, size, step) if len(ids) > size else [ids]


def full_or_whole(ids, size, step):
    return cut(keep=keep_full)(ids, size, step) if len(ids) > size else [ids]


def from_overlap(ids, size, step):
    found, start = [], 0
    while start < len(ids) - (size - step):
        found.append(ids[start : start + size])
        start += step
    return found


def longer_later(ids, size, step):
    found, start = [ids[:size]], 0
    while start + size < len(ids):
        start += step
        found.append(ids[start : start + size + 1])
    return found


def one_late(ids, size, step):
    found, start = [ids[:size]], 0
    while start + size <= len(ids):
        start += step
        found.append(ids[start : start + size])
    return found


def ending_at_size(ids, size, step):
    found, start = [ids[:size]], 0
    while start + size < len(ids):
        start += step
        found.append(ids[start:size])
    return found


def filled_up(token):
    def windows(ids, size, step):
        found = cut()(ids, size, step)
        while len(found[-1]) < size:
            found[-1].append(token)
        return found

    return windows


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
        ("the end of the text is lost", full_or_whole),
        ("the last window is left out", cut(keep=lambda found, ids, size: found[:-1])),
        (
            "the last window is left out",
            cut(keep=lambda found, ids, size: found[:-1] if found[1:] else found),
        ),
        ("a short text gives no window", from_overlap),
        (
            "a short text gives no window",
            cut(keep=lambda found, ids, size: found if len(ids) > size else []),
        ),
        (
            "a short text is not put into a list",
            cut(keep=lambda found, ids, size: found if len(found) > 1 else found[0]),
        ),
        ("a window follows when the last one ends exactly at the end", one_late),
        ("windows follow that hold nothing new", every_start_of_a_long_text),
        (
            "step is taken for the overlap",
            lambda ids, size, step: every_start(ids, size, max(1, size - step)),
        ),
        ("a window ends at place size", ending_at_size),
        (
            "the windows are as long as the step",
            lambda ids, size, step: [window[:step] for window in cut()(ids, size, step)],
        ),
        (
            "the windows are as long as the step",
            lambda ids, size, step: every_start(ids, step, step),
        ),
        ("the last window is filled up", filled_up(0)),
        (
            "the end is looked for with step, not with size",
            lambda ids, size, step: [
                ids[k : k + size] for k in range(len(ids) - step) if k % step == 0
            ],
        ),
        (
            "the windows are counted by size, not by step",
            lambda ids, size, step: [
                ids[k * step : k * step + size] for k in range(math.ceil(len(ids) / size))
            ],
        ),
        (
            "each window starts one token after the one before",
            cut(stride=lambda size, step: 1),
        ),
        ("the windows reach to the end of the text", cut(length=lambda size: 1000)),
        ("the windows are one token too long", longer_later),
        ("the last window is filled up", filled_up(-1)),
    ]
    assert_all_named(attention.windows, slips)


def test_windows_by_hand():
    reference = attention.windows.reference
    assert reference([1, 2, 3, 4, 5, 6, 7], 4, 2) == [[1, 2, 3, 4], [3, 4, 5, 6], [5, 6, 7]]
    assert reference([1, 2, 3], 4, 2) == [[1, 2, 3]]
    assert reference([1, 2, 3, 4], 4, 2) == [[1, 2, 3, 4]]
