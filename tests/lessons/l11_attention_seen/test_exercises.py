"""The exercises on looking at attention; every slip is written here a second time, with loops."""

import math

import pytest
import torch

from bertlab.inspection.attention_measures import distance, totals
from lessons.l11_attention_seen import exercises
from tests.exercise_checks import assert_named, check_exercise_module, diagnosis, loaded, solve

looking = loaded(exercises)


def test_the_module_is_sound():
    check_exercise_module(looking, at_least=4)


def assert_all_named(definition, slips):
    """State that each function is recognized, and that none of the names was forgotten."""
    assert {name for name, _ in slips} == {slip.name for slip in definition.misconceptions}
    for name, function in slips:
        assert_named(definition, function, name)


def mean(values):
    return sum(values) / len(values)


# --- the token before -----------------------------------------------------------------------------


def previous(step=-1, first=1, wrap=False, stop="length", divide=None, combine=mean, value=None):
    """Shares with loops; each keyword puts one slip in."""

    def previous_token_share(weights, length):
        found = []
        for table in weights.tolist():
            size = len(table)
            picked = []
            for i in range(first, length if stop == "length" else size):
                j = i + step
                if not wrap and not 0 <= j < (length if stop == "length" else size):
                    continue
                if value == "hit":
                    picked.append(float(max(range(size), key=table[i].__getitem__) == j))
                else:
                    picked.append(table[i][j])
            found.append(sum(picked) / divide(size, length) if divide else combine(picked))
        return torch.tensor(found, dtype=weights.dtype)

    return previous_token_share


def test_previous_token_share():
    definition = looking.previous_token_share
    assert diagnosis(definition, previous()).startswith("previous_token_share: correct")
    all_rows = "the sum is divided by the number of all rows"
    assert_all_named(
        definition,
        [
            ("the weight is that on the next token", previous(step=1, first=0)),
            ("the weight is that on the token itself", previous(step=0, first=0)),
            (
                "the first token counts, although it has none before it",
                previous(divide=lambda size, length: length),
            ),
            ("the first token looks round to the end", previous(first=0, wrap=True)),
            ("the rows of padding count", previous(stop="padding")),
            (all_rows, previous(divide=lambda size, length: size)),
            (all_rows, previous(divide=lambda size, length: size - 1)),
            (
                "it counts the tokens whose largest weight is on the one before",
                previous(value="hit"),
            ),
            ("the largest weight is taken, not the mean", previous(combine=max)),
            ("the weights are added up, not averaged", previous(combine=sum)),
        ],
    )


def test_previous_by_hand():
    weights = torch.tensor([[[0.9, 0.1, 0.0], [0.6, 0.4, 0.0], [0.5, 0.5, 0.0]]])
    reference = looking.previous_token_share.reference
    assert reference(weights, 2).item() == pytest.approx(0.6)
    assert reference(weights, 3).item() == pytest.approx((0.6 + 0.5) / 2)


# --- entropy --------------------------------------------------------------------------------------


def entropies(
    padding=False,
    divide="tokens",
    zero=0.0,
    sign=-1,
    base=math.e,
    share=False,
    columns=False,
    mean_first=False,
    by_text=False,
):
    """Entropies with loops; each keyword puts one slip in."""

    def surprise(p):
        return p * math.log(p, base) if p else zero

    def attention_entropy(weights, attention_mask):
        B, H, T, _ = weights.shape
        table, mask = weights.tolist(), attention_mask.tolist()
        found = []
        for h in range(H):
            texts, rows = [], []
            for b in range(B):
                used = [i for i in range(T) if mask[b][i] or padding]
                for i in used:
                    line = [table[b][h][j][i] if columns else table[b][h][i][j] for j in range(T)]
                    rows.append(line)
                texts.append(len(used))
            if mean_first:
                rows = [[mean(column) for column in zip(*rows, strict=True)]]
            values = [sign * sum(map(surprise, line)) for line in rows]
            if share:
                values = [value / math.log(T) for value in values]
            if by_text:
                starts = [sum(texts[:b]) for b in range(B)]
                parts = zip(starts, texts, strict=True)
                values = [mean(values[start : start + size]) for start, size in parts]
            number = {"tokens": len(values), "all": B * T, "one": 1}[divide]
            found.append(sum(values) / number)
        return torch.tensor(found, dtype=weights.dtype)

    return attention_entropy


def test_attention_entropy():
    definition = looking.attention_entropy
    assert diagnosis(definition, entropies()).startswith("attention_entropy: correct")
    assert_all_named(
        definition,
        [
            ("the rows of padding count", entropies(padding=True)),
            ("the sum is divided by the number of all rows", entropies(divide="all")),
            ("a weight of 0 gives NaN", entropies(zero=math.nan)),
            ("the sign is missing", entropies(sign=1)),
            ("the entropy is in bits", entropies(base=2)),
            ("the entropy is divided by its largest value, log T", entropies(share=True)),
            ("the sum goes down the columns", entropies(columns=True)),
            ("the rows are averaged before the entropy is taken", entropies(mean_first=True)),
            ("the entropies are added up, not averaged", entropies(divide="one")),
            ("each text is averaged by itself first", entropies(by_text=True)),
        ],
    )


def test_entropy_by_hand():
    weights = torch.tensor([[[[0.5, 0.5, 0.0], [1.0, 0.0, 0.0], [0.25, 0.75, 0.0]]]])
    mask = torch.tensor([[1, 1, 0]])
    found = looking.attention_entropy.reference(weights, mask)
    assert found.item() == pytest.approx(math.log(2) / 2)


# --- [SEP] ----------------------------------------------------------------------------------------


def separators(
    swap=False,
    combine=sum,
    places="all",
    padding=False,
    divide="tokens",
    own_rows=True,
    hit=False,
    by_text=False,
):
    """Shares with loops; each keyword puts one slip in."""

    def separator_share(weights, input_ids, sep_id, pad_id):
        B, H, T, _ = weights.shape
        ids, table = input_ids.tolist(), weights.tolist()
        found = []
        for h in range(H):
            texts = []
            for b in range(B):
                seps = [j for j in range(T) if ids[b][j] == sep_id]
                seps = {"all": seps, "last": seps[-1:], "first": seps[:1]}.get(places, seps)
                if places == "text 0":
                    seps = [j for j in range(T) if ids[0][j] == sep_id]
                if places == "any text":
                    seps = [j for j in range(T) if sep_id in [row[j] for row in ids]]
                values = []
                for i in range(T):
                    if ids[b][i] == pad_id and not padding:
                        continue
                    if ids[b][i] == sep_id and not own_rows:
                        continue
                    row = table[b][h][i]
                    if hit:
                        values.append(float(row.index(max(row)) in seps))
                    elif swap:
                        values.append(sum(table[b][h][j][i] for j in seps))
                    else:
                        values.append(combine([row[j] for j in seps]))
                texts.append(values)
            if by_text:
                found.append(mean([mean(values) for values in texts]))
                continue
            every = [value for values in texts for value in values]
            found.append(sum(every) / {"tokens": len(every), "all": B * T, "one": 1}[divide])
        return torch.tensor(found, dtype=weights.dtype)

    return separator_share


def test_separator_share():
    definition = looking.separator_share
    one_for_all = "the places of one text's [SEP]s are taken for all texts"
    assert diagnosis(definition, separators()).startswith("separator_share: correct")
    assert_all_named(
        definition,
        [
            ("it measures what [SEP] gives, not what it gets", separators(swap=True)),
            ("the weights on two [SEP]s are averaged", separators(combine=mean)),
            ("only the last [SEP] counts", separators(places="last")),
            ("only the first [SEP] counts", separators(places="first")),
            (one_for_all, separators(places="text 0")),
            (one_for_all, separators(places="any text")),
            ("the rows of padding count", separators(padding=True)),
            ("the sum is divided by the number of all rows", separators(divide="all")),
            ("the rows of [SEP] itself are left out", separators(own_rows=False)),
            ("it counts the tokens whose largest weight is on a [SEP]", separators(hit=True)),
            ("each text is averaged by itself first", separators(by_text=True)),
            ("the weights are added up, not averaged", separators(divide="one")),
        ],
    )


def test_separator_share_by_hand():
    ids = torch.tensor([[2, 9, 3, 0]])  # [CLS] word [SEP] [PAD]
    row = torch.tensor([0.2, 0.3, 0.5, 0.0])
    weights = torch.stack([row, row, torch.tensor([0.0, 0.0, 1.0, 0.0]), row])[None, None]
    found = looking.separator_share.reference(weights, ids, 3, 0)
    assert found.item() == pytest.approx((0.5 + 0.5 + 1.0) / 3)


# --- a silent head --------------------------------------------------------------------------------


def silent(
    zero="context",
    which=lambda h, head: h == head,
    factor=lambda H: 1.0,
    with_bias=True,
    transpose=False,
    merge="right",
    fill="zero",
):
    """The output element by element; each keyword puts one slip in."""

    def output_without_head(context, weight, bias, head):
        B, H, T, K = context.shape
        D = H * K
        output = torch.zeros(B, T, D, dtype=context.dtype)
        for b in range(B):
            flat = context[b].flatten()
            for t in range(T):
                line = torch.empty(D, dtype=context.dtype)
                for d in range(D):
                    h, k = divmod(d, K)
                    element = context[b, h, t, k] * factor(H)
                    if merge == "wrong":
                        place = t * D + d
                        element, h = flat[place], place // (T * K)
                    if zero == "context" and which(h % H, head):
                        element = 0.0 if fill == "zero" else context[b, h, :, k].mean()
                    if zero == "strided" and d % H == head:
                        element = 0.0
                    line[d] = element
                matrix = weight.T if transpose else weight
                output[b, t] = matrix.mv(line) + (bias if with_bias else 0.0)
        if zero == "output":
            output[:, :, head * K : (head + 1) * K] = 0.0
        if zero == "rows":
            output[:, :, head * K : (head + 1) * K] = bias[head * K : (head + 1) * K]
        return output

    return output_without_head


def silent_after_the_swap(context, weight, bias, head):
    merged = context.clone().transpose(1, 2)  # (B, T, H, K)
    merged[:, head] = 0
    return torch.nn.functional.linear(merged.flatten(2), weight, bias)


def silent_element(context, weight, bias, head):
    keep = torch.ones(len(bias), dtype=bias.dtype)
    keep[head] = 0
    return torch.cat(list(context.unbind(1)), dim=-1) * keep @ weight.T + bias


def narrower(last):
    """Delete the head, and as many columns of the weight: the last ones, or the first ones."""

    def output_without_head(context, weight, bias, head):
        B, H, T, K = context.shape
        heads = [h for h in range(H) if h != head]
        output = bias.expand(B, T, len(bias))
        for place, h in enumerate(heads, start=0 if last else 1):
            output = output + context[:, h] @ weight[:, place * K : (place + 1) * K].T
        return output

    return output_without_head


def test_output_without_head():
    definition = looking.output_without_head
    assert diagnosis(definition, silent()).startswith("output_without_head: correct")
    piece = "a piece of the output is zeroed, not of the context"
    assert_all_named(
        definition,
        [
            (piece, silent(zero="output")),
            (piece, silent(zero="rows")),
            ("only this head is kept", silent(which=lambda h, head: h != head)),
            ("every H-th element is zeroed, not a block of K", silent(zero="strided")),
            ("a token is silenced, not the head", silent_after_the_swap),
            ("one element is zeroed, not a block of K", silent_element),
            ("the head is cut out, and the others move into its place", narrower(last=True)),
            ("the head is cut out, and the others move into its place", narrower(last=False)),
            (
                "the heads are merged without bringing the tokens forward",
                silent(merge="wrong"),
            ),
            ("the other heads are scaled up", silent(factor=lambda H: H / (H - 1))),
            ("the bias is left out", silent(with_bias=False)),
            ("the heads are counted from 1", silent(which=lambda h, head: h == head - 1)),
            ("the output matrix is applied the wrong way round", silent(transpose=True)),
            (
                "the head's context is replaced by its mean over the tokens",
                silent(fill="mean"),
            ),
            ("no head is silenced", silent(zero="nothing")),
        ],
    )


def test_removal_by_hand():
    context = torch.tensor([[[[1.0]], [[10.0]]]])  # one text, two heads, one token, K = 1
    weight, bias = torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([0.5, 0.25])
    reference = looking.output_without_head.reference
    assert reference(context, weight, bias, 0).flatten().tolist() == [20.5, 40.25]
    assert reference(context, weight, bias, 1).flatten().tolist() == [1.5, 3.25]
    assert context[0, 0, 0, 0] == 1.0


# --- the exercises are what bertlab measures ------------------------------------------------------


def test_references_are_bertlabs_measures():
    case, expected = solve(looking.previous_token_share)
    weights, length = case.args
    ids = torch.full((length,), 9)
    ids[0], ids[-1] = 2, 3
    sums, counts = totals(weights[:, :length, :length], ids, 2, 3)
    torch.testing.assert_close(sums[2] / counts[2], expected)
    entropy = looking.attention_entropy.reference(weights[None], torch.ones(1, length).long())
    torch.testing.assert_close(sums[0] / counts[0], entropy)
    share = looking.separator_share.reference(weights[None], ids[None], 3, 0)
    torch.testing.assert_close(sums[6] / counts[6], share)
    assert distance(weights).shape == weights.shape[:2]
