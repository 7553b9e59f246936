"""Answers of the class to lesson 03, written from its text alone."""

import math

import torch
from torch.nn.functional import logsigmoid

# Exercise 1


def skip_gram_pairs_wrong_1(words, window):
    pairs = []
    for i, word in enumerate(words):
        around = words[i - window : i] + words[i + 1 : i + 1 + window]
        pairs += [(word, neighbor) for neighbor in around]
    return pairs


def skip_gram_pairs_wrong_2(words, window):
    pairs = []
    for word in words:
        i = words.index(word)
        for j in range(max(0, i - window), min(len(words), i + window + 1)):
            if j != i:
                pairs.append((word, words[j]))
    return pairs


def skip_gram_pairs_wrong_3(words, window):
    pairs = []
    for i, word in enumerate(words):
        for neighbor in words[max(0, i - window) : i + window + 1]:
            if neighbor != word:
                pairs.append((word, neighbor))
    return pairs


def skip_gram_pairs_wrong_4(words, window):
    pairs = []
    for i in range(len(words)):
        for j in range(i + 1, min(i + window + 1, len(words))):
            pairs.append((words[i], words[j]))
            pairs.append((words[j], words[i]))
    return pairs


def skip_gram_pairs_wrong_5(words, window):
    return [
        (words[i], words[j])
        for i in range(window, len(words) - window)
        for j in range(i - window, i + window + 1)
        if i != j
    ]


def skip_gram_pairs_wrong_6(words, window):
    pairs = []
    for i in range(len(words)):
        for distance in range(1, window + 1):
            if i - distance >= 0:
                pairs.append((words[i], words[i - distance]))
            if i + distance < len(words):
                pairs.append((words[i], words[i + distance]))
    return pairs


def skip_gram_pairs_right_1(words, window):
    pairs = []
    for i, word in enumerate(words):
        around = words[max(0, i - window) : i] + words[i + 1 : i + 1 + window]
        pairs += [(word, neighbor) for neighbor in around]
    return pairs


def skip_gram_pairs_right_2(words, window):
    places = range(len(words))
    return [(words[i], words[j]) for i in places for j in places if 0 < abs(i - j) <= window]


# Exercise 2


def keep_probability_wrong_1(counts, sample):
    f = counts.double() / counts.sum()
    return (sample / f).sqrt().clamp(max=1) + sample / f


def keep_probability_wrong_2(counts, sample):
    ratio = sample / (counts.double() / counts.sum())
    keep = (ratio.sqrt() + ratio).clamp(max=1)
    return keep / keep.sum()


def keep_probability_wrong_3(counts, sample):
    counts = counts.double()
    ratio = sample / counts / counts.sum()
    return (ratio.sqrt() + ratio).clamp(max=1)


def keep_probability_wrong_4(counts, sample):
    f = counts.double() / counts.sum()
    keep = torch.sqrt(sample / f) + sample / f
    keep[f <= sample] = 1  # words rarer than t always stay
    return keep


def keep_probability_wrong_5(counts, sample):
    f = counts.double() / counts.sum()
    return (1 - (sample / f).sqrt() - sample / f).clamp(min=0)


def keep_probability_wrong_6(counts, sample):
    f = counts.double() / len(counts)
    return ((sample / f).sqrt() + sample / f).clamp(max=1)


def keep_probability_right_1(counts, sample):
    total = counts.sum().item()
    keep = []
    for count in counts.tolist():
        ratio = sample * total / count
        keep.append(min(1.0, math.sqrt(ratio) + ratio))
    return torch.tensor(keep, dtype=torch.float64)


def keep_probability_right_2(counts, sample):
    f = counts.double() / counts.sum()
    keep = ((f / sample).sqrt() + 1) * sample / f  # as in the C program
    return torch.minimum(keep, torch.ones_like(keep))


# Exercise 3


def context_mean_wrong_1(vectors, context):
    mask = (context > 0).to(vectors.dtype).unsqueeze(-1)
    return (vectors[context] * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1)


def context_mean_wrong_2(vectors, context):
    table = vectors.clone()
    table[-1] = 0  # that is what -1 reads
    return table[context].sum(dim=1) / (context >= 0).sum(dim=1, keepdim=True)


def context_mean_wrong_3(vectors, context):
    rows = []
    for row in context:
        number = (row >= 0).sum()
        rows.append(vectors[row[:number]].mean(dim=0))
    return torch.stack(rows)


def context_mean_wrong_4(vectors, context):
    rows = []
    for row in context.tolist():
        words = sorted(set(row) - {-1})
        rows.append(vectors[words].mean(dim=0))
    return torch.stack(rows)


def context_mean_wrong_5(vectors, context):
    result = torch.zeros(context.shape[0], vectors.shape[1])
    for b, row in enumerate(context.tolist()):
        words = [w for w in row if w != -1]
        for w in words:
            result[b] += vectors[w] / len(words)
    return result


def context_mean_wrong_6(vectors, context):
    mask = (context != -1)[..., None]
    return (vectors[context] * mask).mean(dim=1)


def context_mean_right_1(vectors, context):
    return torch.stack([vectors[row[row >= 0]].mean(dim=0) for row in context])


def context_mean_right_2(vectors, context):
    zero = vectors.new_zeros(1, vectors.shape[1])
    table = torch.cat([vectors, zero])  # now -1 reads zeros
    return table[context].sum(dim=1) / (context != -1).sum(dim=1, keepdim=True)


# Exercise 4


def hierarchical_probability_wrong_1(hidden, nodes, path, code):
    probability = 1.0
    for i, turn in enumerate(code):
        left = (nodes[i] @ hidden).sigmoid().item()
        probability *= 1 - left if turn else left
    return probability


def hierarchical_probability_wrong_2(hidden, nodes, path, code):
    score = 0.0
    for n, turn in zip(path, code, strict=True):
        score += (1 - 2 * turn) * (nodes[n] @ hidden)
    return score.sigmoid().item()


def hierarchical_probability_wrong_3(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path, code, strict=True):
        probability *= torch.sigmoid(nodes[n] @ hidden).item()
        if turn == 1:
            probability = 1 - probability
    return probability


def hierarchical_probability_wrong_4(hidden, nodes, path, code):
    logs = []
    for n, turn in zip(path, code, strict=True):
        score = nodes[n] @ hidden
        logs.append(logsigmoid(-score if turn else score))
    return torch.stack(logs).mean().exp().item()


def hierarchical_probability_wrong_5(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path[:-1], code, strict=False):  # the last one is the leaf
        left = (nodes[n] @ hidden).sigmoid().item()
        probability *= left if turn == 0 else 1 - left
    return probability


def hierarchical_probability_wrong_6(hidden, nodes, path, code):
    left = (nodes[path] @ hidden).sigmoid()
    turns = torch.tensor(code)
    return (left ** (1 - turns)).prod().item()


def hierarchical_probability_right_1(hidden, nodes, path, code):
    sign = 1 - 2 * torch.tensor(code, dtype=nodes.dtype)
    return (sign * (nodes[path] @ hidden)).sigmoid().prod().item()


def hierarchical_probability_right_2(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path, code, strict=True):
        score = sum(u * v for u, v in zip(nodes[n].tolist(), hidden.tolist(), strict=True))
        left = 1 / (1 + math.exp(-score))
        probability *= [left, 1 - left][turn]
    return probability


# Exercise 5


def noise_distribution_wrong_1(counts, power):
    weights = counts.double() ** 0.75
    return weights / weights.sum()


def noise_distribution_wrong_2(counts, power):
    weights = counts.float().pow(power)
    return (weights / weights.sum()).double()


def noise_distribution_wrong_3(counts, power):
    share = counts.double() / counts.sum()
    uniform = torch.full_like(share, 1 / len(share))
    return power * share + (1 - power) * uniform


def noise_distribution_wrong_4(counts, power):
    return (counts.double() / counts.sum()) ** power


def noise_distribution_wrong_5(counts, power):
    return (counts.double() * power).softmax(dim=0)


def noise_distribution_wrong_6(counts, power):
    weights = (counts.double() ** power).long()
    return weights.double() / weights.sum()


def noise_distribution_right_1(counts, power):
    return (power * counts.double().log()).softmax(dim=0)


def noise_distribution_right_2(counts, power):
    share = (counts.double() / counts.sum()).pow(power)
    return share / share.sum()


# Exercise 6


def negative_sampling_step_wrong_1(inputs, outputs, center, neighbor, noise, rate):
    rows = torch.tensor([neighbor] + [n for n in noise if n != neighbor])
    labels = torch.zeros(len(rows), dtype=inputs.dtype)
    labels[0] = 1
    v, u = inputs[center], outputs[rows]
    error = (u @ v).sigmoid() - labels
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    new_inputs[center] -= rate * error @ u
    new_outputs[rows] -= rate * error[:, None] * v
    return new_inputs, new_outputs


def negative_sampling_step_wrong_2(inputs, outputs, center, neighbor, noise, rate):
    others = list(noise)
    if neighbor in others:
        others.remove(neighbor)
    v = inputs[center]
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    for word, label in [(neighbor, 1)] + [(n, 0) for n in others]:
        error = torch.sigmoid(outputs[word] @ v) - label
        new_inputs[center] -= rate * error * outputs[word]
        new_outputs[word] -= rate * error * v
    return new_inputs, new_outputs


def negative_sampling_step_wrong_3(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    error = torch.sigmoid(outputs[neighbor] @ v) - 1
    new_outputs[neighbor] -= rate * error * v
    new_inputs[center] -= rate * error * outputs[neighbor]
    for n in noise:
        if n == neighbor:
            break
        error = torch.sigmoid(outputs[n] @ v)
        new_outputs[n] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[n]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_4(inputs, outputs, center, neighbor, noise, rate):
    inputs, outputs = inputs.clone(), outputs.clone()
    v = inputs[center].clone()
    step = torch.zeros_like(v)
    for word, label in [(neighbor, 1)] + [(n, 0) for n in noise if n != neighbor]:
        error = (outputs[word] @ v).sigmoid() - label
        step += error * outputs[word]
        outputs[word] -= rate * error * v
    inputs[center] -= rate * step
    return inputs, outputs


def negative_sampling_step_wrong_5(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    asked = [(neighbor, 1)] + [(n, 0) for n in noise if n not in (neighbor, center)]
    for word, label in asked:
        error = (outputs[word] @ v).sigmoid() - label
        new_outputs[word] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_6(inputs, outputs, center, neighbor, noise, rate):
    v = inputs[center]
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    words = [neighbor] + [n for n in noise if n != neighbor]
    for k, word in enumerate(words):
        score = outputs[word] @ v
        error = score.sigmoid() - 1 if k == 0 else (-score).sigmoid()
        new_outputs[word] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_right_1(inputs, outputs, center, neighbor, noise, rate):
    v = inputs.detach().clone().requires_grad_()
    u = outputs.detach().clone().requires_grad_()
    loss = -logsigmoid(u[neighbor] @ v[center])
    for n in noise:
        if n != neighbor:
            loss = loss - logsigmoid(-(u[n] @ v[center]))
    by_input, by_output = torch.autograd.grad(loss, (v, u))
    return (v - rate * by_input).detach(), (u - rate * by_output).detach()


def negative_sampling_step_right_2(inputs, outputs, center, neighbor, noise, rate):
    rows = torch.tensor([neighbor] + [n for n in noise if n != neighbor])
    v, u = inputs[center], outputs[rows]
    error = (u @ v).sigmoid()
    error[0] = error[0] - 1
    new_inputs = inputs.clone()
    new_inputs[center] = v - rate * (error @ u)
    return new_inputs, outputs.index_add(0, rows, torch.outer(error, v), alpha=-rate)


WRONG = {
    "skip_gram_pairs": [
        (skip_gram_pairs_wrong_1, "a slice from a negative start is empty: left neighbors lost"),
        (skip_gram_pairs_wrong_2, "words.index finds the first of two equal words"),
        (skip_gram_pairs_wrong_3, "leaves out the middle by its spelling, not by its place"),
        (skip_gram_pairs_wrong_4, "writes both directions at once: another order"),
        (skip_gram_pairs_wrong_5, "only words with a full window on both sides"),
        (skip_gram_pairs_wrong_6, "nearest neighbors first, not from left to right"),
    ],
    "keep_probability": [
        (keep_probability_wrong_1, "cuts the root off at 1, then adds t/f"),
        (keep_probability_wrong_2, "makes the probabilities sum to 1"),
        (keep_probability_wrong_3, "t / count / total: the parentheses of f are missing"),
        (keep_probability_wrong_4, "1 only where f <= t: between t and 2.6 t it exceeds 1"),
        (keep_probability_wrong_5, "the probability to be dropped"),
        (keep_probability_wrong_6, "divides by the number of different words"),
    ],
    "context_mean": [
        (context_mean_wrong_1, "context > 0 drops word 0, too"),
        (context_mean_wrong_2, "zeros the last row for -1 to read: the last word is lost"),
        (context_mean_wrong_3, "believes every -1 stands at the end of its row"),
        (context_mean_wrong_4, "a set: a word that stands there twice counts once"),
        (context_mean_wrong_5, "collects in torch.zeros: always float32"),
        (context_mean_wrong_6, "masks, but divides by C"),
    ],
    "hierarchical_probability": [
        (hierarchical_probability_wrong_1, "node i of the table, not node path[i]"),
        (hierarchical_probability_wrong_2, "adds the signed scores, one sigmoid at the end"),
        (hierarchical_probability_wrong_3, "1 minus the product so far, not minus this turn's"),
        (hierarchical_probability_wrong_4, "the geometric mean of the turns, as in perplexity"),
        (hierarchical_probability_wrong_5, "takes the last node of the path for the leaf"),
        (hierarchical_probability_wrong_6, "a right turn counts as a factor of 1"),
    ],
    "noise_distribution": [
        (noise_distribution_wrong_1, "3/4 whatever the power"),
        (noise_distribution_wrong_2, "computes in float32 and converts the result"),
        (noise_distribution_wrong_3, "'between': mixes shares and uniform with weight power"),
        (noise_distribution_wrong_4, "shares first, then the power: the sum is not 1"),
        (noise_distribution_wrong_5, "softmax of power times counts"),
        (noise_distribution_wrong_6, "rounds the powers down to whole counts"),
    ],
    "negative_sampling_step": [
        (negative_sampling_step_wrong_1, "writes by index: a word drawn twice moves once"),
        (negative_sampling_step_wrong_2, "remove() takes only the first of equal noise words out"),
        (negative_sampling_step_wrong_3, "break in place of continue at the neighbor"),
        (negative_sampling_step_wrong_4, "a second draw of a word reads its row already moved"),
        (negative_sampling_step_wrong_5, "skips noise words that are the center as well"),
        (negative_sampling_step_wrong_6, "sigmoid(-score) as the error of noise, from the loss"),
    ],
}
RIGHT = {
    "skip_gram_pairs": [skip_gram_pairs_right_1, skip_gram_pairs_right_2],
    "keep_probability": [keep_probability_right_1, keep_probability_right_2],
    "context_mean": [context_mean_right_1, context_mean_right_2],
    "hierarchical_probability": [
        hierarchical_probability_right_1,
        hierarchical_probability_right_2,
    ],
    "noise_distribution": [noise_distribution_right_1, noise_distribution_right_2],
    "negative_sampling_step": [negative_sampling_step_right_1, negative_sampling_step_right_2],
}
