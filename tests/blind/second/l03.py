"""Answers of the class to lesson 03, written from its text alone."""

import math

import torch
from torch.nn.functional import logsigmoid


def skip_gram_pairs_wrong_1(words, window):
    pairs = []
    for i in range(len(words)):
        for j in range(max(0, i - window), min(len(words), i + window)):
            if j != i:
                pairs.append((words[i], words[j]))
    return pairs


def skip_gram_pairs_wrong_2(words, window):
    pairs = []
    for i in range(len(words)):
        for j in range(i - window, i + window + 1):
            if j != i and j < len(words):
                try:
                    pairs.append((words[i], words[j]))
                except IndexError:
                    continue
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
    for word in words:
        i = words.index(word)
        for j in range(max(0, i - window), min(len(words), i + window + 1)):
            if j != i:
                pairs.append((word, words[j]))
    return pairs


def skip_gram_pairs_wrong_5(words, window):
    pairs = []
    for i in range(len(words)):
        for distance in range(1, window + 1):
            if i - distance >= 0:
                pairs.append((words[i], words[i - distance]))
            if i + distance < len(words):
                pairs.append((words[i], words[i + distance]))
    return pairs


def skip_gram_pairs_wrong_6(words, window):
    pairs = []
    for i in range(len(words)):
        for j in range(max(0, i - window), min(len(words), i + window + 1)):
            pair = (words[i], words[j])
            if j != i and pair not in pairs:
                pairs.append(pair)
    return pairs


def skip_gram_pairs_right_1(words, window):
    pairs = []
    for i, word in enumerate(words):
        left = words[max(i - window, 0) : i]
        right = words[i + 1 : i + 1 + window]
        pairs.extend((word, neighbor) for neighbor in left + right)
    return pairs


def skip_gram_pairs_right_2(words, window):
    places = range(len(words))
    return [(words[i], words[j]) for i in places for j in places if 1 <= abs(i - j) <= window]


def keep_probability_wrong_1(counts, sample):
    f = counts.double() / counts.sum()
    return torch.sqrt(sample / f).clamp(max=1)


def keep_probability_wrong_2(counts, sample):
    f = counts.double() / counts.sum()
    return torch.sqrt(sample / f) + sample / f


def keep_probability_wrong_3(counts, sample):
    f = counts.double() / counts.sum()
    return (sample / f).sqrt().clamp(max=1) + sample / f


def keep_probability_wrong_4(counts, sample):
    f = counts.double() / len(counts)
    ratio = sample / f
    return (ratio.sqrt() + ratio).clamp(max=1)


def keep_probability_wrong_5(counts, sample):
    f = counts.double() / counts.sum()
    ratio = sample / f
    return 1 - (ratio.sqrt() + ratio).clamp(max=1)


def keep_probability_wrong_6(counts, sample):
    f = counts / counts.sum()
    return ((sample / f).sqrt() + sample / f).clamp(max=1)


def keep_probability_right_1(counts, sample):
    f = counts.double() / counts.sum()
    return torch.clamp(((f / sample).sqrt() + 1) * sample / f, max=1.0)


def keep_probability_right_2(counts, sample):
    total = sum(counts.tolist())
    kept = []
    for count in counts.tolist():
        ratio = sample * total / count
        kept.append(min(1.0, math.sqrt(ratio) + ratio))
    return torch.tensor(kept, dtype=torch.float64)


def context_mean_wrong_1(vectors, context):
    mask = (context >= 0).to(vectors.dtype)
    return (vectors[context] * mask[:, :, None]).sum(dim=1) / mask.sum()


def context_mean_wrong_2(vectors, context):
    mask = (context >= 0)[:, :, None]
    return (vectors[context] * mask).mean(dim=1)


def context_mean_wrong_3(vectors, context):
    mask = (context > 0)[:, :, None]
    return (vectors[context] * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1)


def context_mean_wrong_4(vectors, context):
    number = (context >= 0).sum(dim=1, keepdim=True)
    return vectors[context.clamp(min=0)].sum(dim=1) / number


def context_mean_wrong_5(vectors, context):
    means = []
    for row in context.tolist():
        words = sorted(set(row) - {-1})
        means.append(vectors[words].mean(dim=0))
    return torch.stack(means)


def context_mean_wrong_6(vectors, context):
    means = []
    for row in context:
        number = int((row >= 0).sum())
        means.append(vectors[row[:number]].mean(dim=0))
    return torch.stack(means)


def context_mean_right_1(vectors, context):
    return torch.stack([vectors[row[row != -1]].mean(dim=0) for row in context])


def context_mean_right_2(vectors, context):
    mask = context >= 0
    found = vectors[context].masked_fill(~mask[..., None], 0)
    return found.sum(dim=1) / mask.sum(dim=1, keepdim=True)


def hierarchical_probability_wrong_1(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path, code, strict=True):
        p = (nodes[n] @ hidden).sigmoid().item()
        probability *= p if turn == 1 else 1 - p
    return probability


def hierarchical_probability_wrong_2(hidden, nodes, path, code):
    total = 0.0
    for n, turn in zip(path, code, strict=True):
        left = (nodes[n] @ hidden).sigmoid().item()
        total += math.log(left if turn == 0 else 1 - left)
    return total


def hierarchical_probability_wrong_3(hidden, nodes, path, code):
    left = (nodes[: len(path)] @ hidden).sigmoid()
    turns = torch.tensor(code)
    return torch.where(turns == 0, left, 1 - left).prod().item()


def hierarchical_probability_wrong_4(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path, code, strict=True):
        score = nodes[n] @ hidden
        if turn == 1:
            score = 1 - score
        probability *= score.sigmoid().item()
    return probability


def hierarchical_probability_wrong_5(hidden, nodes, path, code):
    score = 0.0
    for n, turn in zip(path, code, strict=True):
        sign = 1 if turn == 0 else -1
        score += sign * (nodes[n] @ hidden)
    return score.sigmoid().item()


def hierarchical_probability_wrong_6(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path[:-1], code, strict=False):
        left = (nodes[n] @ hidden).sigmoid().item()
        probability *= left if turn == 0 else 1 - left
    return probability


def hierarchical_probability_right_1(hidden, nodes, path, code):
    signs = 1 - 2 * torch.tensor(code, dtype=hidden.dtype)
    return logsigmoid(signs * (nodes[path] @ hidden)).sum().exp().item()


def hierarchical_probability_right_2(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path, code, strict=True):
        left = torch.sigmoid(torch.dot(nodes[n], hidden)).item()
        probability *= (1 - left) if turn else left
    return probability


def noise_distribution_wrong_1(counts, power):
    return (counts.double() / counts.sum()) ** power


def noise_distribution_wrong_2(counts, power):
    return counts.double() ** power / counts.sum()


def noise_distribution_wrong_3(counts, power):
    powers = counts.double() ** (3 / 4)
    return powers / powers.sum()


def noise_distribution_wrong_4(counts, power):
    powers = counts**power
    return powers / powers.sum()


def noise_distribution_wrong_5(counts, power):
    return (power * counts.double()).softmax(dim=0)


def noise_distribution_wrong_6(counts, power):
    share = counts.double() / counts.sum()
    return power * share + (1 - power) / len(counts)


def noise_distribution_right_1(counts, power):
    return torch.softmax(power * counts.double().log(), dim=0)


def noise_distribution_right_2(counts, power):
    share = (counts.double() / counts.sum()) ** power
    return share / share.sum()


def negative_sampling_step_wrong_1(inputs, outputs, center, neighbor, noise, rate):
    inputs, outputs = inputs.clone(), outputs.clone()
    v = inputs[center].clone()
    change = torch.zeros_like(v)
    for word, label in [(neighbor, 1)] + [(n, 0) for n in noise if n != neighbor]:
        error = (outputs[word] @ v).sigmoid() - label
        outputs[word] -= rate * error * v
        change += error * outputs[word]
    inputs[center] -= rate * change
    return inputs, outputs


def negative_sampling_step_wrong_2(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    rows = [(neighbor, 1)] + [(n, 0) for n in noise if n not in (neighbor, center)]
    for word, label in rows:
        error = (outputs[word] @ v).sigmoid() - label
        new_outputs[word] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_3(inputs, outputs, center, neighbor, noise, rate):
    rows = torch.tensor([neighbor] + [n for n in noise if n != neighbor])
    labels = torch.zeros(len(rows), dtype=inputs.dtype)
    labels[0] = 1
    v, u = inputs[center], outputs[rows]
    error = (u @ v).sigmoid() - labels
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    new_outputs[rows] -= rate * error[:, None] * v
    new_inputs[center] -= rate * (error @ u)
    return new_inputs, new_outputs


def negative_sampling_step_wrong_4(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    for place, word in enumerate([neighbor, *noise]):
        error = (outputs[word] @ v).sigmoid() - (1 if place == 0 else 0)
        new_outputs[word] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_5(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    error = (outputs[neighbor] @ v).sigmoid() - 1
    new_outputs[neighbor] -= rate * error * v
    new_inputs[center] -= rate * error * outputs[neighbor]
    for word in noise:
        if word == neighbor:
            continue
        error = (-outputs[word] @ v).sigmoid()
        new_outputs[word] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_6(inputs, outputs, center, neighbor, noise, rate):
    v = inputs[center].clone()
    asked = [(neighbor, 1)] + [(word, 0) for word in noise if word != neighbor]
    errors = [(outputs[word] @ v).sigmoid() - label for word, label in asked]
    step = sum(e * outputs[word] for e, (word, _) in zip(errors, asked, strict=True))
    for e, (word, _) in zip(errors, asked, strict=True):
        outputs[word] -= rate * e * v
    inputs[center] -= rate * step
    return inputs, outputs


def negative_sampling_step_right_1(inputs, outputs, center, neighbor, noise, rate):
    rows = torch.tensor([neighbor] + [n for n in noise if n != neighbor])
    labels = (torch.arange(len(rows)) == 0).to(inputs.dtype)
    v, u = inputs[center], outputs[rows]
    error = torch.sigmoid(u @ v) - labels
    new_inputs = inputs.clone()
    new_inputs[center] = v - rate * (error @ u)
    return new_inputs, outputs.index_add(0, rows, -rate * torch.outer(error, v))


def negative_sampling_step_right_2(inputs, outputs, center, neighbor, noise, rate):
    v_table = inputs.detach().clone().requires_grad_()
    u_table = outputs.detach().clone().requires_grad_()
    loss = -logsigmoid(u_table[neighbor] @ v_table[center])
    for n in noise:
        if n != neighbor:
            loss = loss - logsigmoid(-(u_table[n] @ v_table[center]))
    loss.backward()
    return inputs - rate * v_table.grad, outputs - rate * u_table.grad


WRONG = {
    "skip_gram_pairs": [
        (skip_gram_pairs_wrong_1, "range leaves out the last neighbor on the right"),
        (skip_gram_pairs_wrong_2, "negative places read words from the end"),
        (skip_gram_pairs_wrong_3, "compares words, not places: a repeated word is left out"),
        (skip_gram_pairs_wrong_4, "index finds the first occurrence of a repeated word"),
        (skip_gram_pairs_wrong_5, "neighbors from near to far"),
        (skip_gram_pairs_wrong_6, "keeps a repeated pair once"),
    ],
    "keep_probability": [
        (keep_probability_wrong_1, "the formula of the paper"),
        (keep_probability_wrong_2, "probabilities above 1"),
        (keep_probability_wrong_3, "cuts off at 1 before the second term is added"),
        (keep_probability_wrong_4, "share of the vocabulary: divides by the number of words"),
        (keep_probability_wrong_5, "the probability of dropping"),
        (keep_probability_wrong_6, "stays in float32"),
    ],
    "context_mean": [
        (context_mean_wrong_1, "divides by the number of words in the whole batch"),
        (context_mean_wrong_2, "divides by all places, the empty ones too"),
        (context_mean_wrong_3, "takes word 0 for padding"),
        (context_mean_wrong_4, "reads word 0 at -1 and does not mask it"),
        (context_mean_wrong_5, "a word that stands twice counts once"),
        (context_mean_wrong_6, "thinks that -1 stands at the end of a row only"),
    ],
    "hierarchical_probability": [
        (hierarchical_probability_wrong_1, "swaps left and right"),
        (hierarchical_probability_wrong_2, "returns the log-probability"),
        (hierarchical_probability_wrong_3, "takes the first rows, not those on the path"),
        (hierarchical_probability_wrong_4, "takes 1 less the score, not 1 less the probability"),
        (hierarchical_probability_wrong_5, "adds the scores and takes one sigmoid"),
        (hierarchical_probability_wrong_6, "takes the last of the path for the leaf"),
    ],
    "noise_distribution": [
        (noise_distribution_wrong_1, "raises the shares and does not normalize again"),
        (noise_distribution_wrong_2, "divides by the sum of the counts"),
        (noise_distribution_wrong_3, "always 3/4, whatever the power"),
        (noise_distribution_wrong_4, "an integer tensor to a float power is float32"),
        (noise_distribution_wrong_5, "takes 'proportional' for a softmax of the counts"),
        (noise_distribution_wrong_6, "mixes the shares with the uniform distribution"),
    ],
    "negative_sampling_step": [
        (negative_sampling_step_wrong_1, "the input row moves by output rows that have moved"),
        (negative_sampling_step_wrong_2, "skips the center among the noise, too"),
        (negative_sampling_step_wrong_3, "indexed subtraction: a repeated row moves once"),
        (negative_sampling_step_wrong_4, "does not skip the neighbor among the noise"),
        (negative_sampling_step_wrong_5, "takes sigma(-score) from the loss for the noise error"),
        (negative_sampling_step_wrong_6, "no clones: changes the arguments"),
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
