"""The exercises on looking at attention; every slip is written here a second time, with loops."""

import inspect
import math

import numpy as np
import pytest
import torch
from torch.distributions import Categorical

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
        assert_named(definition, with_its_parameters(definition, function), name)


def with_its_parameters(definition, function):
    """Give a function the names that the exercise has for its parameters."""

    def renamed(*args):
        return function(*args)

    renamed.__signature__ = inspect.signature(definition.reference)
    return renamed


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


def with_rows(rows, divide, step=-1):
    """Take the given rows by an index; column -1 is the last one."""

    def previous_token_share(weights, length):
        picked = [weights[:, i, i + step] for i in rows(weights.shape[1], length)]
        return sum(picked) / divide(weights.shape[1], length)

    return previous_token_share


def the_other_way(rows, divide):
    """Read from a table of NumPy, turned over, and add what no mask hides."""

    def previous_token_share(weights, length):
        T = weights.shape[1]
        seen = weights.numpy().transpose(0, 2, 1)  # (H, column, row)
        keep = np.eye(T, k=1, dtype=bool) & np.isin(np.arange(T), rows(T, length))
        return torch.tensor((seen * keep).sum(axis=(1, 2)) / divide(T, length))

    return previous_token_share


def sums_before(weights, length):
    return torch.stack([weights[:, i, :i].sum(dim=1) for i in range(1, length)])


def squares(rows, columns):
    def previous_token_share(weights, length):
        part = weights[:, rows(length)][:, :, columns(length)]
        return part.sum(dim=2).mean(dim=1) / part.shape[2]

    return previous_token_share


def from_head_to_head(number, columns):
    """Average weights[h + 1, h]; the arguments say of how many heads and columns."""

    def previous_token_share(weights, length):
        H, T, _ = weights.shape
        lines = [weights[h + 1, h] for h in range(min(H - 1, number(T, length)))]
        return torch.stack(lines).mean(dim=0)[: columns(T, length)]

    return previous_token_share


def test_previous_token_share():
    definition = looking.previous_token_share
    assert diagnosis(definition, previous()).startswith("previous_token_share: correct")
    all_rows = "the sum is divided by the number of all rows"
    itself, around = (
        "the weight is that on the token itself",
        "the first token looks round to the end",
    )
    square, padding = "a whole square is averaged, not its diagonal", "the rows of padding count"
    across, heads = (
        "the diagonal runs through heads and tokens",
        "the heads are averaged, too or instead",
    )
    before = "the weights on all tokens before are added"
    last, row_1 = (
        "the last token is left out",
        "the token in row 1 is left out, although it has one before it",
    )
    assert_all_named(
        definition,
        [
            ("the weight is that on the next token", previous(step=1, first=0)),
            (itself, previous(step=0, first=0)),
            (itself, with_rows(lambda T, n: range(n - 1), lambda T, n: n - 1, step=0)),
            (itself, with_rows(lambda T, n: range(1, n), lambda T, n: n - 1, step=0)),
            (itself, with_rows(lambda T, n: range(n), lambda T, n: n - 1, step=0)),
            (before, lambda weights, length: sums_before(weights, length).mean(dim=0)),
            (before, lambda weights, length: sums_before(weights, length).sum(dim=0) / length),
            (square, squares(lambda n: slice(1, n), lambda n: slice(n - 1))),
            (square, squares(lambda n: slice(1, n), lambda n: slice(-1))),
            (square, squares(lambda n: slice(1, None), lambda n: slice(-1))),
            (
                square,
                lambda weights, length: weights[:, 1:length, : length - 1].mean(dim=1).sum(dim=1),
            ),
            (across, from_head_to_head(lambda T, n: n - 1, lambda T, n: T)),
            (across, from_head_to_head(lambda T, n: n, lambda T, n: n)),
            (across, from_head_to_head(lambda T, n: T, lambda T, n: T)),
            (heads, lambda weights, length: previous()(weights, length).mean()),
            (
                heads,
                lambda weights, length: torch.stack(
                    [weights[:, i, i - 1].mean() for i in range(1, length)]
                ),
            ),
            (last, the_other_way(lambda T, n: range(n - 1), lambda T, n: n - 1)),
            (last, the_other_way(lambda T, n: range(n - 1), lambda T, n: n)),
            (last, with_rows(lambda T, n: range(1, n - 1), lambda T, n: n - 2)),
            (row_1, with_rows(lambda T, n: range(2, n), lambda T, n: n - 2)),
            (row_1, the_other_way(lambda T, n: range(2, n), lambda T, n: n - 1)),
            (row_1, the_other_way(lambda T, n: range(2, T), lambda T, n: T - 2)),
            (
                row_1,
                the_other_way(lambda T, n: range(2, n + 1), lambda T, n: min(n + 1, T) - 2),
            ),
            (
                "the sum is divided by `length`, although the first token has none before it",
                previous(divide=lambda size, length: length),
            ),
            (around, previous(first=0, wrap=True)),
            (around, with_rows(lambda T, n: range(n), lambda T, n: n - 1)),
            (around, with_rows(lambda T, n: range(T), lambda T, n: T)),
            (padding, previous(stop="padding")),
            (padding, the_other_way(lambda T, n: range(n + 1), lambda T, n: n)),
            (padding, the_other_way(lambda T, n: range(n + 1), lambda T, n: min(n, T - 1))),
            (padding, the_other_way(lambda T, n: range(T), lambda T, n: n - 1)),
            (padding, the_other_way(lambda T, n: range(T), lambda T, n: T)),
            (all_rows, previous(divide=lambda size, length: size)),
            (all_rows, previous(divide=lambda size, length: size - 1)),
            (
                "it counts the tokens whose largest weight is on the one before",
                previous(value="hit"),
            ),
            ("the largest weight is taken, not the mean", previous(combine=max)),
            ("the weights are added up, not averaged", previous(combine=sum)),
            ("the weights are added up, not averaged", previous(stop="padding", combine=sum)),
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


def by_row(value=lambda row: torch.special.entr(row).sum(), used=lambda mask: mask == 1):
    """Go through the texts; return the values of each, (tokens, H)."""

    def texts(weights, mask):
        found = []
        for text, row in zip(weights, mask, strict=True):
            places = used(row).nonzero().flatten().tolist()
            found.append([[value(line) for line in text[:, i]] for i in places])
        return [torch.tensor(text, dtype=weights.dtype) for text in found]

    return texts


entropies_of = by_row()


def over(number, texts=entropies_of):
    def attention_entropy(weights, attention_mask):
        rows = torch.cat(texts(weights, attention_mask))
        return rows.sum(dim=0) / number(attention_mask)

    return attention_entropy


def row_mean(texts):
    return over(lambda mask: mask.sum(), texts)


def no_zero(value):
    """The entropy of a row; another value where there is a 0 in it."""
    return lambda row: value if (row == 0).any() else torch.special.entr(row).sum()


def picked_by_number(weights, attention_mask):
    values = torch.special.entr(weights).sum(dim=3).movedim(2, 1)  # (B, T, H)
    return torch.stack([torch.stack([values[i] for i in row]) for row in attention_mask]).mean(0)


def among_the_others(weights, attention_mask):
    """Leave out the rows that are not a number."""
    rows = torch.cat(by_row(no_zero(math.nan))(weights, attention_mask))
    good = ~rows.isnan()
    return rows.nan_to_num().sum(dim=0) / good.sum(dim=0)


def of_text_means(weights, attention_mask):
    means = [
        torch.special.entr(text[:, row == 1].mean(dim=1)).sum(dim=1)
        for text, row in zip(weights, attention_mask, strict=True)
    ]
    return torch.stack(means).mean(dim=0)


def of_lengths(weights, attention_mask):
    texts = entropies_of(weights, attention_mask)
    return torch.cat([text / math.log(len(text)) for text in texts]).mean(dim=0)


def row_mean_of_padding(weights, attention_mask):
    texts = by_row(used=lambda row: row == 0)(weights, attention_mask)
    return torch.cat([text for text in texts if len(text)]).mean(dim=0)


def test_attention_entropy():
    definition = looking.attention_entropy
    assert diagnosis(definition, entropies()).startswith("attention_entropy: correct")
    added_in = "the rows of padding are added in, though only tokens are counted"
    no_row = "a row with a weight of 0 counts as 0, or not at all"
    largest = "the entropy is divided by its largest value, the logarithm of a length"
    exponential = "the exponential of the entropy is returned"
    mean_row = "the rows are averaged before the entropy is taken"
    by_text = "each text is averaged by itself first"
    heads = "the heads are averaged, too or instead"
    entr = torch.special.entr
    assert_all_named(
        definition,
        [
            (added_in, entropies(columns=True)),
            (added_in, lambda weights, mask: entr(weights).sum(dim=(0, 2, 3)) / mask.sum()),
            ("the mask is inverted", row_mean_of_padding),
            ("the 0 and 1 of the mask are taken for numbers of rows", picked_by_number),
            ("the sum is divided by the number of texts", over(len)),
            (no_row, row_mean(by_row(no_zero(0.0)))),
            (no_row, among_the_others),
            (no_row, lambda weights, mask: among_the_others(weights, mask).nan_to_num()),
            (exponential, row_mean(by_row(lambda row: entr(row).sum().exp()))),
            (exponential, lambda weights, mask: math.e ** entropies()(weights, mask)),
            (
                "a row's terms are averaged, not added up",
                row_mean(by_row(lambda row: entr(row).mean())),
            ),
            (
                "the weights are taken for logits",
                row_mean(by_row(lambda row: Categorical(logits=row).entropy())),
            ),
            (
                "the logarithms are not weighted",
                row_mean(by_row(lambda row: -row[row > 0].log().sum())),
            ),
            (heads, lambda weights, mask: torch.cat(entropies_of(weights, mask)).mean()),
            (heads, lambda weights, mask: torch.cat(entropies_of(weights, mask)).mean(dim=1)),
            (mean_row, of_text_means),
            (mean_row, lambda weights, mask: entr(weights.movedim(1, 3).mean((0, 1))).sum(0)),
            (mean_row, lambda weights, mask: entr(weights.mean(dim=2)).sum(dim=2).mean(dim=0)),
            (
                by_text,
                lambda weights, mask: torch.stack(
                    [text.mean(dim=0) for text in entropies_of(weights, mask)]
                ),
            ),
            (
                by_text,
                lambda weights, mask: sum(text.mean(dim=0) for text in entropies_of(weights, mask)),
            ),
            (largest, of_lengths),
            ("the rows of padding count", entropies(padding=True)),
            ("the sum is divided by the number of all rows", entropies(divide="all")),
            ("a weight of 0 gives NaN", entropies(zero=math.nan)),
            ("the sign is missing", entropies(sign=1)),
            ("the entropy is in bits", entropies(base=2)),
            (largest, entropies(share=True)),
            (mean_row, entropies(mean_first=True)),
            ("the entropies are added up, not averaged", entropies(divide="one")),
            (by_text, entropies(by_text=True)),
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
    rows=lambda piece, place, sep_id, pad_id: True,
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
                if places == "others":
                    seps = [j for j in range(T) if j not in seps]
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
                    if not rows(ids[b][i], i, sep_id, pad_id):
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
            numbers = {"tokens": len(every), "all": B * T, "one": 1, "texts": B}
            numbers["[SEP]s"] = sum(line.count(sep_id) for line in ids)
            numbers["no padding"] = B * T - sum(line.count(pad_id) for line in ids)
            found.append(sum(every) / numbers[divide])
        return torch.tensor(found, dtype=weights.dtype)

    return separator_share


def of_each_text(combine):
    def separator_share(weights, input_ids, sep_id, pad_id):
        pairs = zip(weights, input_ids, strict=True)
        one = separators()
        texts = [one(w[None], ids[None], sep_id, pad_id) for w, ids in pairs]
        return combine(torch.stack(texts))

    return separator_share


def each_token(combine):
    """What each token gives to [SEP]s, (tokens, H)."""

    def separator_share(weights, input_ids, sep_id, pad_id):
        found = []
        for text, ids in zip(weights, input_ids, strict=True):
            given = text[:, :, ids == sep_id].sum(dim=2)
            found += [given[:, i] for i, piece in enumerate(ids) if piece != pad_id]
        return combine(torch.stack(found))

    return separator_share


def test_separator_share():
    definition = looking.separator_share
    one_for_all = "the places of one text's [SEP]s are taken for all texts"
    texts, heads = "each text is averaged by itself first", "the heads are averaged, too or instead"
    specials = "the rows of [CLS] are left out, or those of all specials"
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
            (texts, separators(by_text=True)),
            (texts, of_each_text(lambda found: found)),
            (texts, of_each_text(lambda found: found.sum(dim=0))),
            ("the weights are added up, not averaged", separators(divide="one")),
            ("of two [SEP]s the one that gets more counts", separators(combine=max)),
            (
                "the columns are averaged, not added up",
                lambda weights, ids, sep_id, pad_id: (
                    separators()(weights, ids, sep_id, pad_id) / ids.shape[1]
                ),
            ),
            (
                "the rows of padding are added in, though only tokens are counted",
                separators(padding=True, divide="no padding"),
            ),
            ("the sum is divided by the number of [SEP]s", separators(divide="[SEP]s")),
            ("the sum is divided by the number of texts", separators(divide="texts")),
            (specials, separators(own_rows=False, rows=lambda piece, i, sep, pad: i > 0)),
            (specials, separators(rows=lambda piece, i, sep, pad: piece != 2)),
            ("only the rows of [SEP] count", separators(rows=lambda p, i, sep, pad: p == sep)),
            (
                "only the rows of padding count",
                separators(padding=True, rows=lambda piece, i, sep, pad: piece == pad),
            ),
            ("what all other tokens get is measured", separators(places="others")),
            (heads, each_token(lambda given: given.mean())),
            (heads, each_token(lambda given: given.mean(dim=1))),
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


def sum_of_heads(
    quiet=lambda b, h, t, k, head: h == head,
    place=lambda h, k, H, K: h * K + k,
    biased=lambda d, head, H, K: 1,
    stand_in=lambda context, b, t, k, head: 0.0,
):
    """Add up what each element of each head gives; each argument puts one slip in."""

    def output_without_head(context, weight, bias, head):
        B, H, T, K = context.shape
        factors = torch.tensor([float(biased(d, head, H, K)) for d in range(H * K)])
        output = (bias * factors).repeat(B, T, 1)
        for b in range(B):
            for h in range(H):
                for t in range(T):
                    for k in range(K):
                        found = context[b, h, t, k]
                        if quiet(b, h, t, k, head):
                            found = stand_in(context, b, t, k, head)
                        output[b, t] += found * weight[:, place(h, k, H, K)]
        return output

    return output_without_head


def others_mean(context, b, t, k, head):
    return mean([context[b, h, t, k] for h in range(context.shape[1]) if h != head])


def silent_elements(first, size):
    """Set a part of the merged vector to 0 by a loop over its elements."""

    def output_without_head(context, weight, bias, head):
        B, H, T, K = context.shape
        merged = context.movedim(1, 2).reshape(B, T, H * K)
        keep = [not 0 <= d - first(head, H, K) < size(H, K) for d in range(H * K)]
        return (merged * torch.tensor(keep)) @ weight.T + bias

    return output_without_head


def silent_tokens_of_the_merged(context, weight, bias, head):
    B, H, T, K = context.shape
    there = torch.tensor([t // K != head for t in range(T)])
    merged = context.movedim(1, 2).reshape(B, T, H * K) * there[:, None]
    return torch.nn.functional.linear(merged, weight, bias)


def silent_slice(axis):
    """Set place number head of an axis to 0; where there is none, this breaks down."""

    def output_without_head(context, weight, bias, head):
        parts = list(context.unbind(axis))
        parts[head] = torch.zeros_like(parts[head])
        context = torch.stack(parts, dim=axis)
        return torch.nn.functional.linear(context.movedim(1, 2).flatten(2), weight, bias)

    return output_without_head


def with_rows_zeroed(context, weight, bias, head):
    K = context.shape[3]
    keep = torch.arange(len(weight)).div(K, rounding_mode="floor") != head
    return context.movedim(1, 2).flatten(2) @ (weight * keep[:, None]).T + bias


def subtracted(context, weight, bias, head):
    """Take away what the head gives alone, and the bias with it."""
    K = context.shape[3]
    everything = context.movedim(1, 2).flatten(2) @ weight.T + bias
    return everything - (context[:, head] @ weight[:, head * K : (head + 1) * K].T + bias)


def counted_from_1(context, weight, bias, head):
    return sum_of_heads(lambda b, h, t, k, _: h == (head - 1) % context.shape[1])(
        context, weight, bias, head
    )


def test_output_without_head():
    definition = looking.output_without_head
    assert diagnosis(definition, silent()).startswith("output_without_head: correct")
    rows = "rows of the weight are zeroed, or a piece of the output before the bias, not columns"
    piece = "a piece of the output is zeroed, not of the context"
    steps = "the block that is zeroed has steps of H, not of K"
    no_bias = "the bias is left out, or taken away with the head"
    bias, only = "the bias is added more than once", "only this head is kept"
    others = "the head's context is replaced by the mean of the heads"
    assert_all_named(
        definition,
        [
            (piece, silent(zero="output")),
            (rows, silent(zero="rows")),
            (rows, with_rows_zeroed),
            (steps, silent_elements(lambda head, H, K: head * H, lambda H, K: H)),
            (steps, silent_elements(lambda head, H, K: head * H, lambda H, K: K)),
            (
                "the block that is zeroed begins at element head, not at K times head",
                silent_elements(lambda head, H, K: head, lambda H, K: K),
            ),
            ("a text of the batch is silenced, not the head", silent_slice(0)),
            ("one element of every head is zeroed, not one head", silent_slice(3)),
            (
                "the heads are laid side by side element by element",
                sum_of_heads(place=lambda h, k, H, K: k * H + h),
            ),
            (
                "a part of the bias is taken away with the head",
                sum_of_heads(biased=lambda d, head, H, K: d // K != head),
            ),
            (bias, sum_of_heads(biased=lambda d, head, H, K: H)),
            (bias, sum_of_heads(biased=lambda d, head, H, K: H - 1)),
            (bias, sum_of_heads(biased=lambda d, head, H, K: 2)),
            (others, sum_of_heads(stand_in=others_mean)),
            (
                others,
                sum_of_heads(stand_in=lambda context, b, t, k, head: context[b, :, t, k].mean()),
            ),
            (only, silent(which=lambda h, head: h != head)),
            (only, silent(which=lambda h, head: h != head, with_bias=False)),
            ("every H-th element is zeroed, not a block of K", silent(zero="strided")),
            ("tokens are silenced, not the head", silent_after_the_swap),
            ("tokens are silenced, not the head", silent_tokens_of_the_merged),
            ("one element is zeroed, not a block of K", silent_element),
            ("the head is cut out, and the others move into its place", narrower(last=True)),
            ("the head is cut out, and the others move into its place", narrower(last=False)),
            (
                "the heads are merged without bringing the tokens forward",
                silent(merge="wrong"),
            ),
            ("the other heads are scaled up", silent(factor=lambda H: H / (H - 1))),
            (no_bias, silent(with_bias=False)),
            (no_bias, subtracted),
            ("the heads are counted from 1", silent(which=lambda h, head: h == head - 1)),
            ("the heads are counted from 1", counted_from_1),
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
