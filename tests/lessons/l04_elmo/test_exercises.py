"""The exercises on ELMo: every slip, written again, is caught and named."""

import inspect

import pytest
import torch

from lessons.l04_elmo import exercises
from tests.exercise_checks import assert_named, check_exercise_module, diagnosis, loaded, solve

elmo = loaded(exercises)


def test_the_module_is_sound():
    check_exercise_module(elmo)


def under_names_of(definition, function):
    """Give a function the parameter names that the exercise asks for."""

    def student(*args):
        return function(*args)

    student.__signature__ = inspect.signature(definition.reference)
    return student


def listed(tokens, ahead, behind):
    """Build both answers row by row, from functions of a list."""
    rows = tokens.tolist()
    return torch.tensor([ahead(row) for row in rows]), torch.tensor([behind(row) for row in rows])


def following(row, end=-100):
    return [*row[1:], end]


def preceding(row, end=-100):
    return [end, *row[:-1]]


BOTH_TARGETS = {
    "the backward targets are not shifted": lambda t: listed(t, following, list),
    "the forward targets are not shifted": lambda t: listed(t, list, preceding),
    "the backward model predicts the next token too": lambda t: listed(t, following, following),
    "the two directions are exchanged": lambda t: listed(t, preceding, following),
    "the targets wrap around the ends": lambda t: listed(
        t, lambda row: following(row, row[0]), lambda row: preceding(row, row[-1])
    ),
    "the ends hold 0, which is the word <unk>": lambda t: listed(
        t, lambda row: following(row, 0), lambda row: preceding(row, 0)
    ),
    "the backward targets stand in reading order": lambda t: listed(
        t, following, lambda row: preceding(row)[::-1]
    ),
}


def joined(ahead, behind, lengths, mirror=None, mirror_ahead=False, clear=True, swap=False):
    """Fill the answer number by number."""
    B, T, D = ahead.shape
    result = torch.zeros(B, T, 2 * D)
    for b in range(B):
        length = int(lengths[b])
        for t in range(T):
            if t >= length and clear:
                continue
            back = length - 1 - t if t < length else t
            source = back if mirror is None else mirror(t, T)
            parts = [ahead[b, back if mirror_ahead else t], behind[b, source]]
            result[b, t] = torch.cat(parts[::-1] if swap else parts)
    return result


def halves(ahead, behind, lengths):
    both = joined(ahead, behind, lengths)
    return both[..., : ahead.shape[2]], both[..., ahead.shape[2] :]


JOIN_DIRECTIONS = {
    "the backward states are not turned back": lambda a, b, n: joined(
        a, b, n, mirror=lambda t, T: t
    ),
    "the whole row is turned round, padding included": lambda a, b, n: joined(
        a, b, n, mirror=lambda t, T: T - 1 - t
    ),
    "the two states are added": lambda a, b, n: sum(halves(a, b, n)),
    "the backward half stands first": lambda a, b, n: joined(a, b, n, swap=True),
    "the forward states are turned round as well": lambda a, b, n: joined(
        a, b, n, mirror_ahead=True
    ),
    "the padding is not set to zero": lambda a, b, n: joined(a, b, n, clear=False),
    "the two are joined along the tokens, not the components": lambda a, b, n: torch.hstack(
        halves(a, b, n)
    ),
}


def mixed(layers, w, gamma, share=None, inner=lambda layer: layer):
    powers = [(x - max(w)).exp() for x in w]
    shares = [x / sum(powers) for x in powers] if share is None else share(w)
    return gamma * sum(s * inner(layer) for s, layer in zip(shares, layers, strict=True))


def component_softmax(layer):
    return layer.exp() / layer.exp().sum(dim=-1, keepdim=True)


SCALAR_MIX = {
    "the weights are not normalized": lambda h, w, g: mixed(h, w, g, share=list),
    "the weights are divided by their sum, without the softmax": lambda h, w, g: mixed(
        h, w, g, share=lambda w: [x / sum(w) for x in w]
    ),
    "gamma is forgotten": lambda h, w, g: mixed(h, w, 1.0),
    "gamma stands inside the softmax": lambda h, w, g: mixed(h, w * g, 1.0),
    "the layers go through a softmax too": lambda h, w, g: mixed(h, w, g, inner=component_softmax),
    "the softmax is taken of the layers, and w weighs them as it is": lambda h, w, g: mixed(
        h.exp() / h.exp().sum(dim=0), w, g, share=list
    ),
    "the sum is divided by the number of layers once more": lambda h, w, g: mixed(
        h, w, g / h.shape[0]
    ),
}


def pooled(vectors, lengths, start=1, stop=-1, divide=lambda words, T, n: words):
    rows = []
    for row, n in zip(vectors, lengths.tolist(), strict=True):
        words = [row[t] for t in range(start, n + stop)]
        rows.append(sum(words, torch.zeros(row.shape[1])) / divide(max(len(words), 1), len(row), n))
    return torch.stack(rows)


MEAN_OF_WORDS = {
    "the padding is averaged as well": lambda v, n: v.sum(dim=1) / v.shape[1],
    "<s> and </s> are averaged as well": lambda v, n: pooled(v, n, 0, 0),
    "</s> is averaged as well": lambda v, n: pooled(v, n, 1, 0),
    "<s> is averaged as well": lambda v, n: pooled(v, n, 0, -1),
    "the lengths are not used: only the first and the last place of the padded row go": (
        lambda v, n: v[:, 1:-1].mean(dim=1)
    ),
    "the sum over the words is divided by the length of the padded row": lambda v, n: pooled(
        v, n, divide=lambda words, T, n: T
    ),
    "the sum over the words is divided by the length with <s> and </s>": lambda v, n: pooled(
        v, n, divide=lambda words, T, n: n
    ),
    "the words are summed, not averaged": lambda v, n: pooled(v, n, divide=lambda words, T, n: 1),
    "the last word is lost": lambda v, n: pooled(v, n, 1, -2),
}

SLIPS = [
    (definition, name, wrong)
    for definition, table in (
        (elmo.both_targets, BOTH_TARGETS),
        (elmo.join_directions, JOIN_DIRECTIONS),
        (elmo.scalar_mix, SCALAR_MIX),
        (elmo.mean_of_words, MEAN_OF_WORDS),
    )
    for name, wrong in table.items()
]


@pytest.mark.parametrize(("definition", "name", "wrong"), SLIPS, ids=[s[1] for s in SLIPS])
def test_a_slip_written_again_is_named(definition, name, wrong):
    assert_named(definition, under_names_of(definition, wrong), name)


OTHER_FORMS = [
    (
        elmo.scalar_mix,
        "the layers go through a softmax too",
        lambda h, w, g: mixed(h.exp() / h.exp().sum(dim=0), w, g),
    ),
    (
        elmo.scalar_mix,
        "the layers go through a softmax too",
        lambda h, w, g: mixed(h.exp() / h.exp().sum(dim=1, keepdim=True), w, g),
    ),
    (
        elmo.scalar_mix,
        "the softmax is taken of the layers, and w weighs them as it is",
        lambda h, w, g: mixed(h, w, g, share=list, inner=component_softmax),
    ),
    (
        elmo.scalar_mix,
        "the softmax is taken of the layers, and w weighs them as it is",
        lambda h, w, g: mixed(h.exp() / h.exp().sum(dim=1, keepdim=True), w, g, share=list),
    ),
    (
        elmo.mean_of_words,
        "the lengths are not used: only the first and the last place of the padded row go",
        lambda v, n: v[:, 1:].mean(dim=1),
    ),
]


def place_by_place(tokens, ahead, behind):
    """Fill both answers; each is a function of (row, place, length) or None for -100."""
    B, T = tokens.shape
    answers = []
    for target in (ahead, behind):
        filled = torch.full((B, T), -100)
        for b in range(B):
            for t in range(T):
                value = target(tokens[b].tolist(), t, T)
                filled[b, t] = -100 if value is None else value
        answers.append(filled)
    return tuple(answers)


def after(row, t, T):
    return row[t + 1] if t < T - 1 else None


def before(row, t, T):
    return row[t - 1] if t > 0 else None


def words_only(target):
    """Ask for words, never for <s> or </s>."""

    def wrong(row, t, T):
        value = target(row, t, T)
        return None if value in (row[0], row[-1]) else value

    return wrong


def at_words(target):
    """Ask at words, not at <s> and </s>."""
    return lambda row, t, T: target(row, t, T) if 0 < t < T - 1 else None


def or_else(target, other):
    """Put another number where nothing is asked for."""

    def wrong(row, t, T):
        value = target(row, t, T)
        return other(row, t) if value is None else value

    return wrong


def over_rows(tokens):
    nothing = torch.full((1, tokens.shape[1]), -100)
    return torch.cat([tokens[1:], nothing]), torch.cat([nothing, tokens[:-1]])


def itself(row, t, T):
    return row[t]


NO_SHIFT = "the targets are not shifted in either direction"
SPECIALS = "</s> and <s> are never a target"
AT_SPECIALS = "<s> and </s> predict nothing"
ENDS = "the ends hold another number than -100"
WRONG_END = "-100 stands at the wrong end, or at both"
WRAPPED = "the targets wrap around the ends"
UNSHIFTED = "the backward targets are not shifted"

TARGET_FORMS = [
    (UNSHIFTED, after, lambda row, t, T: row[t] if t else None),
    (UNSHIFTED, after, lambda row, t, T: row[t] if t < T - 1 else None),
    (
        "the forward targets are not shifted",
        lambda row, t, T: row[t] if t < T - 1 else None,
        before,
    ),
    (NO_SHIFT, lambda r, t, T: r[t] if t < T - 1 else None, lambda r, t, T: r[t] if t else None),
    (NO_SHIFT, lambda r, t, T: r[t] if t else None, lambda r, t, T: r[t] if t < T - 1 else None),
    (NO_SHIFT, itself, itself),
    (SPECIALS, words_only(after), words_only(before)),
    (SPECIALS, words_only(after), before),
    (AT_SPECIALS, at_words(after), at_words(before)),
    (AT_SPECIALS, at_words(words_only(after)), at_words(words_only(before))),
    (
        "the ends keep the token that stands there",
        or_else(after, lambda row, t: row[t]),
        or_else(before, lambda row, t: row[t]),
    ),
    (ENDS, or_else(after, lambda row, t: -1), or_else(before, lambda row, t: -1)),
    (ENDS, or_else(after, lambda row, t: 100), or_else(before, lambda row, t: 100)),
    ("the forward model predicts the token before, too", before, before),
    (
        "the targets are shifted by two tokens",
        lambda row, t, T: row[t + 2] if t + 2 < T else None,
        lambda row, t, T: row[t - 2] if t >= 2 else None,
    ),
    (
        WRONG_END,
        lambda row, t, T: row[(t + 1) % T] if t else None,
        lambda row, t, T: row[t - 1] if t < T - 1 else None,
    ),
    (WRAPPED, lambda row, t, T: row[(t + 1) % T], before),
    (
        "the backward targets stand in reading order",
        after,
        lambda row, t, T: row[T - 1 - t],
    ),
]
OTHER_FORMS += [
    (elmo.both_targets, name, lambda t, one=one, two=two: place_by_place(t, one, two))
    for name, one, two in TARGET_FORMS
]


def numbers(ahead, behind, lengths, forward, backward, until=lambda n: n):
    """Fill each row to ``until`` its length, with places of (token, length, T) or None for 0."""
    B, T, D = ahead.shape
    result = torch.zeros(B, T, 2 * D)
    for b, n in enumerate(lengths.tolist()):
        for t in range(min(until(n), T)):
            for start, states, place in ((0, ahead, forward), (D, behind, backward)):
                found = place(t, n, T)
                if found is not None:
                    result[b, t, start : start + D] = states[b, found]
    return result


def same(t, n, T):
    return t


def mirrored(t, n, T):
    return n - 1 - t


def everywhere(n):
    return 10**6


def inside(place, more=0):
    """Read up to the length and ``more``, zero from there."""
    return lambda t, n, T: place(t, n, T) if t < n + more else None


def components(change):
    """Join the right halves in another way."""
    return lambda a, b, n: change(*halves(a, b, n))


PADDED = "the padding is not set to zero"
WHOLE_ROW = "the whole row is turned round, padding included"
ONE_OFF = "the backward states are read one place off"
FEWER = "only length - 1 of the states are turned round or kept"
ONE_MORE = "one place of the padding is kept"
AXIS = "another axis than the tokens is flipped"
TURNS = "the components of the two states take turns"
STACKED = "the two states are stacked on an axis of their own"
HALF = "one half is missing"
FORWARD_TURNED = "the forward states are turned round in place of the backward ones"
AVERAGED = "the two states are averaged or multiplied"

PLACE_FORMS = [
    (PADDED, same, inside(mirrored), everywhere),
    (PADDED, same, lambda t, n, T: (n - 1 - t) % T, everywhere),
    (PADDED, same, lambda t, n, T: max(0, n - 1 - t), everywhere),
    (WHOLE_ROW, same, lambda t, n, T: T - 1 - t, everywhere),
    (WHOLE_ROW, inside(same), lambda t, n, T: T - 1 - t, everywhere),
    ("the backward states are not turned back", same, same, everywhere),
    (ONE_OFF, same, lambda t, n, T: min(n - t, T - 1), int),
    (ONE_OFF, same, lambda t, n, T: n - t - 2, int),
    (FEWER, same, mirrored, lambda n: n - 1),
    (FEWER, same, lambda t, n, T: n - 2 - t if t < n - 1 else None, int),
    (FEWER, same, lambda t, n, T: n - 2 - t, lambda n: n - 1),
    (ONE_MORE, same, lambda t, n, T: min(n, T - 1) - t, lambda n: n + 1),
    (ONE_MORE, same, inside(mirrored), lambda n: n + 1),
    (HALF, same, lambda t, n, T: None, int),
    (HALF, lambda t, n, T: None, mirrored, int),
    (FORWARD_TURNED, mirrored, same, int),
    (FORWARD_TURNED, lambda t, n, T: T - 1 - t, same, int),
]
OTHER_FORMS += [
    (
        elmo.join_directions,
        name,
        lambda a, b, n, one=one, two=two, until=until: numbers(a, b, n, one, two, until),
    )
    for name, one, two, until in PLACE_FORMS
]


def mirrored_components(a, b, n):
    return numbers(a, b[..., list(range(a.shape[2]))[::-1]], n, same, same)


OTHER_FORMS += [
    (elmo.join_directions, AXIS, mirrored_components),
    (
        elmo.join_directions,
        AXIS,
        lambda a, b, n: numbers(a, torch.stack(list(b)[::-1]), n, same, same),
    ),
    (
        elmo.join_directions,
        AXIS,
        components(lambda a, b: torch.cat([a, b[..., list(range(b.shape[2]))[::-1]]], dim=2)),
    ),
    (
        elmo.join_directions,
        TURNS,
        components(
            lambda a, b: torch.cat(
                [h[..., d : d + 1] for d in range(a.shape[2]) for h in (a, b)], -1
            )
        ),
    ),
    (elmo.join_directions, STACKED, components(lambda a, b: torch.stack([a, b], dim=2))),
    (elmo.join_directions, STACKED, components(lambda a, b: torch.stack([a, b], dim=3))),
    (
        elmo.join_directions,
        "the two are joined along the batch",
        components(lambda a, b: torch.vstack([a, b])),
    ),
    (elmo.join_directions, AVERAGED, components(lambda a, b: torch.stack([a, b]).mean(dim=0))),
    (elmo.join_directions, AVERAGED, components(torch.mul)),
    (elmo.join_directions, HALF, components(lambda a, b: a.repeat(1, 1, 2))),
]


def of_w(formula, **more):
    """Weigh the layers by a formula of the list w, with plain numbers."""
    return lambda h, w, g: mixed(h, w, g, share=lambda w: formula(w.tolist()), **more)


def softened(w):
    powers = [2.718281828459045**x for x in w]
    return [x / sum(powers) for x in powers]


def squashed(x):
    return 1 / (1 + 2.718281828459045**-x)


def some_layers(keep, again=False):
    """Mix the layers that ``keep`` gives, with the softmax over all or over these alone."""

    def wrong(h, w, g):
        places = keep(len(w))
        shares = [softened(w.tolist())[i] for i in places]
        shares = [x / sum(shares) for x in shares] if again else shares
        return g * sum(share * h[i] for i, share in zip(places, shares, strict=True))

    return wrong


def gamma_each_time(h, w, g):
    total = 0 * h[0]
    for share, layer in zip(softened(w.tolist()), h, strict=True):
        total = (total + share * layer) * g
    return total


def weighted(h, w, g):
    return g * torch.stack([s * x for s, x in zip(softened(w.tolist()), h, strict=True)])


BY_SUM = "the weights are divided by their sum, without the softmax"
SIGMOID = "a sigmoid or plain exponentials stand where the softmax belongs"
TWICE = "the softmax is taken of -w, twice, or with its logarithm"
UNUSED = "w is not used: every layer has the same share"
FIRST = "the first layer, the word vectors, is left out"
LAST = "the last layer is left out"
ONE_LAYER = "only one layer is taken"
FACTOR = "gamma is not a factor of the sum"
NOT_SUMMED = "the weighted layers are not summed over the layers"
INSIDE = "gamma stands inside the softmax"

OTHER_FORMS += [
    (elmo.scalar_mix, name, wrong)
    for name, wrong in (
        (BY_SUM, of_w(lambda w: [abs(x) / sum(map(abs, w)) for x in w])),
        (BY_SUM, of_w(lambda w: [x * x / sum(y * y for y in w) for x in w])),
        (SIGMOID, of_w(lambda w: [squashed(x) for x in w])),
        (SIGMOID, of_w(lambda w: [squashed(x) / sum(map(squashed, w)) for x in w])),
        (SIGMOID, of_w(lambda w: [2.718281828459045**x for x in w])),
        (TWICE, of_w(lambda w: softened([-x for x in w]))),
        (TWICE, of_w(lambda w: softened(softened(w)))),
        (TWICE, of_w(lambda w: torch.tensor(softened(w)).log().tolist())),
        (UNUSED, lambda h, w, g: g * h.mean(dim=0)),
        (UNUSED, lambda h, w, g: g * h.sum(dim=0)),
        (FIRST, some_layers(lambda n: range(1, n))),
        (FIRST, some_layers(lambda n: range(1, n), again=True)),
        (LAST, some_layers(lambda n: range(n - 1))),
        (LAST, some_layers(lambda n: range(n - 1), again=True)),
        (ONE_LAYER, some_layers(lambda n: [n - 1])),
        (ONE_LAYER, lambda h, w, g: g * h[max(range(len(w)), key=w.tolist().__getitem__)]),
        (FACTOR, lambda h, w, g: mixed(h, w, 1.0) + g),
        (FACTOR, lambda h, w, g: mixed(h, w, 1.0) / g),
        (FACTOR, gamma_each_time),
        (INSIDE, lambda h, w, g: mixed(h, w * g, g)),
        (INSIDE, lambda h, w, g: mixed(h, w / g, 1.0)),
        (NOT_SUMMED, weighted),
        (NOT_SUMMED, lambda h, w, g: weighted(h, w, g).sum(dim=1)),
        (NOT_SUMMED, lambda h, w, g: weighted(h, w, g).sum(dim=-1)),
        (NOT_SUMMED, lambda h, w, g: torch.hstack(list(weighted(h, w, g)))),
    )
]


def sliced(start, stop, over=None):
    """Average a slice of each row with torch, or divide its sum."""

    def wrong(vectors, lengths):
        rows = []
        for row, n in zip(vectors, lengths.tolist(), strict=True):
            part = row[start:][: max(0, n + stop - start)]
            rows.append(part.mean(dim=0) if over is None else part.sum(dim=0) / over(n))
        return torch.stack(rows)

    return wrong


def masked(vectors, lengths):
    kept = torch.zeros_like(vectors)
    for b, n in enumerate(lengths.tolist()):
        kept[b, 1 : n - 1] = vectors[b, 1 : n - 1]
    return kept


PADDING = "the padding is averaged as well"
FIRST_WORD = "the first word is lost"
BOTH_LOST = "the first word and the last are lost"
WORDS_ONLY = "the lengths are taken to count the words only"
EARLY = "the words are read one place too early, with <s> and without the last word"
LATE = "the words are read one place too late, with </s> and without the first word"
BY_ONE = "the number of words is off by one"
NOT_ITS_OWN = "the sum is not divided by its own row's number of words"
ALL_TEXTS = "there is one mean for all texts together"
OTHER_AXIS = "the mean is taken over another axis than the tokens"
SINGLE = "a single token stands for the text"

OTHER_FORMS += [
    (elmo.mean_of_words, name, wrong)
    for name, wrong in (
        ("the last word is lost", sliced(1, -2)),
        ("the last word is lost", sliced(1, -2, lambda n: n - 2)),
        (FIRST_WORD, sliced(2, -1)),
        (FIRST_WORD, sliced(2, -1, lambda n: n - 2)),
        (FIRST_WORD, lambda v, n: pooled(v, n, 2, -1)),
        (BOTH_LOST, sliced(2, -2)),
        (BOTH_LOST, sliced(2, -2, lambda n: n - 2)),
        (WORDS_ONLY, sliced(1, 1)),
        (WORDS_ONLY, sliced(1, 1, lambda n: n - 2)),
        (EARLY, sliced(0, -2)),
        (LATE, sliced(2, 0)),
        (BY_ONE, sliced(1, -1, lambda n: n - 1)),
        (BY_ONE, lambda v, n: masked(v, n).sum(dim=1) / (n - 3).unsqueeze(1)),
        (NOT_ITS_OWN, lambda v, n: masked(v, n).sum(dim=1) / sum(n - 2)),
        (NOT_ITS_OWN, lambda v, n: masked(v, n).sum(dim=1) / v.shape[0]),
        (ALL_TEXTS, lambda v, n: masked(v, n).sum(dim=(0, 1)) / sum(n - 2)),
        (ALL_TEXTS, lambda v, n: pooled(v, n).mean(dim=0)),
        (OTHER_AXIS, lambda v, n: v.sum(dim=2) / v.shape[2]),
        (OTHER_AXIS, lambda v, n: masked(v, n).sum(dim=2) / v.shape[2]),
        (SINGLE, lambda v, n: torch.stack([row[0] for row in v])),
        (
            SINGLE,
            lambda v, n: torch.stack([row[k - 1] for row, k in zip(v, n.tolist(), strict=True)]),
        ),
        (
            "the largest component is taken instead of the mean",
            lambda v, n: torch.stack(
                [row[1 : k - 1].max(dim=0).values for row, k in zip(v, n.tolist(), strict=True)]
            ),
        ),
        (PADDING, lambda v, n: v.sum(dim=1) / (n - 2).unsqueeze(1)),
        (PADDING, lambda v, n: v[:, 1:-1].sum(dim=1) / (n - 2).unsqueeze(1)),
    )
]

OTHER_FORMS += [
    (elmo.both_targets, "the rows of the batch are shifted, not the tokens", over_rows),
    (
        elmo.both_targets,
        "the rows of the batch are shifted, not the tokens",
        lambda t: (torch.cat([t[1:], t[:1]]), torch.cat([t[-1:], t[:-1]])),
    ),
    (
        elmo.both_targets,
        "the targets are one token shorter than the text",
        lambda t: listed(t, lambda row: row[1:], lambda row: row[:-1]),
    ),
]


@pytest.mark.parametrize(("definition", "name", "wrong"), OTHER_FORMS)
def test_another_form_of_a_slip_is_named(definition, name, wrong):
    assert_named(definition, under_names_of(definition, wrong), name)


def test_every_misconception_is_written_again():
    written = {(definition.name, name) for definition, name, _ in [*SLIPS, *OTHER_FORMS]}
    assert written == {(d.name, m.name) for d in elmo.EXERCISES for m in d.misconceptions}


def test_two_slips_at_once_are_recognized():
    wrong = under_names_of(elmo.mean_of_words, lambda v, n: pooled(v, n, 1, 0, lambda *_: 1))
    answer = diagnosis(elmo.mean_of_words, wrong)
    assert "*</s> is averaged as well* and *the words are summed, not averaged*" in answer


@pytest.mark.parametrize(
    ("definition", "right"),
    [
        (elmo.both_targets, lambda tokens: listed(tokens, following, preceding)),
        (elmo.join_directions, joined),
        (elmo.scalar_mix, mixed),
        (elmo.mean_of_words, pooled),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_another_right_way_passes(definition, right):
    assert "stands in" not in diagnosis(definition, under_names_of(definition, right))


def test_a_mean_by_hand():
    case, result = solve(elmo.mean_of_words)
    vectors, lengths = case.args
    assert lengths.tolist() == [5, 3]
    torch.testing.assert_close(result[0], (vectors[0, 1] + vectors[0, 2] + vectors[0, 3]) / 3)
    torch.testing.assert_close(result[1], vectors[1, 1])  # one word
