"""Answers of the class to lesson 09, written from its text alone."""

import math

import numpy as np
import torch
from torch.nn.functional import cross_entropy, one_hot, relu

# ---------------------------------------------------------------- exercise 1


def epoch_figures_wrong_1(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = relu(pooled @ weight.T + bias)
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_wrong_2(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels).item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_wrong_3(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels).item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / len(batches), correct / examples


def epoch_figures_wrong_4(batches, weight, bias):
    losses, accuracies, examples = 0.0, [], 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        losses += cross_entropy(logits, labels, reduction="sum").item()
        accuracies.append((logits.argmax(dim=1) == labels).float().mean().item())
        examples += len(labels)
    return losses / examples, sum(accuracies) / len(accuracies)


def epoch_figures_wrong_5(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        shares = (pooled @ weight.T + bias).softmax(dim=1)
        loss += cross_entropy(shares, labels, reduction="sum").item()
        correct += (shares.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_wrong_6(batches, weight, bias):
    loss, correct = 0.0, 0
    size = len(batches[0][1])
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels).item() * size
        correct += (logits.argmax(dim=1) == labels).sum().item()
    examples = size * len(batches)
    return loss / examples, correct / examples


def epoch_figures_wrong_7(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_wrong_8(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels, reduction="sum")
        correct += (logits.argmax(dim=1) == labels).sum()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_wrong_9(batches, weight, bias):
    # drops the smaller last batch, so that all means weigh the same
    size = len(batches[0][1])
    full = [batch for batch in batches if len(batch[1]) == size]
    losses, right = [], []
    for pooled, labels in full:
        logits = pooled @ weight.T + bias
        losses.append(cross_entropy(logits, labels).item())
        right.append((logits.argmax(dim=1) == labels).double().mean().item())
    return sum(losses) / len(losses), sum(right) / len(right)


def epoch_figures_right_1(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_right_2(batches, weight, bias):
    vectors = torch.cat([pooled for pooled, _ in batches])
    labels = torch.cat([labels for _, labels in batches])
    logits = vectors @ weight.T + bias
    accuracy = (logits.argmax(dim=1) == labels).double().mean()
    return cross_entropy(logits, labels).item(), float(accuracy)


# ---------------------------------------------------------------- exercise 2


def bucketed_batches_wrong_1(shuffled, lengths, batch_size, bucket, generator):
    ordered = sorted(shuffled, key=lambda text: lengths[text])
    batches = [list(ordered[i : i + batch_size]) for i in range(0, len(ordered), batch_size)]
    return [batches[i] for i in generator.permutation(len(batches))]


def bucketed_batches_wrong_2(shuffled, lengths, batch_size, bucket, generator):
    batches = []
    for start in range(0, len(shuffled), bucket):
        texts = sorted(shuffled[start : start + bucket], key=lambda text: lengths[text])
        own = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [own[i] for i in generator.permutation(len(own))]
    return batches


def bucketed_batches_wrong_3(shuffled, lengths, batch_size, bucket, generator):
    size = bucket * batch_size
    batches = []
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text])
        for i in range(0, len(texts), batch_size):
            batches.append(texts[i : i + batch_size])
    return [batches[i] for i in generator.permutation(len(batches))]


def bucketed_batches_wrong_4(shuffled, lengths, batch_size, bucket, generator):
    size = bucket * batch_size
    batches = []
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text])
        own = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        own = [batch for batch in own if len(batch) == batch_size]
        batches += [own[i] for i in generator.permutation(len(own))]
    return batches


def bucketed_batches_wrong_5(shuffled, lengths, batch_size, bucket, generator):
    size = bucket * batch_size
    batches = []
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text])
        own = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        moved = [None] * len(own)
        for batch, place in zip(own, generator.permutation(len(own)), strict=True):
            moved[place] = batch
        batches += moved
    return batches


def bucketed_batches_wrong_6(shuffled, lengths, batch_size, bucket, generator):
    size = bucket * batch_size
    batches = []
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text], reverse=True)
        own = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [own[i] for i in generator.permutation(len(own))]
    return batches


def bucketed_batches_wrong_7(shuffled, lengths, batch_size, bucket, generator):
    size = bucket * batch_size
    batches = []
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size])
        own = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [own[i] for i in generator.permutation(len(own))]
    return batches


def bucketed_batches_wrong_8(shuffled, lengths, batch_size, bucket, generator):
    size = bucket * batch_size
    batches = []
    for start in range(0, len(shuffled), size):
        texts = list(shuffled[start : start + size])
        texts = [texts[i] for i in np.argsort([lengths[i] for i in range(len(texts))])]
        own = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [own[i] for i in generator.permutation(len(own))]
    return batches


def bucketed_batches_wrong_9(shuffled, lengths, batch_size, bucket, generator):
    batches = []
    size = bucket * batch_size
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text])
        batches.append([texts[i : i + batch_size] for i in range(0, len(texts), batch_size)])
    order = generator.permutation(len(batches))
    return [batch for i in order for batch in batches[i]]


def bucketed_batches_wrong_10(shuffled, lengths, batch_size, bucket, generator):
    batches = []
    for part in np.array_split(shuffled, math.ceil(len(shuffled) / (bucket * batch_size))):
        texts = sorted(part.tolist(), key=lambda text: lengths[text])
        own = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [own[i] for i in generator.permutation(len(own))]
    return batches


def bucketed_batches_right_1(shuffled, lengths, batch_size, bucket, generator):
    size = bucket * batch_size
    batches = []
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text])
        own = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [own[i] for i in generator.permutation(len(own))]
    return batches


def bucketed_batches_right_2(shuffled, lengths, batch_size, bucket, generator):
    result = []
    rest = [int(text) for text in shuffled]
    while rest:
        now, rest = rest[: bucket * batch_size], rest[bucket * batch_size :]
        now = now[::-1]  # ties in the other order
        now.sort(key=lambda text: lengths[text])
        number = math.ceil(len(now) / batch_size)
        for i in generator.permutation(number).tolist():
            result.append(now[i * batch_size : (i + 1) * batch_size])
    return result


# ---------------------------------------------------------------- exercise 3


def accumulated_updates_wrong_1(weight, micro_batches, every, rate):
    weight = weight.clone().detach().requires_grad_()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        for vectors, labels in group:
            (cross_entropy(vectors @ weight.T, labels) / len(group)).backward()
        with torch.no_grad():
            weight -= rate * weight.grad
        weight.grad = None
    return weight.detach()


def accumulated_updates_wrong_2(weight, micro_batches, every, rate):
    weight = weight.clone().detach().requires_grad_()
    for start in range(0, len(micro_batches), every):
        for vectors, labels in micro_batches[start : start + every]:
            cross_entropy(vectors @ weight.T, labels).backward()
        with torch.no_grad():
            weight -= rate * weight.grad
        weight.grad = None
    return weight.detach()


def accumulated_updates_wrong_3(weight, micro_batches, every, rate):
    weight = weight.clone().detach().requires_grad_()
    examples = 0
    for number, (vectors, labels) in enumerate(micro_batches, 1):
        cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        examples += len(labels)
        if number % every == 0:
            with torch.no_grad():
                weight -= rate * weight.grad / examples
            weight.grad = None
            examples = 0
    return weight.detach()


def accumulated_updates_wrong_4(weight, micro_batches, every, rate):
    weight = weight.clone().detach().requires_grad_()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            loss = cross_entropy(vectors @ weight.T, labels, reduction="sum") / examples
            loss.backward()
        with torch.no_grad():
            weight -= rate * weight.grad
    return weight.detach()


def accumulated_updates_wrong_5(weight, micro_batches, every, rate):
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        gradient = torch.zeros_like(weight)
        for vectors, labels in group:
            shares = (vectors @ weight.T).softmax(dim=1)
            gradient += (shares - one_hot(labels, len(weight))).T @ vectors
        weight -= rate * gradient / sum(len(labels) for _, labels in group)
    return weight


def accumulated_updates_wrong_6(weight, micro_batches, every, rate):
    weight = weight.clone().detach().requires_grad_()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            loss = cross_entropy(vectors @ weight.T, labels, reduction="sum") / examples
            loss.backward()
            with torch.no_grad():
                weight -= rate * weight.grad
            weight.grad = None
    return weight.detach()


def accumulated_updates_wrong_7(weight, micro_batches, every, rate):
    weight = weight.clone().detach().requires_grad_()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        for vectors, labels in group:
            cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        with torch.no_grad():
            weight -= rate * weight.grad / (every * len(group[0][1]))
        weight.grad = None
    return weight.detach()


def accumulated_updates_wrong_8(weight, micro_batches, every, rate):
    weight = weight.clone()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        gradient = torch.zeros_like(weight)
        for vectors, labels in group:
            truth = one_hot(labels, len(weight)).to(weight.dtype)
            gradient += (truth - (vectors @ weight.T).softmax(dim=1)).T @ vectors
        weight -= rate * gradient / sum(len(labels) for _, labels in group)
    return weight


def accumulated_updates_wrong_9(weight, micro_batches, every, rate):
    weight = weight.clone().detach().requires_grad_()
    for start in range(0, len(micro_batches), every):
        for vectors, labels in micro_batches[start : start + every]:
            cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        with torch.no_grad():
            weight -= rate * weight.grad
        weight.grad = None
    return weight.detach()


def accumulated_updates_wrong_10(weight, micro_batches, every, rate):
    weight = weight.clone().detach().requires_grad_()
    examples = 0
    for number, (vectors, labels) in enumerate(micro_batches):
        cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        examples += len(labels)
        if number % every == 0 or number == len(micro_batches) - 1:
            with torch.no_grad():
                weight -= rate * weight.grad / examples
            weight.grad = None
            examples = 0
    return weight.detach()


def accumulated_updates_right_1(weight, micro_batches, every, rate):
    weight = weight.clone().detach().requires_grad_()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            loss = cross_entropy(vectors @ weight.T, labels, reduction="sum") / examples
            loss.backward()
        with torch.no_grad():
            weight -= rate * weight.grad
        weight.grad.zero_()
    return weight.detach()


def accumulated_updates_right_2(weight, micro_batches, every, rate):
    result = weight.detach().clone()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        vectors = torch.cat([pair[0] for pair in group])
        labels = torch.cat([pair[1] for pair in group])
        errors = (vectors @ result.T).softmax(dim=1)
        errors[torch.arange(len(labels)), labels] -= 1
        result = result - rate * errors.T @ vectors / len(labels)
    return result


# ---------------------------------------------------------------- exercise 4


def mixed_cls_wrong_1(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[:4]])
    return (w.softmax(dim=0)[:, None, None] * cls).sum(dim=0)


def mixed_cls_wrong_2(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[-4:]])
    return (w[:, None, None] * cls).sum(dim=0)


def mixed_cls_wrong_3(hidden_states, w):
    shares = w.softmax(dim=0)
    result = 0
    for i in range(4):
        result = result + shares[i] * hidden_states[-1 - i][:, 0]
    return result


def mixed_cls_wrong_4(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[-4:]])
    return (w.softmax(dim=0)[:, None, None] * cls).mean(dim=0)


def mixed_cls_wrong_5(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[-5:-1]])
    return (w.softmax(dim=0)[:, None, None] * cls).sum(dim=0)


def mixed_cls_wrong_6(hidden_states, w):
    cls = torch.stack([state.mean(dim=1) for state in hidden_states[-4:]])
    return (w.softmax(dim=0)[:, None, None] * cls).sum(dim=0)


def mixed_cls_wrong_7(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[-4:]])
    shares = w / w.sum()
    return (shares[:, None, None] * cls).sum(dim=0)


def mixed_cls_wrong_8(hidden_states, w):
    cls = torch.stack([state[:, -1] for state in hidden_states[-4:]])
    return (w.softmax(dim=0)[:, None, None] * cls).sum(dim=0)


def mixed_cls_wrong_9(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[-4:]])
    return torch.softmax(w[:, None, None] * cls, dim=0).sum(dim=0)


def mixed_cls_wrong_10(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[1:5]])
    return (w.softmax(dim=0)[:, None, None] * cls).sum(dim=0)


def mixed_cls_right_1(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[-4:]])
    return (w.softmax(dim=0)[:, None, None] * cls).sum(dim=0)


def mixed_cls_right_2(hidden_states, w):
    shares = torch.exp(w - w.max())
    shares = shares / shares.sum()
    result = torch.zeros_like(hidden_states[-1][:, 0])
    for share, state in zip(shares, hidden_states[-4:], strict=True):
        result = result + share * state[:, 0, :]
    return result


# ---------------------------------------------------------------- exercise 5


def early_stopping_wrong_1(scores, patience):
    best, kept, waited = -1.0, 0, 0
    for epoch, score in enumerate(scores, 1):
        if score >= best:
            best, kept, waited = score, epoch, 0
        else:
            waited += 1
        if waited == patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_2(scores, patience):
    kept = 0
    for epoch, score in enumerate(scores):
        if score > scores[kept]:
            kept = epoch
        if epoch - kept == patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_3(scores, patience):
    kept = 0
    for epoch, score in enumerate(scores):
        if score > scores[kept]:
            kept = epoch
        if epoch - kept > patience:
            return kept + 1, epoch + 1
    return kept + 1, len(scores)


def early_stopping_wrong_4(scores, patience):
    # waits for an epoch that is not better than the one before
    best, kept, waited = scores[0], 1, 0
    for epoch in range(1, len(scores)):
        if scores[epoch] > best:
            best, kept = scores[epoch], epoch + 1
        if scores[epoch] > scores[epoch - 1]:
            waited = 0
        else:
            waited += 1
        if waited == patience:
            return kept, epoch + 1
    return kept, len(scores)


def early_stopping_wrong_5(scores, patience):
    best, kept, waited = -1.0, 0, 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept = score, epoch
        else:
            waited += 1
            if waited == patience:
                return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_6(scores, patience):
    kept = int(np.argmax(scores)) + 1
    return kept, min(kept + patience, len(scores))


def early_stopping_wrong_7(scores, patience):
    best, kept, waited = 0.0, 0, 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept, waited = score, epoch, 0
        else:
            waited += 1
        if waited == patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_8(scores, patience):
    best, waited, run = -1.0, 0, 0
    for score in scores:
        run += 1
        if score > best:
            best, waited = score, 0
        else:
            waited += 1
            if waited == patience:
                break
    seen = scores[:run]
    return max(range(run), key=lambda i: (seen[i], i)) + 1, run


def early_stopping_wrong_9(scores, patience):
    kept, waited = 1, 0
    for epoch in range(2, len(scores) + 1):
        if scores[epoch - 1] > scores[kept - 1]:
            kept, waited = epoch, 0
        else:
            waited += 1
            if waited == patience:
                return epoch, epoch
    return len(scores), len(scores)


def early_stopping_wrong_10(scores, patience):
    kept = 1
    for epoch in range(1, len(scores) + 1):
        if scores[epoch - 1] > scores[kept - 1]:
            kept = epoch
        if epoch - kept == patience:
            return kept, epoch - 1
    return kept, len(scores)


def early_stopping_right_1(scores, patience):
    best, kept, waited = float("-inf"), 0, 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept, waited = score, epoch, 0
        else:
            waited += 1
            if waited == patience:
                return kept, epoch
    return kept, len(scores)


def early_stopping_right_2(scores, patience):
    run = 1
    while run < len(scores):
        best = list(scores[:run]).index(max(scores[:run])) + 1
        if run - best >= patience:
            break
        run += 1
    return list(scores[:run]).index(max(scores[:run])) + 1, run


WRONG = {
    "epoch_figures": [
        (epoch_figures_wrong_1, "leaves the ReLU in"),
        (epoch_figures_wrong_2, "batch means, divided by the number of examples"),
        (epoch_figures_wrong_3, "the mean of the batches' means"),
        (epoch_figures_wrong_4, "accuracy as the mean of the batches' accuracies"),
        (epoch_figures_wrong_5, "softmax before cross_entropy"),
        (epoch_figures_wrong_6, "takes all batches to be as large as the first"),
        (epoch_figures_wrong_7, "forgets the bias"),
        (epoch_figures_wrong_8, "returns tensors, not floats"),
        (epoch_figures_wrong_9, "drops the smaller last batch"),
    ],
    "bucketed_batches": [
        (bucketed_batches_wrong_1, "sorts all texts, no buckets"),
        (bucketed_batches_wrong_2, "a bucket of `bucket` texts, not batches"),
        (bucketed_batches_wrong_3, "shuffles the batches of all buckets together"),
        (bucketed_batches_wrong_4, "drops the smaller batch"),
        (bucketed_batches_wrong_5, "batch i goes to place permutation[i]: the inverse order"),
        (bucketed_batches_wrong_6, "from long to short"),
        (bucketed_batches_wrong_7, "sorts by the texts' numbers"),
        (bucketed_batches_wrong_8, "lengths by place in the bucket, not by number of the text"),
        (bucketed_batches_wrong_9, "shuffles the buckets, not the batches inside"),
        (bucketed_batches_wrong_10, "array_split: buckets of about equal size"),
    ],
    "accumulated_updates": [
        (accumulated_updates_wrong_1, "the mean of the micro-batches' means"),
        (accumulated_updates_wrong_2, "adds up gradients of means, no division"),
        (accumulated_updates_wrong_3, "no update after a last group with fewer"),
        (accumulated_updates_wrong_4, "forgets zero_grad"),
        (accumulated_updates_wrong_5, "changes the argument"),
        (accumulated_updates_wrong_6, "an update after each micro-batch"),
        (accumulated_updates_wrong_7, "divides by every times the size of the first micro-batch"),
        (accumulated_updates_wrong_8, "truth minus share: climbs"),
        (accumulated_updates_wrong_9, "gradient of the sum of losses, never divided"),
        (accumulated_updates_wrong_10, "number % every with numbers from 0: groups off by one"),
    ],
    "mixed_cls": [
        (mixed_cls_wrong_1, "the first four states, embeddings among them"),
        (mixed_cls_wrong_2, "forgets the softmax"),
        (mixed_cls_wrong_3, "highest layer first"),
        (mixed_cls_wrong_4, "mean of the weighted four, so divided by 4 again"),
        (mixed_cls_wrong_5, "last layer left out: [-5:-1]"),
        (mixed_cls_wrong_6, "mean of the tokens instead of [CLS]"),
        (mixed_cls_wrong_7, "divides w by its sum instead of softmax"),
        (mixed_cls_wrong_8, "the last token"),
        (mixed_cls_wrong_9, "softmax over the products"),
        (mixed_cls_wrong_10, "layers 1 to 4, right only if there are four"),
    ],
    "early_stopping": [
        (early_stopping_wrong_1, "equal counts as a new best"),
        (early_stopping_wrong_2, "epochs counted from 0"),
        (early_stopping_wrong_3, "stops one epoch too late"),
        (early_stopping_wrong_4, "compares with the epoch before, not with the best"),
        (early_stopping_wrong_5, "does not set the counter back: not in a row"),
        (early_stopping_wrong_6, "the best of all epochs, also of those never run"),
        (early_stopping_wrong_7, "best begins at 0: an accuracy of 0 is never kept"),
        (early_stopping_wrong_8, "of equal ones the last"),
        (early_stopping_wrong_9, "keeps the last weights"),
        (early_stopping_wrong_10, "does not count the epoch after which it stops"),
    ],
}
RIGHT = {
    "epoch_figures": [epoch_figures_right_1, epoch_figures_right_2],
    "bucketed_batches": [bucketed_batches_right_1, bucketed_batches_right_2],
    "accumulated_updates": [accumulated_updates_right_1, accumulated_updates_right_2],
    "mixed_cls": [mixed_cls_right_1, mixed_cls_right_2],
    "early_stopping": [early_stopping_right_1, early_stopping_right_2],
}
