"""Right answers to the exercises of lesson 09, as students may write them."""

import itertools
import math

import numpy as np
import torch
from torch.nn.functional import cross_entropy, log_softmax, one_hot

# --- the figures of an epoch ----------------------------------------------------------------------


def epoch_figures_by_loops(batches, weight, bias):
    loss = correct = examples = 0
    for pooled, labels in batches:
        for vector, label in zip(pooled, labels, strict=True):
            logits = [
                (vector @ row).item() + b for row, b in zip(weight, bias.tolist(), strict=True)
            ]
            loss += math.log(sum(math.exp(x) for x in logits)) - logits[label]
            correct += logits.index(max(logits)) == int(label)
            examples += 1
    return loss / examples, correct / examples


def epoch_figures_of_all_at_once(batches, weight, bias):
    pooled = torch.cat([vectors for vectors, _ in batches])
    labels = torch.cat([labels for _, labels in batches])
    logits = torch.nn.functional.linear(pooled, weight, bias)
    accuracy = (logits.max(dim=1).indices == labels).float().mean()
    return cross_entropy(logits, labels).item(), accuracy.item()


def epoch_figures_by_weighted_means(batches, weight, bias):
    losses, hits, sizes = [], [], []
    for pooled, labels in batches:
        logits = torch.addmm(bias, pooled, weight.t())
        losses.append(cross_entropy(logits, labels).item())
        hits.append(logits.argmax(-1).eq(labels).double().mean().item())
        sizes.append(labels.numel())
    return np.average(losses, weights=sizes), np.average(hits, weights=sizes)


def epoch_figures_by_numpy(batches, weight, bias):
    losses, hits = [], []
    for pooled, labels in batches:
        logits = pooled.numpy() @ weight.numpy().T + bias.numpy()
        chances = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        losses.extend(-np.log(chances[np.arange(len(labels)), labels]))
        hits.extend(logits.argmax(axis=1) == labels.numpy())
    return np.mean(losses), np.mean(hits)


def epoch_figures_by_gather(batches, weight, bias):
    loss, correct, examples = torch.zeros(()), 0, 0
    for pooled, labels in batches:
        logs = log_softmax(torch.einsum("bd,cd->bc", pooled, weight) + bias, dim=1)
        loss = loss - logs.gather(1, labels[:, None]).sum()
        correct += torch.sum(torch.argmax(logs, dim=1) == labels)
        examples += pooled.size(0)
    return float(loss) / examples, float(correct) / examples


# --- the interval of a gain -----------------------------------------------------------------------


def paired_interval_by_loops(right_a, right_b, draws):
    gains = [b - a for a, b in zip(right_a.tolist(), right_b.tolist(), strict=True)]
    rows = sorted(100 * sum(gains[text] for text in row) / len(row) for row in draws.tolist())
    last = len(rows) - 1
    return rows[round(0.025 * last)], rows[round(0.975 * last)]


def paired_interval_by_numpy(right_a, right_b, draws):
    a, b, rows = right_a.numpy(), right_b.numpy(), draws.numpy()
    means = b[rows].mean(axis=1) - a[rows].mean(axis=1)
    return tuple(np.percentile(100 * means, [2.5, 97.5]))


def paired_interval_by_counts(right_a, right_b, draws):
    texts = len(right_a)
    counts = torch.stack([torch.bincount(row, minlength=texts) for row in draws])
    points = counts.to(right_a.dtype) @ (right_b - right_a) * 100 / texts
    return torch.quantile(points, 0.025).item(), torch.quantile(points, 0.975).item()


def paired_interval_of_scores(right_a, right_b, draws):
    score_a = torch.gather(right_a.expand(len(draws), -1), 1, draws).mean(-1)
    score_b = torch.gather(right_b.expand(len(draws), -1), 1, draws).mean(-1)
    low, high = np.quantile((score_b - score_a) * 100, (0.025, 0.975))
    return float(low), float(high)


# --- buckets --------------------------------------------------------------------------------------


def bucketed_batches_by_argsort(shuffled, lengths, batch_size, bucket, generator):
    lengths, batches = np.array(lengths), []
    for start in range(0, len(shuffled), batch_size * bucket):
        texts = np.array(shuffled[start : start + batch_size * bucket])
        texts = texts[np.argsort(lengths[texts])]
        found = [texts[i : i + batch_size].tolist() for i in range(0, len(texts), batch_size)]
        for number in generator.permutation(len(found)):
            batches.append(found[number])
    return batches


def bucketed_batches_by_islice(shuffled, lengths, batch_size, bucket, generator):
    rest, batches = iter(shuffled), []
    while texts := list(itertools.islice(rest, bucket * batch_size)):
        texts.sort(key=lengths.__getitem__)
        in_order = iter(texts)
        found = []
        while batch := list(itertools.islice(in_order, batch_size)):
            found.append(batch)
        generator.shuffle(found)  # the same order: permutation(n) shuffles the numbers below n
        batches.extend(found)
    return batches


def bucketed_batches_by_pairs(shuffled, lengths, batch_size, bucket, generator):
    texts, batches = list(shuffled), []
    while len(texts) > 0:
        part, texts = texts[: batch_size * bucket], texts[batch_size * bucket :]
        part = [text for _, text in sorted((lengths[text], text) for text in part)]
        number = math.ceil(len(part) / batch_size)
        order = generator.permutation(number).tolist()
        batches += [part[k * batch_size : (k + 1) * batch_size] for k in order]
    return batches


def bucketed_batches_by_split(shuffled, lengths, batch_size, bucket, generator):
    result = []
    for i in range(math.ceil(len(shuffled) / (bucket * batch_size))):
        part = shuffled[i * bucket * batch_size : (i + 1) * bucket * batch_size]
        part = sorted(part, key=lambda text: (lengths[text], text))
        cuts = range(batch_size, len(part), batch_size)
        found = np.split(np.array(part), list(cuts))
        order = generator.permutation(np.arange(len(found)))
        result.extend(list(found[k]) for k in order)
    return result


# --- accumulation ---------------------------------------------------------------------------------


def accumulated_updates_of_joined_batches(weight, micro_batches, every, rate):
    weight = weight.detach().clone()
    for start in range(0, len(micro_batches), every):
        vectors, labels = zip(*micro_batches[start : start + every], strict=True)
        weight.requires_grad_(True)
        loss = cross_entropy(torch.cat(vectors) @ weight.T, torch.cat(labels))
        weight = (weight - rate * torch.autograd.grad(loss, weight)[0]).detach()
    return weight


def accumulated_updates_by_counting(weight, micro_batches, every, rate):
    weight = weight.clone().requires_grad_()
    examples = 0
    for number, (vectors, labels) in enumerate(micro_batches, start=1):
        cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        examples += len(labels)
        if number % every == 0 or number == len(micro_batches):
            with torch.no_grad():
                weight -= rate * weight.grad / examples
            weight.grad = None
            examples = 0
    return weight


def accumulated_updates_by_formula(weight, micro_batches, every, rate):
    W = weight.numpy().copy()
    for start in range(0, len(micro_batches), every):
        gradient, examples = np.zeros_like(W), 0
        for vectors, labels in micro_batches[start : start + every]:
            logits = vectors.numpy() @ W.T
            shares = np.exp(logits - logits.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            gradient += (shares - one_hot(labels, len(W)).numpy()).T @ vectors.numpy()
            examples += len(labels)
        W -= rate * gradient / examples
    return torch.from_numpy(W)


def accumulated_updates_by_weighted_means(weight, micro_batches, every, rate):
    head = torch.nn.Linear(weight.shape[1], weight.shape[0], bias=False, dtype=weight.dtype)
    head.weight.data = weight.clone()
    optimizer = torch.optim.SGD(head.parameters(), lr=rate)
    groups = [micro_batches[i : i + every] for i in range(0, len(micro_batches), every)]
    for group in groups:
        optimizer.zero_grad()
        total = sum(labels.shape[0] for _, labels in group)
        for vectors, labels in group:
            loss = cross_entropy(head(vectors), labels)
            (loss * labels.shape[0] / total).backward()
        optimizer.step()
    return head.weight.data


# --- a mixture of layers --------------------------------------------------------------------------


def mixed_cls_by_a_loop(hidden_states, w):
    powers = torch.exp(w - w.max())
    shares = powers / powers.sum()
    mixture = torch.zeros_like(hidden_states[0][:, 0])
    for number in range(4):
        mixture += shares[number] * hidden_states[len(hidden_states) - 4 + number][:, 0, :]
    return mixture


def mixed_cls_by_numpy(hidden_states, w):
    shares = np.exp(w.numpy() - w.numpy().max())
    cls = np.stack([layer.numpy()[:, 0] for layer in hidden_states])[-4:]
    return torch.from_numpy(np.average(cls, axis=0, weights=shares))


def mixed_cls_by_broadcasting(hidden_states, w):
    states = torch.stack(tuple(hidden_states))  # (L + 1, B, T, D)
    return (torch.softmax(w, -1)[:, None, None] * states[-4:, :, 0]).sum(0)


def mixed_cls_as_a_product(hidden_states, w):
    cls = torch.stack([layer[:, 0] for layer in hidden_states[-4:]], dim=-1)  # (B, D, 4)
    return cls @ w.softmax(0)


# --- early stopping -------------------------------------------------------------------------------


def early_stopping_by_waiting(scores, patience):
    best_score, best_epoch, waited = float("-inf"), 0, 0
    for epoch in range(1, len(scores) + 1):
        if scores[epoch - 1] > best_score:
            best_score, best_epoch, waited = scores[epoch - 1], epoch, 0
        else:
            waited += 1
            if waited >= patience:
                break
    return best_epoch, epoch


def early_stopping_by_slices(scores, patience):
    run = len(scores)
    for end in range(patience + 1, len(scores) + 1):
        if max(scores[end - patience : end]) <= max(scores[: end - patience]):
            run = end
            break
    return scores.index(max(scores[:run])) + 1, run


def early_stopping_by_numpy(scores, patience):
    best = np.array([np.argmax(scores[: n + 1]) for n in range(len(scores))])
    over = np.flatnonzero(np.arange(len(scores)) - best >= patience)
    last = over[0] if len(over) else len(scores) - 1
    return best[last] + 1, last + 1


def early_stopping_by_recursion(scores, patience):
    if len(scores) > 1:
        before = early_stopping_by_recursion(scores[:-1], patience)
        if before[1] < len(scores) - 1 or before[1] - before[0] >= patience:
            return before
    return 1 + scores.index(max(scores)), len(scores)


RIGHT = {
    "epoch_figures": (
        epoch_figures_by_loops,
        epoch_figures_of_all_at_once,
        epoch_figures_by_weighted_means,
        epoch_figures_by_numpy,
        epoch_figures_by_gather,
    ),
    "paired_interval": (
        paired_interval_by_loops,
        paired_interval_by_numpy,
        paired_interval_by_counts,
        paired_interval_of_scores,
    ),
    "bucketed_batches": (
        bucketed_batches_by_argsort,
        bucketed_batches_by_islice,
        bucketed_batches_by_pairs,
        bucketed_batches_by_split,
    ),
    "accumulated_updates": (
        accumulated_updates_of_joined_batches,
        accumulated_updates_by_counting,
        accumulated_updates_by_formula,
        accumulated_updates_by_weighted_means,
    ),
    "mixed_cls": (
        mixed_cls_by_a_loop,
        mixed_cls_by_numpy,
        mixed_cls_by_broadcasting,
        mixed_cls_as_a_product,
    ),
    "early_stopping": (
        early_stopping_by_waiting,
        early_stopping_by_slices,
        early_stopping_by_numpy,
        early_stopping_by_recursion,
    ),
}
