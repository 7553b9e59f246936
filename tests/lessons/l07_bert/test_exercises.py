"""The exercises of the BERT lesson; every slip is written here a second time, with other means."""

import math

import numpy as np
import pytest
import torch
from torch import nn

from lessons.l07_bert import exercises
from tests.exercise_checks import assert_named, check_exercise_module, loaded, solve
from workbook.exercises import diagnose

bert = loaded(exercises)


def test_solutions_pass_and_slips_are_told_apart():
    check_exercise_module(bert)


def names(definition):
    return {misconception.name for misconception in definition.misconceptions}


def assert_all_named(definition, slips):
    """State that each function is recognized, and that none of the names was forgotten."""
    assert {name for name, _ in slips} == names(definition)
    for name, function in slips:
        assert_named(definition, function, name)


# --- input embeddings: one token after the other, as a student may begin --------------------------


def embed(
    position=lambda t, kind: t,
    use=("word", "position", "token_type"),
    norm=True,
    normed_first=(),
    correction=0,
    affine=True,
    own_eps=None,
    place="inside",
    kind_of=lambda kind: kind,
    finish=lambda g, x, b: g * x + b,
):
    def input_embeddings(input_ids, token_type_ids, embeddings, eps=1e-12):
        eps = own_eps or eps
        gamma = embeddings["LayerNorm.weight"].tolist() if affine else None
        beta = embeddings["LayerNorm.bias"].tolist() if affine else None

        def normalized(vector):
            mean = math.fsum(vector) / len(vector)
            variance = math.fsum((x - mean) ** 2 for x in vector) / (len(vector) - correction)
            root = math.sqrt(variance) + eps if place == "outside" else math.sqrt(variance + eps)
            root = math.sqrt(variance) if place == "nowhere" else root
            row = [(x - mean) / root for x in vector]
            if not affine:
                return row
            return [finish(g, x, b) for g, x, b in zip(gamma, row, beta, strict=True)]

        result = []
        for ids, kinds in zip(input_ids.tolist(), token_type_ids.tolist(), strict=True):
            rows = []
            for t, (word, kind) in enumerate(zip(ids, kinds, strict=True)):
                index = {"word": word, "position": position(t, kind), "token_type": kind_of(kind)}
                if place == "restart":
                    index["position"] = t - kinds.count(0) if kind else t
                if place == "wrapped":
                    index["position"] = (t + 1) % len(ids)
                if place == "text":
                    index["position"] = len(result)
                parts = [embeddings[f"{name}_embeddings.weight"][index[name]] for name in use]
                for part in normed_first:
                    row = normalized(parts[part].tolist())
                    parts[part] = torch.tensor(row, dtype=parts[part].dtype)
                vector = torch.stack(parts).sum(0).tolist()
                rows.append(normalized(vector) if norm else vector)
            result.append(rows)
        return torch.tensor(result, dtype=embeddings["LayerNorm.weight"].dtype)

    return input_embeddings


def batch_normalized(axes):
    def input_embeddings(input_ids, token_type_ids, embeddings, eps=1e-12):
        tables = {name: table.numpy() for name, table in embeddings.items()}
        rows = np.take(tables["word_embeddings.weight"], input_ids.numpy(), axis=0)
        rows = rows + np.take(
            tables["token_type_embeddings.weight"], token_type_ids.numpy(), axis=0
        )
        rows = rows + tables["position_embeddings.weight"][None, : rows.shape[1]]
        rows = rows - np.mean(rows, axis=axes, keepdims=True)
        rows = rows * (np.mean(rows**2, axis=axes, keepdims=True) + eps) ** -0.5
        rows = rows * tables["LayerNorm.weight"] + tables["LayerNorm.bias"]
        return torch.from_numpy(rows.astype(tables["LayerNorm.bias"].dtype))

    return input_embeddings


def times_root(input_ids, token_type_ids, embeddings, eps=1e-12):
    words = embeddings["word_embeddings.weight"]
    larger = embeddings | {"word_embeddings.weight": words * math.sqrt(words.shape[1])}
    return embed()(input_ids, token_type_ids, larger, eps)


def test_input_embeddings():
    assert diagnose(bert.input_embeddings, embed()).right
    one = "one of LayerNorm's weight and bias is left out"
    slips = [
        ("the positions are looked up by token type id", embed(position=lambda t, kind: kind)),
        ("the positions start at 1", embed(position=lambda t, kind: t + 1)),
        ("the positions are missing", embed(use=("word", "token_type"))),
        ("the token types are missing", embed(use=("word", "position"))),
        ("LayerNorm is missing", embed(norm=False)),
        ("LayerNorm comes before the sum", embed(norm=False, normed_first=(0,))),
        ("each of the three is normalized by itself", embed(norm=False, normed_first=(0, 1, 2))),
        ("each of the three is normalized by itself", embed(normed_first=(0, 1, 2))),
        ("LayerNorm's weight and bias are left out", embed(affine=False)),
        ("eps is added outside the root", embed(place="outside")),
        ("eps is added outside the root", embed(place="outside", correction=1)),
        ("eps is left at torch's default of 1e-5", embed(own_eps=1e-5)),
        ("the variance is the unbiased one", embed(correction=1)),
        ("the positions start at 1", embed(place="wrapped")),
        ("the number of the text in the batch is taken for the position", embed(place="text")),
        ("the positions start again in the second text", embed(place="restart")),
        ("the words are missing", embed(use=("position", "token_type"))),
        ("the word embeddings are multiplied by sqrt(D)", times_root),
        ("the token types are not those of the argument", embed(kind_of=lambda kind: 0)),
        ("the token types are not those of the argument", embed(kind_of=lambda kind: 1 - kind)),
        (one, embed(finish=lambda g, x, b: g * x)),
        (one, embed(finish=lambda g, x, b: x + b)),
        (
            "LayerNorm's weight and bias have changed places",
            embed(finish=lambda g, x, b: b * x + g),
        ),
        (
            "the bias is added before the weight is multiplied",
            embed(finish=lambda g, x, b: g * (x + b)),
        ),
        ("eps is left out", embed(place="nowhere")),
        ("eps is fixed at 1e-12, whatever the argument says", embed(own_eps=1e-12)),
        ("the mean and variance are taken over more than one token", batch_normalized((1, 2))),
        ("the mean and variance are taken over more than one token", batch_normalized(0)),
        ("the mean and variance are taken over more than one token", batch_normalized(1)),
    ]
    assert_all_named(bert.input_embeddings, slips)


# --- self-attention: einsum over explicit loops on heads ------------------------------------------


def attend(
    features=lambda head, size, heads: slice(head * size, (head + 1) * size),
    divide=lambda size, hidden: size**0.5,
    mask_axis="key",
    hidden_value=0,
    fill=-10000.0,
    softmax_axis="key",
    when="before",
    linear="btd,ed->bte",
    bias=(1.0, 1.0, 1.0),
    join="heads",
    split="features",
    roles=("query", "key", "value"),
    heads_of=lambda num_heads, size: num_heads,
):
    """Multi-head attention in einsum and NumPy; each keyword puts one slip in."""

    def self_attention(hidden, attention_mask, layer, num_heads):
        x, mask = hidden.numpy(), attention_mask.numpy()
        batch, tokens, size = x.shape
        num_heads = heads_of(num_heads, size)
        head_size = size // num_heads
        q, k, v = (
            np.einsum(linear, x, layer[f"attention.self.{name}.weight"].numpy())
            + factor * layer[f"attention.self.{name}.bias"].numpy()
            for name, factor in zip(roles, bias, strict=True)
        )
        contexts = []
        for head in range(num_heads):
            if split == "features":
                part = features(head, head_size, num_heads)
                query, key, value = q[..., part], k[..., part], v[..., part]
            else:  # what a direct view hands to a head: a stretch of the text's numbers
                stretch = slice(head * tokens * head_size, (head + 1) * tokens * head_size)
                query, key, value = (
                    np.stack([row.ravel()[stretch].reshape(tokens, head_size) for row in a])
                    for a in (q, k, v)
                )
            scores = np.einsum("bik,bjk->bij", query, key) / divide(head_size, size)
            hide = (mask == hidden_value)[:, None, :] & np.ones((tokens, 1), dtype=bool)
            if mask_axis == "query":
                hide = hide.transpose(0, 2, 1)
            if mask_axis == "both":
                hide = hide | hide.transpose(0, 2, 1)
            if when == "before":
                scores = np.where(hide, fill, scores)
            elif when == "added":
                scores = scores - 10000.0 * hide
            elif when == "times":
                scores = scores * mask[:, None, :]
            elif when == "plus":
                scores = scores + mask[:, None, :]
            axis = -1 if softmax_axis == "key" else -2
            with np.errstate(invalid="ignore"):
                exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
                weights = exponentials / exponentials.sum(axis=axis, keepdims=True)
            if when == "after":
                weights = np.where(hide, 0.0, weights)
            contexts.append(np.einsum("bij,bjk->bik", weights, value))
        if join == "heads":
            merged = np.concatenate(contexts, axis=-1)
        elif join == "view":
            merged = np.stack(
                [np.concatenate([c[b].ravel() for c in contexts]) for b in range(batch)]
            ).reshape(batch, tokens, size)
        else:
            merged = np.empty_like(x)
            for head, context in enumerate(contexts):
                merged[..., head::num_heads] = context
        return torch.from_numpy(merged)

    return self_attention


def interleaved(head, size, heads):
    return slice(head, None, heads)


def over_heads(hidden, attention_mask, layer, num_heads):
    q, k, v = (
        nn.functional.linear(
            hidden, layer[f"attention.self.{n}.weight"], layer[f"attention.self.{n}.bias"]
        ).unflatten(-1, (num_heads, -1))
        for n in ("query", "key", "value")
    )
    scores = torch.einsum("bihk,bjhk->bijh", q, k) / q.shape[-1] ** 0.5
    scores = torch.where(attention_mask[:, None, :, None] == 1, scores, -1e9)
    return torch.einsum("bijh,bjhk->bihk", torch.softmax(scores, 3), v).flatten(2)


def test_self_attention():
    both = "the mask hides queries as well as keys"
    assert diagnose(bert.self_attention, attend()).right
    assert diagnose(bert.self_attention, attend(when="added")).right
    queries = "the mask hides queries instead of keys"
    size = "num_heads is taken for the size of a head"
    slips = [
        ("the heads are split off without a transpose", attend(split="view")),
        ("the heads are split off without a transpose", attend(split="view", join="view")),
        ("the heads are merged without a transpose", attend(join="view")),
        ("a head takes every H-th feature", attend(features=interleaved)),
        ("a head takes every H-th feature", attend(features=interleaved, join="interleaved")),
        ("the mask is inverted", attend(hidden_value=1)),
        ("the mask is inverted", attend(hidden_value=1, when="added")),
        (queries, attend(mask_axis="query")),
        (queries, attend(mask_axis="query", fill=-math.inf)),
        ("the padding is not hidden", attend(when="never")),
        ("the padding is taken out after the softmax", attend(when="after")),
        ("the mask enters the scores as 0 and 1", attend(when="times")),
        ("the mask enters the scores as 0 and 1", attend(when="plus")),
        ("the softmax runs over the queries", attend(softmax_axis="query")),
        ("the softmax runs over the queries", attend(softmax_axis="query", when="added")),
        ("the scores are divided by the head size", attend(divide=lambda size, hidden: size)),
        (
            "the scores are divided by the root of the hidden size",
            attend(divide=lambda size, hidden: hidden**0.5),
        ),
        ("the scores are not divided", attend(divide=lambda size, hidden: 1)),
        ("the weights are not transposed", attend(linear="btd,de->bte")),
        (both, attend(mask_axis="both")),
        (both, attend(mask_axis="both", fill=-math.inf)),
        ("the mask is inverted", attend(hidden_value=1, fill=-math.inf)),
        ("the softmax runs over the queries", attend(softmax_axis="query", fill=-math.inf)),
        ("the softmax runs over the heads", over_heads),
        (
            "the scores are divided by the root of the number of heads",
            attend(divide=lambda size, hidden: (hidden // size) ** 0.5),
        ),
        ("the biases are left out", attend(bias=(0, 0, 0))),
        ("the biases are left out", attend(bias=(0, 1, 0))),
        ("the bias of one projection is left out", attend(bias=(1, 1, 0))),
        ("the bias of one projection is left out", attend(bias=(0, 1, 1))),
        ("query and key are exchanged", attend(roles=("key", "query", "value"))),
        (size, attend(heads_of=lambda num_heads, size: size // num_heads)),
        (
            size,
            attend(
                heads_of=lambda num_heads, size: size // num_heads,
                divide=lambda size, hidden: (hidden // size) ** 0.5,
            ),
        ),
    ]
    assert_all_named(bert.self_attention, slips)


def test_a_mask_added_along_the_queries_hides_nothing():
    """Softmax does not see a shift of a whole row, so this is the same as no mask at all."""

    def self_attention(hidden, attention_mask, layer, num_heads):
        q, k, v = (
            nn.functional.linear(
                hidden, layer[f"attention.self.{n}.weight"], layer[f"attention.self.{n}.bias"]
            ).unflatten(-1, (num_heads, -1))
            for n in ("query", "key", "value")
        )
        scores = torch.einsum("bihk,bjhk->bhij", q, k) / q.shape[-1] ** 0.5
        scores = scores + (1.0 - attention_mask)[:, None, :, None] * -10000.0
        return torch.einsum("bhij,bjhk->bihk", scores.softmax(-1), v).flatten(2)

    assert_named(bert.self_attention, self_attention, "the padding is not hidden")


# --- the encoder layer: torch's modules and the exact formula of GELU -----------------------------


def exact_gelu(x):
    return x * (1 + torch.erf(x / 2**0.5)) / 2


def tanh_gelu(x):
    return x / 2 * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3)))


def build_layer(
    body,
    activation=exact_gelu,
    first="attention.output",
    second="output",
    mix=True,
    after=nn.Identity(),  # noqa: B008
    norm_eps=(None, None),
    mask_of=lambda mask: mask,
    behind_attention=nn.Identity(),  # noqa: B008
    no_bias=(),
):
    """A layer whose ``body`` gets x, attention, feed-forward and the two LayerNorms."""

    def encoder_layer(hidden, attention_mask, layer, num_heads, eps=1e-12):
        def module(name, own_eps=None):
            weight, bias = layer[f"{name}.weight"], layer[f"{name}.bias"]
            if "LayerNorm" in name:
                built = nn.LayerNorm(len(weight), eps=own_eps or eps, dtype=weight.dtype)
            else:
                built = nn.Linear(weight.shape[1], weight.shape[0], dtype=weight.dtype)
                bias = torch.zeros_like(bias) if name in no_bias else bias
            built.load_state_dict({"weight": weight, "bias": bias})
            return built.requires_grad_(False)

        def attention(x):
            context = attend()(x, mask_of(attention_mask), layer, num_heads)
            return behind_attention(module("attention.output.dense")(context)) if mix else context

        def feed_forward(x):
            return after(module("output.dense")(activation(module("intermediate.dense")(x))))

        names = f"{first}.LayerNorm", f"{second}.LayerNorm"
        norms = [module(*pair) for pair in zip(names, norm_eps, strict=True)]
        return body(hidden, attention, feed_forward, *norms)

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
    every = ("attention.output.dense", "intermediate.dense", "output.dense")
    assert diagnose(bert.encoder_layer, build_layer(post_norm)).right
    twice, eps = "GELU is applied twice", "eps is not passed on to both LayerNorms"
    missing, mixed = "a residual is missing", "the weights of the two LayerNorms are mixed up"
    slips = [
        ("LayerNorm stands before each sub-layer", build_layer(pre_norm)),
        (missing, build_layer(lambda x, a, f, n1, n2: n2(f(n1(a(x)))))),
        (missing, build_layer(lambda x, a, f, n1, n2: n2(f(n1(a(x) + x))))),
        (missing, build_layer(lambda x, a, f, n1, n2: n2((y := n1(a(x))) + f(y)))),
        ("the second residual starts at the layer's input", build_layer(far)),
        ("the second residual skips the first LayerNorm", build_layer(around_the_norm)),
        ("LayerNorm is applied before adding", build_layer(norm_inside)),
        ("a LayerNorm is missing", build_layer(lambda x, a, f, n1, n2: n2((y := x + a(x)) + f(y)))),
        ("a LayerNorm is missing", build_layer(lambda x, a, f, n1, n2: (y := x + a(x)) + f(y))),
        (mixed, build_layer(post_norm, second="attention.output")),
        (mixed, build_layer(post_norm, first="output")),
        (mixed, build_layer(post_norm, first="output", second="attention.output")),
        ("the heads are not mixed by attention.output.dense", build_layer(post_norm, mix=False)),
        (
            "the mask does not reach the attention",
            build_layer(post_norm, mask_of=lambda mask: mask * 0 + 1),
        ),
        ("the feed-forward network is missing", build_layer(lambda x, a, f, n1, n2: n1(x + a(x)))),
        (reads, build_layer(lambda x, a, f, n1, n2: n2(f(x) + n1(a(x) + x)))),
        (reads, build_layer(lambda x, a, f, n1, n2: n2(f(x) + x))),
        ("a bias is left out", build_layer(post_norm, no_bias=("output.dense",))),
        ("a bias is left out", build_layer(post_norm, no_bias=("intermediate.dense",))),
        ("a bias is left out", build_layer(post_norm, no_bias=every)),
        ("a LayerNorm is missing", build_layer(lambda x, a, f, n1, n2: (y := n1(x + a(x))) + f(y))),
        (
            "GELU stands behind the second dense map",
            build_layer(post_norm, activation=nn.Identity(), after=exact_gelu),
        ),
        (
            "GELU is applied to the attention's output, too",
            build_layer(post_norm, behind_attention=exact_gelu),
        ),
        (another, build_layer(post_norm, activation=np_tanh)),
        (another, build_layer(post_norm, activation=nn.SiLU())),
        (another, build_layer(post_norm, activation=lambda x: 1 / (1 + torch.exp(-x)))),
        ("LayerNorm is applied before adding", build_layer(half_inside)),
        ("GELU is approximated by tanh", build_layer(post_norm, activation=tanh_gelu)),
        ("the activation is ReLU", build_layer(post_norm, activation=lambda x: x.clamp(min=0))),
        (twice, build_layer(post_norm, after=exact_gelu)),
        (twice, build_layer(post_norm, activation=lambda x: exact_gelu(exact_gelu(x)))),
        (eps, build_layer(post_norm, norm_eps=(1e-5, 1e-5))),
        (eps, build_layer(post_norm, norm_eps=(1e-12, 1e-12))),
        (eps, build_layer(post_norm, norm_eps=(None, 1e-5))),
        (eps, build_layer(post_norm, norm_eps=(1e-5, None))),
        (
            "the feed-forward network has no activation",
            build_layer(post_norm, activation=nn.Identity()),
        ),
    ]
    assert_all_named(bert.encoder_layer, slips)


# --- pooling: text by text ------------------------------------------------------------------------


def pool(choose=lambda text: text[0], finish=np.tanh, matrix=np.asarray, bias=1.0, begin=None):
    bias_factor = bias

    def pooler(hidden, weight, bias):
        rows = []
        for text in hidden.numpy():
            vector = choose(text)
            vector = vector if begin is None else begin(vector)
            scaled = [sum(vector * row) for row in matrix(weight.numpy())]
            rows.append(finish(np.array(scaled) + bias_factor * bias.numpy()))
        return torch.from_numpy(np.stack(rows))

    return pooler


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def test_pooler():
    assert diagnose(bert.pooler, pool()).right

    def first_text(hidden, weight, bias):
        return torch.stack([torch.tanh(weight @ token + bias) for token in hidden[0]])

    def everything(hidden, weight, bias):
        return torch.stack([torch.tanh(text @ weight.T + bias) for text in hidden])

    def mean_of_pooled(hidden, weight, bias):
        return (
            sum(torch.tanh(hidden[:, t] @ weight.T + bias) for t in range(hidden.shape[1]))
            / (hidden.shape[1])
        )

    slips = [
        ("the tokens are averaged", pool(choose=lambda text: sum(text) / len(text))),
        ("the tokens are averaged", mean_of_pooled),
        ("the largest value over the tokens is taken", pool(choose=lambda text: np.max(text, 0))),
        ("the last token is taken", pool(choose=lambda text: text[len(text) - 1])),
        ("the first text is taken instead of the first token", first_text),
        ("all tokens are passed on", everything),
        ("tanh is missing", pool(finish=lambda x: x)),
        ("tanh comes before the dense layer", pool(begin=np.tanh, finish=lambda x: x)),
        ("the activation is not tanh", pool(finish=sigmoid)),
        ("the activation is not tanh", pool(finish=lambda x: np.maximum(x, 0))),
        ("the weight is not transposed", pool(matrix=np.transpose)),
        ("the bias is left out", pool(bias=0.0)),
        (
            "the bias is added after tanh",
            lambda hidden, weight, bias: bias + pool(bias=0.0)(hidden, weight, bias),
        ),
        ("tanh is applied twice", pool(finish=lambda x: np.tanh(np.tanh(x)))),
        ("tanh is applied twice", pool(begin=np.tanh)),
        ("the tokens are added up", pool(choose=lambda text: np.add.reduce(text))),
        ("the second token is taken", pool(choose=lambda text: text[1])),
        (
            "the axis of the tokens is kept",
            lambda hidden, weight, bias: pool()(hidden, weight, bias).unsqueeze(1),
        ),
        ("the first token is returned as it is", lambda hidden, weight, bias: hidden.select(1, 0)),
        (
            "the first token is returned as it is",
            lambda hidden, weight, bias: torch.stack([torch.tanh(text[0]) for text in hidden]),
        ),
        (
            "the activation is not tanh",
            pool(finish=lambda x: np.exp(x - x.max()) / np.exp(x - x.max()).sum()),
        ),
    ]
    assert_all_named(bert.pooler, slips)


def averaged(keep=lambda bit: bit == 1, divide=lambda kept, mask, i: len(kept)):
    def mean_pool(hidden, attention_mask):
        rows = []
        for i, (text, bits) in enumerate(zip(hidden, attention_mask.tolist(), strict=True)):
            kept = [vector for vector, bit in zip(text, bits, strict=True) if keep(bit)]
            total = sum(kept, torch.zeros_like(text[0]))
            rows.append(total / torch.tensor(divide(kept, attention_mask, i)))
        return torch.stack(rows)

    return mean_pool


def test_mean_pool():
    assert diagnose(bert.mean_pool, averaged()).right

    def largest(hidden, attention_mask):
        pairs = zip(hidden, attention_mask.bool(), strict=True)
        return torch.stack([text[bits].max(0).values for text, bits in pairs])

    def without_first(divide):
        def mean_pool(hidden, attention_mask):
            mask = attention_mask.numpy().copy()
            mask[:, 0] = 0
            with np.errstate(invalid="ignore"):
                rows = np.einsum("btd,bt->bd", hidden.numpy(), mask) / divide(mask, attention_mask)
            return torch.from_numpy(rows)

        return mean_pool

    def inner(cut):
        def mean_pool(hidden, attention_mask):
            rows = []
            for text, mask in zip(hidden, attention_mask, strict=True):
                kept = cut([vector for vector, bit in zip(text, mask, strict=True) if bit])
                rows.append(sum(kept, text[0] * 0) / torch.tensor(len(kept)))
            return torch.stack(rows)

        return mean_pool

    def with_first_mask(hidden, attention_mask):
        return hidden[:, attention_mask[0].bool()].mean(dim=1)

    def with_first_length(hidden, attention_mask):
        kept = hidden.narrow(1, 0, int(attention_mask[0].count_nonzero()))
        return kept.sum(dim=1) / kept.shape[1]

    def leading(hidden, attention_mask):
        counts = attention_mask.sum(1).tolist()
        return torch.stack([t[:n].mean(0) for t, n in zip(hidden, counts, strict=True)])

    ends = "[CLS] and [SEP] are left out of the mean"
    of_first = "the mask of the first text, or its number of tokens, serves for all texts"
    first = "[CLS] is left out of the mean"
    slips = [
        ("the padding is part of the mean", averaged(keep=lambda bit: True)),
        (
            "the sum over the tokens is divided by the padded length",
            averaged(divide=lambda kept, mask, i: mask.shape[1]),
        ),
        (
            "the sum still holds the padding",
            averaged(keep=lambda bit: True, divide=lambda kept, mask, i: int(mask[i].sum())),
        ),
        (
            "the sum is divided by the tokens of the whole batch",
            averaged(divide=lambda kept, mask, i: int(mask.sum())),
        ),
        ("the sum is not divided", averaged(divide=lambda kept, mask, i: 1)),
        ("the mask is inverted", averaged(keep=lambda bit: bit == 0)),
        (
            "only [CLS] is used",
            lambda hidden, attention_mask: torch.stack([text[0] for text in hidden]),
        ),
        (first, without_first(lambda mask, whole: mask.sum(1)[:, None])),
        (first, without_first(lambda mask, whole: np.maximum(mask.sum(1), 1)[:, None])),
        (first, without_first(lambda mask, whole: whole.numpy().sum(1)[:, None])),
        ("the largest value over the tokens is taken", largest),
        (ends, inner(lambda kept: kept[1:-1])),
        (ends, inner(lambda kept: kept[1:-1] if len(kept) > 2 else kept)),
        ("[SEP] is left out of the mean", inner(lambda kept: kept[:-1])),
        ("[SEP] is left out of the mean", inner(lambda kept: kept[:-1] or kept)),
        (
            "the first places are averaged, wherever the tokens stand",
            leading,
        ),
        ("the number of tokens is off", averaged(divide=lambda kept, mask, i: len(kept) + 1)),
        ("the number of tokens is off", averaged(divide=lambda kept, mask, i: len(kept) - 1)),
        (of_first, with_first_mask),
        (of_first, with_first_length),
        (of_first, averaged(divide=lambda kept, mask, i: int(mask[0].sum()))),
        (
            of_first,
            lambda hidden, attention_mask: (
                hidden[:, attention_mask[0].nonzero()[:, 0]].sum(dim=1)
                / attention_mask.sum(dim=1).unsqueeze(1)
            ),
        ),
        (
            "the sum is divided by the root of the number of tokens",
            averaged(divide=lambda kept, mask, i: math.sqrt(len(kept))),
        ),
        (
            "the sum is divided by the number of texts",
            averaged(divide=lambda kept, mask, i: mask.shape[0]),
        ),
        (
            "the sum is divided by the size of the vectors",
            averaged(divide=lambda kept, mask, i: kept[0].shape[0]),
        ),
        (
            "the components are averaged, not the tokens",
            lambda hidden, attention_mask: hidden.sum(-1) / hidden.shape[-1],
        ),
        (
            "the axis of the tokens is kept",
            lambda hidden, attention_mask: averaged()(hidden, attention_mask).unsqueeze(1),
        ),
        (
            "only the last place is used",
            lambda hidden, attention_mask: torch.stack([text[-1] for text in hidden]),
        ),
        (
            "the texts are averaged, not the tokens",
            lambda hidden, attention_mask: sum(hidden) / len(hidden),
        ),
    ]
    assert_all_named(bert.mean_pool, slips)


# --- parameters: shapes listed one by one ---------------------------------------------------------


def counting(change=lambda shapes, sizes: shapes, heads=1):
    """Sum the sizes of a list of named shapes, changed by a slip."""

    def count_parameters(
        vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
    ):
        d, f = hidden_size, intermediate_size
        shapes = {"word": (vocab_size, d), "position": (max_positions, d)}
        shapes |= {"type": (type_vocab_size, d), "norm.weight": (d,), "norm.bias": (d,)}
        for i in range(num_layers):
            for name in ("query", "key", "value"):
                for head in range(heads):
                    shapes |= {f"{i}.{name}.{head}.weight": (d, d), f"{i}.{name}.{head}.bias": (d,)}
            shapes |= {f"{i}.mix.weight": (d, d), f"{i}.mix.bias": (d,)}
            shapes |= {f"{i}.norm1.weight": (d,), f"{i}.norm1.bias": (d,)}
            shapes |= {f"{i}.up.weight": (f, d), f"{i}.up.bias": (f,)}
            shapes |= {f"{i}.down.weight": (d, f), f"{i}.down.bias": (d,)}
            shapes |= {f"{i}.norm2.weight": (d,), f"{i}.norm2.bias": (d,)}
        shapes |= {"pooler.weight": (d, d), "pooler.bias": (d,)}
        return sum(
            math.prod(shape) for shape in change(shapes, (vocab_size, d, num_layers)).values()
        )

    return count_parameters


def without(*parts, but=()):
    return counting(
        lambda shapes, sizes: {
            name: shape
            for name, shape in shapes.items()
            if not any(part in name for part in parts) or any(part in name for part in but)
        }
    )


def repeated(shapes, sizes):
    below = [name for name in shapes if not name[0].isdigit() and "pooler" not in name]
    return shapes | {f"{name} {i}": shapes[name] for name in below for i in range(sizes[2] - 1)}


def biases_of(name):
    """Give a dense layer a bias as long as its input."""

    def change(shapes, sizes):
        return shapes | {
            key: (shapes[key.replace("bias", "weight")][1],)
            for key in shapes
            if key.endswith(f".{name}.bias")
        }

    return counting(change)


def replacing(**fixed):
    def count_parameters(
        vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
    ):
        given = {
            "vocab_size": vocab_size,
            "hidden_size": hidden_size,
            "num_layers": num_layers,
            "intermediate_size": intermediate_size,
            "max_positions": max_positions,
            "type_vocab_size": type_vocab_size,
        }
        return counting()(**{**given, **fixed})

    return count_parameters


def four_times(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    return counting()(
        vocab_size, hidden_size, num_layers, 4 * hidden_size, max_positions, type_vocab_size
    )


def test_count_parameters():
    part = "the biases of one part are left out"
    assert diagnose(bert.count_parameters, counting()).right
    words = "the word embeddings are counted a second time, as the output layer"
    slips = [
        ("the biases are left out", without("bias", but=("norm",))),
        ("the biases are left out", without("bias")),
        ("the LayerNorms are left out", without("norm")),
        ("4 D numbers are missing in each layer", without("norm1", "norm2")),
        (
            "4 D numbers are missing in each layer",
            without("query.0.bias", "key.0.bias", "value.0.bias", "mix.bias"),
        ),
        (part, without("pooler.bias")),
        (part, without("up.bias", "down.bias")),
        (part, without("up.bias")),
        (part, without("down.bias")),
        ("both biases of the feed-forward network are taken to have one length", biases_of("down")),
        ("both biases of the feed-forward network are taken to have one length", biases_of("up")),
        ("a size is a fixed number, not the argument", replacing(type_vocab_size=2)),
        ("a size is a fixed number, not the argument", replacing(max_positions=512)),
        ("a size is a fixed number, not the argument", replacing(vocab_size=30522)),
        (
            "the feed-forward size is taken as 4 D",
            four_times,
        ),
        (
            "every layer has a pooler",
            counting(
                lambda shapes, sizes: (
                    shapes | {f"{i} pooler": (sizes[1], sizes[1] + 1) for i in range(sizes[2] - 1)}
                )
            ),
        ),
        ("only one layer is counted", replacing(num_layers=1)),
        (
            "LayerNorms are counted that are not there",
            counting(lambda shapes, sizes: shapes | {"last.norm": (2, sizes[1])}),
        ),
        (
            "LayerNorms are counted that are not there",
            counting(lambda shapes, sizes: shapes | {"norm3": (2 * sizes[1], sizes[2])}),
        ),
        ("a LayerNorm has one vector, not two", without("norm.bias", "norm1.bias", "norm2.bias")),
        (
            "a task's head is counted",
            counting(lambda shapes, sizes: shapes | {"next": (2, sizes[1]), "next.bias": (2,)}),
        ),
        ("positions and token types are left out", without("position", "type")),
        ("the attention has only one or two maps", without("key", "value", "mix")),
        ("the attention has only one or two maps", without("value", "mix")),
        ("the LayerNorm behind the embeddings is left out", without("norm.")),
        ("a layer has only one LayerNorm", without("norm2")),
        ("the pooler is left out", without("pooler")),
        ("the embeddings are counted once per layer", counting(repeated)),
        ("the positions are left out", without("position")),
        ("the token types are left out", without("type")),
        ("the dense layer behind the attention is not counted", without("mix")),
        ("every head has matrices of its own, as large as D x D", counting(heads=12)),
        ("the feed-forward network has one matrix", without("down")),
        ("the feed-forward network has one matrix", without("up")),
        (words, counting(lambda shapes, sizes: shapes | {"decoder": sizes[:2]})),
        (
            words,
            counting(lambda shapes, sizes: shapes | {"decoder": sizes[:2], "bias": sizes[:1]}),
        ),
    ]
    assert_all_named(bert.count_parameters, slips)


def test_the_sizes_of_the_published_models():
    assert solve(bert.count_parameters, case=0)[1] == 109_482_240
    assert solve(bert.count_parameters, case=1)[1] == 335_141_888


# --- the references are BERT ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def published():
    """A tiny random BERT of the transformers library, in float64."""
    from transformers import BertConfig, BertModel

    config = BertConfig(
        vocab_size=13,
        hidden_size=12,
        num_hidden_layers=2,
        num_attention_heads=3,
        intermediate_size=7,
        max_position_embeddings=9,
    )
    torch.manual_seed(0)
    model = BertModel(config).double().eval().requires_grad_(False)
    for parameter in model.parameters():  # fresh biases are 0 and would hide a slip
        parameter += 0.3 * torch.randn_like(parameter)
    return model


def test_the_references_put_together_are_bert(published):
    state = published.state_dict()

    def part(prefix):
        return {n.removeprefix(prefix): t for n, t in state.items() if n.startswith(prefix)}

    ids = torch.randint(13, (2, 5), generator=torch.Generator().manual_seed(1))
    types = torch.tensor([[0, 0, 1, 1, 1], [0, 0, 0, 0, 1]])
    mask = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]])
    expected = published(ids, attention_mask=mask, token_type_ids=types)

    hidden = bert.input_embeddings.reference(ids, types, part("embeddings."))
    for i in range(2):
        hidden = bert.encoder_layer.reference(hidden, mask, part(f"encoder.layer.{i}."), 3)
    torch.testing.assert_close(hidden, expected.last_hidden_state, rtol=0, atol=1e-10)
    dense = part("pooler.dense.")
    pooled = bert.pooler.reference(hidden, dense["weight"], dense["bias"])
    torch.testing.assert_close(pooled, expected.pooler_output, rtol=0, atol=1e-10)
    count = bert.count_parameters.reference(13, 12, 2, 7, 9, 2)
    assert count == sum(parameter.numel() for parameter in published.parameters())


def test_mean_pool_by_hand():
    hidden = torch.tensor([[[1.0, 2.0], [3.0, 6.0], [50.0, 60.0]]])
    mean = bert.mean_pool.reference(hidden, torch.tensor([[1, 1, 0]]))
    assert mean.tolist() == [[2.0, 4.0]]


def test_other_right_ways_are_right():
    def with_torch(hidden, attention_mask, layer, num_heads):
        q, k, v = (
            (hidden @ layer[f"attention.self.{n}.weight"].t() + layer[f"attention.self.{n}.bias"])
            .unflatten(-1, (num_heads, -1))
            .transpose(1, 2)
            for n in ("query", "key", "value")
        )
        seen = attention_mask.bool()[:, None, None, :]
        context = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=seen)
        return context.transpose(1, 2).flatten(2)

    def with_layer_norm(input_ids, token_type_ids, embeddings, eps=1e-12):
        places = torch.arange(input_ids.shape[1]).expand_as(input_ids)
        total = sum(
            nn.functional.embedding(index, embeddings[f"{name}_embeddings.weight"])
            for name, index in [
                ("word", input_ids),
                ("position", places),
                ("token_type", token_type_ids),
            ]
        )
        gamma, beta = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
        return nn.functional.layer_norm(total, (total.shape[-1],), gamma, beta, eps)

    assert diagnose(bert.self_attention, with_torch).right
    assert diagnose(bert.input_embeddings, with_layer_norm).right
