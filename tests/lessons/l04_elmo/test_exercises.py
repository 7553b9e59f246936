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
    powers = [x.exp() for x in w]
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


@pytest.mark.parametrize(("definition", "name", "wrong"), OTHER_FORMS)
def test_another_form_of_a_slip_is_named(definition, name, wrong):
    assert_named(definition, under_names_of(definition, wrong), name)


def test_two_slips_at_once_are_recognized():
    wrong = under_names_of(elmo.mean_of_words, lambda v, n: pooled(v, n, 1, 0, lambda *_: 1))
    answer = diagnosis(elmo.mean_of_words, wrong)
    assert "*</s> is averaged as well* and *the words are summed, not averaged*" in answer


def test_every_misconception_is_written_again():
    written = {(definition.name, name) for definition, name, _ in SLIPS}
    assert written == {(d.name, m.name) for d in elmo.EXERCISES for m in d.misconceptions}


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
