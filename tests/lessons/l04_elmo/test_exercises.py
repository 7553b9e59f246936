"""The exercises on ELMo: every slip, written again, is caught and named."""

import inspect

import pytest
import torch

from lessons.l04_elmo import exercises
from tests.exercise_checks import assert_named, check_exercise_module, diagnosis, loaded

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


def cosine(one, other):
    return float(one @ other / (one.norm() * other.norm()))


def asked(vectors, kinds, near=cosine, order=lambda found: found, take=0, own=False):
    """Yield for each use its sense and that of its nearest, found in a sorted list."""
    N = len(kinds)
    for i in range(N):
        others = [j for j in range(N) if own or j != i]
        found = order(sorted(others, key=lambda j: near(vectors[i], vectors[j]), reverse=True))
        yield int(kinds[i]), int(kinds[found[take]])


def part(pairs, agree=lambda own, other: own == other, over=len):
    pairs = list(pairs)
    return sum(agree(*pair) for pair in pairs) / over(pairs)


def near_or_0(vectors, kinds):
    """Give each use a cosine of 0 with itself."""
    right = 0
    for i, vector in enumerate(vectors):
        row = [0.0 if i == j else cosine(vector, other) for j, other in enumerate(vectors)]
        right += int(kinds[max(range(len(row)), key=row.__getitem__)] == kinds[i])
    return right / len(kinds)


def every_pair(vectors, kinds):
    N, values = len(kinds), kinds.tolist()
    pairs = [(values[i], values[j]) for i in range(N) for j in range(N) if i != j]
    return part(pairs)


def neighbors(number):
    return lambda v, k: sum(part(asked(v, k, take=place)) for place in range(number)) / number


def by_columns(vectors):
    return vectors / vectors.square().sum(dim=0).sqrt()


NEAREST_AGREES = {
    "each use is its own nearest": lambda v, k: part(asked(v, k, own=True)),
    "the lengths of the vectors are not divided out": lambda v, k: part(
        asked(v, k, near=lambda one, other: float(one @ other))
    ),
    "the use that is furthest away is taken": lambda v, k: part(asked(v, k, take=-1)),
    "each use itself is hidden by a 0": near_or_0,
    "the agreements are counted, not divided by all uses": lambda v, k: part(
        asked(v, k), over=lambda pairs: 1
    ),
    "the uses that do not agree are counted": lambda v, k: 1 - part(asked(v, k)),
    "the sense of the nearest is not compared with the use's own": lambda v, k: part(
        asked(v, k), agree=lambda own, other: other
    ),
    "all pairs are compared, not each use with its nearest": every_pair,
    "more than one neighbor is asked": neighbors(3),
    "the nearest other use is left out as well": lambda v, k: part(asked(v, k, take=1)),
    "the components are divided by their length over all uses": lambda v, k: part(
        asked(by_columns(v), k, near=lambda one, other: float(one @ other))
    ),
    "the vectors are centered first": lambda v, k: part(asked(v - v.mean(dim=0), k)),
    "only the uses of one sense are counted": lambda v, k: part(
        pair for pair in asked(v, k) if pair[0] == 1
    ),
    "an opposite vector counts as near": lambda v, k: part(
        asked(v, k, near=lambda one, other: abs(cosine(one, other)))
    ),
}

SLIPS = [
    (definition, name, wrong)
    for definition, table in (
        (elmo.both_targets, BOTH_TARGETS),
        (elmo.join_directions, JOIN_DIRECTIONS),
        (elmo.scalar_mix, SCALAR_MIX),
        (elmo.nearest_agrees, NEAREST_AGREES),
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
        elmo.nearest_agrees,
        "the lengths of the vectors are not divided out",
        lambda v, k: part(asked(v, k, near=lambda one, other: -float((one - other).norm()))),
    ),
    (elmo.nearest_agrees, "more than one neighbor is asked", neighbors(2)),
    (
        elmo.nearest_agrees,
        "the agreements are counted, not divided by all uses",
        lambda v, k: 100 * part(asked(v, k)),
    ),
    (
        elmo.nearest_agrees,
        "the vectors are centered first",
        lambda v, k: part(asked(v - v.mean(dim=1, keepdim=True), k)),
    ),
    (
        elmo.nearest_agrees,
        "the sense of the nearest is not compared with the use's own",
        lambda v, k: part(asked(v, k), agree=lambda own, other: other == 1),
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


@pytest.mark.parametrize(
    ("definition", "right"),
    [
        (elmo.both_targets, lambda tokens: listed(tokens, following, preceding)),
        (elmo.join_directions, joined),
        (elmo.scalar_mix, mixed),
        (elmo.nearest_agrees, lambda v, k: part(asked(v, k))),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_another_right_way_passes(definition, right):
    assert "stands in" not in diagnosis(definition, under_names_of(definition, right))


def test_an_agreement_by_hand():
    vectors = torch.tensor([[1.0, 0.0], [9.0, 1.0], [0.0, 1.0], [0.1, 2.0], [2.0, 3.0]])
    agrees = elmo.nearest_agrees.reference
    assert agrees(vectors, torch.tensor([1, 1, 0, 0, 0])) == 1
    assert agrees(vectors, torch.tensor([1, 0, 1, 0, 0])) == pytest.approx(1 / 5)
