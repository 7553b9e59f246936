"""Answers of the class to lesson 09, written from its text alone."""

import torch
from torch.nn.functional import cross_entropy, one_hot, relu

# --- epoch_figures


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
    loss, correct, examples, number = 0.0, 0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels).item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
        number += 1
    return loss / number, correct / examples


def epoch_figures_wrong_4(batches, weight, bias):
    loss, accuracy, examples, number = 0.0, 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels, reduction="sum").item()
        accuracy += (logits.argmax(dim=1) == labels).float().mean().item()
        examples += len(labels)
        number += 1
    return loss / examples, accuracy / number


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
        logits = pooled @ weight.T
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


def epoch_figures_wrong_7(batches, weight, bias):
    batches = list(batches)
    size = len(batches[0][1])
    loss, correct = 0.0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels).item() * size
        correct += (logits.argmax(dim=1) == labels).sum().item()
    examples = size * len(batches)
    return loss / examples, correct / examples


def epoch_figures_right_1(batches, weight, bias):
    losses, hits = [], []
    for pooled, labels in batches:
        logits = torch.nn.functional.linear(pooled, weight, bias)
        losses.append(cross_entropy(logits, labels, reduction="none"))
        hits.append(logits.argmax(dim=-1) == labels)
    return torch.cat(losses).double().mean().item(), torch.cat(hits).double().mean().item()


# --- bucketed_batches


def bucketed_batches_wrong_1(shuffled, lengths, batch_size, bucket, generator):
    batches = []
    for i in range(0, len(shuffled), bucket * batch_size):
        texts = sorted(shuffled[i : i + bucket * batch_size], key=lambda text: lengths[text])
        for j in range(0, len(texts), batch_size):
            batches.append(texts[j : j + batch_size])
    return [batches[k] for k in generator.permutation(len(batches))]


def bucketed_batches_wrong_2(shuffled, lengths, batch_size, bucket, generator):
    result = []
    for i in range(0, len(shuffled), bucket):
        texts = sorted(shuffled[i : i + bucket], key=lambda text: lengths[text])
        cut = [texts[j : j + batch_size] for j in range(0, len(texts), batch_size)]
        result += [cut[k] for k in generator.permutation(len(cut))]
    return result


def bucketed_batches_wrong_3(shuffled, lengths, batch_size, bucket, generator):
    result = []
    for i in range(0, len(shuffled), bucket * batch_size):
        texts = sorted(shuffled[i : i + bucket * batch_size], key=lambda text: lengths[text])
        cut = [texts[j : j + batch_size] for j in range(0, len(texts), batch_size)]
        placed = [None] * len(cut)
        for batch, k in zip(cut, generator.permutation(len(cut)), strict=True):
            placed[k] = batch
        result += placed
    return result


def bucketed_batches_wrong_4(shuffled, lengths, batch_size, bucket, generator):
    result = []
    for i in range(0, len(shuffled), bucket * batch_size):
        texts = sorted(shuffled[i : i + bucket * batch_size], key=lambda text: lengths[text])
        number = len(texts) // batch_size
        cut = [texts[j * batch_size : (j + 1) * batch_size] for j in range(number)]
        result += [cut[k] for k in generator.permutation(number)]
    return result


def bucketed_batches_wrong_5(shuffled, lengths, batch_size, bucket, generator):
    result = []
    for i in range(0, len(shuffled), bucket * batch_size):
        texts = shuffled[i : i + bucket * batch_size]
        sizes = lengths[i : i + bucket * batch_size]
        order = sorted(range(len(texts)), key=lambda n: sizes[n])
        texts = [texts[n] for n in order]
        cut = [texts[j : j + batch_size] for j in range(0, len(texts), batch_size)]
        result += [cut[k] for k in generator.permutation(len(cut))]
    return result


def bucketed_batches_wrong_6(shuffled, lengths, batch_size, bucket, generator):
    result = []
    for i in range(0, len(shuffled), bucket * batch_size):
        texts = shuffled[i : i + bucket * batch_size]
        texts = sorted(texts, key=lambda text: lengths[text], reverse=True)
        cut = [texts[j : j + batch_size] for j in range(0, len(texts), batch_size)]
        result += [cut[k] for k in generator.permutation(len(cut))]
    return result


def bucketed_batches_wrong_7(shuffled, lengths, batch_size, bucket, generator):
    result = []
    for i in range(0, len(shuffled), bucket * batch_size):
        texts = sorted(shuffled[i : i + bucket * batch_size], key=lambda text: lengths[text])
        cut = [texts[j : j + batch_size] for j in range(0, len(texts), batch_size)]
        order = generator.permutation(bucket)
        result += [cut[k] for k in order if k < len(cut)]
    return result


def bucketed_batches_right_1(shuffled, lengths, batch_size, bucket, generator):
    size, result = bucket * batch_size, []
    for begin in range(0, len(shuffled), size):
        texts = [(lengths[text], text) for text in shuffled[begin : begin + size]]
        texts.sort(key=lambda pair: pair[0])
        batches = []
        while texts:
            batches.append([text for _, text in texts[:batch_size]])
            texts = texts[batch_size:]
        for number in generator.permutation(len(batches)):
            result.append(batches[number])
    return result


# --- accumulated_updates


def accumulated_updates_wrong_1(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    for i in range(0, len(micro_batches), every):
        group = micro_batches[i : i + every]
        weight.grad = None
        for vectors, labels in group:
            (cross_entropy(vectors @ weight.T, labels) / len(group)).backward()
        with torch.no_grad():
            weight -= rate * weight.grad
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
    return weight.detach()


def accumulated_updates_wrong_3(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    for i in range(0, len(micro_batches), every):
        group = micro_batches[i : i + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            (cross_entropy(vectors @ weight.T, labels, reduction="sum") / examples).backward()
        with torch.no_grad():
            weight -= rate * weight.grad
    return weight.detach()


def accumulated_updates_wrong_4(weight, micro_batches, every, rate):
    weight = weight.detach().clone()
    for vectors, labels in micro_batches:
        weight.requires_grad_()
        (gradient,) = torch.autograd.grad(cross_entropy(vectors @ weight.T, labels), weight)
        weight = (weight - rate * gradient / every).detach()
    return weight


def accumulated_updates_wrong_5(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    examples = 0
    for number, (vectors, labels) in enumerate(micro_batches, 1):
        cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        examples += len(labels)
        if number % every == 0 or number == len(micro_batches):
            with torch.no_grad():
                weight -= rate * weight.grad / examples
            weight.grad.zero_()
    return weight.detach()


def accumulated_updates_wrong_6(weight, micro_batches, every, rate):
    weight = weight.detach().clone().requires_grad_()
    for i in range(0, len(micro_batches), every):
        weight.grad = None
        for vectors, labels in micro_batches[i : i + every]:
            cross_entropy(vectors @ weight.T, labels, reduction="sum").backward()
        with torch.no_grad():
            weight -= rate * weight.grad
    return weight.detach()


def accumulated_updates_wrong_7(weight, micro_batches, every, rate):
    weight = weight.detach().requires_grad_()
    for i in range(0, len(micro_batches), every):
        group = micro_batches[i : i + every]
        vectors = torch.cat([v for v, _ in group])
        labels = torch.cat([one for _, one in group])
        (gradient,) = torch.autograd.grad(cross_entropy(vectors @ weight.T, labels), weight)
        with torch.no_grad():
            weight -= rate * gradient
    return weight.detach()


def accumulated_updates_right_1(weight, micro_batches, every, rate):
    weight = weight.detach().clone()
    for begin in range(0, len(micro_batches), every):
        gradient, examples = torch.zeros_like(weight), 0
        for vectors, labels in micro_batches[begin : begin + every]:
            errors = (vectors @ weight.T).softmax(dim=1)
            errors = errors - one_hot(labels, len(weight)).to(errors.dtype)
            gradient += errors.T @ vectors
            examples += len(labels)
        weight = weight - rate * gradient / examples
    return weight


# --- mixed_cls


def mixed_cls_wrong_1(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[-4:]])
    return (w.flip(0).softmax(dim=0)[:, None, None] * cls).sum(dim=0)


def mixed_cls_wrong_2(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[-4:]])
    return (w[:, None, None] * cls).sum(dim=0)


def mixed_cls_wrong_3(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[1:5]])
    return (w.softmax(dim=0)[:, None, None] * cls).sum(dim=0)


def mixed_cls_wrong_4(hidden_states, w):
    shares = w.exp() / w.exp().sum()
    return sum(share * state[:, 0] for share, state in zip(shares, hidden_states[-4:], strict=True))


def mixed_cls_wrong_5(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[-4:]])
    return (w.softmax(dim=0)[:, None, None] * cls).mean(dim=0)


def mixed_cls_wrong_6(hidden_states, w):
    cls = torch.stack([state[:, -1] for state in hidden_states[-4:]])
    return (w.softmax(dim=0)[:, None, None] * cls).sum(dim=0)


def mixed_cls_wrong_7(hidden_states, w):
    cls = torch.stack([state[:, 0] for state in hidden_states[-5:-1]])
    return (w.softmax(dim=0)[:, None, None] * cls).sum(dim=0)


def mixed_cls_right_1(hidden_states, w):
    shares = w.softmax(dim=0)
    mixture = 0
    for number in range(4):
        mixture = mixture + shares[number] * hidden_states[number - 4][:, 0, :]
    return mixture


def mixed_cls_right_2(hidden_states, w):
    cls = torch.stack(hidden_states[-4:])[:, :, 0]
    return torch.einsum("l,lbd->bd", torch.softmax(w, 0), cls)


# --- early_stopping


def early_stopping_wrong_1(scores, patience):
    best, kept = -1.0, 0
    for epoch, score in enumerate(scores, 1):
        if score >= best:
            best, kept = score, epoch
        elif epoch - kept >= patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_2(scores, patience):
    best, kept = -1.0, 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept = score, epoch
        elif epoch - kept > patience:
            return kept, epoch
    return kept, len(scores)


def early_stopping_wrong_3(scores, patience):
    best, kept = 0, 0
    for epoch, score in enumerate(scores, 1):
        if score > best:
            best, kept = score, epoch
        elif epoch - kept >= patience:
            return kept, epoch
    return kept, len(scores)


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
    bad = 0
    for epoch in range(1, len(scores)):
        bad = 0 if scores[epoch] > scores[epoch - 1] else bad + 1
        if bad == patience:
            run = scores[: epoch + 1]
            return run.index(max(run)) + 1, epoch + 1
    return scores.index(max(scores)) + 1, len(scores)


def early_stopping_wrong_6(scores, patience):
    kept = scores.index(max(scores)) + 1
    return kept, min(len(scores), kept + patience)


def early_stopping_wrong_7(scores, patience):
    best = 0
    for epoch in range(len(scores)):
        if scores[epoch] > scores[best]:
            best = epoch
        elif epoch - best >= patience:
            return best, epoch + 1
    return best, len(scores)


def early_stopping_right_1(scores, patience):
    for run in range(1, len(scores) + 1):
        kept = scores.index(max(scores[:run])) + 1
        if run - kept >= patience:
            return kept, run
    return kept, len(scores)


def early_stopping_right_2(scores, patience):
    best, kept, waited, run = float("-inf"), 0, 0, 0
    while run < len(scores) and waited < patience:
        run += 1
        if scores[run - 1] > best:
            best, kept, waited = scores[run - 1], run, 0
        else:
            waited += 1
    return kept, run


WRONG = {
    "epoch_figures": [
        (epoch_figures_wrong_1, "keeps the relu"),
        (epoch_figures_wrong_2, "sums up means of batches, divides by examples"),
        (epoch_figures_wrong_3, "mean of the batches' means"),
        (epoch_figures_wrong_4, "accuracy as a mean of the batches' accuracies"),
        (epoch_figures_wrong_5, "softmax before cross_entropy"),
        (epoch_figures_wrong_6, "loses the bias"),
        (epoch_figures_wrong_7, "takes all batches to be as large as the first"),
    ],
    "bucketed_batches": [
        (bucketed_batches_wrong_1, "shuffles all batches together, with one permutation"),
        (bucketed_batches_wrong_2, "a bucket holds bucket texts"),
        (bucketed_batches_wrong_3, "applies the inverse permutation"),
        (bucketed_batches_wrong_4, "drops rests that fill no batch"),
        (bucketed_batches_wrong_5, "reads lengths by place in the shuffled list"),
        (bucketed_batches_wrong_6, "sorts from long to short"),
        (bucketed_batches_wrong_7, "permutes bucket numbers also where the last bucket has fewer"),
    ],
    "accumulated_updates": [
        (accumulated_updates_wrong_1, "mean of the micro-batches' means"),
        (accumulated_updates_wrong_2, "no update for the last, smaller group"),
        (accumulated_updates_wrong_3, "never sets the gradient back"),
        (accumulated_updates_wrong_4, "updates after each micro-batch"),
        (accumulated_updates_wrong_5, "never sets the count of examples back"),
        (accumulated_updates_wrong_6, "gradient of the sum, not the mean"),
        (accumulated_updates_wrong_7, "detach without clone: changes the argument"),
    ],
    "mixed_cls": [
        (mixed_cls_wrong_1, "highest layer first"),
        (mixed_cls_wrong_2, "no softmax"),
        (mixed_cls_wrong_3, "first four layers"),
        (mixed_cls_wrong_4, "exp overflows at thousands"),
        (mixed_cls_wrong_5, "mean instead of sum: divides by four once more"),
        (mixed_cls_wrong_6, "last token"),
        (mixed_cls_wrong_7, "leaves out the last layer, off by one"),
    ],
    "early_stopping": [
        (early_stopping_wrong_1, "equal counts as better"),
        (early_stopping_wrong_2, "waits one epoch too many"),
        (early_stopping_wrong_3, "best begins at 0, so an accuracy of 0 is never kept"),
        (early_stopping_wrong_4, "counts bad epochs in all, not in a row"),
        (early_stopping_wrong_5, "compares with the epoch before, not with the best"),
        (early_stopping_wrong_6, "looks for the best in all epochs, also those not run"),
        (early_stopping_wrong_7, "kept epoch counted from 0"),
    ],
}
RIGHT = {
    "epoch_figures": [epoch_figures_right_1],
    "bucketed_batches": [bucketed_batches_right_1],
    "accumulated_updates": [accumulated_updates_right_1],
    "mixed_cls": [mixed_cls_right_1, mixed_cls_right_2],
    "early_stopping": [early_stopping_right_1, early_stopping_right_2],
}
