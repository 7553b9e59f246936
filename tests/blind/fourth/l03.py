"""Answers of the class to lesson 03, written from its text alone."""

import math

import torch

# Exercise 1


def skip_gram_pairs_wrong_1(words, window):
    pairs = []
    for i in range(len(words)):
        for j in range(max(0, i - window), min(len(words), i + window)):
            if j != i:
                pairs.append((words[i], words[j]))
    return pairs


def skip_gram_pairs_wrong_2(words, window):
    pairs = []
    for i, word in enumerate(words):
        for j in range(i - window, i + window + 1):
            if j != i and j < len(words):
                pairs.append((word, words[j % len(words)]))
    return pairs


def skip_gram_pairs_wrong_3(words, window):
    pairs = []
    for i, word in enumerate(words):
        for other in words[i - window : i] + words[i + 1 : i + 1 + window]:
            pairs.append((word, other))
    return pairs


def skip_gram_pairs_wrong_4(words, window):
    pairs = []
    for i, word in enumerate(words):
        for j in range(max(0, i - window), min(len(words), i + window + 1)):
            if words[j] != word:
                pairs.append((word, words[j]))
    return pairs


def skip_gram_pairs_wrong_5(words, window):
    n = len(words)
    return [
        (words[j], words[i])
        for i in range(n)
        for j in range(max(0, i - window), min(n, i + window + 1))
        if i != j
    ]


def skip_gram_pairs_wrong_6(words, window):
    pairs = []
    for i, word in enumerate(words):
        for distance in range(1, window + 1):
            if i - distance >= 0:
                pairs.append((word, words[i - distance]))
            if i + distance < len(words):
                pairs.append((word, words[i + distance]))
    return pairs


def skip_gram_pairs_wrong_7(words, window):
    pairs = []
    for i, word in enumerate(words):
        for j in range(max(0, i - window), min(len(words), i + window + 1)):
            pair = (word, words[j])
            if i != j and pair not in pairs:
                pairs.append(pair)
    return pairs


def skip_gram_pairs_wrong_8(words, window):
    return [
        (words[i], words[j])
        for i in range(len(words))
        for j in range(max(0, i - window), min(len(words), i + window + 1))
    ]


def skip_gram_pairs_right_1(words, window):
    pairs = []
    for i, word in enumerate(words):
        left = words[max(0, i - window) : i]
        right = words[i + 1 : i + 1 + window]
        pairs.extend((word, other) for other in left + right)
    return pairs


def skip_gram_pairs_right_2(words, window):
    places = range(len(words))
    return [(words[i], words[j]) for i in places for j in places if 0 < abs(i - j) <= window]


# Exercise 2


def keep_probability_wrong_1(counts, sample):
    share = counts.double() / counts.sum()
    return (sample / share).sqrt().clamp(max=1)


def keep_probability_wrong_2(counts, sample):
    share = counts.double() / counts.sum()
    return (sample / share).sqrt() + sample / share


def keep_probability_wrong_3(counts, sample):
    f = counts.double()
    return ((sample / f).sqrt() + sample / f).clamp(max=1)


def keep_probability_wrong_4(counts, sample):
    f = counts.double() / counts.sum()
    return 1 - ((sample / f).sqrt() + sample / f).clamp(max=1)


def keep_probability_wrong_5(counts, sample):
    f = counts.double() / counts.sum()
    ratio = f / sample
    return (ratio.sqrt() + ratio).clamp(max=1)


def keep_probability_wrong_6(counts, sample):
    ratio = sample * counts.sum() / counts.double()
    return torch.sqrt(ratio + ratio).clamp(max=1)


def keep_probability_wrong_7(counts, sample):
    f = counts.double() / counts.max()
    return ((sample / f).sqrt() + sample / f).clamp(max=1)


def keep_probability_wrong_8(counts, sample):
    f = counts.double() / counts.sum()
    return (sample / f).sqrt().clamp(max=1) + sample / f


def keep_probability_right_1(counts, sample):
    total = counts.sum().item()
    kept = []
    for count in counts.tolist():
        f = count / total
        kept.append(min(1.0, math.sqrt(sample / f) + sample / f))
    return torch.tensor(kept, dtype=torch.float64)


def keep_probability_right_2(counts, sample):
    ratio = sample * counts.sum().double() / counts.double()
    return torch.minimum(ratio.sqrt() + ratio, torch.ones_like(ratio))


# Exercise 3


def context_mean_wrong_1(vectors, context):
    return vectors[context].mean(dim=1)


def context_mean_wrong_2(vectors, context):
    mask = (context >= 0).unsqueeze(-1).to(vectors.dtype)
    return (vectors[context] * mask).mean(dim=1)


def context_mean_wrong_3(vectors, context):
    mask = (context > 0).unsqueeze(-1).to(vectors.dtype)
    return (vectors[context] * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1)


def context_mean_wrong_4(vectors, context):
    number = (context >= 0).sum(dim=1, keepdim=True)
    return vectors[context].sum(dim=1) / number


def context_mean_wrong_5(vectors, context):
    return torch.stack([vectors[row[row >= 0].unique()].mean(dim=0) for row in context])


def context_mean_wrong_6(vectors, context):
    mask = (context >= 0)[:, :, None]
    return (vectors[context] * mask).sum(dim=1)


def context_mean_wrong_7(vectors, context):
    return vectors[context.clamp(min=0)].mean(dim=1)


def context_mean_wrong_8(vectors, context):
    lengths = (context >= 0).sum(dim=1).tolist()
    return torch.stack(
        [vectors[row[:length]].mean(dim=0) for row, length in zip(context, lengths, strict=True)]
    )


def context_mean_right_1(vectors, context):
    means = []
    for row in context.tolist():
        rows = [vectors[index] for index in row if index != -1]
        means.append(sum(rows) / len(rows))
    return torch.stack(means)


def context_mean_right_2(vectors, context):
    known = context >= 0
    looked_up = vectors[context].masked_fill(~known[..., None], 0)
    return looked_up.sum(dim=1) / known.sum(dim=1, keepdim=True)


# Exercise 4


def hierarchical_probability_wrong_1(hidden, nodes, path, code):
    p = 1.0
    for n, turn in zip(path, code, strict=True):
        left = (nodes[n] @ hidden).sigmoid().item()
        p *= left if turn == 1 else 1 - left
    return p


def hierarchical_probability_wrong_2(hidden, nodes, path, code):
    total = 0.0
    for n, turn in zip(path, code, strict=True):
        left = (nodes[n] @ hidden).sigmoid().item()
        total += left if turn == 0 else 1 - left
    return total


def hierarchical_probability_wrong_3(hidden, nodes, path, code):
    p = 1.0
    for i, turn in enumerate(code):
        left = (nodes[i] @ hidden).sigmoid().item()
        p *= 1 - left if turn else left
    return p


def hierarchical_probability_wrong_4(hidden, nodes, path, code):
    log_p = 0.0
    for n, turn in zip(path, code, strict=True):
        left = torch.sigmoid(nodes[n] @ hidden).item()
        log_p += math.log(1 - left if turn else left)
    return log_p


def hierarchical_probability_wrong_5(hidden, nodes, path, code):
    p = 1.0
    for n in path:
        p *= torch.sigmoid(nodes[n] @ hidden).item()
    return p


def hierarchical_probability_wrong_6(hidden, nodes, path, code):
    left = torch.sigmoid(nodes[path[-1]] @ hidden).item()
    return 1 - left if code[-1] else left


def hierarchical_probability_wrong_7(hidden, nodes, path, code):
    signs = torch.tensor(code, dtype=hidden.dtype)
    scores = nodes[path] @ hidden
    return torch.sigmoid(scores * signs).prod().item()


def hierarchical_probability_wrong_8(hidden, nodes, path, code):
    p = 1.0
    for n, turn in zip(path[:-1], code[:-1], strict=True):
        left = torch.sigmoid(nodes[n] @ hidden).item()
        p *= 1 - left if turn else left
    return p


def hierarchical_probability_right_1(hidden, nodes, path, code):
    signs = 1 - 2 * torch.tensor(code, dtype=hidden.dtype)
    return torch.sigmoid(signs * (nodes[path] @ hidden)).prod().item()


def hierarchical_probability_right_2(hidden, nodes, path, code):
    p = 1.0
    for n, turn in zip(path, code, strict=True):
        left = 1 / (1 + math.exp(-float(nodes[n] @ hidden)))
        p = p * left if turn == 0 else p * (1 - left)
    return p


# Exercise 5


def noise_distribution_wrong_1(counts, power):
    return (counts.double() / counts.sum()) ** power


def noise_distribution_wrong_2(counts, power):
    return counts.double() ** power / counts.sum()


def noise_distribution_wrong_3(counts, power):
    powered = counts.double() ** 0.75
    return powered / powered.sum()


def noise_distribution_wrong_4(counts, power):
    powered = counts**power
    return powered / powered.sum()


def noise_distribution_wrong_5(counts, power):
    return counts.double() ** power / counts.double().sum() ** power


def noise_distribution_wrong_6(counts, power):
    return (counts.double() * power).softmax(dim=0)


def noise_distribution_wrong_7(counts, power):
    powered = counts.double() ** power
    return powered / powered.max()


def noise_distribution_wrong_8(counts, power):
    weights = counts.double() * power
    return weights / weights.sum()


def noise_distribution_right_1(counts, power):
    share = (counts.double() / counts.sum()) ** power
    return share / share.sum()


def noise_distribution_right_2(counts, power):
    return (power * counts.double().log()).softmax(dim=0)


# Exercise 6


def negative_sampling_step_wrong_1(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    for row, label in [(neighbor, 1), *((n, 0) for n in noise)]:
        e = torch.sigmoid(outputs[row] @ v) - label
        new_outputs[row] -= rate * e * v
        new_inputs[center] -= rate * e * outputs[row]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_2(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    for row, label in [(neighbor, 1), *((n, 0) for n in noise if n != neighbor)]:
        e = torch.sigmoid(new_outputs[row] @ new_inputs[center]) - label
        v = new_inputs[center].clone()
        new_inputs[center] -= rate * e * new_outputs[row]
        new_outputs[row] -= rate * e * v
    return new_inputs, new_outputs


def negative_sampling_step_wrong_3(inputs, outputs, center, neighbor, noise, rate):
    rows = [neighbor] + [n for n in noise if n != neighbor]
    labels = torch.zeros(len(rows), dtype=inputs.dtype)
    labels[0] = 1
    v, u = inputs[center], outputs[rows]
    e = (u @ v).sigmoid() - labels
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    new_inputs[center] -= rate * (e @ u)
    new_outputs[rows] -= rate * e[:, None] * v
    return new_inputs, new_outputs


def negative_sampling_step_wrong_4(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    for row, label in [(neighbor, 1)] + [(n, 0) for n in noise]:
        if label == 0 and row in (neighbor, center):
            continue
        e = torch.sigmoid(outputs[row] @ v) - label
        new_outputs[row] -= rate * e * v
        new_inputs[center] -= rate * e * outputs[row]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_5(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    for row, label in [(neighbor, 1), *((n, 0) for n in noise if n != neighbor)]:
        e = torch.sigmoid(outputs[row] @ v) - label
        new_outputs[row] += rate * e * v
        new_inputs[center] += rate * e * outputs[row]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_6(inputs, outputs, center, neighbor, noise, rate):
    v = inputs[center].clone()
    move = torch.zeros_like(v)
    for row, label in [(neighbor, 1), *((n, 0) for n in noise if n != neighbor)]:
        e = torch.sigmoid(outputs[row] @ v) - label
        move += e * outputs[row]
        outputs[row] -= rate * e * v
    inputs[center] -= rate * move
    return inputs, outputs


def negative_sampling_step_wrong_7(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    rows = [neighbor] + [n for n in set(noise) if n != neighbor]
    for row in rows:
        e = torch.sigmoid(outputs[row] @ v) - (1 if row == neighbor else 0)
        new_outputs[row] -= rate * e * v
        new_inputs[center] -= rate * e * outputs[row]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_8(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    kept = [n for n in noise if n != neighbor]
    for row, label in [(neighbor, 1), *((n, 0) for n in kept)]:
        e = torch.sigmoid(outputs[row] @ v) - label
        new_inputs[center] -= rate * e * outputs[row] / (1 + len(kept))
        new_outputs[row] -= rate * e * v
    return new_inputs, new_outputs


def negative_sampling_step_wrong_9(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    rows = [(neighbor, 1), *((n, 0) for n in noise if n != neighbor)]
    for row, label in rows:
        e = torch.sigmoid(outputs[row] @ inputs[center]) - label
        new_inputs[center] -= rate * e * outputs[row]
    for row, label in rows:
        e = torch.sigmoid(outputs[row] @ inputs[center]) - label
        new_outputs[row] -= rate * e * new_inputs[center]
    return new_inputs, new_outputs


def negative_sampling_step_right_1(inputs, outputs, center, neighbor, noise, rate):
    rows = torch.tensor([neighbor] + [n for n in noise if n != neighbor])
    u, v = outputs[rows], inputs[center]
    error = (u @ v).sigmoid()
    error[0] -= 1
    new_inputs = inputs.clone()
    new_inputs[center] = v - rate * (error[:, None] * u).sum(dim=0)
    return new_inputs, outputs.index_add(0, rows, -rate * torch.outer(error, v))


def negative_sampling_step_right_2(inputs, outputs, center, neighbor, noise, rate):
    V = inputs.detach().clone().requires_grad_()
    U = outputs.detach().clone().requires_grad_()
    logsigmoid = torch.nn.functional.logsigmoid
    loss = -logsigmoid(U[neighbor] @ V[center])
    for n in noise:
        if n != neighbor:
            loss = loss - logsigmoid(-(U[n] @ V[center]))
    loss.backward()
    return (V - rate * V.grad).detach(), (U - rate * U.grad).detach()


WRONG = {
    "skip_gram_pairs": [
        (skip_gram_pairs_wrong_1, "range leaves its end out: one neighbor short on the right"),
        (skip_gram_pairs_wrong_2, "negative places wrap round to the end"),
        (skip_gram_pairs_wrong_3, "a slice with a negative start loses the left neighbors"),
        (skip_gram_pairs_wrong_4, "compares words, not places: an equal neighbor is skipped"),
        (skip_gram_pairs_wrong_5, "(neighbor, word) in the place of (word, neighbor)"),
        (skip_gram_pairs_wrong_6, "neighbors by distance, not from left to right"),
        (skip_gram_pairs_wrong_7, "a pair that occurs twice is kept once"),
        (skip_gram_pairs_wrong_8, "the word is its own neighbor"),
    ],
    "keep_probability": [
        (keep_probability_wrong_1, "the formula of the paper, without t / f"),
        (keep_probability_wrong_2, "forgets that a probability is at most 1"),
        (keep_probability_wrong_3, "counts in the place of shares"),
        (keep_probability_wrong_4, "the probability of dropping"),
        (keep_probability_wrong_5, "f / t in the place of t / f"),
        (keep_probability_wrong_6, "both terms under the root"),
        (keep_probability_wrong_7, "divides by the largest count, not by the sum"),
        (keep_probability_wrong_8, "cuts off the root only, before t / f is added"),
    ],
    "context_mean": [
        (context_mean_wrong_1, "-1 reads the last row"),
        (context_mean_wrong_2, "masks, but divides by C"),
        (context_mean_wrong_3, "takes index 0 for padding, too"),
        (context_mean_wrong_4, "divides by the right number, but adds the rows at -1"),
        (context_mean_wrong_5, "a word that stands there twice counts once"),
        (context_mean_wrong_6, "the sum, not the mean"),
        (context_mean_wrong_7, "-1 becomes word 0"),
        (context_mean_wrong_8, "believes that -1 stands only at the end"),
    ],
    "hierarchical_probability": [
        (hierarchical_probability_wrong_1, "left and right swapped"),
        (hierarchical_probability_wrong_2, "adds the turns"),
        (hierarchical_probability_wrong_3, "numbers the nodes by depth, not by path"),
        (hierarchical_probability_wrong_4, "returns the logarithm"),
        (hierarchical_probability_wrong_5, "ignores the code: always left"),
        (hierarchical_probability_wrong_6, "the last turn only"),
        (hierarchical_probability_wrong_7, "signs 0 and 1 in the place of 1 and -1"),
        (hierarchical_probability_wrong_8, "leaves the last turn out, as if it led to no node"),
    ],
    "noise_distribution": [
        (noise_distribution_wrong_1, "powers of shares, not normalized again"),
        (noise_distribution_wrong_2, "divides by the sum of the counts"),
        (noise_distribution_wrong_3, "3/4 whatever the power is"),
        (noise_distribution_wrong_4, "forgets float64"),
        (noise_distribution_wrong_5, "the power of the sum, not the sum of the powers"),
        (noise_distribution_wrong_6, "softmax of the counts times the power"),
        (noise_distribution_wrong_7, "divides by the largest power"),
        (noise_distribution_wrong_8, "multiplies by the power"),
    ],
    "negative_sampling_step": [
        (negative_sampling_step_wrong_1, "does not skip noise words that are the neighbor"),
        (negative_sampling_step_wrong_2, "word by word from tables that have already moved"),
        (negative_sampling_step_wrong_3, "indexed subtraction: a word drawn twice moves once"),
        (negative_sampling_step_wrong_4, "skips noise words that are the center, too"),
        (negative_sampling_step_wrong_5, "steps up, not down"),
        (negative_sampling_step_wrong_6, "changes the arguments, and a row drawn twice is new"),
        (negative_sampling_step_wrong_7, "a set of noise words: drawn twice counts once"),
        (negative_sampling_step_wrong_8, "the mean for the center, not the sum"),
        (negative_sampling_step_wrong_9, "the outputs step along the moved input row"),
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
