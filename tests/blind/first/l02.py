"""Answers of the class to lesson 02, written from its text alone."""

import math

import numpy as np
import torch
from torch.nn.functional import cross_entropy, linear

# -------------------------------------------------------- Exercise 1: context_windows


def context_windows_wrong_1(sentence, context_size):
    padded = ["<s>"] * context_size + sentence
    windows = [padded[i : i + context_size] for i in range(len(sentence))]
    return windows, list(sentence)


def context_windows_wrong_2(sentence, context_size):
    words = sentence + ["</s>"]
    windows, following = [], []
    for i in range(len(words) - context_size):
        windows.append(words[i : i + context_size])
        following.append(words[i + context_size])
    return windows, following


def context_windows_wrong_3(sentence, context_size):
    padded = ["<s>"] * (context_size - 1) + sentence + ["</s>"]
    windows, following = [], []
    for i in range(len(padded) - context_size):
        windows.append(padded[i : i + context_size])
        following.append(padded[i + context_size])
    return windows, following


def context_windows_wrong_4(sentence, context_size):
    padded = ["<s>"] * context_size + sentence + ["</s>"]
    windows = [padded[i : i + context_size + 1] for i in range(len(sentence) + 1)]
    return windows, sentence + ["</s>"]


def context_windows_wrong_5(sentence, context_size):
    padded = ["<s>"] * context_size + sentence + ["</s>"]
    windows = [padded[i : i + context_size][::-1] for i in range(len(sentence) + 1)]
    return windows, sentence + ["</s>"]


def context_windows_wrong_6(sentence, context_size):
    padded = ["<s>"] * context_size + sentence + ["</s>"]
    result = []
    for i in range(len(sentence) + 1):
        result.append((padded[i : i + context_size], padded[i + context_size]))
    return result


def context_windows_wrong_7(sentence, context_size):
    words = sentence + ["</s>"]
    windows = [words[max(0, i - context_size) : i] for i in range(len(words))]
    return windows, words


def context_windows_wrong_8(sentence, context_size):
    words = sentence + ["</s>"]
    windows = []
    for i in range(len(words)):
        window = words[max(0, i - context_size) : i]
        windows.append(window + ["<s>"] * (context_size - len(window)))
    return windows, words


def context_windows_wrong_9(sentence, context_size):
    padded = ["<s>"] * context_size + sentence + ["</s>"]
    windows, following = [], []
    for i in range(len(sentence) + 1):
        window = padded[i + 1 : i + 1 + context_size]
        windows.append(window)
        following.append(window[-1])
    return windows, following


def context_windows_wrong_10(sentence, context_size):
    padded = ["<s>"] * context_size + sentence + ["</s>"] * context_size
    windows = [padded[i : i + context_size] for i in range(len(padded) - context_size)]
    return windows, padded[context_size:]


def context_windows_right_1(sentence, context_size):
    padded = ["<s>"] * context_size + list(sentence) + ["</s>"]
    windows = [padded[i - context_size : i] for i in range(context_size, len(padded))]
    return windows, padded[context_size:]


def context_windows_right_2(sentence, context_size):
    window = ["<s>"] * context_size
    windows, following = [], []
    for word in [*sentence, "</s>"]:
        windows.append(list(window))
        following.append(word)
        window = [*window, word][1:]
    return (windows, following)


# -------------------------------------------------------- Exercise 2: window_features


def window_features_wrong_1(windows, embedding):
    return embedding[windows].sum(dim=1)


def window_features_wrong_2(windows, embedding):
    return embedding[windows]


def window_features_wrong_3(windows, embedding):
    return embedding[windows].flatten()


def window_features_wrong_4(windows, embedding):
    return embedding[windows].transpose(1, 2).flatten(1)


def window_features_wrong_5(windows, embedding):
    return embedding[windows.flip(1)].flatten(1)


def window_features_wrong_6(windows, embedding):
    return embedding[windows].flatten(0, 1)


def window_features_wrong_7(windows, embedding):
    size, length = windows.shape
    return embedding[windows.T].reshape(size, length * embedding.shape[1])


def window_features_wrong_8(windows, embedding):
    return torch.cat([embedding[windows[:, t]] for t in range(windows.shape[1])], dim=0)


def window_features_wrong_9(windows, embedding):
    return embedding[windows].mean(dim=1)


def window_features_wrong_10(windows, embedding):
    rows = []
    for window in windows:
        rows.append(torch.cat([embedding[word - 1] for word in window]))
    return torch.stack(rows)


def window_features_right_1(windows, embedding):
    return embedding[windows].reshape(windows.shape[0], -1)


def window_features_right_2(windows, embedding):
    return torch.cat([embedding[windows[:, t]] for t in range(windows.shape[1])], dim=1)


def window_features_right_3(windows, embedding):
    rows = []
    for window in windows:
        rows.append(torch.cat([embedding[word] for word in window]))
    return torch.stack(rows)


# ------------------------------------------------------- Exercise 3: next_word_scores


def next_word_scores_wrong_1(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    return output_bias + hidden @ output_weight.T


def next_word_scores_wrong_2(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = hidden_bias + features @ hidden_weight.T
    return output_bias + features @ direct_weight.T + hidden @ output_weight.T


def next_word_scores_wrong_3(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(features @ hidden_weight.T)
    return output_bias + features @ direct_weight.T + hidden @ output_weight.T


def next_word_scores_wrong_4(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = hidden_bias + torch.tanh(features @ hidden_weight.T)
    return output_bias + features @ direct_weight.T + hidden @ output_weight.T


def next_word_scores_wrong_5(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    scores = output_bias + features @ direct_weight.T + hidden @ output_weight.T
    return scores.softmax(dim=-1)


def next_word_scores_wrong_6(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.sigmoid(hidden_bias + features @ hidden_weight.T)
    return output_bias + features @ direct_weight.T + hidden @ output_weight.T


def next_word_scores_wrong_7(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(linear(features, hidden_weight, hidden_bias))
    direct = linear(features, direct_weight, output_bias)
    return direct + linear(hidden, output_weight, output_bias)


def next_word_scores_wrong_8(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    return output_bias + torch.tanh(features @ direct_weight.T) + hidden @ output_weight.T


def next_word_scores_wrong_9(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    return features @ direct_weight.T + hidden @ output_weight.T


def next_word_scores_wrong_10(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    inside = linear(linear(features, hidden_weight, hidden_bias), output_weight)
    return output_bias + features @ direct_weight.T + torch.tanh(inside)


def next_word_scores_wrong_11(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight)
    return output_bias + features @ direct_weight + hidden @ output_weight


def next_word_scores_right_1(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(linear(features, hidden_weight, hidden_bias))
    return linear(hidden, output_weight, output_bias) + linear(features, direct_weight)


def next_word_scores_right_2(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    x = features.T  # (T * m, B), as in the equation: columns
    hidden = torch.tanh(hidden_bias[:, None] + hidden_weight @ x)
    y = output_bias[:, None] + direct_weight @ x + output_weight @ hidden
    return y.T


# ------------------------------------------------------------ Exercise 4: perplexity


def perplexity_wrong_1(score_batches, target_batches):
    values = []
    for scores, targets in zip(score_batches, target_batches, strict=True):
        values.append(cross_entropy(scores, targets).exp().item())
    return sum(values) / len(values)


def perplexity_wrong_2(score_batches, target_batches):
    losses = []
    for scores, targets in zip(score_batches, target_batches, strict=True):
        losses.append(cross_entropy(scores, targets).item())
    return math.exp(sum(losses) / len(losses))


def perplexity_wrong_3(score_batches, target_batches):
    total, number = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets).item()
        number += len(targets)
    return math.exp(total / number)


def perplexity_wrong_4(score_batches, target_batches):
    total, number = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        mean = cross_entropy(scores, targets).item()
        total += len(targets) * math.exp(mean)
        number += len(targets)
    return total / number


def perplexity_wrong_5(score_batches, target_batches):
    total, number = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores.softmax(dim=1), targets, reduction="sum").item()
        number += len(targets)
    return math.exp(total / number)


def perplexity_wrong_6(score_batches, target_batches):
    total = 0.0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets, reduction="sum").item()
    number = len(target_batches) * len(target_batches[0])
    return math.exp(total / number)


def perplexity_wrong_7(score_batches, target_batches):
    total, number = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets, reduction="sum").item()
        number += len(targets)
    return 2 ** (total / number)


def perplexity_wrong_8(score_batches, target_batches):
    total, number = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets, reduction="sum").item()
        number += scores.numel()
    return math.exp(total / number)


def perplexity_wrong_9(score_batches, target_batches):
    total = 0.0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets, reduction="sum").item()
    return math.exp(total / len(target_batches))


def perplexity_wrong_10(score_batches, target_batches):
    scores, targets = torch.cat(list(score_batches)), torch.cat(list(target_batches))
    return cross_entropy(scores, targets).item()


def perplexity_wrong_11(score_batches, target_batches):
    scores, targets = torch.cat(list(score_batches)), torch.cat(list(target_batches))
    picked = scores[torch.arange(len(targets)), targets]
    return math.exp(-picked.mean().item())


def perplexity_wrong_12(score_batches, target_batches):
    scores, targets = torch.cat(list(score_batches)), torch.cat(list(target_batches))
    return cross_entropy(scores, targets).exp()


def perplexity_right_1(score_batches, target_batches):
    total, number = 0.0, 0
    for scores, targets in zip(score_batches, target_batches, strict=True):
        total += cross_entropy(scores, targets, reduction="sum").item()
        number += targets.numel()
    return math.exp(total / number)


def perplexity_right_2(score_batches, target_batches):
    logs = []
    for scores, targets in zip(score_batches, target_batches, strict=True):
        found = scores.log_softmax(dim=-1).gather(1, targets[:, None])
        logs += found[:, 0].tolist()
    return math.exp(-sum(logs) / len(logs))


# ----------------------------------------------------------- Exercise 5: interpolate


def interpolate_wrong_1(first, second, weight):
    return weight * first + (1 - weight) * second


def interpolate_wrong_2(first, second, weight):
    return np.log((1 - weight) * np.exp(first) + weight * np.exp(second))


def interpolate_wrong_3(first, second, weight):
    return weight * np.exp(first) + (1 - weight) * np.exp(second)


def interpolate_wrong_4(first, second, weight):
    return np.log(weight * np.exp(first) + np.exp(second))


def interpolate_wrong_5(first, second, weight):
    return np.logaddexp(weight * first, (1 - weight) * second)


def interpolate_wrong_6(first, second, weight):
    return np.log((np.exp(first) + np.exp(second)) / 2)


def interpolate_wrong_7(first, second, weight):
    return np.log(weight * np.exp(first) + (1 - weight) * np.exp(second)).mean()


def interpolate_wrong_8(first, second, weight):
    return np.log2(weight * np.exp(first) + (1 - weight) * np.exp(second))


def interpolate_wrong_9(first, second, weight):
    mixed = weight * np.exp(first) + (1 - weight) * np.exp(second)
    return np.log(mixed / mixed.sum())


def interpolate_wrong_10(first, second, weight):
    return np.maximum(first + np.log(weight), second + np.log(1 - weight))


def interpolate_right_1(first, second, weight):
    p = np.exp(first)
    q = np.exp(second)
    return np.log(weight * p + (1 - weight) * q)


def interpolate_right_2(first, second, weight):
    with np.errstate(divide="ignore"):  # log 0 = -inf is right for the weights 0 and 1
        return np.logaddexp(np.log(weight) + first, np.log(1 - weight) + second)


# ---------------------------------------------------- Exercise 6: truncated_gradient


def truncated_gradient_wrong_1(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0.0
    for vector, target in zip(vectors, targets, strict=True):
        state = torch.tanh(vector + R @ state)
        loss = loss + ((state - target) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_2(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0.0
    for vector, target in zip(vectors, targets, strict=True):
        state = torch.tanh(vector + R @ state.detach())
        loss = loss + ((state - target) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_3(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    loss = 0.0
    for start in range(0, len(vectors), chunk_size):
        state = torch.zeros_like(vectors[0])
        for t in range(start, min(start + chunk_size, len(vectors))):
            state = torch.tanh(vectors[t] + R @ state)
            loss = loss + ((state - targets[t]) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_4(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0.0
    for t in range(len(vectors)):
        if t % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(vectors[t] + R @ state)
        loss = loss + ((state - targets[t]) ** 2).mean()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_5(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0.0 * R.sum()
    for chunk in range(len(vectors) // chunk_size):
        state = state.detach()
        for t in range(chunk * chunk_size, (chunk + 1) * chunk_size):
            state = torch.tanh(vectors[t] + R @ state)
            loss = loss + ((state - targets[t]) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_6(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0.0
    for t in range(len(vectors)):
        if (t + 1) % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(vectors[t] + R @ state)
        loss = loss + ((state - targets[t]) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_7(vectors, targets, recurrence, chunk_size):
    recurrence.requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0.0
    for t in range(len(vectors)):
        if t % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(vectors[t] + recurrence @ state)
        loss = loss + ((state - targets[t]) ** 2).sum()
    loss.backward()
    return recurrence.grad, state.detach()


def truncated_gradient_wrong_8(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0.0
    for t in range(len(vectors)):
        if t % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(vectors[t] + state @ R)
        loss = loss + ((state - targets[t]) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_9(vectors, targets, recurrence, chunk_size):
    state = torch.zeros_like(vectors[0])
    for start in range(0, len(vectors), chunk_size):
        R = recurrence.clone().requires_grad_()
        state = state.detach()
        loss = 0.0
        for t in range(start, min(start + chunk_size, len(vectors))):
            state = torch.tanh(vectors[t] + R @ state)
            loss = loss + ((state - targets[t]) ** 2).sum()
        loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_10(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0.0 * R.sum()
    for t in range(len(vectors)):
        state = torch.tanh(vectors[t] + R @ state)
        if (t + 1) % chunk_size == 0:
            state = state.detach()
        loss = loss + ((state - targets[t]) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_11(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0.0
    for start in range(0, len(vectors), chunk_size):
        state = state.detach()
        for vector in vectors[start : start + chunk_size]:
            state = torch.tanh(vector + R @ state)
        last = min(start + chunk_size, len(vectors)) - 1
        loss = loss + ((state - targets[last]) ** 2).sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_wrong_12(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0.0
    for t in range(len(vectors)):
        if t % chunk_size == 0:
            state = state.detach()
        loss = loss + ((state - targets[t]) ** 2).sum()
        state = torch.tanh(vectors[t] + R @ state)
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_right_1(vectors, targets, recurrence, chunk_size):
    R = recurrence.clone().requires_grad_()
    state = torch.zeros_like(vectors[0])
    loss = 0.0
    for start in range(0, len(vectors), chunk_size):
        state = state.detach()
        stop = start + chunk_size
        for vector, target in zip(vectors[start:stop], targets[start:stop], strict=True):
            state = torch.tanh(vector + R @ state)
            loss = loss + (state - target).square().sum()
    loss.backward()
    return R.grad, state.detach()


def truncated_gradient_right_2(vectors, targets, recurrence, chunk_size):
    """The chain rule by hand: back through each chunk, and no further."""
    states = [torch.zeros_like(vectors[0])]
    for vector in vectors:
        states.append(torch.tanh(vector + recurrence @ states[-1]))
    gradient = torch.zeros_like(recurrence)
    from_later = torch.zeros_like(vectors[0])
    for t in reversed(range(len(vectors))):
        if (t + 1) % chunk_size == 0:  # the next word belongs to another chunk
            from_later = torch.zeros_like(from_later)
        inner = (2 * (states[t + 1] - targets[t]) + from_later) * (1 - states[t + 1] ** 2)
        gradient += torch.outer(inner, states[t])
        from_later = recurrence.T @ inner
    return gradient, states[-1]


WRONG = {
    "context_windows": [
        (context_windows_wrong_1, "forgets the </s>"),
        (context_windows_wrong_2, "no padding: the first words are never predicted"),
        (context_windows_wrong_3, "pads context_size - 1 times, as for n-grams"),
        (context_windows_wrong_4, "the windows hold their own answer"),
        (context_windows_wrong_5, "newest word first"),
        (context_windows_wrong_6, "returns a list of pairs instead of two lists"),
        (context_windows_wrong_7, "shorter windows at the beginning"),
        (context_windows_wrong_8, "fills the short windows behind the words, not before them"),
        (context_windows_wrong_9, "one place too late: the answer is the newest word"),
        (context_windows_wrong_10, "pads the end as often as the beginning"),
    ],
    "window_features": [
        (window_features_wrong_1, "adds the vectors"),
        (window_features_wrong_2, "only looks up, (B, T, m)"),
        (window_features_wrong_3, "flattens the batch as well"),
        (window_features_wrong_4, "transposes first: the numbers of the places are interleaved"),
        (window_features_wrong_5, "newest word first"),
        (window_features_wrong_6, "joins the wrong axes, (B * T, m)"),
        (window_features_wrong_7, "looks up the transpose, so the reshape mixes the windows"),
        (window_features_wrong_8, "concatenates along the batch axis"),
        (window_features_wrong_9, "averages the vectors"),
        (window_features_wrong_10, "thinks that word ids start at 1"),
    ],
    "next_word_scores": [
        (next_word_scores_wrong_1, "forgets the direct connections"),
        (next_word_scores_wrong_2, "forgets tanh"),
        (next_word_scores_wrong_3, "forgets the bias of the hidden layer"),
        (next_word_scores_wrong_4, "adds the hidden bias after tanh"),
        (next_word_scores_wrong_5, "returns probabilities instead of scores"),
        (next_word_scores_wrong_6, "sigmoid instead of tanh"),
        (next_word_scores_wrong_7, "adds the output bias twice"),
        (next_word_scores_wrong_8, "sends the direct term through tanh, too"),
        (next_word_scores_wrong_9, "forgets the output bias"),
        (next_word_scores_wrong_10, "tanh after U instead of before it"),
        (next_word_scores_wrong_11, "forgets to transpose the weights"),
    ],
    "perplexity": [
        (perplexity_wrong_1, "mean of the perplexities of the batches"),
        (perplexity_wrong_2, "mean of the mean losses: the small last batch counts too much"),
        (perplexity_wrong_3, "mean losses of the batches, divided by the number of tokens again"),
        (perplexity_wrong_4, "exp in each batch, then a weighted mean"),
        (perplexity_wrong_5, "softmax twice, since cross_entropy does it already"),
        (perplexity_wrong_6, "takes all batches to be as large as the first"),
        (perplexity_wrong_7, "2 to the loss, which is in nats"),
        (perplexity_wrong_8, "divides by the number of scores instead of tokens"),
        (perplexity_wrong_9, "divides the sum by the number of batches"),
        (perplexity_wrong_10, "forgets exp: the mean loss"),
        (perplexity_wrong_11, "takes the scores for log-probabilities"),
        (perplexity_wrong_12, "returns a tensor instead of a float"),
    ],
    "interpolate": [
        (interpolate_wrong_1, "mixes the logarithms: a geometric mean"),
        (interpolate_wrong_2, "gives the weight to the second model"),
        (interpolate_wrong_3, "returns probabilities, forgets the logarithm"),
        (interpolate_wrong_4, "the second model keeps its full weight"),
        (interpolate_wrong_5, "multiplies the logs by the weights before logaddexp"),
        (interpolate_wrong_6, "plain mean: ignores the weight"),
        (interpolate_wrong_7, "returns the mean instead of one value a token"),
        (interpolate_wrong_8, "logarithm to base 2"),
        (interpolate_wrong_9, "normalizes over the tokens of the text"),
        (interpolate_wrong_10, "takes the larger of the two terms instead of their sum"),
    ],
    "truncated_gradient": [
        (truncated_gradient_wrong_1, "never detaches: the gradient of the whole text"),
        (truncated_gradient_wrong_2, "detaches at each word"),
        (truncated_gradient_wrong_3, "starts each chunk with zeros, so the value does not cross"),
        (truncated_gradient_wrong_4, "mean of the squares of a word instead of their sum"),
        (truncated_gradient_wrong_5, "leaves out the last, shorter chunk"),
        (truncated_gradient_wrong_6, "detaches one word too early"),
        (truncated_gradient_wrong_7, "makes the argument itself want a gradient"),
        (truncated_gradient_wrong_8, "multiplies from the wrong side"),
        (truncated_gradient_wrong_9, "returns the gradient of the last chunk only"),
        (
            truncated_gradient_wrong_10,
            "detaches before the loss of the chunk's last word, which then has no gradient",
        ),
        (truncated_gradient_wrong_11, "only the last word of a chunk has a loss"),
        (truncated_gradient_wrong_12, "compares the state before the word with its target"),
    ],
}
RIGHT = {
    "context_windows": [context_windows_right_1, context_windows_right_2],
    "window_features": [
        window_features_right_1,
        window_features_right_2,
        window_features_right_3,
    ],
    "next_word_scores": [next_word_scores_right_1, next_word_scores_right_2],
    "perplexity": [perplexity_right_1, perplexity_right_2],
    "interpolate": [interpolate_right_1, interpolate_right_2],
    "truncated_gradient": [truncated_gradient_right_1, truncated_gradient_right_2],
}
