"""Answers of the class to lesson 02, written from its text alone."""

import math

import numpy as np
import torch
from torch.nn.functional import cross_entropy

# Exercise 1


def context_windows_wrong_1(sentence, context_size):
    padded = ["<s>"] * context_size + sentence + ["</s>"]
    windows, words = [], []
    for i in range(len(sentence) + 1):
        windows.append(padded[i : i + context_size + 1])
        words.append(padded[i + context_size])
    return windows, words


def context_windows_wrong_2(sentence, context_size):
    padded = ["<s>"] * context_size + sentence
    windows = [padded[i : i + context_size] for i in range(len(sentence))]
    return windows, list(sentence)


def context_windows_wrong_3(sentence, context_size):
    padded = [*sentence, "</s>"]
    places = range(context_size, len(padded))
    return [padded[i - context_size : i] for i in places], [padded[i] for i in places]


def context_windows_wrong_4(sentence, context_size):
    padded = ["<s>"] * context_size + list(sentence) + ["</s>"]
    places = range(context_size, len(padded))
    return [padded[i - context_size : i][::-1] for i in places], padded[context_size:]


def context_windows_wrong_5(sentence, context_size):
    padded = ["<s>", *sentence, "</s>"]
    windows, words = [], []
    for i in range(1, len(padded)):
        windows.append(padded[max(0, i - context_size) : i])
        words.append(padded[i])
    return windows, words


def context_windows_wrong_6(sentence, context_size):
    padded = ["<s>"] * (context_size - 1) + list(sentence) + ["</s>"]
    windows = [padded[i : i + context_size] for i in range(len(padded) - context_size + 1)]
    return windows, [*sentence, "</s>"]


def context_windows_wrong_7(sentence, context_size):
    padded = ["<s>"] * context_size + list(sentence) + ["</s>"]
    return [(padded[i - context_size : i], padded[i]) for i in range(context_size, len(padded))]


def context_windows_wrong_8(sentence, context_size):
    words = sentence
    words.append("</s>")
    padded = ["<s>"] * context_size + words
    return [padded[i : i + context_size] for i in range(len(words))], words


def context_windows_right_1(sentence, context_size):
    window = ["<s>"] * context_size
    windows, following = [], []
    for word in [*sentence, "</s>"]:
        windows.append(window)
        following.append(word)
        window = [*window[1:], word]
    return windows, following


def context_windows_right_2(sentence, context_size):
    padded = ["<s>"] * context_size + list(sentence)
    windows = [padded[i : i + context_size] for i in range(len(sentence) + 1)]
    return windows, list(sentence) + ["</s>"]


# Exercise 2


def window_features_wrong_1(windows, embedding):
    return embedding[windows].sum(dim=1)


def window_features_wrong_2(windows, embedding):
    looked_up = embedding[windows]
    return looked_up.transpose(1, 2).flatten(1)


def window_features_wrong_3(windows, embedding):
    return embedding[windows].flip(1).flatten(1)


def window_features_wrong_4(windows, embedding):
    return embedding[windows - 1].flatten(1)


def window_features_wrong_5(windows, embedding):
    return embedding[windows].flatten(0, 1)


def window_features_wrong_6(windows, embedding):
    batch, length = windows.shape
    return embedding[windows.T].reshape(batch, length * embedding.shape[1])


def window_features_right_1(windows, embedding):
    return torch.cat([embedding[windows[:, t]] for t in range(windows.shape[1])], dim=1)


def window_features_right_2(windows, embedding):
    return embedding[windows].flatten(start_dim=1)


# Exercise 3


def next_word_scores_wrong_1(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(features @ hidden_weight.T) + hidden_bias
    return output_bias + features @ direct_weight.T + hidden @ output_weight.T


def next_word_scores_wrong_2(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    return output_bias + hidden @ output_weight.T


def next_word_scores_wrong_3(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = hidden_bias + features @ hidden_weight.T
    inside = output_bias + features @ direct_weight.T + hidden @ output_weight.T
    return inside.tanh()


def next_word_scores_wrong_4(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    scores = output_bias + features @ direct_weight.T + hidden @ output_weight.T
    return scores.softmax(dim=1)


def next_word_scores_wrong_5(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_weight @ features.T + hidden_bias[:, None])
    return output_bias[:, None] + direct_weight @ features.T + output_weight @ hidden


def next_word_scores_wrong_6(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(features @ hidden_weight.T + hidden_bias)
    return features @ direct_weight.T + hidden @ output_weight.T


def next_word_scores_wrong_7(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.sigmoid(features @ hidden_weight.T + hidden_bias)
    return output_bias + features @ direct_weight.T + hidden @ output_weight.T


def next_word_scores_wrong_8(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(features @ hidden_weight + hidden_bias)
    return output_bias + features @ direct_weight + hidden @ output_weight


def next_word_scores_right_1(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(torch.einsum("bi,hi->bh", features, hidden_weight) + hidden_bias)
    through = torch.einsum("bh,vh->bv", hidden, output_weight)
    return through + torch.einsum("bi,vi->bv", features, direct_weight) + output_bias


def next_word_scores_right_2(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    linear = torch.nn.functional.linear
    hidden = linear(features, hidden_weight, hidden_bias).tanh()
    return linear(hidden, output_weight, output_bias) + linear(features, direct_weight)


# Exercise 4


def perplexity_wrong_1(score_batches, target_batches):
    losses = [
        cross_entropy(scores, targets).item()
        for scores, targets in zip(score_batches, target_batches, strict=True)
    ]
    return math.exp(sum(losses) / len(losses))


def perplexity_wrong_2(score_batches, target_batches):
    total = count = 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        value = cross_entropy(scores, targets).exp().item()
        total += value * len(targets)
        count += len(targets)
    return total / count


def perplexity_wrong_3(score_batches, target_batches):
    total = 0.0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets, reduction="sum").item()
    return math.exp(total / (len(target_batches) * len(target_batches[0])))


def perplexity_wrong_4(score_batches, target_batches):
    scores, targets = torch.cat(list(score_batches)), torch.cat(list(target_batches))
    return cross_entropy(scores.softmax(dim=1), targets).exp().item()


def perplexity_wrong_5(score_batches, target_batches):
    scores, targets = torch.cat(list(score_batches)), torch.cat(list(target_batches))
    return cross_entropy(scores, targets).item()


def perplexity_wrong_6(score_batches, target_batches):
    total, count = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets).item()
        count += len(targets)
    return math.exp(total / count)


def perplexity_wrong_7(score_batches, target_batches):
    total, count = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets, reduction="sum").item()
        count += len(targets)
    return 2 ** (total / count)


def perplexity_wrong_8(score_batches, target_batches):
    total, count = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        picked = scores[torch.arange(len(targets)), targets]
        total -= picked.sum().item()
        count += len(targets)
    return math.exp(total / count)


def perplexity_right_1(score_batches, target_batches):
    logs = []
    for scores, targets in zip(score_batches, target_batches, strict=True):
        table = scores.double().log_softmax(dim=-1)
        for row, target in zip(table, targets.tolist(), strict=True):
            logs.append(row[target].item())
    return math.exp(-sum(logs) / len(logs))


def perplexity_right_2(score_batches, target_batches):
    return cross_entropy(torch.cat(score_batches), torch.cat(target_batches)).exp().item()


# Exercise 5


def interpolate_wrong_1(first, second, weight):
    return weight * first + (1 - weight) * second


def interpolate_wrong_2(first, second, weight):
    return np.log((1 - weight) * np.exp(first) + weight * np.exp(second))


def interpolate_wrong_3(first, second, weight):
    return weight * np.exp(first) + (1 - weight) * np.exp(second)


def interpolate_wrong_4(first, second, weight):
    return np.logaddexp(weight * first, (1 - weight) * second)


def interpolate_wrong_5(first, second, weight):
    return np.log(weight * np.exp(first) + weight * np.exp(second))


def interpolate_wrong_6(first, second, weight):
    return np.log((np.exp(first) + np.exp(second)) / 2)


def interpolate_wrong_7(first, second, weight):
    return np.log(weight * first + (1 - weight) * second)


def interpolate_wrong_8(first, second, weight):
    return np.log2(weight * np.exp(first) + (1 - weight) * np.exp(second))


def interpolate_right_1(first, second, weight):
    if weight == 0:
        return second.copy()
    if weight == 1:
        return first.copy()
    return np.logaddexp(first + np.log(weight), second + np.log(1 - weight))


def interpolate_right_2(first, second, weight):
    return np.log(weight * np.exp(first) + (1 - weight) * np.exp(second))


# Exercise 6


def truncated_gradient_wrong_1(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), 0
    for vector, target in zip(vectors, targets, strict=True):
        state = torch.tanh(vector + R @ state)
        loss = loss + ((state - target) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_2(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), 0
    for vector, target in zip(vectors, targets, strict=True):
        state = torch.tanh(vector + R @ state.detach())
        loss = loss + ((state - target) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_3(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    loss = 0
    for start in range(0, len(vectors), chunk_size):
        state = torch.zeros_like(vectors[0])
        for t in range(start, min(start + chunk_size, len(vectors))):
            state = torch.tanh(vectors[t] + R @ state)
            loss = loss + ((state - targets[t]) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_4(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), 0
    for t in range(len(vectors)):
        state = torch.tanh(vectors[t] + R @ state)
        if t % chunk_size == 0:
            state = state.detach()
        loss = loss + ((state - targets[t]) ** 2).sum()
    if loss.requires_grad:
        loss.backward()
    grad = R.grad if R.grad is not None else torch.zeros_like(R)
    return grad, state.detach()


def truncated_gradient_wrong_5(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state, losses = torch.zeros_like(vectors[0]), []
    for t in range(len(vectors)):
        if t % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(vectors[t] + R @ state)
        losses.append(((state - targets[t]) ** 2).mean())
    torch.stack(losses).sum().backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_6(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), torch.zeros_like(vectors[0, 0])
    for chunk in range(len(vectors) // chunk_size):
        state = state.detach()
        for t in range(chunk * chunk_size, (chunk + 1) * chunk_size):
            state = torch.tanh(vectors[t] + R @ state)
            loss = loss + ((state - targets[t]) ** 2).sum()
    if loss.requires_grad:
        loss.backward()
    grad = R.grad if R.grad is not None else torch.zeros_like(R)
    return grad, state.detach()


def truncated_gradient_wrong_7(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    for start in range(0, len(vectors), chunk_size):
        R.grad = None
        state, loss = state.detach(), 0
        chunk = slice(start, start + chunk_size)
        for vector, target in zip(vectors[chunk], targets[chunk], strict=True):
            state = torch.tanh(vector + R @ state)
            loss = loss + ((state - target) ** 2).sum()
        loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_8(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), 0
    for t in range(len(vectors)):
        if t % chunk_size == 1:
            state = state.detach()
        state = torch.tanh(vectors[t] + R @ state)
        loss = loss + ((state - targets[t]) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_9(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), 0
    for t in range(len(vectors)):
        state = torch.tanh(vectors[t] + R @ state)
        if (t + 1) % chunk_size == 0 or t == len(vectors) - 1:
            loss = loss + ((state - targets[t]) ** 2).sum()
            state = state.detach()
    loss.backward()
    return R.grad, state


def truncated_gradient_right_1(vectors, targets, recurrence, chunk_size):
    gradient = torch.zeros_like(recurrence)
    state = torch.zeros_like(vectors[0])
    for rows, goals in zip(vectors.split(chunk_size), targets.split(chunk_size), strict=True):
        R = recurrence.detach().clone().requires_grad_()
        loss = 0
        for row, goal in zip(rows, goals, strict=True):
            state = torch.tanh(row + R @ state)
            loss = loss + (state - goal).square().sum()
        gradient = gradient + torch.autograd.grad(loss, R)[0]
        state = state.detach()
    return gradient, state


def truncated_gradient_right_2(vectors, targets, recurrence, chunk_size):
    # by hand, without autograd
    states = [torch.zeros_like(vectors[0])]
    for vector in vectors:
        states.append(torch.tanh(vector + recurrence @ states[-1]))
    gradient, back = torch.zeros_like(recurrence), torch.zeros_like(vectors[0])
    for t in reversed(range(len(vectors))):
        if (t + 1) % chunk_size == 0:
            back = torch.zeros_like(back)
        at_state = back + 2 * (states[t + 1] - targets[t])
        inside = at_state * (1 - states[t + 1] ** 2)
        gradient = gradient + torch.outer(inside, states[t])
        back = recurrence.T @ inside
    return gradient, states[-1]


WRONG = {
    "context_windows": [
        (context_windows_wrong_1, "the window holds its own answer"),
        (context_windows_wrong_2, "forgets </s>"),
        (context_windows_wrong_3, "only full windows: no <s> before the sentence"),
        (context_windows_wrong_4, "newest word first"),
        (context_windows_wrong_5, "one <s> only, so the first windows are shorter"),
        (context_windows_wrong_6, "context_size - 1 times <s>, as for n-grams: one place too late"),
        (context_windows_wrong_7, "a list of pairs, not a pair of lists"),
        (context_windows_wrong_8, "appends </s> to the given sentence"),
    ],
    "window_features": [
        (window_features_wrong_1, "adds the vectors"),
        (window_features_wrong_2, "interleaves: all first numbers, then all second numbers"),
        (window_features_wrong_3, "newest word first"),
        (window_features_wrong_4, "thinks that ids begin at 1"),
        (window_features_wrong_5, "joins batch and place: (B * T, m)"),
        (window_features_wrong_6, "transposes the ids: vectors of different windows in one row"),
    ],
    "next_word_scores": [
        (next_word_scores_wrong_1, "the bias d outside of tanh"),
        (next_word_scores_wrong_2, "leaves W out"),
        (next_word_scores_wrong_3, "tanh around everything"),
        (next_word_scores_wrong_4, "returns probabilities"),
        (next_word_scores_wrong_5, "columns in the place of rows: (V, B)"),
        (next_word_scores_wrong_6, "forgets b"),
        (next_word_scores_wrong_7, "sigmoid in the place of tanh"),
        (next_word_scores_wrong_8, "forgets to transpose the weights"),
    ],
    "perplexity": [
        (perplexity_wrong_1, "mean of the batches' mean losses"),
        (perplexity_wrong_2, "weighted mean of the batches' perplexities"),
        (perplexity_wrong_3, "takes all batches to be as large as the first"),
        (perplexity_wrong_4, "softmax before cross_entropy, which has one inside"),
        (perplexity_wrong_5, "forgets exp"),
        (perplexity_wrong_6, "sums means, then divides by the number of tokens"),
        (perplexity_wrong_7, "natural logarithm, but a power of 2"),
        (perplexity_wrong_8, "takes the scores to be log-probabilities"),
    ],
    "interpolate": [
        (interpolate_wrong_1, "mixes the logarithms"),
        (interpolate_wrong_2, "the weight is given to the second model"),
        (interpolate_wrong_3, "forgets to go back to logarithms"),
        (interpolate_wrong_4, "multiplies the logarithms by the weights: powers, not shares"),
        (interpolate_wrong_5, "the same weight for both"),
        (interpolate_wrong_6, "weight 0.5 throughout, as in the paper"),
        (interpolate_wrong_7, "takes the arguments to be probabilities"),
        (interpolate_wrong_8, "log2 after exp"),
    ],
    "truncated_gradient": [
        (truncated_gradient_wrong_1, "never detaches: the whole text"),
        (truncated_gradient_wrong_2, "detaches at every word"),
        (truncated_gradient_wrong_3, "begins every chunk with zeros"),
        (truncated_gradient_wrong_4, "detaches the first state of a chunk after it was made"),
        (truncated_gradient_wrong_5, "mean over D of the squared differences"),
        (truncated_gradient_wrong_6, "leaves out the last, shorter chunk"),
        (truncated_gradient_wrong_7, "keeps the gradient of the last chunk only"),
        (truncated_gradient_wrong_8, "detaches one word too late"),
        (truncated_gradient_wrong_9, "a loss only at the end of each chunk"),
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
