"""The exercises on neural language models: every slip, written again, is caught and named."""

import inspect
import math

import numpy as np
import pytest
import torch
from torch.nn.functional import embedding as look_up
from torch.nn.functional import linear, nll_loss

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


def right_windows(sentence, size):
    return windows_by_popping(sentence, size)


def with_starts(sentence, size, number):
    words = [*(["<s>"] * number), *sentence, "</s>"]
    pairs = [(words[i : i + size], words[i + size]) for i in range(len(words) - size)]
    return [context for context, _ in pairs], [word for _, word in pairs]


def filled_behind(sentence, size, fill=("<s>",)):
    words, contexts = [*sentence, "</s>"], []
    for i in range(len(words)):
        context = words[:i][-size:]
        while fill and len(context) < size:
            context = [*context, *fill]
        contexts.append(context)
    return contexts, words


def skipping(sentence, size):
    contexts, targets = right_windows(sentence, size)
    return contexts[:-1], targets[1:]


def one_window(move):
    """Append one list every time, and change that list."""

    def wrong(sentence, size):
        window, contexts, targets = ["<s>"] * size, [], []
        for word in [*sentence, "</s>"]:
            contexts.append(window)
            targets.append(word)
            move(window, word)
        return contexts, targets

    return wrong


def pushed(window, word):
    window[:-1] = window[1:]
    window[-1] = word


CONTEXT_WINDOWS = {
    "all windows are one and the same list": one_window(pushed),
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
    "fewer than context_size <s> stand in front, so the first words are never predicted": (
        lambda s, n: with_starts(s, n, n - 1)
    ),
    "the first windows are shorter, with no <s> in them": lambda s, n: filled_behind(s, n, ()),
    "the first windows are filled up with <s> behind the words, not before them": filled_behind,
    "the last window is missing, though its word is there": lambda s, n: (
        windows_by_popping(s, n, last=None)[0],
        [*s, "</s>"],
    ),
    "</s> is repeated like <s>": lambda s, n: right_windows([*s, *["</s>"] * (n - 1)], n),
    "one window more: it ends with </s>, and no word follows": lambda s, n: (
        right_windows([*s, "</s>"], n)[0],
        [*s, "</s>"],
    ),
    "<s> itself is predicted": lambda s, n: with_starts(s, n, n + 1),
    "the windows do not overlap": lambda s, n: tuple(part[::n] for part in right_windows(s, n)),
    "a word is skipped between the window and its target": skipping,
    "one list of pairs is returned, not two lists": lambda s, n: [
        pair for pair in zip(*right_windows(s, n), strict=True)
    ],
    "each window is a tuple or a string, not a list": lambda s, n: (
        [tuple(context) for context in right_windows(s, n)[0]],
        right_windows(s, n)[1],
    ),
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
    "sums over another axis: that of the components or of the batch": lambda w, c: torch.stack(
        [c[column].sum(dim=1) for column in w.T], dim=1
    ),
    "the largest number of each component is kept, not all of them": lambda w, c: torch.stack(
        [torch.stack([c[word] for word in window]).max(dim=0).values for window in w]
    ),
    "the numbers of each window stand in reverse order": lambda w, c: torch.stack(
        [torch.cat([c[word].flip(0) for word in reversed(window)]) for window in w]
    ),
    "a row holds words of several windows": lambda w, c: torch.stack(
        [c[word] for column in w.T for word in column]
    ).view(w.shape[0], w.shape[1] * c.shape[1]),
    "the batch comes second": lambda w, c: torch.stack(
        [torch.cat([c[word] for word in window]) for window in w], dim=1
    ),
    "only one word of each window is looked up": lambda w, c: torch.stack(
        [c[window[-1]] for window in w]
    ),
    "the rows of the table are counted from 1": lambda w, c: torch.stack(
        [torch.cat([c[word - 1] for word in window]) for window in w]
    ),
}

# --------------------------------------------------------------------------------- next_word_scores


def same(values):
    return values


def scores_with(x, h, d, u, b, w, squash=torch.tanh, inside=1, outside=0, bias=1, direct=1, **bent):
    rows = []
    for row in x:
        unit = squash(h @ row + inside * d) + outside * d
        sides = bent.get("way", same)(w @ row), bent.get("out", same)(u @ unit)
        rows.append(bias * b + sides[1] + direct * sides[0])
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
    "the best word of each window is returned, not the scores": lambda *a: torch.tensor(
        [max(range(len(row)), key=row.__getitem__) for row in scores_with(*a).tolist()]
    ),
    "the hidden units go through ReLU, not tanh": slip(squash=lambda t: t.clamp(min=0)),
    "the direct term goes through tanh, too": slip(way=torch.tanh),
    "the tanh goes over the product with U, not over d + Hx": slip(squash=same, out=torch.tanh),
    "the bias b of the scores is added twice": lambda x, h, d, u, b, w: (
        linear(linear(x, h, d).tanh(), u, b) + linear(x, w, b)
    ),
    "the bias d is added twice, before the tanh and after it": slip(outside=1),
    "the biases are subtracted": slip(inside=-1, bias=-1),
    "a weight matrix stands the wrong way round": lambda x, h, d, u, b, w: (
        (x @ h + d).tanh() @ u + x @ w + b
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
    "two bases are mixed: exp of a loss in bits": lambda s, t: math.exp(
        -mean(map(math.log2, flat(s, t)))
    ),
    "the perplexities of the batches are added up": lambda s, t: sum(
        math.exp(mean_loss(batch)) for batch in per_batch(s, t)
    ),
    "exp is taken for each token, and the mean after it": lambda s, t: mean(
        1 / p for p in flat(s, t)
    ),
    "the losses are divided twice": lambda s, t: math.exp(
        sum(map(mean_loss, per_batch(s, t))) / len(flat(s, t))
    ),
    "all batches are taken to be of one size": lambda s, t: math.exp(
        mean_loss(flat(s, t)) * len(flat(s, t)) / len(t) / len(t[0])
    ),
    "the sum of all losses is divided by the size of one batch": lambda s, t: (
        math.prod(flat(s, t)) ** (-1 / len(t[-1]))
    ),
    "the number of scores is counted, not of tokens": lambda s, t: math.exp(
        -sum(map(math.log, flat(s, t))) / sum(scores.numel() for scores in s)
    ),
    "only one of the batches counts": lambda s, t: math.exp(mean_loss(per_batch(s, t)[-1])),
    "the scores are taken for log-probabilities": lambda s, t: math.exp(
        nll_loss(torch.cat(s), torch.cat(t))
    ),
    "the probabilities are taken for their logarithms": lambda s, t: math.exp(-mean(flat(s, t))),
    "the logarithm of the scores is taken, without a softmax": lambda s, t: math.exp(
        nll_loss(torch.log(torch.cat(s)), torch.cat(t))
    ),
    "the entropy of the distributions stands for the loss of the targets": lambda s, t: math.exp(
        torch.distributions.Categorical(logits=torch.cat(s)).entropy().mean()
    ),
}

# -------------------------------------------------------------------------------------- interpolate


def each(rule):
    return lambda first, second, weight: np.array(
        [rule(a, b, weight) for a, b in zip(first.tolist(), second.tolist(), strict=True)]
    )


interpolated = each(lambda a, b, w: math.log(w * math.exp(a) + (1 - w) * math.exp(b)))
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
    "the logarithm of a mixture of logarithms is taken": each(
        lambda a, b, w: np.log(w * a + (1 - w) * b)
    ),
    "the weights are multiplied into the logarithms, not into the probabilities": each(
        lambda a, b, w: math.log(math.exp(a) ** w + math.exp(b) ** (1 - w))
    ),
    "the weights are added to the logarithms, not their own logarithms": each(
        lambda a, b, w: math.log(math.exp(w + a) + math.exp(1 - w + b))
    ),
    "the mixture is divided by 2 as well": each(
        lambda a, b, w: math.log((w * math.exp(a) + (1 - w) * math.exp(b)) / 2)
    ),
    "only one of the models is used": each(lambda a, b, w: np.log(w) + a),
    "the larger of the two weighted terms is taken, not their sum": each(
        lambda a, b, w: math.log(max(w * math.exp(a), (1 - w) * math.exp(b)))
    ),
    "the terms are multiplied, not added": each(lambda a, b, w: np.log(w) + a + np.log(1 - w) + b),
    "another base than e is used": each(
        lambda a, b, w: math.log2(w * math.exp(a) + (1 - w) * math.exp(b))
    ),
    "the mixture is normalized over the tokens of the text": lambda first, second, weight: (
        interpolated(first, second, weight)
        - np.logaddexp.reduce(interpolated(first, second, weight))
    ),
    "one number is returned, not one for each token": lambda first, second, weight: np.mean(
        interpolated(first, second, weight)
    ),
    "the logarithm of a weight of 0 raises an error": each(
        lambda a, b, w: np.logaddexp(math.log(w) + a, math.log(1 - w) + b)
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


def read(vectors, targets, recurrence, size, step=None, loss=None, begin=0.0, early=0):
    """Read word by word; the loss is made of all states at the end."""
    weight, states = recurrence.clone().requires_grad_(), []
    state = torch.full((vectors.shape[1],), begin)
    for t, vector in enumerate(vectors):
        if (t + early) % size == 0:
            state = state.detach()
        state = step(vector, weight, state) if step else torch.tanh(vector + weight @ state)
        states.append(state)
    gaps = torch.stack(states) - targets
    total = loss(gaps) if loss else (gaps * gaps).sum()
    return torch.autograd.grad(total, weight)[0], state.detach()


def reading(**changes):
    return lambda vectors, targets, recurrence, size: read(
        vectors, targets, recurrence, size, **changes
    )


def last_of_chunks(vectors, targets, recurrence, size):
    last = [*range(size - 1, len(vectors), size)]
    last += [len(vectors) - 1] if len(vectors) % size else []
    return read(vectors, targets, recurrence, size, loss=lambda gaps: (gaps[last] ** 2).sum())


def windows_of_gradient(vectors, targets, recurrence, size):
    """Back by hand from each word, over the last words before it."""
    states = [torch.zeros(vectors.shape[1])]
    for vector in vectors:
        states.append(torch.tanh(vector + recurrence @ states[-1]))
    gradient = torch.zeros_like(recurrence)
    for t in range(len(vectors)):
        back = 2 * (states[t + 1] - targets[t])
        for k in range(t, max(-1, t - size), -1):
            inside = back * (1 - states[k + 1] ** 2)
            gradient += torch.outer(inside, states[k])
            back = recurrence.T @ inside
    return gradient, states[-1]


def means_of_chunks(size, each):
    return lambda gaps: sum(each(chunk) for chunk in gaps.split(size))


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
    "the state is detached one word too early": reading(early=1),
    "the gradient goes back chunk_size words from every word": windows_of_gradient,
    "a mean of squared differences is taken, not their sum": reading(
        loss=lambda gaps: (gaps**2).mean()
    ),
    "the squared differences are halved": reading(loss=lambda gaps: (gaps**2 / 2).sum()),
    "the differences are not squared: a norm of them is the loss": reading(
        loss=lambda gaps: gaps.abs().sum()
    ),
    "only the last word of each chunk is compared": last_of_chunks,
    "only the last word of the text is compared": reading(loss=lambda gaps: gaps[-1].dot(gaps[-1])),
    "the tanh is missing": reading(step=lambda vector, weight, state: weight @ state + vector),
    "the vector is added after the tanh": reading(
        step=lambda vector, weight, state: torch.tanh(weight @ state) + vector
    ),
    "the recurrence multiplies the vector as well": reading(
        step=lambda vector, weight, state: torch.tanh(weight @ vector + weight @ state)
    ),
    "the state starts at ones, not at zeros": reading(begin=1.0),
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


OTHER_FORMS = [
    (
        "truncated_gradient",
        "the state is detached before its loss is computed",
        lambda *a: detached_too_soon(*a, place=-1),
    ),
    (
        "truncated_gradient",
        "the words of the last chunk are lost where it is shorter",
        rest_unscored,
    ),
    (
        "truncated_gradient",
        "a mean of squared differences is taken, not their sum",
        reading(loss=lambda gaps: (gaps**2).mean(dim=1).sum()),
    ),
    (
        "truncated_gradient",
        "a mean of squared differences is taken, not their sum",
        reading(loss=lambda gaps: (gaps**2).sum(dim=1).mean()),
    ),
    (
        "truncated_gradient",
        "a mean of squared differences is taken, not their sum",
        lambda v, t, r, n: read(
            v, t, r, n, loss=means_of_chunks(n, lambda chunk: (chunk**2).mean())
        ),
    ),
    (
        "truncated_gradient",
        "a mean of squared differences is taken, not their sum",
        lambda v, t, r, n: read(
            v, t, r, n, loss=means_of_chunks(n, lambda chunk: (chunk**2).sum() / len(chunk))
        ),
    ),
    (
        "truncated_gradient",
        "the differences are not squared: a norm of them is the loss",
        reading(loss=lambda gaps: (gaps**2).sum(dim=1).sqrt().sum()),
    ),
    (
        "next_word_scores",
        "the result is already a distribution",
        lambda *a: scores_with(*a).softmax(dim=0),
    ),
    (
        "next_word_scores",
        "the direct term goes through tanh, too",
        lambda x, h, d, u, b, w: linear(linear(x, h, d).tanh(), u) + linear(x, w, b).tanh(),
    ),
    (
        "next_word_scores",
        "the tanh goes over the product with U, not over d + Hx",
        slip(out=torch.tanh),
    ),
    (
        "next_word_scores",
        "the tanh goes over the product with U, not over d + Hx",
        lambda x, h, d, u, b, w: linear(linear(x, h, d), u, b).tanh() + linear(x, w),
    ),
    ("next_word_scores", "the biases are subtracted", slip(inside=-1)),
    ("next_word_scores", "the biases are subtracted", slip(bias=-1)),
    (
        "next_word_scores",
        "a weight matrix stands the wrong way round",
        lambda x, h, d, u, b, w: linear(linear(x, h.T, d).tanh(), u, b) + linear(x, w),
    ),
    (
        "perplexity",
        "the perplexities of the batches are averaged",
        lambda s, t: (
            sum(len(batch) * math.exp(mean_loss(batch)) for batch in per_batch(s, t))
            / len(flat(s, t))
        ),
    ),
    (
        "perplexity",
        "all batches are taken to be of one size",
        lambda s, t: math.prod(flat(s, t)) ** (-1 / (len(t) * len(t[-1]))),
    ),
    (
        "perplexity",
        "the losses are divided twice",
        lambda s, t: math.exp(mean_loss(flat(s, t)) / len(t)),
    ),
    (
        "perplexity",
        "the losses are divided twice",
        lambda s, t: math.exp(sum(mean_loss(batch) / len(batch) for batch in per_batch(s, t))),
    ),
    (
        "perplexity",
        "only one of the batches counts",
        lambda s, t: math.exp(mean_loss(flat(s[:1], t[:1]))),
    ),
    (
        "perplexity",
        "the loss is returned, without exp",
        lambda s, t: -mean(math.log2(p) for p in flat(s, t)),
    ),
    ("interpolate", "another base than e is used", lambda *a: interpolated(*a) / math.log(10)),
    (
        "interpolate",
        "one number is returned, not one for each token",
        lambda *a: math.fsum(interpolated(*a)),
    ),
    (
        "interpolate",
        "the weights do not sum to 1",
        each(lambda a, b, w: math.log(math.exp(a) + (1 - w) * math.exp(b))),
    ),
    ("interpolate", "only one of the models is used", each(lambda a, b, w: a if w >= 0.5 else b)),
    ("context_windows", "all windows are one and the same list", one_window(list.append)),
    (
        "context_windows",
        "the word to predict stands inside its own context",
        lambda s, n: (right_windows(s, n)[0], ["<s>", *s]),
    ),
    (
        "context_windows",
        "fewer than context_size <s> stand in front, so the first words are never predicted",
        lambda s, n: with_starts(s, n, 1),
    ),
    (
        "context_windows",
        "</s> is repeated like <s>",
        lambda s, n: right_windows([*s, *["</s>"] * (n - 2)], n) if n > 2 else right_windows(s, n),
    ),
    (
        "context_windows",
        "one list of pairs is returned, not two lists",
        lambda s, n: [[context, word] for context, word in zip(*right_windows(s, n), strict=True)],
    ),
    (
        "context_windows",
        "the end of the sentence is not predicted",
        lambda s, n: (right_windows(s, n)[0], list(s)),
    ),
    (
        "window_features",
        "the windows of the batch are mixed into one long list",
        lambda w, c: torch.cat([c[column] for column in w.T]),
    ),
    (
        "window_features",
        "the places and components still stand on two axes",
        lambda w, c: torch.stack([c[column] for column in w.T]),
    ),
    (
        "window_features",
        "only one word of each window is looked up",
        lambda w, c: torch.stack([c[window[0]] for window in w]),
    ),
]


@pytest.mark.parametrize(("exercise", "name", "wrong"), OTHER_FORMS)
def test_other_forms_of_a_slip_are_named(exercise, name, wrong):
    definition = getattr(nnlm, exercise)
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
