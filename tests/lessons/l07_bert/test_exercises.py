"""The exercises of the BERT lesson; every slip is written here a second time, with other means."""

import math

import numpy as np
import pytest
import torch
from torch import nn

from lessons.l07_bert import exercises
from lessons.l07_bert.layers import EncoderLayer
from lessons.l07_bert.loading import ROWS
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


# --- parity: number by number ---------------------------------------------------------------------


def gaps(
    size=lambda x, y: abs(x - y),
    over=max,
    token=lambda b, t, rows: rows[b][t] == 1,
    vector=lambda sizes: sizes,
    finish=lambda found: found,
    read=lambda tensor: tensor.tolist(),
):
    """Go through all numbers of all vectors, one after the other."""

    def largest_differences(mine, theirs, attention_mask):
        rows, found = attention_mask.tolist(), []
        for one, other in zip(map(read, mine), map(read, theirs), strict=True):
            sizes = []
            for b in range(len(rows)):
                for t in range(len(rows[b])):
                    if token(b, t, rows):
                        pair = zip(one[b][t], other[b][t], strict=True)
                        sizes += vector([size(x, y) for x, y in pair])
            found.append(over(sizes))
        return finish(found)

    return largest_differences


def largest_or_nan(sizes):
    return math.nan if any(map(math.isnan, sizes)) else max(sizes)


def times_mask(mine, theirs, attention_mask):
    mask = np.repeat(attention_mask.numpy()[:, :, None], mine[0].shape[2], axis=2)
    pairs = zip(mine, theirs, strict=True)
    return [np.max(np.abs((a.numpy() - b.numpy()) * mask)).item() for a, b in pairs]


def two_peaks(mine, theirs, attention_mask):
    """Compare the largest number of one program with that of the other."""
    tokens = attention_mask.numpy().astype(bool)
    peaks = [[each.numpy()[tokens].max() for each in side] for side in (mine, theirs)]
    return np.abs(np.subtract(*peaks)).tolist()


def relative(mine, theirs, attention_mask):
    found = []
    for one, other in zip(mine, theirs, strict=True):
        rows = [one[attention_mask.bool()].numpy(), other[attention_mask.bool()].numpy()]
        found.append((np.abs(rows[0] - rows[1]).max() / np.abs(rows[1]).max()).item())
    return found


def test_largest_differences():
    assert diagnose(bert.largest_differences, gaps()).right
    signed = "the sign of the difference counts"
    too_early = "the maximum is taken before the absolute value"
    mean = "the mean is taken, not the largest difference"
    slips = [
        ("the padding is compared as well", gaps(token=lambda b, t, rows: 1, over=largest_or_nan)),
        ("the padding is multiplied by 0, which does not remove a NaN", times_mask),
        (signed, gaps(size=lambda x, y: x - y)),
        (signed, gaps(size=lambda x, y: y - x)),
        (too_early, gaps(size=lambda x, y: x - y, over=lambda sizes: abs(max(sizes)))),
        (too_early, two_peaks),
        (
            "the difference of two sizes is taken, not the size of the difference",
            gaps(size=lambda x, y: abs(abs(x) - abs(y))),
        ),
        (mean, gaps(over=lambda sizes: math.fsum(sizes) / len(sizes))),
        (
            mean,
            gaps(size=lambda x, y: (x - y) ** 2, over=lambda sizes: math.fsum(sizes) / len(sizes)),
        ),
        ("the smallest difference is taken", gaps(over=min)),
        (
            "the length of the difference is taken",
            gaps(vector=lambda sizes: [math.hypot(*sizes)]),
        ),
        ("the length of the difference is taken", gaps(over=lambda sizes: math.hypot(*sizes))),
        ("the differences are added up", gaps(over=math.fsum)),
        ("the differences are added up", gaps(vector=lambda sizes: [math.fsum(sizes)])),
        (
            "the mask is inverted",
            gaps(token=lambda b, t, rows: rows[b][t] == 0, over=largest_or_nan),
        ),
        (
            "only the first token of each text is compared",
            gaps(token=lambda b, t, rows: t == 0, over=largest_or_nan),
        ),
        (
            "the mask of the first text serves for all texts",
            gaps(token=lambda b, t, rows: rows[0][t], over=largest_or_nan),
        ),
        (
            "only the first text is compared",
            gaps(token=lambda b, t, rows: b == 0 and rows[b][t]),
        ),
        (
            "the vectors are rounded to float32",
            gaps(read=lambda tensor: tensor.to(torch.float32).tolist()),
        ),
        ("the difference is divided by the size of the vectors", relative),
        ("one number is returned for all steps", gaps(finish=max)),
        ("one number is returned for all steps", gaps(finish=lambda found: found[-1])),
        (
            "the largest difference so far is returned",
            gaps(finish=lambda found: np.maximum.accumulate(found).tolist()),
        ),
        (
            "the numbers are still tensors",
            gaps(finish=lambda found: list(torch.tensor(found, dtype=torch.float64))),
        ),
    ]
    assert_all_named(bert.largest_differences, slips)


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
        layer = EncoderLayer(12, 3, 7).double().requires_grad_(False)
        layer.load_state_dict(
            {
                f"{ours}.{kind}": part(f"encoder.layer.{i}.")[f"{theirs}.{kind}"]
                for theirs, ours in ROWS.items()
                for kind in ("weight", "bias")
            }
        )
        hidden = layer(hidden, mask[:, None, None, :] == 1)
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

    assert diagnose(bert.input_embeddings, with_layer_norm).right
