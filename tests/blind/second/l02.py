"""Answers of the class to lesson 02, written from its text alone."""

import math
from collections import deque

import numpy as np
import torch
from torch.nn.functional import cross_entropy, linear, log_softmax


def context_windows_wrong_1(sentence, context_size):
    padded = ["<s>"] * context_size + sentence + ["</s>"]
    windows, following = [], []
    for i in range(context_size, len(padded)):
        windows.append([padded[i - k] for k in range(1, context_size + 1)])
        following.append(padded[i])
    return windows, following


def context_windows_wrong_2(sentence, context_size):
    padded = ["<s>"] * context_size + sentence
    windows = [padded[i : i + context_size] for i in range(len(sentence))]
    return windows, list(sentence)


def context_windows_wrong_3(sentence, context_size):
    padded = ["<s>"] * (context_size - 1) + sentence + ["</s>"]
    starts = range(len(padded) - context_size)
    windows = [padded[i : i + context_size] for i in starts]
    return windows, [padded[i + context_size] for i in starts]


def context_windows_wrong_4(sentence, context_size):
    padded = ["<s>"] * context_size + sentence + ["</s>"]
    windows, following = [], []
    for i in range(context_size, len(padded)):
        windows.append(padded[i - context_size + 1 : i + 1])
        following.append(padded[i])
    return windows, following


def context_windows_wrong_5(sentence, context_size):
    window = ["<s>"] * context_size
    windows, following = [], []
    for word in [*sentence, "</s>"]:
        windows.append(window)
        following.append(word)
        window.pop(0)
        window.append(word)
    return windows, following


def context_windows_wrong_6(sentence, context_size):
    following = sentence
    following.append("</s>")
    padded = ["<s>"] * context_size + following
    windows = [padded[i : i + context_size] for i in range(len(following))]
    return windows, following


def context_windows_right_1(sentence, context_size):
    padded = ["<s>"] * context_size + sentence
    windows = [padded[i : i + context_size] for i in range(len(sentence) + 1)]
    return windows, sentence + ["</s>"]


def context_windows_right_2(sentence, context_size):
    window = deque(["<s>"] * context_size, maxlen=context_size)
    windows, following = [], []
    for word in [*sentence, "</s>"]:
        windows.append(list(window))
        following.append(word)
        window.append(word)
    return windows, following


def window_features_wrong_1(windows, embedding):
    return embedding[windows].sum(dim=1)


def window_features_wrong_2(windows, embedding):
    return embedding[windows].flatten()


def window_features_wrong_3(windows, embedding):
    return embedding[windows.flip(1)].flatten(1)


def window_features_wrong_4(windows, embedding):
    return embedding[windows].transpose(1, 2).flatten(1)


def window_features_wrong_5(windows, embedding):
    return embedding[windows - 1].flatten(1)


def window_features_wrong_6(windows, embedding):
    batch, size = windows.shape
    return embedding[windows.T].reshape(batch, size * embedding.shape[1])


def window_features_right_1(windows, embedding):
    return torch.cat([embedding[column] for column in windows.T], dim=1)


def window_features_right_2(windows, embedding):
    rows = embedding.index_select(0, windows.reshape(-1))
    return rows.reshape(windows.shape[0], windows.shape[1] * embedding.shape[1])


def next_word_scores_wrong_1(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(features @ hidden_weight.T + hidden_bias)
    return output_bias + torch.tanh(features @ direct_weight.T) + hidden @ output_weight.T


def next_word_scores_wrong_2(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = linear(features, hidden_weight, hidden_bias).tanh()
    return linear(hidden, output_weight, output_bias) + linear(features, direct_weight, output_bias)


def next_word_scores_wrong_3(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = hidden_bias + features @ hidden_weight.T
    return output_bias + features @ direct_weight.T + torch.tanh(hidden @ output_weight.T)


def next_word_scores_wrong_4(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    scores = output_bias + features @ direct_weight.T + hidden @ output_weight.T
    return scores.softmax(dim=1)


def next_word_scores_wrong_5(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = hidden_bias + torch.tanh(features @ hidden_weight.T)
    return output_bias + features @ direct_weight.T + hidden @ output_weight.T


def next_word_scores_wrong_6(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    return output_bias + hidden @ output_weight.T


def next_word_scores_right_1(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = linear(features, hidden_weight, hidden_bias).tanh()
    return linear(features, direct_weight) + linear(hidden, output_weight, output_bias)


def next_word_scores_right_2(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    columns = torch.tanh(hidden_bias[:, None] + hidden_weight @ features.T)
    scores = output_bias[:, None] + direct_weight @ features.T + output_weight @ columns
    return scores.T


def perplexity_wrong_1(score_batches, target_batches):
    losses = [cross_entropy(s, t) for s, t in zip(score_batches, target_batches, strict=True)]
    return math.exp(sum(losses).item() / len(losses))


def perplexity_wrong_2(score_batches, target_batches):
    total, number = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += math.exp(cross_entropy(scores, targets).item()) * len(targets)
        number += len(targets)
    return total / number


def perplexity_wrong_3(score_batches, target_batches):
    size = len(target_batches[0])
    total = 0.0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets, reduction="sum").item()
    return math.exp(total / (size * len(target_batches)))


def perplexity_wrong_4(score_batches, target_batches):
    logs = []
    for scores, targets in zip(score_batches, target_batches, strict=True):
        logs += scores[torch.arange(len(targets)), targets].tolist()
    return math.exp(-sum(logs) / len(logs))


def perplexity_wrong_5(score_batches, target_batches):
    total, number = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets, reduction="sum").item()
        number += scores.numel()
    return math.exp(total / number)


def perplexity_wrong_6(score_batches, target_batches):
    total, number = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets, reduction="sum").item()
        number += len(targets)
    return 2 ** (total / number)


def perplexity_right_1(score_batches, target_batches):
    total = number = 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        logs = log_softmax(scores, dim=1)
        total -= logs.gather(1, targets[:, None]).sum().item()
        number += targets.numel()
    return math.exp(total / number)


def perplexity_right_2(score_batches, target_batches):
    loss = cross_entropy(torch.cat(list(score_batches)), torch.cat(list(target_batches)))
    return math.exp(loss.item())


def interpolate_wrong_1(first, second, weight):
    return weight * first + (1 - weight) * second


def interpolate_wrong_2(first, second, weight):
    return np.log((1 - weight) * np.exp(first) + weight * np.exp(second))


def interpolate_wrong_3(first, second, weight):
    return weight * np.exp(first) + (1 - weight) * np.exp(second)


def interpolate_wrong_4(first, second, weight):
    return np.logaddexp(weight * first, (1 - weight) * second)


def interpolate_wrong_5(first, second, weight):
    return np.log(weight * np.exp(first) + (1 - weight) * np.exp(second)).mean()


def interpolate_wrong_6(first, second, weight):
    mixture = weight * np.exp(first) + (1 - weight) * np.exp(second)
    return np.log(mixture / mixture.sum())


def interpolate_right_1(first, second, weight):
    return np.log(weight * np.exp(first) + (1 - weight) * np.exp(second))


def interpolate_right_2(first, second, weight):
    if weight == 0:
        return second.copy()
    if weight == 1:
        return first.copy()
    return np.logaddexp(first + math.log(weight), second + math.log(1 - weight))


def truncated_gradient_wrong_1(vectors, targets, recurrence, chunk_size):
    recurrence = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    for start in range(0, len(vectors), chunk_size):
        recurrence.grad = None
        state = state.detach()
        loss = 0
        for t in range(start, min(start + chunk_size, len(vectors))):
            state = torch.tanh(vectors[t] + recurrence @ state)
            loss = loss + ((state - targets[t]) ** 2).sum()
        loss.backward()
    return recurrence.grad, state.detach()


def truncated_gradient_wrong_2(vectors, targets, recurrence, chunk_size):
    recurrence = recurrence.clone().requires_grad_()
    loss = 0
    for t in range(len(vectors)):
        if t % chunk_size == 0:
            state = torch.zeros_like(vectors[0])
        state = torch.tanh(vectors[t] + recurrence @ state)
        loss = loss + (state - targets[t]).pow(2).sum()
    loss.backward()
    return recurrence.grad, state.detach()


def truncated_gradient_wrong_3(vectors, targets, recurrence, chunk_size):
    recurrence = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0
    for t in range(len(vectors)):
        if (t + 1) % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(vectors[t] + recurrence @ state)
        loss = loss + (state - targets[t]).pow(2).sum()
    loss.backward()
    return recurrence.grad, state.detach()


def truncated_gradient_wrong_4(vectors, targets, recurrence, chunk_size):
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


def truncated_gradient_wrong_5(vectors, targets, recurrence, chunk_size):
    recurrence.requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0
    for t, (vector, target) in enumerate(zip(vectors, targets, strict=True)):
        if t % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(vector + recurrence @ state)
        loss = loss + ((state - target) ** 2).sum()
    loss.backward()
    return recurrence.grad, state.detach()


def truncated_gradient_wrong_6(vectors, targets, recurrence, chunk_size):
    weight = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = (weight * 0).sum()
    for t in range(len(vectors)):
        state = torch.tanh(vectors[t] + weight @ state)
        if (t + 1) % chunk_size == 0:
            state = state.detach()
        loss = loss + ((state - targets[t]) ** 2).sum()
    loss.backward()
    return weight.grad, state.detach()


def truncated_gradient_right_1(vectors, targets, recurrence, chunk_size):
    R = recurrence.detach().clone().requires_grad_()
    state = vectors.new_zeros(vectors.shape[1])
    for chunk, wanted in zip(vectors.split(chunk_size), targets.split(chunk_size), strict=True):
        state = state.detach()
        states = []
        for vector in chunk:
            state = torch.tanh(vector + R @ state)
            states.append(state)
        (torch.stack(states) - wanted).square().sum().backward()
    return R.grad, state.detach()


def truncated_gradient_right_2(vectors, targets, recurrence, chunk_size):
    # by hand, without autograd
    length, size = vectors.shape
    states = [torch.zeros(size, dtype=vectors.dtype)]
    for vector in vectors:
        states.append(torch.tanh(vector + recurrence @ states[-1]))
    gradient = torch.zeros_like(recurrence)
    flowing = torch.zeros(size, dtype=vectors.dtype)
    for t in reversed(range(length)):
        new, old = states[t + 1], states[t]
        at_sum = (flowing + 2 * (new - targets[t])) * (1 - new**2)
        gradient += torch.outer(at_sum, old)
        flowing = recurrence.T @ at_sum
        if t % chunk_size == 0:
            flowing = torch.zeros_like(flowing)
    return gradient, states[-1]


WRONG = {
    "context_windows": [
        (context_windows_wrong_1, "newest word first"),
        (context_windows_wrong_2, "forgets </s> as the last answer"),
        (context_windows_wrong_3, "pads as for n-grams: one <s> too few"),
        (context_windows_wrong_4, "shifts the window by one: it ends with its own answer"),
        (context_windows_wrong_5, "appends the same list every time, so all windows end up equal"),
        (context_windows_wrong_6, "appends </s> to the sentence that was given"),
    ],
    "window_features": [
        (window_features_wrong_1, "adds the vectors"),
        (window_features_wrong_2, "flattens the axis of the batch, too"),
        (window_features_wrong_3, "newest word first"),
        (window_features_wrong_4, "swaps places and numbers: lays all first numbers side by side"),
        (window_features_wrong_5, "thinks that ids begin at 1"),
        (window_features_wrong_6, "transposes the windows, so that rows mix several windows"),
    ],
    "next_word_scores": [
        (next_word_scores_wrong_1, "sends the direct term through tanh, too"),
        (next_word_scores_wrong_2, "adds the output bias in both linear maps"),
        (next_word_scores_wrong_3, "tanh after U, not before"),
        (next_word_scores_wrong_4, "returns probabilities, not scores"),
        (next_word_scores_wrong_5, "adds d behind tanh"),
        (next_word_scores_wrong_6, "leaves the direct connections out"),
    ],
    "perplexity": [
        (perplexity_wrong_1, "mean of the batches' mean losses"),
        (perplexity_wrong_2, "takes exp for each batch, then the weighted mean of perplexities"),
        (perplexity_wrong_3, "counts every batch as large as the first"),
        (perplexity_wrong_4, "takes scores for log-probabilities"),
        (perplexity_wrong_5, "divides by the number of scores, not of tokens"),
        (perplexity_wrong_6, "2 to the power of a loss in natural logarithms"),
    ],
    "interpolate": [
        (interpolate_wrong_1, "mixes the logarithms"),
        (interpolate_wrong_2, "gives the weight to the second model"),
        (interpolate_wrong_3, "forgets the logarithm of the result"),
        (interpolate_wrong_4, "multiplies inside the logarithms: a power, not a share"),
        (interpolate_wrong_5, "returns the mean over the tokens"),
        (interpolate_wrong_6, "makes the tokens' probabilities sum to 1, as hint 2 seems to say"),
    ],
    "truncated_gradient": [
        (truncated_gradient_wrong_1, "clears the gradient for each chunk: only the last remains"),
        (truncated_gradient_wrong_2, "starts each chunk with zeros"),
        (truncated_gradient_wrong_3, "cuts one word early, before the last word of a chunk"),
        (truncated_gradient_wrong_4, "drops the last chunk if it is not full"),
        (truncated_gradient_wrong_5, "no copy: the argument gets a gradient"),
        (truncated_gradient_wrong_6, "detaches before the loss of the chunk's last word is taken"),
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
