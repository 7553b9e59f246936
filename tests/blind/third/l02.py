"""Answers of the class to lesson 02, written from its text alone."""

import math

import numpy as np
import torch
from torch.nn.functional import cross_entropy, embedding_bag, linear, mse_loss, one_hot

# Exercise 1


def context_windows_wrong_1(sentence, context_size):
    window = ["<s>"] * context_size
    windows, following = [], []
    for word in [*sentence, "</s>"]:
        windows.append(window)
        following.append(word)
        window.pop(0)
        window.append(word)
    return windows, following


def context_windows_wrong_2(sentence, context_size):
    windows = []
    for i in range(len(sentence) + 1):
        window = sentence[max(0, i - context_size) : i]
        windows.append(window + ["<s>"] * (context_size - len(window)))
    return windows, sentence + ["</s>"]


def context_windows_wrong_3(sentence, context_size):
    following = sentence
    following.append("</s>")
    padded = ["<s>"] * context_size + following
    windows = [padded[i : i + context_size] for i in range(len(following))]
    return windows, following


def context_windows_wrong_4(sentence, context_size):
    padded = ["<s>"] * context_size + sentence + ["</s>"]
    windows, following = [], []
    for i in range(context_size, len(padded)):
        windows.append([padded[i - k] for k in range(1, context_size + 1)])
        following.append(padded[i])
    return windows, following


def context_windows_wrong_5(sentence, context_size):
    padded = ["<s>"] * (context_size - 1) + sentence + ["</s>"]
    windows = [padded[i : i + context_size] for i in range(len(padded) - context_size)]
    return windows, padded[context_size:]


def context_windows_wrong_6(sentence, context_size):
    line = ["<s>", *sentence, "</s>"]
    windows = [line[max(0, i - context_size) : i] for i in range(1, len(line))]
    return windows, line[1:]


def context_windows_right_1(sentence, context_size):
    following = [*sentence, "</s>"]
    padded = ["<s>"] * context_size + following
    return [padded[i : i + context_size] for i in range(len(following))], following


def context_windows_right_2(sentence, context_size):
    window = ["<s>"] * context_size
    windows, following = [], []
    for word in sentence:
        windows.append(window)
        following.append(word)
        window = window[1:] + [word]
    windows.append(window)
    following.append("</s>")
    return windows, following


# Exercise 2


def window_features_wrong_1(windows, embedding):
    return embedding[windows].transpose(1, 2).flatten(1)


def window_features_wrong_2(windows, embedding):
    batch = windows.shape[0]
    return embedding[windows.T].reshape(batch, -1)


def window_features_wrong_3(windows, embedding):
    columns = []
    for t in range(1, windows.shape[1] + 1):
        columns.append(embedding[windows[:, -t]])
    return torch.cat(columns, dim=1)


def window_features_wrong_4(windows, embedding):
    hot = one_hot(windows).to(embedding.dtype)
    return (hot @ embedding).flatten(1)


def window_features_wrong_5(windows, embedding):
    found = embedding[windows] * (windows != 0).unsqueeze(-1)
    return found.flatten(start_dim=1)


def window_features_wrong_6(windows, embedding):
    return torch.cat([embedding[row].reshape(1, -1) for row in windows]).squeeze()


def window_features_right_1(windows, embedding):
    return torch.cat([embedding[column] for column in windows.unbind(1)], dim=-1)


def window_features_right_2(windows, embedding):
    single = embedding_bag(windows.reshape(-1, 1), embedding, mode="sum")
    return single.reshape(len(windows), windows.shape[1] * embedding.shape[1])


# Exercise 3


def next_word_scores_wrong_1(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(features @ hidden_weight.T) + hidden_bias
    return output_bias + features @ direct_weight.T + hidden @ output_weight.T


def next_word_scores_wrong_2(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = linear(features, hidden_weight, hidden_bias)
    return linear(features, direct_weight, output_bias) + (hidden @ output_weight.T).tanh()


def next_word_scores_wrong_3(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(linear(features, hidden_weight, hidden_bias))
    by_hidden = linear(hidden, output_weight, output_bias)
    by_direct = linear(features, direct_weight, output_bias)
    return by_hidden + by_direct


def next_word_scores_wrong_4(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    scores = output_bias + features @ direct_weight.T + hidden @ output_weight.T
    return scores.log_softmax(dim=-1)


def next_word_scores_wrong_5(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    direct = torch.tanh(features @ direct_weight.T)
    return output_bias + direct + hidden @ output_weight.T


def next_word_scores_wrong_6(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    x = features.tanh()
    hidden = (hidden_bias + x @ hidden_weight.T).tanh()
    return output_bias + x @ direct_weight.T + hidden @ output_weight.T


def next_word_scores_right_1(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(linear(features, hidden_weight, hidden_bias))
    return linear(torch.cat([features, hidden], 1), torch.cat([direct_weight, output_weight], 1),
                  output_bias)  # fmt: skip


def next_word_scores_right_2(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias[:, None] + hidden_weight @ features.T)
    return (output_bias[:, None] + direct_weight @ features.T + output_weight @ hidden).T


# Exercise 4


def perplexity_wrong_1(score_batches, target_batches):
    total, n = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        logs = scores.log_softmax(dim=0)
        total -= logs[torch.arange(len(targets)), targets].sum().item()
        n += len(targets)
    return math.exp(total / n)


def perplexity_wrong_2(score_batches, target_batches):
    batch_size = len(target_batches[0])
    total = 0.0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets, reduction="sum").item()
    return math.exp(total / (batch_size * len(target_batches)))


def perplexity_wrong_3(score_batches, target_batches):
    scores, targets = torch.cat(list(score_batches)), torch.cat(list(target_batches))
    picked = scores.gather(1, targets[:, None])
    return (-picked.mean()).exp().item()


def perplexity_wrong_4(score_batches, target_batches):
    loss, n = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        loss += cross_entropy(scores, targets, ignore_index=0, reduction="sum").item()
        n += (targets != 0).sum().item()
    return math.exp(loss / max(n, 1))


def perplexity_wrong_5(score_batches, target_batches):
    total, n = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        if len(targets) == 0:
            continue
        total += len(targets) * math.exp(cross_entropy(scores, targets).item())
        n += len(targets)
    return total / n


def perplexity_wrong_6(score_batches, target_batches):
    losses = [
        cross_entropy(scores.softmax(dim=1), targets, reduction="sum")
        for scores, targets in zip(score_batches, target_batches, strict=True)
    ]
    return math.exp(sum(losses).item() / sum(len(targets) for targets in target_batches))


def perplexity_right_1(score_batches, target_batches):
    scores, targets = torch.cat(list(score_batches)), torch.cat(list(target_batches))
    return cross_entropy(scores, targets).exp().item()


def perplexity_right_2(score_batches, target_batches):
    losses = []
    for scores, targets in zip(score_batches, target_batches, strict=True):
        for row, target in zip(scores, targets, strict=True):
            losses.append((row.logsumexp(0) - row[target]).item())
    return math.exp(sum(losses) / len(losses))


# Exercise 5


def interpolate_wrong_1(first, second, weight):
    return np.logaddexp(math.log(weight) + first, math.log(1 - weight) + second)


def interpolate_wrong_2(first, second, weight):
    mixed = weight * np.exp(first) + (1 - weight) * np.exp(second)
    return np.log(mixed / mixed.sum())


def interpolate_wrong_3(first, second, weight):
    with np.errstate(divide="ignore"):
        return np.maximum(np.log(weight) + first, np.log(1 - weight) + second)


def interpolate_wrong_4(first, second, weight):
    return np.log(weight * np.exp(first) + (1 - weight) * np.exp(second) + 1e-6)


def interpolate_wrong_5(first, second, weight):
    return np.log(np.exp(weight * first) + np.exp((1 - weight) * second))


def interpolate_wrong_6(first, second, weight):
    return np.log(weight * np.exp(first) + 1 - weight * np.exp(second))


def interpolate_right_1(first, second, weight):
    with np.errstate(divide="ignore"):
        return np.logaddexp(np.log(weight) + first, np.log1p(-weight) + second)


def interpolate_right_2(first, second, weight):
    return np.log(weight * np.exp(first) + (1 - weight) * np.exp(second))


# Exercise 6


def truncated_gradient_wrong_1(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), 0
    for xs, ys in zip(vectors.chunk(chunk_size), targets.chunk(chunk_size), strict=True):
        state = state.detach()
        for x, y in zip(xs, ys, strict=True):
            state = torch.tanh(x + R @ state)
            loss = loss + ((state - y) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_2(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = (R * 0).sum()
    for t in range(len(vectors)):
        state = torch.tanh(vectors[t] + R @ state)
        if (t + 1) % chunk_size == 0:
            state = state.detach()
        loss = loss + (state - targets[t]).square().sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_3(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), 0
    for t, (x, y) in enumerate(zip(vectors, targets, strict=True), start=1):
        if t % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(x + R @ state)
        loss = loss + ((state - y) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_4(vectors, targets, recurrence, chunk_size):
    recurrence.requires_grad_()
    state = torch.zeros(vectors.shape[1], dtype=vectors.dtype)
    loss = 0
    for t in range(len(vectors)):
        if t % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(vectors[t] + recurrence @ state)
        loss = loss + ((state - targets[t]) ** 2).sum()
    loss.backward()
    return recurrence.grad, state.detach()


def truncated_gradient_wrong_5(vectors, targets, recurrence, chunk_size):
    gradients = []
    state = torch.zeros_like(vectors[0])
    for start in range(0, len(vectors), chunk_size):
        R = recurrence.clone().requires_grad_()
        states, state = [], state.detach()
        for x in vectors[start : start + chunk_size]:
            state = torch.tanh(x + R @ state)
            states.append(state)
        goal = targets[start : start + chunk_size]
        mse_loss(torch.stack(states), goal, reduction="sum").backward()
        gradients.append(R.grad)
    return torch.stack(gradients).mean(dim=0), state.detach()


def truncated_gradient_wrong_6(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = (R * 0).sum()
    for chunk in range(len(vectors) // chunk_size):
        state = state.detach()
        for t in range(chunk * chunk_size, (chunk + 1) * chunk_size):
            state = torch.tanh(vectors[t] + R @ state)
            loss = loss + ((state - targets[t]) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_right_1(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    for xs, ys in zip(vectors.split(chunk_size), targets.split(chunk_size), strict=True):
        state = state.detach()
        loss = 0
        for x, y in zip(xs, ys, strict=True):
            state = torch.tanh(x + R @ state)
            loss = loss + (state - y).square().sum()
        loss.backward()  # gradients of the chunks add up in R.grad
    return R.grad, state.detach()


def truncated_gradient_right_2(vectors, targets, recurrence, chunk_size):
    # by hand: forward over everything, then back, and stop at the first word of each chunk
    states = [torch.zeros_like(vectors[0])]
    for x in vectors:
        states.append(torch.tanh(x + recurrence @ states[-1]))
    gradient = torch.zeros_like(recurrence)
    back = torch.zeros_like(vectors[0])
    for t in reversed(range(len(vectors))):
        now, before = states[t + 1], states[t]
        back = (back + 2 * (now - targets[t])) * (1 - now**2)
        gradient += torch.outer(back, before)
        back = recurrence.T @ back
        if t % chunk_size == 0:
            back = torch.zeros_like(back)
    return gradient, states[-1]


WRONG = {
    "context_windows": [
        (context_windows_wrong_1, "changes one list along the way: all windows are that list"),
        (context_windows_wrong_2, "fills short windows up on the right"),
        (context_windows_wrong_3, "appends </s> to the sentence of the caller"),
        (context_windows_wrong_4, "newest word first"),
        (context_windows_wrong_5, "pads context_size - 1 times, as the n-grams of lesson 01"),
        (context_windows_wrong_6, "one <s> only: the first windows are too short"),
    ],
    "window_features": [
        (window_features_wrong_1, "joins the axes in the order m, T: numbers of words interleave"),
        (window_features_wrong_2, "looks up the transpose, then reshapes: mixes the windows"),
        (window_features_wrong_3, "newest word first"),
        (window_features_wrong_4, "one_hot without num_classes: fails if the last ids are absent"),
        (window_features_wrong_5, "takes id 0 for padding and masks it"),
        (window_features_wrong_6, "squeeze() drops the batch axis of a single window"),
    ],
    "next_word_scores": [
        (next_word_scores_wrong_1, "d is added after the tanh"),
        (next_word_scores_wrong_2, "tanh around U(d + Hx), not inside U"),
        (next_word_scores_wrong_3, "two linear layers, each with the bias b: it counts twice"),
        (next_word_scores_wrong_4, "ends with log_softmax"),
        (next_word_scores_wrong_5, "tanh for the direct connections as well"),
        (next_word_scores_wrong_6, "tanh of the features first"),
    ],
    "perplexity": [
        (perplexity_wrong_1, "softmax over the batch axis"),
        (perplexity_wrong_2, "takes every batch for as long as the first"),
        (perplexity_wrong_3, "takes the scores for log-probabilities"),
        (perplexity_wrong_4, "skips targets with id 0 as padding"),
        (perplexity_wrong_5, "mean of the batches' perplexities, weighted by their tokens"),
        (perplexity_wrong_6, "softmax before cross_entropy, which does its own"),
    ],
    "interpolate": [
        (interpolate_wrong_1, "math.log(0) fails at the weights 0 and 1"),
        (interpolate_wrong_2, "normalizes over the tokens to make 'a distribution'"),
        (interpolate_wrong_3, "the larger of the two weighted terms in place of the sum"),
        (interpolate_wrong_4, "a small constant against log 0, too large for rare words"),
        (interpolate_wrong_5, "puts the weights inside exp"),
        (interpolate_wrong_6, "forgets the parentheses of (1 - weight)"),
    ],
    "truncated_gradient": [
        (truncated_gradient_wrong_1, "tensor.chunk(n) makes n chunks, not chunks of n words"),
        (truncated_gradient_wrong_2, "detaches at the end of a chunk before the loss is taken"),
        (truncated_gradient_wrong_3, "counts from 1: cuts before the last word of a chunk"),
        (truncated_gradient_wrong_4, "no copy: the argument gets requires_grad and a gradient"),
        (truncated_gradient_wrong_5, "the mean of the chunks' gradients"),
        (truncated_gradient_wrong_6, "leaves out the last chunk if it is shorter"),
    ],
}
RIGHT = {
    "context_windows": [context_windows_right_1, context_windows_right_2],
    "window_features": [window_features_right_1, window_features_right_2],
    "next_word_scores": [next_word_scores_right_1, next_word_scores_right_2],
    "perplexity": [perplexity_right_1, perplexity_right_2],
    "interpolate": [interpolate_right_1, interpolate_right_2],
    "truncated_gradient": [truncated_gradient_right_1, truncated_gradient_right_2],
}
