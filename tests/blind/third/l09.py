"""Answers of the class to lesson 09, written from its text alone."""

import numpy as np
import torch
from torch.nn.functional import cross_entropy, one_hot

# --- exercise 1: the figures of an epoch


def epoch_figures_right_1(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_right_2(batches, weight, bias):
    losses, hits = [], []
    for pooled, labels in batches:
        for vector, label in zip(pooled, labels.tolist(), strict=True):
            logits = weight @ vector + bias
            losses.append(-logits.log_softmax(dim=0)[label].item())
            hits.append(float(logits.argmax().item() == label))
    return sum(losses) / len(losses), sum(hits) / len(hits)


def epoch_figures_wrong_1(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels).item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / len(batches), correct / examples


def epoch_figures_wrong_2(batches, weight, bias):
    batch_size = len(batches[0][1])
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels).item() * batch_size
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_wrong_3(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = torch.relu(pooled @ weight.T + bias)
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_wrong_4(batches, weight, bias):
    loss, accuracy, examples = 0.0, [], 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels, reduction="sum").item()
        accuracy.append((logits.argmax(dim=1) == labels).float().mean().item())
        examples += len(labels)
    return loss / examples, sum(accuracy) / len(accuracy)


def epoch_figures_wrong_5(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        shares = (pooled @ weight.T + bias).softmax(dim=1)
        loss += cross_entropy(shares, labels, reduction="sum").item()
        correct += (shares.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_wrong_6(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += (torch.relu(logits).argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_wrong_7(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        shares = (pooled @ weight.T + bias).softmax(dim=0)
        loss -= shares[torch.arange(len(labels)), labels].log().sum().item()
        correct += (shares.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


# --- exercise 2: buckets


def bucketed_batches_right_1(shuffled, lengths, batch_size, bucket, generator):
    batches, size = [], bucket * batch_size
    for begin in range(0, len(shuffled), size):
        texts = sorted(shuffled[begin : begin + size], key=lambda text: lengths[text])
        cut = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [cut[k] for k in generator.permutation(len(cut))]
    return batches


def bucketed_batches_right_2(shuffled, lengths, batch_size, bucket, generator):
    rest, found = [int(text) for text in shuffled], []
    while rest:
        now, rest = rest[: bucket * batch_size], rest[bucket * batch_size :]
        now.sort(key=lambda text: (lengths[text], text))
        number = -(-len(now) // batch_size)
        for k in generator.permutation(number):
            found.append(now[k * batch_size : (k + 1) * batch_size])
    return found


def bucketed_batches_wrong_1(shuffled, lengths, batch_size, bucket, generator):
    batches, size = [], bucket * batch_size
    for begin in range(0, len(shuffled), size):
        texts = sorted(shuffled[begin : begin + size], key=lambda text: lengths[text])
        batches += [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
    return [batches[k] for k in generator.permutation(len(batches))]


def bucketed_batches_wrong_2(shuffled, lengths, batch_size, bucket, generator):
    batches, size = [], bucket * batch_size
    for begin in range(0, len(shuffled), size):
        texts = sorted(shuffled[begin : begin + size], key=lambda text: lengths[text])
        cut = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        mixed = [None] * len(cut)
        for batch, place in zip(cut, generator.permutation(len(cut)), strict=True):
            mixed[place] = batch
        batches += mixed
    return batches


def bucketed_batches_wrong_3(shuffled, lengths, batch_size, bucket, generator):
    batches, size = [], bucket * batch_size
    for begin in range(0, len(shuffled), size):
        part = shuffled[begin : begin + size]
        order = np.argsort(lengths[begin : begin + size])
        texts = [part[i] for i in order]
        cut = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [cut[k] for k in generator.permutation(len(cut))]
    return batches


def bucketed_batches_wrong_4(shuffled, lengths, batch_size, bucket, generator):
    batches, size = [], bucket * batch_size
    for begin in range(0, len(shuffled), size):
        texts = sorted(shuffled[begin : begin + size], key=lambda text: lengths[text])
        cut = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        if len(cut[-1]) < batch_size:
            cut = cut[:-1]
        batches += [cut[k] for k in generator.permutation(len(cut))]
    return batches


def bucketed_batches_wrong_5(shuffled, lengths, batch_size, bucket, generator):
    batches, size = [], bucket * batch_size
    for begin in range(0, len(shuffled), size):
        part = list(shuffled[begin : begin + size])
        cut = []
        for i in range(0, len(part), batch_size):
            cut.append(sorted(part[i : i + batch_size], key=lambda text: lengths[text]))
        batches += [cut[k] for k in generator.permutation(len(cut))]
    return batches


def bucketed_batches_wrong_6(shuffled, lengths, batch_size, bucket, generator):
    batches, size = [], bucket * batch_size
    for begin in range(0, len(shuffled), size):
        texts = sorted(shuffled[begin : begin + size], key=lambda text: lengths[text])
        for k in generator.permutation(bucket):
            batches.append(texts[k * batch_size : (k + 1) * batch_size])
    return batches


def bucketed_batches_wrong_7(shuffled, lengths, batch_size, bucket, generator):
    batches = []
    for begin in range(0, len(shuffled), bucket):
        texts = sorted(shuffled[begin : begin + bucket], key=lambda text: lengths[text])
        cut = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [cut[k] for k in generator.permutation(len(cut))]
    return batches


def bucketed_batches_wrong_8(shuffled, lengths, batch_size, bucket, generator):
    batches, size = [], bucket * batch_size
    for begin in range(0, len(shuffled), size):
        texts = sorted(shuffled[begin : begin + size], key=lambda text: lengths[text])
        full = len(texts) // batch_size
        cut = [texts[i * batch_size : (i + 1) * batch_size] for i in range(full)]
        batches += [cut[k] for k in generator.permutation(full)]
        if len(texts) % batch_size:
            batches.append(texts[full * batch_size :])
    return batches


# --- exercise 3: accumulate


def accumulated_updates_right_1(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    for begin in range(0, len(micro_batches), every):
        group = micro_batches[begin : begin + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            loss = cross_entropy(vectors @ weight.T, labels, reduction="sum") / examples
            loss.backward()
        with torch.no_grad():
            weight -= rate * weight.grad
        weight.grad = None
    return weight


def accumulated_updates_right_2(weight, micro_batches, every, rate):
    weight = weight.detach().clone()
    while micro_batches:
        group, micro_batches = micro_batches[:every], micro_batches[every:]
        vectors = torch.cat([vectors for vectors, _ in group])
        labels = torch.cat([labels for _, labels in group])
        shares = (vectors @ weight.T).softmax(dim=1)
        truth = one_hot(labels, len(weight)).to(shares.dtype)
        weight = weight - rate * (shares - truth).T @ vectors / len(labels)
    return weight


def accumulated_updates_wrong_1(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    for begin in range(0, len(micro_batches), every):
        group = micro_batches[begin : begin + every]
        for vectors, labels in group:
            (cross_entropy(vectors @ weight.T, labels) / len(group)).backward()
        with torch.no_grad():
            weight -= rate * weight.grad
        weight.grad = None
    return weight


def accumulated_updates_wrong_2(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    examples = 0
    for number, (vectors, labels) in enumerate(micro_batches, 1):
        cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        examples += len(labels)
        if number % every == 0:
            with torch.no_grad():
                weight -= rate * weight.grad / examples
            weight.grad = None
            examples = 0
    return weight


def accumulated_updates_wrong_3(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    for begin in range(0, len(micro_batches), every):
        group = micro_batches[begin : begin + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            loss = cross_entropy(vectors @ weight.T, labels, reduction="sum") / examples
            loss.backward()
        with torch.no_grad():
            weight -= rate * weight.grad
    return weight


def accumulated_updates_wrong_4(weight, micro_batches, every, rate):
    new = weight.detach().clone()
    for begin in range(0, len(micro_batches), every):
        group = micro_batches[begin : begin + every]
        vectors = torch.cat([pair[0] for pair in group])
        labels = torch.cat([pair[1] for pair in group])
        shares = (vectors @ weight.T).softmax(dim=1)
        shares[torch.arange(len(labels)), labels] -= 1
        new -= rate * (shares.T @ vectors / len(labels)).detach()
    return new


def accumulated_updates_wrong_5(weight, micro_batches, every, rate):
    for begin in range(0, len(micro_batches), every):
        group = micro_batches[begin : begin + every]
        vectors = torch.cat([pair[0] for pair in group])
        labels = torch.cat([pair[1] for pair in group])
        shares = (vectors @ weight.T).softmax(dim=1)
        shares[torch.arange(len(labels)), labels] -= 1
        with torch.no_grad():
            weight -= rate * (shares.T @ vectors) / len(labels)
    return weight


def accumulated_updates_wrong_6(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    examples = 0
    for number, (vectors, labels) in enumerate(micro_batches):
        cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        examples += len(labels)
        if number % every == 0 or number == len(micro_batches) - 1:
            with torch.no_grad():
                weight -= rate * weight.grad / examples
            weight.grad = None
            examples = 0
    return weight


def accumulated_updates_wrong_7(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    for begin in range(0, len(micro_batches), every):
        group = micro_batches[begin : begin + every]
        examples = every * len(group[0][1])
        for vectors, labels in group:
            cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        with torch.no_grad():
            weight -= rate * weight.grad / examples
        weight.grad = None
    return weight


def accumulated_updates_wrong_8(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    optimizer = torch.optim.SGD([weight], lr=rate)
    for begin in range(0, len(micro_batches), every):
        for vectors, labels in micro_batches[begin : begin + every]:
            cross_entropy(vectors @ weight.T, labels).backward()
        optimizer.step()
        optimizer.zero_grad()
    return weight.detach()


# --- exercise 4: a mixture of layers


def mixed_cls_right_1(hidden_states, w):
    four = torch.stack([states[:, 0] for states in hidden_states[-4:]])
    return (w.softmax(dim=0)[:, None, None] * four).sum(dim=0)


def mixed_cls_right_2(hidden_states, w):
    powers = (w - w.max()).exp()
    shares = powers / powers.sum()
    mixture = torch.zeros_like(hidden_states[-1][:, 0])
    for share, states in zip(shares, hidden_states[-4:], strict=True):
        mixture = mixture + share * states[:, 0, :]
    return mixture


def mixed_cls_wrong_1(hidden_states, w):
    mixture = 0
    for share, states in zip(w.softmax(dim=0), hidden_states, strict=False):
        mixture = mixture + share * states[:, 0]
    return mixture


def mixed_cls_wrong_2(hidden_states, w):
    four = torch.stack(hidden_states[-4:])[:, :, 0]
    return (w[:, None, None] * four).sum(dim=0)


def mixed_cls_wrong_3(hidden_states, w):
    shares, mixture = w.softmax(dim=0), 0
    for k in range(4):
        mixture = mixture + shares[k] * hidden_states[-1 - k][:, 0]
    return mixture


def mixed_cls_wrong_4(hidden_states, w):
    four = torch.stack(hidden_states[-4:])[:, :, 0]
    return (w.softmax(dim=0)[:, None, None] * four).mean(dim=0)


def mixed_cls_wrong_5(hidden_states, w):
    four = torch.stack(hidden_states[-4:])[:, :, 0]
    shares = w / w.sum()
    return torch.einsum("l,lbd->bd", shares, four)


def mixed_cls_wrong_6(hidden_states, w):
    four = torch.stack(hidden_states[1:5])[:, :, 0]
    return torch.einsum("l,lbd->bd", w.softmax(dim=0), four)


def mixed_cls_wrong_7(hidden_states, w):
    four = torch.stack(hidden_states[-4:])  # (4, B, T, D)
    return torch.einsum("l,lbd->bd", w.softmax(dim=0), four[:, 0])


def mixed_cls_wrong_8(hidden_states, w):
    shares = w.exp() / w.exp().sum()
    return sum(s * states[:, 0] for s, states in zip(shares, hidden_states[-4:], strict=True))


# --- exercise 5: stop early


def early_stopping_right_1(scores, patience):
    best, kept = scores[0], 1
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept = score, epoch
        if epoch - kept == patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_right_2(scores, patience):
    run = len(scores)
    for epoch in range(1, len(scores) + 1):
        so_far = scores[:epoch]
        if epoch - (so_far.index(max(so_far)) + 1) >= patience:
            run = epoch
            break
    seen = list(scores[:run])
    return seen.index(max(seen)) + 1, run


def early_stopping_wrong_1(scores, patience):
    best, kept = 0, 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept = score, epoch
        elif epoch - kept >= patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_2(scores, patience):
    best, kept = -1, 0
    for epoch, score in enumerate(scores, 1):
        if score >= best:
            best, kept = score, epoch
        if epoch - kept == patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_3(scores, patience):
    best, kept, bad = -1, 0, 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept = score, epoch
        else:
            bad += 1
        if bad == patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_4(scores, patience):
    kept, bad = 1, 0
    for epoch in range(2, len(scores) + 1):
        if scores[epoch - 1] > scores[kept - 1]:
            kept = epoch
        if scores[epoch - 1] > scores[epoch - 2]:
            bad = 0
        else:
            bad += 1
        if bad == patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_5(scores, patience):
    best, kept, bad = -1, 0, 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept, bad = score, epoch, 0
        else:
            bad += 1
            if bad > patience:
                return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_6(scores, patience):
    best, bad, run = scores[0], 0, len(scores)
    for epoch, score in enumerate(scores[1:], 2):
        bad = 0 if score > best else bad + 1
        best = max(best, score)
        if bad == patience:
            run = epoch
            break
    return int(np.argmax(scores)) + 1, run


def early_stopping_wrong_7(scores, patience):
    best, kept = scores[0], 1
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept = score, epoch
        if epoch - kept == patience:
            break
    return epoch - patience, epoch


def early_stopping_wrong_8(scores, patience):
    best, kept = scores[0], 1
    for epoch, score in enumerate(scores[:-1], 1):
        if score > best:
            best, kept = score, epoch
        if epoch - kept == patience:
            return kept, epoch
    return kept, len(scores)


WRONG = {
    "epoch_figures": [
        (epoch_figures_wrong_1, "the mean of batch means; a small last batch counts too much"),
        (epoch_figures_wrong_2, "multiplies each batch mean by the size of the first batch"),
        (epoch_figures_wrong_3, "mends the unit, leaves the ReLU"),
        (epoch_figures_wrong_4, "the accuracy is a mean of batch means"),
        (epoch_figures_wrong_5, "softmax before cross_entropy"),
        (epoch_figures_wrong_6, "takes the ReLU out of the loss, but not out of the accuracy"),
        (epoch_figures_wrong_7, "softmax over the batch"),
    ],
    "bucketed_batches": [
        (bucketed_batches_wrong_1, "shuffles all batches once at the end, over the buckets"),
        (bucketed_batches_wrong_2, "reads the permutation as where each batch goes"),
        (bucketed_batches_wrong_3, "takes lengths as if they came in the order of shuffled"),
        (bucketed_batches_wrong_4, "drops a rest"),
        (bucketed_batches_wrong_5, "cuts first, sorts within batches afterwards"),
        (bucketed_batches_wrong_6, "permutes as many batches as a full bucket has: empty batches"),
        (bucketed_batches_wrong_7, "a bucket of bucket texts, not of bucket batches"),
        (bucketed_batches_wrong_8, "puts the small batch last, shuffles the full ones only"),
    ],
    "accumulated_updates": [
        (accumulated_updates_wrong_1, "the mean of the micro-batches' means"),
        (accumulated_updates_wrong_2, "no update for the rest at the end"),
        (accumulated_updates_wrong_3, "forgets to clear the gradient"),
        (accumulated_updates_wrong_4, "each gradient is taken at the weight given at first"),
        (accumulated_updates_wrong_5, "no clone: the argument is changed"),
        (accumulated_updates_wrong_6, "counts from 0, so the first update comes too early"),
        (accumulated_updates_wrong_7, "counts examples as every times the first micro-batch's"),
        (accumulated_updates_wrong_8, "adds up gradients of means, divides by nothing"),
    ],
    "mixed_cls": [
        (mixed_cls_wrong_1, "the first four of the tuple, embeddings included"),
        (mixed_cls_wrong_2, "weights without softmax"),
        (mixed_cls_wrong_3, "the highest layer first"),
        (mixed_cls_wrong_4, "a mean of weighted vectors, so a quarter of the mixture"),
        (mixed_cls_wrong_5, "divides by the sum instead of softmax"),
        (mixed_cls_wrong_6, "layers 1 to 4, also where there are more"),
        (mixed_cls_wrong_7, "takes text 0 instead of token 0 of the stack"),
        (mixed_cls_wrong_8, "softmax by bare exp, which overflows for large numbers"),
    ],
    "early_stopping": [
        (early_stopping_wrong_1, "begins with a best of 0, so an accuracy of 0 is never kept"),
        (early_stopping_wrong_2, "equal counts as better"),
        (early_stopping_wrong_3, "counts bad epochs in all, not in a row"),
        (early_stopping_wrong_4, "compares with the epoch before, not with the best"),
        (early_stopping_wrong_5, "waits one epoch too long"),
        (early_stopping_wrong_6, "the best of all scores, also of epochs never run"),
        (early_stopping_wrong_7, "always goes back by the patience, also where the budget ended"),
        (early_stopping_wrong_8, "never looks at the last epoch"),
    ],
}
RIGHT = {
    "epoch_figures": [epoch_figures_right_1, epoch_figures_right_2],
    "bucketed_batches": [bucketed_batches_right_1, bucketed_batches_right_2],
    "accumulated_updates": [accumulated_updates_right_1, accumulated_updates_right_2],
    "mixed_cls": [mixed_cls_right_1, mixed_cls_right_2],
    "early_stopping": [early_stopping_right_1, early_stopping_right_2],
}
