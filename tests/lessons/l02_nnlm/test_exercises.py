"""The exercises on neural language models: every slip, written again, is caught and named."""

import inspect
import math

import numpy as np
import pytest
import torch
from torch.nn.functional import embedding as look_up
from torch.nn.functional import linear

from lessons.l02_nnlm import exercises
from tests.exercise_checks import (
    assert_named,
    assert_rejected,
    check_exercise_module,
    diagnosis,
    loaded,
    solve,
)

nnlm = loaded(exercises)


def test_the_module_is_sound():
    check_exercise_module(nnlm)


# ---------------------------------------------------------------------------------- context_windows


def windows_by_popping(sentence, size, show=lambda window, target: window, last="</s>"):
    window, contexts, targets = ["<s>"] * size, [], []
    for word in [*sentence, *([last] if last else [])]:
        contexts.append(list(show(window, word)))
        targets.append(word)
        window = [*window[1:], word]
    return contexts, targets


def unpadded(sentence, size):
    words = [*sentence, "</s>"]
    kept = [(words[i - size : i], words[i]) for i in range(len(words)) if i >= size]
    return [list(context) for context, _ in kept], [target for _, target in kept]


def growing(sentence, size):
    window, contexts, targets = ["<s>"], [], []
    for word in [*sentence, "</s>"]:
        contexts.append(window[-size:])
        targets.append(word)
        window.append(word)
    return contexts, targets


def both_sides(sentence, size):
    right = size // 2
    left = size - right
    contexts, targets = [], []
    words = [*sentence, "</s>"]
    for i, word in enumerate(words):
        before = [words[j] if j >= 0 else "<s>" for j in range(i - left, i)]
        after = [words[j] if j < len(words) else "</s>" for j in range(i + 1, i + 1 + right)]
        contexts.append(before + after)
        targets.append(word)
    return contexts, targets


CONTEXT_WINDOWS = {
    "the word to predict stands inside its own context": lambda s, n: windows_by_popping(
        s, n, lambda window, target: [*window[1:], target]
    ),
    "the sentence is not padded with <s>": unpadded,
    "there is only one <s>, so the first windows are too short": growing,
    "the end of the sentence is not predicted": lambda s, n: windows_by_popping(s, n, last=None),
    "the window runs from the newest word to the oldest": lambda s, n: windows_by_popping(
        s, n, lambda window, target: reversed(window)
    ),
    "the context holds words that come after the target": both_sides,
}

# ---------------------------------------------------------------------------------- window_features


def one_hot_rows(windows, vectors):
    identity = torch.eye(len(vectors))
    return torch.stack([torch.cat([identity[word] for word in window]) for window in windows])


WINDOW_FEATURES = {
    "the vectors are added, not laid end to end": lambda w, c: sum(
        look_up(w[:, t], c) for t in range(w.shape[1])
    ),
    "the vectors are averaged, not laid end to end": lambda w, c: torch.stack(
        [sum(c[word] for word in window) / len(window) for window in w]
    ),
    "the vectors of the window stand in reverse order": lambda w, c: torch.cat(
        [c[w[:, t]] for t in reversed(range(w.shape[1]))], dim=1
    ),
    "the components are interleaved": lambda w, c: torch.stack(
        [torch.stack([c[word, j] for j in range(c.shape[1]) for word in window]) for window in w]
    ),
    "the windows of the batch are mixed into one long list": lambda w, c: c[w.reshape(-1)],
    "the places and components still stand on two axes": lambda w, c: look_up(w, c),
    "the one-hot vectors are laid end to end, without the matrix C": one_hot_rows,
}

# --------------------------------------------------------------------------------- next_word_scores


def scores_with(x, h, d, u, b, w, squash=torch.tanh, inside=1, outside=0, bias=1, direct=1):
    rows = []
    for row in x:
        unit = squash(h @ row + inside * d) + outside * d
        rows.append(bias * b + u @ unit + direct * (w @ row))
    return torch.stack(rows)


def slip(**changes):
    return lambda x, h, d, u, b, w: scores_with(x, h, d, u, b, w, **changes)


NEXT_WORD_SCORES = {
    "the tanh is missing": slip(squash=lambda t: t),
    "the hidden units go through sigmoid, not tanh": slip(squash=lambda t: 1 / (1 + (-t).exp())),
    "the tanh goes over the scores as well": lambda *a: scores_with(*a).tanh(),
    "the bias d is added after the tanh": slip(inside=0, outside=1),
    "the bias d of the tanh layer is missing": slip(inside=0),
    "the bias b of the scores is missing": slip(bias=0),
    "the direct connections W are left out": lambda x, h, d, u, b, w: linear(
        linear(x, h, d).tanh(), u, b
    ),
    "the result is already a distribution": lambda *a: (
        scores_with(*a).exp() / scores_with(*a).exp().sum(dim=1, keepdim=True)
    ),
}

# --------------------------------------------------------------------------------------- perplexity


def target_probabilities(scores, targets, dim=1):
    table = scores.exp() / scores.exp().sum(dim=dim, keepdim=True)
    return [table[i, word].item() for i, word in enumerate(targets.tolist())]


def per_batch(batches, targets, dim=1):
    return [target_probabilities(s, t, dim) for s, t in zip(batches, targets, strict=True)]


def flat(batches, targets, dim=1):
    return [p for batch in per_batch(batches, targets, dim) for p in batch]


def mean_loss(probabilities):
    return -sum(map(math.log, probabilities)) / len(probabilities)


def mean(values):
    values = list(values)
    return sum(values) / len(values)


PERPLEXITY = {
    "the softmax runs over the batch": lambda s, t: math.exp(mean_loss(flat(s, t, dim=0))),
    "the softmax is applied before cross_entropy, which applies it again": lambda s, t: math.exp(
        mean_loss(flat([scores.softmax(dim=1) for scores in s], t))
    ),
    "the perplexities of the batches are averaged": lambda s, t: mean(
        math.exp(mean_loss(batch)) for batch in per_batch(s, t)
    ),
    "the means of the batches are averaged, though the last batch is smaller": lambda s, t: (
        math.exp(mean(mean_loss(batch) for batch in per_batch(s, t)))
    ),
    "the sum of all losses is divided by the number of batches": lambda s, t: (
        math.prod(flat(s, t)) ** (-1 / len(s))
    ),
    "the losses of the batches are added up": lambda s, t: math.prod(
        math.exp(mean_loss(batch)) for batch in per_batch(s, t)
    ),
    "the loss is returned, without exp": lambda s, t: mean_loss(flat(s, t)),
    "the sign is lost: exp of the mean log-probability": lambda s, t: (
        math.prod(flat(s, t)) ** (1 / len(flat(s, t)))
    ),
    "one divided by the mean of the probabilities": lambda s, t: 1 / mean(flat(s, t)),
    "two bases are mixed: 2 to the power of a loss in nats": lambda s, t: math.exp(
        math.log(2) * mean_loss(flat(s, t))
    ),
}

# -------------------------------------------------------------------------------------- interpolate


def each(rule):
    return lambda first, second, weight: np.array(
        [rule(a, b, weight) for a, b in zip(first.tolist(), second.tolist(), strict=True)]
    )


INTERPOLATE = {
    "the logarithms are mixed, not the probabilities": each(
        lambda a, b, w: math.log(math.exp(a) ** w * math.exp(b) ** (1 - w))
    ),
    "the weight goes to the wrong model": each(
        lambda a, b, w: math.log((1 - w) * math.exp(a) + w * math.exp(b))
    ),
    "both models get half, whatever the weight is": each(
        lambda a, b, w: math.log((math.exp(a) + math.exp(b)) / 2)
    ),
    "the weights do not sum to 1": each(lambda a, b, w: math.log(w * math.exp(a) + math.exp(b))),
    "the better of the two is taken for each token": each(lambda a, b, w: max(a, b)),
    "the probability is returned, not its logarithm": each(
        lambda a, b, w: w * math.exp(a) + (1 - w) * math.exp(b)
    ),
}

# ------------------------------------------------------------------------------- truncated_gradient


def by_chunks(vectors, targets, recurrence, size, carry=lambda state: state.detach(), keep=None):
    """Go back chunk by chunk, with ``torch.autograd.grad`` and a sum of the gradients."""
    state, gradients = torch.zeros(vectors.shape[1]), []
    weight = recurrence.clone().requires_grad_()
    for start in range(0, len(vectors), size):
        state, losses = carry(state), []
        for t in range(start, min(start + size, len(vectors))):
            state = (vectors[t] + weight @ state).tanh()
            losses.append(((state - targets[t]) ** 2).sum())
        gradients.append(torch.autograd.grad(sum(losses), weight, retain_graph=True)[0])
    return sum(gradients if keep is None else gradients[keep:]), state.detach()


def shifted(vectors, targets, recurrence, size):
    """The first chunk is one word longer, and all others begin one word late."""
    weight, state, loss = recurrence.clone().requires_grad_(), torch.zeros(vectors.shape[1]), 0.0
    for t in range(len(vectors)):
        state = (vectors[t] + weight @ state).tanh()
        loss = loss + ((state - targets[t]) ** 2).sum()
        if t % size == 0:
            state = state.detach()
    return torch.autograd.grad(loss, weight)[0], state.detach()


def behind(vectors, targets, recurrence, size):
    weight, state, loss = recurrence.clone().requires_grad_(), torch.zeros(vectors.shape[1]), 0.0
    for t in range(len(vectors)):
        before = state.detach() if t % size == 0 else state
        state = (vectors[t] + weight @ before).tanh()
        loss = loss + ((before - targets[t]) ** 2).sum()
    return torch.autograd.grad(loss, weight)[0], state.detach()


def detached_too_soon(vectors, targets, recurrence, size, place=0):
    """The state of one word of each chunk loses its past before it is compared."""
    weight, state, losses = recurrence.clone().requires_grad_(), torch.zeros(vectors.shape[1]), []
    for t in range(len(vectors)):
        state = (vectors[t] + weight @ state).tanh()
        if t % size == place % size:
            state = state.detach()
        losses.append(((state - targets[t]) ** 2).sum())
    sum(losses).backward()
    return weight.grad, state.detach()


def from_the_left(vectors, targets, recurrence, size):
    """Back-propagate through the transposed recurrence, and turn its gradient back."""
    gradient, state = by_chunks(vectors, targets, recurrence.T, size)
    return gradient.T, state


def without_the_rest(vectors, targets, recurrence, size):
    kept = len(vectors) - len(vectors) % size
    return by_chunks(vectors[:kept], targets[:kept], recurrence, size)


def rest_unscored(vectors, targets, recurrence, size):
    gradient, _ = without_the_rest(vectors, targets, recurrence, size)
    return gradient, by_chunks(vectors, targets, recurrence, size)[1]


TRUNCATED_GRADIENT = {
    "the state is never detached": lambda *a: by_chunks(*a, carry=lambda state: state),
    "the state is reset to zero at each chunk": lambda *a: by_chunks(
        *a, carry=lambda state: 0 * state.detach()
    ),
    "the state is detached before every word": lambda v, t, r, n: by_chunks(v, t, r, 1),
    "the state is detached one word too late": shifted,
    "the state is detached before its loss is computed": detached_too_soon,
    "the state is multiplied from the left, state @ recurrence": from_the_left,
    "the words of the last chunk are lost where it is shorter": without_the_rest,
    "only the last chunk counts": lambda *a: by_chunks(*a, keep=-1),
    "each target is compared with the state before its word": behind,
}

# ---------------------------------------------------------------------------------------------- all

SLIPS = {
    "context_windows": CONTEXT_WINDOWS,
    "window_features": WINDOW_FEATURES,
    "next_word_scores": NEXT_WORD_SCORES,
    "perplexity": PERPLEXITY,
    "interpolate": INTERPOLATE,
    "truncated_gradient": TRUNCATED_GRADIENT,
}


def with_its_parameters(definition, function):
    """Give a slip the parameter names of the exercise, whatever it calls them itself."""

    def renamed(*args, **kwargs):
        return function(*args, **kwargs)

    renamed.__signature__ = inspect.signature(definition.reference)
    return renamed


@pytest.mark.parametrize(
    ("exercise", "name"), [(exercise, name) for exercise in SLIPS for name in SLIPS[exercise]]
)
def test_every_slip_is_named(exercise, name):
    definition = getattr(nnlm, exercise)
    assert_named(definition, with_its_parameters(definition, SLIPS[exercise][name]), name)


@pytest.mark.parametrize("exercise", SLIPS)
def test_the_list_is_complete(exercise):
    definition = getattr(nnlm, exercise)
    assert set(SLIPS[exercise]) == {slip.name for slip in definition.misconceptions}


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        (
            "the state is detached before its loss is computed",
            lambda *a: detached_too_soon(*a, place=-1),
        ),
        ("the words of the last chunk are lost where it is shorter", rest_unscored),
    ],
)
def test_other_forms_of_slips_in_the_truncated_gradient(name, wrong):
    definition = nnlm.truncated_gradient
    assert_named(definition, with_its_parameters(definition, wrong), name)


def test_two_slips_at_once_are_recognized():
    definition = nnlm.truncated_gradient
    wrong = with_its_parameters(
        definition,
        lambda v, t, r, n: from_the_left(v, t, r, len(v)),  # one chunk
    )
    answer = diagnosis(definition, wrong)
    assert "*the state is never detached* and *the state is multiplied from the left" in answer


RIGHT = {
    "context_windows": windows_by_popping,
    "window_features": lambda w, c: torch.cat([c[w[:, t]] for t in range(w.shape[1])], dim=1),
    "next_word_scores": scores_with,
    "perplexity": lambda s, t: math.exp(mean_loss(flat(s, t))),
    "interpolate": each(lambda a, b, w: math.log(w * math.exp(a) + (1 - w) * math.exp(b))),
    "truncated_gradient": by_chunks,
}


@pytest.mark.parametrize("exercise", SLIPS)
def test_another_right_answer_passes(exercise):
    definition = getattr(nnlm, exercise)
    right = with_its_parameters(definition, RIGHT[exercise])
    assert "correct" in diagnosis(definition, right)


def test_a_gradient_asked_of_the_recurrence_itself_is_no_copy():
    """The result is right, but the caller's tensor wants a gradient from then on."""

    def truncated_gradient(vectors, targets, recurrence, chunk_size):
        weight, state, loss = recurrence.requires_grad_(), torch.zeros(vectors.shape[1]), 0.0
        for t in range(len(vectors)):
            before = state.detach() if t % chunk_size == 0 else state
            state = (vectors[t] + weight @ before).tanh()
            loss = loss + ((state - targets[t]) ** 2).sum()
        loss.backward()
        return weight.grad, state.detach()

    assert_rejected(nnlm.truncated_gradient, truncated_gradient)
    answer = diagnosis(nnlm.truncated_gradient, truncated_gradient)
    assert "changes its input `recurrence` in place" in answer


def test_windows_by_hand():
    case, (contexts, targets) = solve(nnlm.context_windows)
    assert case.args == (["the", "cat", "sat"], 2)
    assert contexts == [["<s>", "<s>"], ["<s>", "the"], ["the", "cat"], ["cat", "sat"]]
    assert targets == ["the", "cat", "sat", "</s>"]


def test_an_interpolation_by_hand():
    case, result = solve(nnlm.interpolate)
    assert case.args[2] == 0.25
    np.testing.assert_allclose(np.exp(result), [0.2, 0.2275, 0.2])
