"""Answers of the class to lesson 03, written from its text alone."""

import math

import torch
from torch.nn.functional import logsigmoid

# -------------------------------------------------------- Exercise 1: skip_gram_pairs


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
                pairs.append((words[i], words[j]))
    return pairs


def skip_gram_pairs_wrong_3(words, window):
    pairs = []
    for i in range(len(words)):
        for j in range(max(0, i - window), min(len(words), i + window + 1)):
            pairs.append((words[i], words[j]))
    return pairs


def skip_gram_pairs_wrong_4(words, window):
    pairs = []
    for i, word in enumerate(words):
        for j in range(max(0, i - window), min(len(words), i + window + 1)):
            if words[j] != word:
                pairs.append((word, words[j]))
    return pairs


def skip_gram_pairs_wrong_5(words, window):
    pairs = []
    for i, word in enumerate(words):
        for distance in range(1, window + 1):
            if i - distance >= 0:
                pairs.append((word, words[i - distance]))
            if i + distance < len(words):
                pairs.append((word, words[i + distance]))
    return pairs


def skip_gram_pairs_wrong_6(words, window):
    pairs = []
    for i, word in enumerate(words):
        for j in range(max(0, i - window), min(len(words), i + window + 1)):
            if j != i:
                pairs.append((words[j], word))
    return pairs


def skip_gram_pairs_wrong_7(words, window):
    pairs = []
    for i, word in enumerate(words):
        for neighbor in words[i + 1 : i + window + 1]:
            pairs.append((word, neighbor))
    return pairs


def skip_gram_pairs_wrong_8(words, window):
    pairs = []
    for i in range(window, len(words) - window):
        for j in range(i - window, i + window + 1):
            if j != i:
                pairs.append((words[i], words[j]))
    return pairs


def skip_gram_pairs_wrong_9(words, window):
    pairs = []
    for i in range(len(words)):
        for j in range(max(0, i - window), min(len(words) - 1, i + window + 1)):
            if j != i:
                pairs.append((words[i], words[j]))
    return pairs


def skip_gram_pairs_wrong_10(words, window):
    pairs = []
    for i, word in enumerate(words):
        left = words[i - window : i]
        right = words[i + 1 : i + window + 1]
        pairs += [(word, neighbor) for neighbor in left + right]
    return pairs


def skip_gram_pairs_wrong_11(words, window):
    half = window // 2
    return [
        (words[i], words[j])
        for i in range(len(words))
        for j in range(max(0, i - half), min(len(words), i + half + 1))
        if j != i
    ]


def skip_gram_pairs_right_1(words, window):
    places = range(len(words))
    return [(words[i], words[j]) for i in places for j in places if 0 < abs(i - j) <= window]


def skip_gram_pairs_right_2(words, window):
    pairs = []
    for i, word in enumerate(words):
        neighbors = list(words[max(i - window, 0) : i]) + list(words[i + 1 : i + 1 + window])
        for neighbor in neighbors:
            pairs.append((word, neighbor))
    return pairs


# ------------------------------------------------------- Exercise 2: keep_probability


def keep_probability_wrong_1(counts, sample):
    f = counts.double() / counts.sum()
    return torch.sqrt(sample / f).clamp(max=1)


def keep_probability_wrong_2(counts, sample):
    f = counts.double() / counts.sum()
    return torch.sqrt(sample / f) + sample / f


def keep_probability_wrong_3(counts, sample):
    f = counts.double()
    return (torch.sqrt(sample / f) + sample / f).clamp(max=1)


def keep_probability_wrong_4(counts, sample):
    f = counts.double() / counts.sum()
    return (1 - torch.sqrt(sample / f) - sample / f).clamp(min=0)


def keep_probability_wrong_5(counts, sample):
    f = counts.double() / counts.sum()
    return (torch.sqrt(f / sample) + f / sample).clamp(max=1)


def keep_probability_wrong_6(counts, sample):
    f = counts.double() / counts.max()
    return (torch.sqrt(sample / f) + sample / f).clamp(max=1)


def keep_probability_wrong_7(counts, sample):
    f = counts.double() / counts.sum()
    return (torch.sqrt(sample / f) + sample / f).clamp(min=1)


def keep_probability_wrong_8(counts, sample):
    f = counts.double() / len(counts)
    return (torch.sqrt(sample / f) + sample / f).clamp(max=1)


def keep_probability_wrong_9(counts, sample):
    f = counts.double() / counts.sum()
    keep = (torch.sqrt(sample / f) + sample / f).clamp(max=1)
    return keep / keep.sum()


def keep_probability_wrong_10(counts, sample):
    f = counts.double() / counts.sum()
    return torch.sqrt(sample / f + sample / f).clamp(max=1)


def keep_probability_wrong_11(counts, sample):
    f = counts // counts.sum()
    return (torch.sqrt(sample / f) + sample / f).clamp(max=1)


def keep_probability_right_1(counts, sample):
    f = counts.double() / counts.double().sum()
    ratio = sample / f
    return (ratio.sqrt() + ratio).clamp(max=1)


def keep_probability_right_2(counts, sample):
    total = sum(counts.tolist())
    keep = []
    for count in counts.tolist():
        f = count / total
        keep.append(min(1.0, math.sqrt(sample / f) + sample / f))
    return torch.tensor(keep, dtype=torch.float64)


# ----------------------------------------------------------- Exercise 3: context_mean


def context_mean_wrong_1(vectors, context):
    return vectors[context].mean(dim=1)


def context_mean_wrong_2(vectors, context):
    mask = (context >= 0).unsqueeze(-1).to(vectors.dtype)
    return (vectors[context] * mask).mean(dim=1)


def context_mean_wrong_3(vectors, context):
    return vectors[context.clamp(min=0)].mean(dim=1)


def context_mean_wrong_4(vectors, context):
    mask = (context > 0).unsqueeze(-1).to(vectors.dtype)
    return (vectors[context] * mask).sum(dim=1) / mask.sum(dim=1)


def context_mean_wrong_5(vectors, context):
    mask = (context >= 0).unsqueeze(-1).to(vectors.dtype)
    return (vectors[context] * mask).sum(dim=1)


def context_mean_wrong_6(vectors, context):
    mask = (context >= 0).unsqueeze(-1).to(vectors.dtype)
    return (vectors[context] * mask).sum(dim=1) / mask.sum()


def context_mean_wrong_7(vectors, context):
    rows = []
    for row in context.tolist():
        total, number = torch.zeros_like(vectors[0]), 0
        for index in row:
            if index == -1:
                break
            total = total + vectors[index]
            number += 1
        rows.append(total / number)
    return torch.stack(rows)


def context_mean_wrong_8(vectors, context):
    number = (context >= 0).sum(dim=1, keepdim=True)
    return vectors[context].sum(dim=1) / number


def context_mean_wrong_9(vectors, context):
    return torch.stack([vectors[row[row >= 0].unique()].mean(dim=0) for row in context])


def context_mean_wrong_10(vectors, context):
    return vectors[context[context >= 0]].mean(dim=0)


def context_mean_wrong_11(vectors, context):
    mask = (context >= 0).unsqueeze(-1).to(vectors.dtype)
    return (vectors[context] * mask).sum(dim=1) / (mask.sum(dim=1) + 1)


def context_mean_right_1(vectors, context):
    return torch.stack([vectors[row[row >= 0]].mean(dim=0) for row in context])


def context_mean_right_2(vectors, context):
    there = context != -1
    found = vectors[context].masked_fill(~there[:, :, None], 0.0)
    return found.sum(dim=1) / there.sum(dim=1)[:, None]


# ----------------------------------------------- Exercise 4: hierarchical_probability


def hierarchical_probability_wrong_1(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path, code, strict=True):
        right = (nodes[n] @ hidden).sigmoid().item()
        probability *= right if turn == 1 else 1 - right
    return probability


def hierarchical_probability_wrong_2(hidden, nodes, path, code):
    probability = 1.0
    for n in path:
        probability *= (nodes[n] @ hidden).sigmoid().item()
    return probability


def hierarchical_probability_wrong_3(hidden, nodes, path, code):
    total = 0.0
    for n, turn in zip(path, code, strict=True):
        left = (nodes[n] @ hidden).sigmoid().item()
        total += left if turn == 0 else 1 - left
    return total


def hierarchical_probability_wrong_4(hidden, nodes, path, code):
    total = 0.0
    for n, turn in zip(path, code, strict=True):
        score = nodes[n] @ hidden
        total += logsigmoid(score if turn == 0 else -score).item()
    return total


def hierarchical_probability_wrong_5(hidden, nodes, path, code):
    probability = 1.0
    for step, turn in enumerate(code):
        left = (nodes[step] @ hidden).sigmoid().item()
        probability *= left if turn == 0 else 1 - left
    return probability


def hierarchical_probability_wrong_6(hidden, nodes, path, code):
    left = (nodes[path[-1]] @ hidden).sigmoid().item()
    return left if code[-1] == 0 else 1 - left


def hierarchical_probability_wrong_7(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path, code, strict=True):
        score = (nodes[n] @ hidden).item()
        probability *= score if turn == 0 else 1 - score
    return probability


def hierarchical_probability_wrong_8(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path[1:], code[1:], strict=True):
        left = (nodes[n] @ hidden).sigmoid().item()
        probability *= left if turn == 0 else 1 - left
    return probability


def hierarchical_probability_wrong_9(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path, code, strict=True):
        if turn == 0:
            probability *= (nodes[n] @ hidden).sigmoid().item()
    return probability


def hierarchical_probability_wrong_10(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path, code, strict=True):
        left = (nodes[n] @ hidden).sigmoid().item()
        probability = probability * left if turn == 0 else 1 - probability * left
    return probability


def hierarchical_probability_wrong_11(hidden, nodes, path, code):
    probability = torch.tensor(1.0)
    for n, turn in zip(path, code, strict=True):
        left = (nodes[n] @ hidden).sigmoid()
        probability = probability * (left if turn == 0 else 1 - left)
    return probability


def hierarchical_probability_wrong_12(hidden, nodes, path, code):
    score = 0.0
    for n, turn in zip(path, code, strict=True):
        score = score + (1 - 2 * turn) * (nodes[n] @ hidden)
    return score.sigmoid().item()


def hierarchical_probability_right_1(hidden, nodes, path, code):
    signs = 1 - 2 * torch.as_tensor(code, dtype=nodes.dtype)
    scores = nodes[torch.as_tensor(path, dtype=torch.long)] @ hidden
    return (signs * scores).sigmoid().prod().item()


def hierarchical_probability_right_2(hidden, nodes, path, code):
    log_probability = 0.0
    for n, turn in zip(path, code, strict=True):
        left = 1 / (1 + math.exp(-float(nodes[n] @ hidden)))
        log_probability += math.log(left if turn == 0 else 1 - left)
    return math.exp(log_probability)


def hierarchical_probability_right_3(hidden, nodes, path, code):
    probability = 1.0
    for n, turn in zip(path, code, strict=True):
        left = torch.sigmoid(nodes[n] @ hidden).item()
        probability *= 1 - left if turn else left
    return probability


# ----------------------------------------------------- Exercise 5: noise_distribution


def noise_distribution_wrong_1(counts, power):
    return (counts.double() / counts.sum()) ** power


def noise_distribution_wrong_2(counts, power):
    return counts.double() ** power


def noise_distribution_wrong_3(counts, power):
    weights = counts.double() ** 0.75
    return weights / weights.sum()


def noise_distribution_wrong_4(counts, power):
    return counts.double() ** power / counts.sum()


def noise_distribution_wrong_5(counts, power):
    return (counts.double() ** power).softmax(dim=0)


def noise_distribution_wrong_6(counts, power):
    weights = counts.double() * power
    return weights / weights.sum()


def noise_distribution_wrong_7(counts, power):
    weights = counts.double() ** power
    return weights / weights.max()


def noise_distribution_wrong_8(counts, power):
    weights = counts.double() ** power
    return weights / counts.double().sum() ** power


def noise_distribution_wrong_9(counts, power):
    q = counts.double() / counts.sum()
    return power * q + (1 - power) / len(counts)


def noise_distribution_wrong_10(counts, power):
    weights = counts.double() ** -power
    return weights / weights.sum()


def noise_distribution_right_1(counts, power):
    weights = counts.double().pow(power)
    return weights / weights.sum()


def noise_distribution_right_2(counts, power):
    powers = [count**power for count in counts.tolist()]
    total = math.fsum(powers)
    return torch.tensor([one / total for one in powers], dtype=torch.float64)


# ------------------------------------------------- Exercise 6: negative_sampling_step


def negative_sampling_step_wrong_1(inputs, outputs, center, neighbor, noise, rate):
    inputs, outputs = inputs.clone(), outputs.clone()
    v = inputs[center].clone()
    move = torch.zeros_like(v)
    for word, label in [(neighbor, 1), *((n, 0) for n in noise if n != neighbor)]:
        error = (outputs[word] @ v).sigmoid() - label
        move += error * outputs[word]
        outputs[word] -= rate * error * v
    inputs[center] -= rate * move
    return inputs, outputs


def negative_sampling_step_wrong_2(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    for word, label in [(neighbor, 1), *((n, 0) for n in noise if n != neighbor)]:
        error = (outputs[word] @ inputs[center]).sigmoid() - label
        new_inputs[center] -= rate * error * outputs[word]
        new_outputs[word] -= rate * error * new_inputs[center]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_3(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    for word, label in [(neighbor, 1)] + [(n, 0) for n in noise]:
        error = (outputs[word] @ v).sigmoid() - label
        new_outputs[word] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_4(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    for word in {neighbor, *noise}:
        error = (outputs[word] @ v).sigmoid() - (1.0 if word == neighbor else 0.0)
        new_outputs[word] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_5(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    for word, label in [(neighbor, 1), *((n, 0) for n in noise if n != neighbor)]:
        error = (outputs[word] @ v).sigmoid() - label
        new_outputs[word] += rate * error * v
        new_inputs[center] += rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_6(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    for word, label in [(neighbor, 1), *((n, 0) for n in noise if n != center)]:
        error = (outputs[word] @ v).sigmoid() - label
        new_outputs[word] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_7(inputs, outputs, center, neighbor, noise, rate):
    words = [neighbor] + [n for n in noise if n != neighbor]
    labels = torch.zeros(len(words), dtype=inputs.dtype)
    labels[0] = 1
    v, u = inputs[center], outputs[words]
    error = (u @ v).sigmoid() - labels
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    new_outputs[words] -= rate * error[:, None] * v
    new_inputs[center] -= rate * (error @ u)
    return new_inputs, new_outputs


def negative_sampling_step_wrong_8(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    words = [(neighbor, 1), *((n, 0) for n in noise if n != neighbor)]
    for word, label in words:
        error = ((outputs[word] @ v).sigmoid() - label) / len(words)
        new_outputs[word] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_9(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    for word, label in [(neighbor, 1), *((n, 0) for n in noise if n != neighbor)]:
        error = outputs[word] @ v - label
        new_outputs[word] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_10(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    error = (outputs[neighbor] @ v).sigmoid() - 1
    new_outputs[neighbor] -= rate * error * v
    new_inputs[center] -= rate * error * outputs[neighbor]
    for n in noise:
        if n == neighbor:
            break
        error = (outputs[n] @ v).sigmoid()
        new_outputs[n] -= rate * error * v
        new_inputs[center] -= rate * error * outputs[n]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_11(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = outputs[center]
    for word, label in [(neighbor, 1), *((n, 0) for n in noise if n != neighbor)]:
        error = (inputs[word] @ v).sigmoid() - label
        new_inputs[word] -= rate * error * v
        new_outputs[center] -= rate * error * inputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_wrong_12(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    v = inputs[center]
    for word, label in [(neighbor, 1), *((n, 0) for n in noise if n != neighbor)]:
        error = (outputs[word] @ v).sigmoid() - label
        new_outputs[word] -= rate * error * v
        new_inputs[center] = inputs[center] - rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_right_1(inputs, outputs, center, neighbor, noise, rate):
    v = inputs[center]
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    decisions = [(neighbor, 1.0)]
    for n in noise:
        if n != neighbor:
            decisions.append((n, 0.0))
    for word, label in decisions:
        e = torch.sigmoid(outputs[word] @ v) - label
        new_outputs[word] -= rate * e * v
        new_inputs[center] -= rate * e * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_right_2(inputs, outputs, center, neighbor, noise, rate):
    old_in = inputs.detach().clone().requires_grad_()
    old_out = outputs.detach().clone().requires_grad_()
    kept = [n for n in noise if n != neighbor]
    loss = -logsigmoid(old_out[neighbor] @ old_in[center])
    if kept:
        loss = loss - logsigmoid(-(old_out[kept] @ old_in[center])).sum()
    loss.backward()
    with torch.no_grad():
        return old_in - rate * old_in.grad, old_out - rate * old_out.grad


WRONG = {
    "skip_gram_pairs": [
        (skip_gram_pairs_wrong_1, "range leaves out the last neighbor on the right"),
        (skip_gram_pairs_wrong_2, "negative places count from the back of the sentence"),
        (skip_gram_pairs_wrong_3, "pairs each word with itself"),
        (skip_gram_pairs_wrong_4, "compares words instead of places, so a repeated word is lost"),
        (skip_gram_pairs_wrong_5, "nearest neighbors first instead of left to right"),
        (skip_gram_pairs_wrong_6, "(neighbor, word) instead of (word, neighbor)"),
        (skip_gram_pairs_wrong_7, "neighbors on the right only"),
        (skip_gram_pairs_wrong_8, "only words with a full window"),
        (skip_gram_pairs_wrong_9, "the last word is nobody's neighbor"),
        (skip_gram_pairs_wrong_10, "a slice with a negative start loses the left neighbors"),
        (skip_gram_pairs_wrong_11, "takes the window for the width of both sides together"),
    ],
    "keep_probability": [
        (keep_probability_wrong_1, "the formula of the paper, without t/f"),
        (keep_probability_wrong_2, "forgets that it is at most 1"),
        (keep_probability_wrong_3, "counts instead of shares"),
        (keep_probability_wrong_4, "the probability to drop"),
        (keep_probability_wrong_5, "f/t instead of t/f"),
        (keep_probability_wrong_6, "divides by the largest count"),
        (keep_probability_wrong_7, "clamps from the wrong side"),
        (keep_probability_wrong_8, "divides by the number of words in the vocabulary"),
        (keep_probability_wrong_9, "makes the probabilities sum to 1"),
        (keep_probability_wrong_10, "puts both terms under the root"),
        (keep_probability_wrong_11, "integer division: all shares are 0"),
    ],
    "context_mean": [
        (context_mean_wrong_1, "-1 reads the last vector"),
        (context_mean_wrong_2, "masks, but divides by the width of the row"),
        (context_mean_wrong_3, "-1 reads vector 0"),
        (context_mean_wrong_4, "the mask drops word 0, too"),
        (context_mean_wrong_5, "sums and forgets to divide"),
        (context_mean_wrong_6, "divides by the number of words of the whole batch"),
        (context_mean_wrong_7, "stops at the first -1, as if they were all at the end"),
        (context_mean_wrong_8, "counts rightly, but adds the vectors at -1"),
        (context_mean_wrong_9, "takes a repeated word once"),
        (context_mean_wrong_10, "one mean for the whole batch"),
        (context_mean_wrong_11, "divides by one too many, to be safe"),
    ],
    "hierarchical_probability": [
        (hierarchical_probability_wrong_1, "takes 1 for left"),
        (hierarchical_probability_wrong_2, "always goes left"),
        (hierarchical_probability_wrong_3, "adds the turns"),
        (hierarchical_probability_wrong_4, "returns the log-probability"),
        (hierarchical_probability_wrong_5, "reads the nodes in order instead of those on the path"),
        (hierarchical_probability_wrong_6, "only the last turn"),
        (hierarchical_probability_wrong_7, "forgets the sigmoid"),
        (hierarchical_probability_wrong_8, "skips the root"),
        (hierarchical_probability_wrong_9, "multiplies only the turns to the left"),
        (
            hierarchical_probability_wrong_10,
            "conditional expression without brackets: 1 - the whole product",
        ),
        (hierarchical_probability_wrong_11, "returns a tensor instead of a float"),
        (hierarchical_probability_wrong_12, "adds the scores and takes one sigmoid"),
    ],
    "noise_distribution": [
        (noise_distribution_wrong_1, "normalizes first, then takes the power"),
        (noise_distribution_wrong_2, "does not normalize"),
        (noise_distribution_wrong_3, "always 3/4, whatever the power"),
        (noise_distribution_wrong_4, "divides by the sum of the counts"),
        (noise_distribution_wrong_5, "softmax of the powers"),
        (noise_distribution_wrong_6, "multiplies by the power"),
        (noise_distribution_wrong_7, "divides by the largest"),
        (noise_distribution_wrong_8, "divides by the power of the sum"),
        (noise_distribution_wrong_9, "mixes the shares with a uniform distribution"),
        (noise_distribution_wrong_10, "negative power: rare words become frequent"),
    ],
    "negative_sampling_step": [
        (negative_sampling_step_wrong_1, "a word drawn twice sees its own first step"),
        (negative_sampling_step_wrong_2, "moves the outputs along the new input vector"),
        (negative_sampling_step_wrong_3, "does not skip the neighbor among the noise"),
        (negative_sampling_step_wrong_4, "a word drawn twice counts once"),
        (negative_sampling_step_wrong_5, "climbs instead of descending"),
        (negative_sampling_step_wrong_6, "skips the center instead of the neighbor"),
        (negative_sampling_step_wrong_7, "index assignment keeps one of two steps of a row"),
        (negative_sampling_step_wrong_8, "takes the mean over the words instead of the sum"),
        (negative_sampling_step_wrong_9, "forgets the sigmoid"),
        (negative_sampling_step_wrong_10, "stops at the neighbor instead of skipping it"),
        (negative_sampling_step_wrong_11, "swaps the two tables"),
        (negative_sampling_step_wrong_12, "the center keeps only the step of the last word"),
    ],
}
RIGHT = {
    "skip_gram_pairs": [skip_gram_pairs_right_1, skip_gram_pairs_right_2],
    "keep_probability": [keep_probability_right_1, keep_probability_right_2],
    "context_mean": [context_mean_right_1, context_mean_right_2],
    "hierarchical_probability": [
        hierarchical_probability_right_1,
        hierarchical_probability_right_2,
        hierarchical_probability_right_3,
    ],
    "noise_distribution": [noise_distribution_right_1, noise_distribution_right_2],
    "negative_sampling_step": [negative_sampling_step_right_1, negative_sampling_step_right_2],
}
