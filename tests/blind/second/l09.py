"""Answers of the class to lesson 09, written from its text alone."""

import torch
from torch.nn.functional import cross_entropy, relu

# ---------------------------------------------------------------- epoch_figures


def epoch_figures_wrong_1(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = relu(pooled @ weight.T + bias)
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_wrong_2(batches, weight, bias):
    loss, correct, examples, number = 0.0, 0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels).item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
        number += 1
    return loss / number, correct / examples


def epoch_figures_wrong_3(batches, weight, bias):
    loss, examples, shares = 0.0, 0, []
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels, reduction="sum").item()
        examples += len(labels)
        shares.append((logits.argmax(dim=1) == labels).float().mean().item())
    return loss / examples, sum(shares) / len(shares)


def epoch_figures_wrong_4(batches, weight, bias):
    batches = list(batches)
    batch_size = len(batches[0][1])
    examples = batch_size * len(batches)
    loss, correct = 0.0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
    return loss / examples, correct / examples


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
        loss += cross_entropy(logits, labels).item() * len(labels)
        correct += (relu(logits).argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_right_1(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_right_2(batches, weight, bias):
    batches = list(batches)
    vectors = torch.cat([pooled for pooled, _ in batches])
    labels = torch.cat([label for _, label in batches])
    logits = torch.nn.functional.linear(vectors, weight, bias)
    right = (logits.argmax(dim=1) == labels).double().mean()
    return float(cross_entropy(logits, labels)), float(right)


# ------------------------------------------------------------- bucketed_batches


def bucketed_batches_wrong_1(shuffled, lengths, batch_size, bucket, generator):
    batches = []
    for start in range(0, len(shuffled), bucket):
        texts = sorted(shuffled[start : start + bucket], key=lambda text: lengths[text])
        cut = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [cut[i] for i in generator.permutation(len(cut))]
    return batches


def bucketed_batches_wrong_2(shuffled, lengths, batch_size, bucket, generator):
    batches = []
    size = bucket * batch_size
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text])
        for i in range(0, len(texts), batch_size):
            batches.append(texts[i : i + batch_size])
    return [batches[i] for i in generator.permutation(len(batches))]


def bucketed_batches_wrong_3(shuffled, lengths, batch_size, bucket, generator):
    batches = []
    size = bucket * batch_size
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text])
        cut = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        order = generator.permutation(len(cut))
        moved = [None] * len(cut)
        for batch, target in zip(cut, order, strict=True):
            moved[target] = batch
        batches.extend(moved)
    return batches


def bucketed_batches_wrong_4(shuffled, lengths, batch_size, bucket, generator):
    batches = []
    size = bucket * batch_size
    for start in range(0, len(shuffled), size):
        texts = list(shuffled[start : start + size])
        cut = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        for i in generator.permutation(len(cut)):
            batches.append(sorted(cut[i], key=lambda text: lengths[text]))
    return batches


def bucketed_batches_wrong_5(shuffled, lengths, batch_size, bucket, generator):
    batches = []
    size = bucket * batch_size
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text])
        number = len(texts) // batch_size
        for i in generator.permutation(number):
            batches.append(texts[i * batch_size : (i + 1) * batch_size])
    return batches


def bucketed_batches_wrong_6(shuffled, lengths, batch_size, bucket, generator):
    texts = sorted(shuffled, key=lambda text: lengths[text])
    batches = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
    result = []
    for start in range(0, len(batches), bucket):
        part = batches[start : start + bucket]
        result += [part[i] for i in generator.permutation(len(part))]
    return result


def bucketed_batches_right_1(shuffled, lengths, batch_size, bucket, generator):
    batches = []
    size = bucket * batch_size
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text])
        cut = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [cut[i] for i in generator.permutation(len(cut))]
    return batches


def bucketed_batches_right_2(shuffled, lengths, batch_size, bucket, generator):
    waiting, result = list(shuffled), []
    while waiting:
        now, waiting = waiting[: bucket * batch_size], waiting[bucket * batch_size :]
        now.sort(key=lambda text: lengths[text], reverse=True)
        now.reverse()  # texts of one length in the other order
        number = -(-len(now) // batch_size)
        for i in generator.permutation(number).tolist():
            result.append(now[i * batch_size : (i + 1) * batch_size])
    return result


# ---------------------------------------------------------- accumulated_updates


def accumulated_updates_wrong_1(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
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
            weight.grad.zero_()
            examples = 0
    return weight


def accumulated_updates_wrong_3(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            loss = cross_entropy(vectors @ weight.T, labels, reduction="sum")
            (loss / examples).backward()
        with torch.no_grad():
            weight -= rate * weight.grad
    return weight


def accumulated_updates_wrong_4(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    for start in range(0, len(micro_batches), every):
        for vectors, labels in micro_batches[start : start + every]:
            cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        with torch.no_grad():
            weight -= rate * weight.grad
        weight.grad = None
    return weight


def accumulated_updates_wrong_5(weight, micro_batches, every, rate):
    weight = weight.detach().requires_grad_()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        with torch.no_grad():
            weight -= rate * weight.grad / examples
        weight.grad.zero_()
    return weight


def accumulated_updates_wrong_6(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    examples = 0
    for number, (vectors, labels) in enumerate(micro_batches, 1):
        cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        examples += len(labels)
        if number % every == 0 or number == len(micro_batches):
            with torch.no_grad():
                weight -= rate * weight.grad / examples
            weight.grad.zero_()
    return weight


def accumulated_updates_right_1(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            loss = cross_entropy(vectors @ weight.T, labels, reduction="sum")
            (loss / examples).backward()
        with torch.no_grad():
            weight -= rate * weight.grad
        weight.grad = None
    return weight.detach()


def accumulated_updates_right_2(weight, micro_batches, every, rate):
    current = weight.detach().clone()
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        vectors = torch.cat([v for v, _ in group])
        labels = torch.cat([y for _, y in group])
        errors = (vectors @ current.T).softmax(dim=1)  # share minus truth
        errors[torch.arange(len(labels)), labels] -= 1
        current = current - rate * errors.T @ vectors / len(labels)
    return current


# -------------------------------------------------------------------- mixed_cls


def mixed_cls_wrong_1(hidden_states, w):
    vectors = torch.stack([states[:, 0] for states in hidden_states[1:5]])
    return (w.softmax(dim=0)[:, None, None] * vectors).sum(dim=0)


def mixed_cls_wrong_2(hidden_states, w):
    shares = w.softmax(dim=0)
    mixture = 0
    for j in range(4):
        mixture = mixture + shares[j] * hidden_states[-1 - j][:, 0]
    return mixture


def mixed_cls_wrong_3(hidden_states, w):
    vectors = torch.stack([states[:, 0] for states in hidden_states[-4:]])
    return (w[:, None, None] * vectors).sum(dim=0)


def mixed_cls_wrong_4(hidden_states, w):
    vectors = torch.stack([states.mean(dim=1) for states in hidden_states[-4:]])
    return (w.softmax(dim=0)[:, None, None] * vectors).sum(dim=0)


def mixed_cls_wrong_5(hidden_states, w):
    vectors = torch.stack([states[:, 0] for states in hidden_states[-4:]])
    return ((w / w.sum())[:, None, None] * vectors).sum(dim=0)


def mixed_cls_wrong_6(hidden_states, w):
    vectors = torch.stack([states[0] for states in hidden_states[-4:]])
    return (w.softmax(dim=0)[:, None, None] * vectors).sum(dim=0)


def mixed_cls_right_1(hidden_states, w):
    vectors = torch.stack([states[:, 0] for states in hidden_states[-4:]])
    return (w.softmax(dim=0)[:, None, None] * vectors).sum(dim=0)


def mixed_cls_right_2(hidden_states, w):
    shares = torch.softmax(w, dim=-1)
    return sum(s * h[:, 0, :] for s, h in zip(shares, hidden_states[-4:], strict=True))


# --------------------------------------------------------------- early_stopping


def early_stopping_wrong_1(scores, patience):
    best, kept = -1.0, 0
    for epoch, score in enumerate(scores, 1):
        if score >= best:
            best, kept = score, epoch
        elif epoch - kept == patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_2(scores, patience):
    best, kept, waited = -1.0, 0, 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept, waited = score, epoch, 0
        else:
            waited += 1
            if waited > patience:
                return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_3(scores, patience):
    best, run = -1.0, len(scores)
    waited = 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, waited = score, 0
        else:
            waited += 1
        if waited == patience:
            run = epoch
            break
    return scores.index(max(scores)) + 1, run


def early_stopping_wrong_4(scores, patience):
    best, kept, bad = -1.0, 0, 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept = score, epoch
        else:
            bad += 1
        if bad == patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_5(scores, patience):
    worse, run = 0, 1
    for epoch in range(1, len(scores)):
        run = epoch + 1
        if scores[epoch] > scores[epoch - 1]:
            worse = 0
        else:
            worse += 1
        if worse == patience:
            break
    seen = scores[:run]
    return seen.index(max(seen)) + 1, run


def early_stopping_wrong_6(scores, patience):
    best, kept, waited = 0, 0, 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept, waited = score, epoch, 0
        else:
            waited += 1
            if waited == patience:
                return kept, epoch
    return kept, len(scores)


def early_stopping_right_1(scores, patience):
    kept = 1
    for epoch, score in enumerate(scores, 1):
        if score > scores[kept - 1]:
            kept = epoch
        elif epoch - kept >= patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_right_2(scores, patience):
    run = 0
    while run < len(scores):
        run += 1
        best = scores.index(max(scores[:run])) + 1
        if run - best == patience:
            break
    return best, run


WRONG = {
    "epoch_figures": [
        (epoch_figures_wrong_1, "mends the sum and leaves the ReLU"),
        (epoch_figures_wrong_2, "the mean of the batches' means"),
        (epoch_figures_wrong_3, "averages the accuracy of the batches"),
        (epoch_figures_wrong_4, "takes every batch to be as large as the first"),
        (epoch_figures_wrong_5, "softmax first, then cross_entropy, which does it again"),
        (epoch_figures_wrong_6, "takes the ReLU from the loss, leaves it in the accuracy"),
    ],
    "bucketed_batches": [
        (bucketed_batches_wrong_1, "takes bucket for the number of texts in a bucket"),
        (bucketed_batches_wrong_2, "shuffles all batches together, once at the end"),
        (bucketed_batches_wrong_3, "sends batch i to place order[i], the inverse order"),
        (bucketed_batches_wrong_4, "cuts into batches first, then sorts each batch"),
        (bucketed_batches_wrong_5, "drops the batch that is not full"),
        (bucketed_batches_wrong_6, "sorts all texts before it cuts buckets"),
    ],
    "accumulated_updates": [
        (accumulated_updates_wrong_1, "the mean of the micro-batches' means"),
        (accumulated_updates_wrong_2, "forgets the last group if it is not full"),
        (accumulated_updates_wrong_3, "forgets to set the gradient to zero after an update"),
        (accumulated_updates_wrong_4, "subtracts the gradient of the sum, not of the mean"),
        (accumulated_updates_wrong_5, "detach without clone: changes the argument"),
        (accumulated_updates_wrong_6, "goes on counting examples over all groups"),
    ],
    "mixed_cls": [
        (mixed_cls_wrong_1, "takes the first four layers behind the embeddings"),
        (mixed_cls_wrong_2, "gives the first share to the highest layer"),
        (mixed_cls_wrong_3, "forgets the softmax"),
        (mixed_cls_wrong_4, "the mean of all tokens instead of [CLS]"),
        (mixed_cls_wrong_5, "divides by the sum instead of a softmax"),
        (mixed_cls_wrong_6, "takes the first text instead of the first token"),
    ],
    "early_stopping": [
        (early_stopping_wrong_1, "an equal score counts as a new best"),
        (early_stopping_wrong_2, "stops one epoch late"),
        (early_stopping_wrong_3, "looks for the best among epochs that were never run"),
        (early_stopping_wrong_4, "counts all epochs without a new best, not those in a row"),
        (early_stopping_wrong_5, "compares with the epoch before, not with the best"),
        (early_stopping_wrong_6, "starts from a best of 0, which a score of 0 does not beat"),
    ],
}
RIGHT = {
    "epoch_figures": [epoch_figures_right_1, epoch_figures_right_2],
    "bucketed_batches": [bucketed_batches_right_1, bucketed_batches_right_2],
    "accumulated_updates": [accumulated_updates_right_1, accumulated_updates_right_2],
    "mixed_cls": [mixed_cls_right_1, mixed_cls_right_2],
    "early_stopping": [early_stopping_right_1, early_stopping_right_2],
}
