"""Right answers to the exercises of lesson 02, in other styles than the references."""

import math
from collections import deque

import numpy as np
import torch
from torch.nn import functional


def context_windows_by_growing_text(sentence, context_size):
    read = ["<s>"] * context_size
    contexts, targets = [], []
    for word in [*sentence, "</s>"]:
        contexts.append(read[-context_size:])
        targets.append(word)
        read.append(word)
    return contexts, targets


def context_windows_by_zip(sentence, context_size):
    words = [*sentence, "</s>"]
    padded = ["<s>"] * context_size + words
    columns = [padded[i : i + len(words)] for i in range(context_size)]
    return list(map(list, zip(*columns, strict=True))), words


def context_windows_by_deque(sentence, context_size):
    window = deque(["<s>"] * context_size, maxlen=context_size)
    contexts, targets = [], [*sentence, "</s>"]
    for word in targets:
        contexts.append(list(window))
        window.append(word)
    return contexts, targets


def context_windows_by_numpy(sentence, context_size):
    padded = np.array(["<s>"] * context_size + list(sentence) + ["</s>"])
    windows = np.lib.stride_tricks.sliding_window_view(padded, context_size)[:-1]
    return windows.tolist(), padded[context_size:].tolist()


def window_features_by_loops(windows, embedding):
    rows = []
    for window in windows.tolist():
        numbers = []
        for word in window:
            numbers += embedding[word].tolist()
        rows.append(numbers)
    return torch.tensor(rows)


def window_features_by_functional(windows, embedding):
    B, T = windows.shape
    return functional.embedding(windows, embedding).view(B, T * embedding.shape[1])


def window_features_by_one_hot(windows, embedding):
    hot = functional.one_hot(windows, len(embedding)).to(embedding.dtype)  # (B, T, V)
    return torch.einsum("btv,vm->btm", hot, embedding).reshape(len(windows), -1)


def window_features_by_columns(windows, embedding):
    return torch.hstack([embedding[column] for column in windows.T])


def window_features_by_numpy(windows, embedding):
    found = embedding.numpy()[windows.numpy()]
    return torch.from_numpy(found.reshape(found.shape[0], -1))


def next_word_scores_by_functional(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = functional.linear(features, hidden_weight, hidden_bias).tanh()
    direct = functional.linear(features, direct_weight)
    return functional.linear(hidden, output_weight, output_bias) + direct


def next_word_scores_by_einsum(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.einsum("bn,dn->bd", features, hidden_weight)
    hidden = torch.tanh(hidden + hidden_bias[None, :])
    scores = torch.einsum("bd,vd->bv", hidden, output_weight)
    scores += torch.einsum("bn,vn->bv", features, direct_weight)
    scores += output_bias
    return scores


def next_word_scores_by_columns(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    x = features.T  # (N, B)
    hidden = torch.tanh(hidden_bias[:, None] + hidden_weight @ x)
    return (output_bias[:, None] + direct_weight @ x + output_weight @ hidden).T


def next_word_scores_by_loops(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    scores = torch.zeros(len(features), len(output_bias))
    for i, x in enumerate(features):
        hidden = [math.tanh(d + h @ x) for h, d in zip(hidden_weight, hidden_bias, strict=True)]
        for word in range(len(output_bias)):
            bent = sum(u * unit for u, unit in zip(output_weight[word], hidden, strict=True))
            scores[i, word] = output_bias[word] + direct_weight[word] @ x + bent
    return scores


def next_word_scores_by_one_product(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.addmm(hidden_bias, features, hidden_weight.T).tanh()
    both = torch.cat([direct_weight, output_weight], dim=1)
    return torch.addmm(output_bias, torch.cat([features, hidden], dim=1), both.T)


def perplexity_by_loops(score_batches, target_batches):
    total, number = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        for row, target in zip(scores.tolist(), targets.tolist(), strict=True):
            exponentials = [math.exp(score) for score in row]
            total -= math.log(exponentials[target] / sum(exponentials))
            number += 1
    return math.exp(total / number)


def perplexity_of_one_batch(score_batches, target_batches):
    return (
        functional.cross_entropy(torch.cat(score_batches), torch.cat(target_batches)).exp().item()
    )


def perplexity_by_gather(score_batches, target_batches):
    logs = torch.vstack(score_batches).log_softmax(dim=-1)
    chosen = logs.gather(1, torch.hstack(target_batches)[:, None])
    return float(torch.exp(-chosen.mean()))


def perplexity_by_numpy(score_batches, target_batches):
    losses = []
    for scores, targets in zip(score_batches, target_batches, strict=True):
        scores = scores.numpy()
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        losses.append(-logs[np.arange(len(targets)), targets.numpy()])
    return np.exp(np.concatenate(losses).mean())


def perplexity_of_weighted_means(score_batches, target_batches):
    loss = functional.nll_loss
    sizes = [len(targets) for targets in target_batches]
    means = [
        loss(scores.log_softmax(-1), targets)
        for scores, targets in zip(score_batches, target_batches, strict=True)
    ]
    total = sum(size * mean for size, mean in zip(sizes, means, strict=True))
    return (total / sum(sizes)).exp().item()


def interpolate_by_loop(first, second, weight):
    mixed = []
    for a, b in zip(first, second, strict=True):
        mixed.append(math.log(weight * math.exp(a) + (1 - weight) * math.exp(b)))
    return np.array(mixed)


def interpolate_by_logaddexp(first, second, weight):
    with np.errstate(divide="ignore"):  # the logarithm of a weight of 0 is -inf
        return np.logaddexp(np.log(weight) + first, np.log(1 - weight) + second)


def interpolate_by_weighted_mean(first, second, weight):
    return np.log(np.average(np.exp([first, second]), axis=0, weights=[weight, 1 - weight]))


def interpolate_by_torch(first, second, weight):
    both = torch.stack([torch.from_numpy(first), torch.from_numpy(second)])
    logs = torch.tensor([weight, 1 - weight], dtype=torch.float64).log()
    return torch.logsumexp(both + logs[:, None], dim=0).numpy()


def interpolate_on_copies(first, second, weight):
    mixture = np.exp(second)
    mixture *= 1 - weight
    mixture += weight * np.exp(first)
    return np.log(mixture)


def truncated_gradient_by_chunks(vectors, targets, recurrence, chunk_size):
    weight = torch.nn.Parameter(recurrence.clone())
    state = torch.zeros(recurrence.shape[0])
    chunks = zip(vectors.split(chunk_size), targets.split(chunk_size), strict=True)
    for chunk, wanted in chunks:
        state = state.detach()
        states = []
        for vector in chunk:
            state = (vector + weight @ state).tanh()
            states.append(state)
        ((torch.stack(states) - wanted) ** 2).sum().backward()  # gradients add up
    return weight.grad, state


def truncated_gradient_by_rows(vectors, targets, recurrence, chunk_size):
    weight = recurrence.detach().clone().requires_grad_(True)
    state = vectors.new_zeros(1, vectors.shape[1])
    loss = torch.tensor(0.0)
    for t in range(vectors.size(0)):
        if t > 0 and t % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(vectors[t : t + 1] + functional.linear(state, weight))
        loss += functional.mse_loss(state[0], targets[t], reduction="sum")
    (gradient,) = torch.autograd.grad(loss, [weight])
    return gradient, state[0].detach()


def truncated_gradient_by_hand(vectors, targets, recurrence, chunk_size):
    """Go back through each chunk with the chain rule, without autograd."""
    gradient = torch.zeros_like(recurrence)
    state = torch.zeros_like(vectors[0])
    for start in range(0, len(vectors), chunk_size):
        states = [state]
        for vector in vectors[start : start + chunk_size]:
            states.append(torch.tanh(vector + recurrence @ states[-1]))
        back = torch.zeros_like(state)
        for k in range(len(states) - 1, 0, -1):
            back = back + 2 * (states[k] - targets[start + k - 1])
            inside = back * (1 - states[k] ** 2)
            gradient += torch.outer(inside, states[k - 1])
            back = recurrence.T @ inside
        state = states[-1]
    return gradient, state


def truncated_gradient_by_numpy(vectors, targets, recurrence, chunk_size):
    x, y, R = (table.numpy().astype(np.float64) for table in (vectors, targets, recurrence))
    states = [np.zeros(x.shape[1])]
    for row in x:
        states.append(np.tanh(row + R @ states[-1]))
    gradient = np.zeros_like(R)
    back = np.zeros(x.shape[1])
    for t in reversed(range(len(x))):
        back = (back + 2 * (states[t + 1] - y[t])) * (1 - states[t + 1] ** 2)
        gradient += np.outer(back, states[t])
        back = R.T @ back if t % chunk_size else np.zeros_like(back)
    return torch.tensor(gradient).float(), torch.tensor(states[-1]).float()


RIGHT = {
    "context_windows": (
        context_windows_by_growing_text,
        context_windows_by_zip,
        context_windows_by_deque,
        context_windows_by_numpy,
    ),
    "window_features": (
        window_features_by_loops,
        window_features_by_functional,
        window_features_by_one_hot,
        window_features_by_columns,
        window_features_by_numpy,
    ),
    "next_word_scores": (
        next_word_scores_by_functional,
        next_word_scores_by_einsum,
        next_word_scores_by_columns,
        next_word_scores_by_loops,
        next_word_scores_by_one_product,
    ),
    "perplexity": (
        perplexity_by_loops,
        perplexity_of_one_batch,
        perplexity_by_gather,
        perplexity_by_numpy,
        perplexity_of_weighted_means,
    ),
    "interpolate": (
        interpolate_by_loop,
        interpolate_by_logaddexp,
        interpolate_by_weighted_mean,
        interpolate_by_torch,
        interpolate_on_copies,
    ),
    "truncated_gradient": (
        truncated_gradient_by_chunks,
        truncated_gradient_by_rows,
        truncated_gradient_by_hand,
        truncated_gradient_by_numpy,
    ),
}
