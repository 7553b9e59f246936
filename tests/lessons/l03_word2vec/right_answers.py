"""Right answers to the exercises of lesson 03, in other styles than the references."""

import math
from collections import Counter
from itertools import permutations

import numpy as np
import torch
from torch.nn import functional


def skip_gram_pairs_by_slices(words, window):
    pairs = []
    for i, word in enumerate(words):
        left = words[max(0, i - window) : i]
        right = words[i + 1 : i + 1 + window]
        pairs += [(word, neighbor) for neighbor in left + right]
    return pairs


def skip_gram_pairs_by_distance(words, window):
    return [
        (words[i], words[j])
        for i in range(len(words))
        for j in range(len(words))
        if 0 < abs(i - j) <= window
    ]


def skip_gram_pairs_by_permutations(words, window):
    places = permutations(enumerate(words), 2)
    return [(a, b) for (i, a), (j, b) in places if abs(i - j) <= window]


def skip_gram_pairs_by_steps(words, window):
    pairs = []
    for i in range(len(words)):
        for step in range(-window, window + 1):
            if step == 0 or i + step < 0 or i + step >= len(words):
                continue
            pairs.append((words[i], words[i + step]))
    return pairs


def keep_probability_by_loop(counts, sample):
    total = sum(counts.tolist())
    kept = []
    for count in counts.tolist():
        f = count / total
        kept.append(min(1.0, math.sqrt(sample / f) + sample / f))
    return torch.tensor(kept, dtype=torch.float64)


def keep_probability_by_numpy(counts, sample):
    f = counts.numpy() / counts.numpy().sum()
    return torch.from_numpy(np.minimum(np.sqrt(sample / f) + sample / f, 1))


def keep_probability_by_where(counts, sample):
    f = counts.to(torch.float64) / counts.sum()
    p = (sample / f) ** 0.5 + sample / f
    return torch.where(p > 1, torch.ones_like(p), p)


def keep_probability_as_the_program_has_it(counts, sample):
    threshold = sample * counts.sum().double()
    p = (torch.sqrt(counts / threshold) + 1) * (threshold / counts)
    p[p > 1] = 1
    return p


def context_mean_by_loops(vectors, context):
    means = []
    for row in context.tolist():
        total, number = torch.zeros(vectors.shape[1], dtype=vectors.dtype), 0
        for word in row:
            if word != -1:
                total += vectors[word]
                number += 1
        means.append(total / number)
    return torch.stack(means)


def context_mean_by_rows(vectors, context):
    return torch.stack([vectors[row[row >= 0]].mean(dim=0) for row in context])


def context_mean_by_padding_row(vectors, context):
    """Append a row of zeros, which index -1 finds."""
    padded = torch.cat([vectors, torch.zeros(1, vectors.shape[1])])
    number = (context > -1).sum(1)
    return padded[context].sum(1) / number.unsqueeze(1)


def context_mean_by_counts(vectors, context):
    counts = (
        functional.one_hot(context + 1, len(vectors) + 1)[:, :, 1:].sum(dim=1).to(vectors.dtype)
    )
    return counts @ vectors / counts.sum(dim=1, keepdim=True)


def context_mean_by_nan(vectors, context):
    found = vectors[context].masked_fill((context == -1)[..., None], torch.nan)
    return found.nanmean(dim=1)


def context_mean_by_embedding_bag(vectors, context):
    rows = [row[row >= 0] for row in context]
    starts = torch.tensor([0] + [len(row) for row in rows[:-1]]).cumsum(0)
    return functional.embedding_bag(torch.cat(rows), vectors, starts, mode="mean")


def hierarchical_probability_by_plain_numbers(hidden, nodes, path, code):
    probability = 1.0
    for node, turn in zip(path, code, strict=True):
        score = sum(a * b for a, b in zip(nodes[node].tolist(), hidden.tolist(), strict=True))
        left = 1 / (1 + math.exp(-score))
        if turn == 1:
            probability *= 1 - left
        else:
            probability *= left
    return probability


def hierarchical_probability_by_signs(hidden, nodes, path, code):
    signs = 1 - 2 * torch.tensor(code)
    return torch.sigmoid(signs * (nodes[path] @ hidden)).prod().item()


def hierarchical_probability_by_logarithms(hidden, nodes, path, code):
    loss = functional.binary_cross_entropy_with_logits(
        nodes[path].mv(hidden), 1 - torch.tensor(code, dtype=hidden.dtype), reduction="sum"
    )
    return math.exp(-loss)


def hierarchical_probability_by_numpy(hidden, nodes, path, code):
    scores = nodes.numpy()[path] @ hidden.numpy()
    left = 1 / (1 + np.exp(-scores))
    return np.prod(np.where(np.array(code) == 0, left, 1 - left))


def hierarchical_probability_by_recursion(hidden, nodes, path, code):
    if not path:
        return 1.0
    left = float(torch.dot(nodes[path[0]], hidden).sigmoid())
    first = (left, 1 - left)[code[0]]
    return first * hierarchical_probability_by_recursion(hidden, nodes, path[1:], code[1:])


def noise_distribution_by_loop(counts, power):
    weights = [count**power for count in counts.tolist()]
    return torch.tensor([weight / sum(weights) for weight in weights], dtype=torch.float64)


def noise_distribution_by_softmax(counts, power):
    return torch.softmax(power * counts.double().log(), dim=0)


def noise_distribution_by_functional(counts, power):
    return functional.normalize(counts.to(torch.float64).pow(power), p=1, dim=0)


def noise_distribution_by_numpy(counts, power):
    weights = counts.numpy() ** power
    return torch.from_numpy(weights / np.sum(weights))


def noise_distribution_of_shares(counts, power):
    q = (counts / counts.sum().double()) ** power
    q /= q.sum()
    return q


def negative_sampling_step_by_autograd(inputs, outputs, center, neighbor, noise, rate):
    v, u = inputs.clone().requires_grad_(), outputs.clone().requires_grad_()
    loss = -functional.logsigmoid(u[neighbor] @ v[center])
    for word in noise:
        if word != neighbor:
            loss = loss - functional.logsigmoid(-(u[word] @ v[center]))
    loss.backward()
    return v.detach() - rate * v.grad, u.detach() - rate * u.grad


def negative_sampling_step_by_optimizer(inputs, outputs, center, neighbor, noise, rate):
    v, u = torch.nn.Parameter(inputs.clone()), torch.nn.Parameter(outputs.clone())
    rows = torch.tensor([neighbor] + [word for word in noise if word != neighbor])
    labels = (rows == neighbor).double()
    scores = u[rows] @ v[center]
    functional.binary_cross_entropy_with_logits(scores, labels, reduction="sum").backward()
    torch.optim.SGD([v, u], lr=rate).step()
    return v.data, u.data


def negative_sampling_step_by_index_add(inputs, outputs, center, neighbor, noise, rate):
    rows = torch.tensor([neighbor, *(word for word in noise if word != neighbor)])
    labels = torch.zeros(len(rows))
    labels[0] = 1
    errors = torch.sigmoid(outputs[rows] @ inputs[center]) - labels
    moved = inputs.clone()
    moved[center] -= rate * (errors[:, None] * outputs[rows]).sum(dim=0)
    change = torch.outer(errors, inputs[center])
    return moved, outputs.index_add(0, rows, change, alpha=-rate)


def negative_sampling_step_by_counts(inputs, outputs, center, neighbor, noise, rate):
    asked = Counter(noise)
    asked[neighbor] = 1
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    for word, times in asked.items():
        label = 1 if word == neighbor else 0
        error = times * (torch.dot(outputs[word], inputs[center]).sigmoid() - label)
        new_outputs[word] = new_outputs[word] - rate * error * inputs[center]
        new_inputs[center] = new_inputs[center] - rate * error * outputs[word]
    return new_inputs, new_outputs


def negative_sampling_step_by_numpy(inputs, outputs, center, neighbor, noise, rate):
    v, u = inputs.numpy(), outputs.numpy()
    errors = np.zeros(len(u))
    for word in noise:
        if word != neighbor:
            errors[word] += 1 / (1 + np.exp(-u[word] @ v[center]))
    errors[neighbor] = 1 / (1 + np.exp(-u[neighbor] @ v[center])) - 1
    new_v = v.copy()
    new_v[center] -= rate * errors @ u
    return torch.from_numpy(new_v), torch.from_numpy(u - rate * np.outer(errors, v[center]))


RIGHT = {
    "skip_gram_pairs": (
        skip_gram_pairs_by_slices,
        skip_gram_pairs_by_distance,
        skip_gram_pairs_by_permutations,
        skip_gram_pairs_by_steps,
    ),
    "keep_probability": (
        keep_probability_by_loop,
        keep_probability_by_numpy,
        keep_probability_by_where,
        keep_probability_as_the_program_has_it,
    ),
    "context_mean": (
        context_mean_by_loops,
        context_mean_by_rows,
        context_mean_by_padding_row,
        context_mean_by_counts,
        context_mean_by_nan,
        context_mean_by_embedding_bag,
    ),
    "hierarchical_probability": (
        hierarchical_probability_by_plain_numbers,
        hierarchical_probability_by_signs,
        hierarchical_probability_by_logarithms,
        hierarchical_probability_by_numpy,
        hierarchical_probability_by_recursion,
    ),
    "noise_distribution": (
        noise_distribution_by_loop,
        noise_distribution_by_softmax,
        noise_distribution_by_functional,
        noise_distribution_by_numpy,
        noise_distribution_of_shares,
    ),
    "negative_sampling_step": (
        negative_sampling_step_by_autograd,
        negative_sampling_step_by_optimizer,
        negative_sampling_step_by_index_add,
        negative_sampling_step_by_counts,
        negative_sampling_step_by_numpy,
    ),
}
