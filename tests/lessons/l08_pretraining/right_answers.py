"""Right answers to the exercises on pre-training, in other styles than the reference's."""

import heapq
import math
from itertools import chain

import numpy as np
import torch
from torch import nn
from torch.nn import functional

# --- pairs ----------------------------------------------------------------------------------------


def sentence_pair_by_loops(documents, place, split, coin, which, where):
    first = []
    for i in range(split):
        for token in documents[place][i]:
            first.append(token)
    second = []
    if coin < 0.5:
        for i in range(split, len(documents[place])):
            second += documents[place][i]
        return first, second, 0
    others = []
    for number in range(len(documents)):
        if number != place:
            others.append(documents[number])
    stranger = others[math.floor(len(others) * which)]
    start = math.floor(len(stranger) * where)
    for sentence in stranger[start:]:
        second += sentence
    return first, second, 1


def sentence_pair_by_chain(documents, place, split, coin, which, where):
    sentences = documents[place]
    label = int(coin >= 0.5)
    if label == 1:
        number = int((len(documents) - 1) * which)
        stranger = documents[number + (number >= place)]
        rest = stranger[int(len(stranger) * where) :]
    else:
        rest = sentences[split:]
    return list(chain.from_iterable(sentences[:split])), list(chain(*rest)), label


def sentence_pair_by_pop(documents, place, split, coin, which, where):
    others = list(documents)
    own = others.pop(place)
    if coin < 0.5:
        source, start, label = own, split, 0
    else:
        source = others[int(which * len(others))]
        start, label = int(where * len(source)), 1
    second = []
    while start < len(source):
        second.extend(source[start])
        start += 1
    return [token for sentence in own[:split] for token in sentence], second, label


# --- masks ----------------------------------------------------------------------------------------


def choose_and_mask_by_loops(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = [t for t in range(len(ids)) if maskable[t]]
    number = max(1, round(len(candidates) * 0.15))
    places = sorted(sorted(candidates, key=lambda t: scores[t])[:number])
    shown, targets = ids.tolist(), []
    for t in places:
        targets.append(shown[t])
        if fates[t] < 0.8:
            shown[t] = mask_id
        elif fates[t] < 0.9:
            shown[t] = random_ids[t].item()
    return torch.tensor(shown), torch.tensor(places), torch.tensor(targets)


def choose_and_mask_by_where(ids, maskable, mask_id, scores, fates, random_ids):
    number = torch.clamp(torch.round(0.15 * maskable.sum()), min=1).int().item()
    ranked = torch.where(maskable, scores, torch.inf)
    chosen = torch.zeros_like(maskable)
    chosen[torch.topk(ranked, number, largest=False).indices] = True
    shown = torch.where(chosen & (fates < 0.8), mask_id, ids)
    shown = torch.where(chosen & (fates >= 0.8) & (fates < 0.9), random_ids, shown)
    return shown, torch.where(chosen)[0], ids[chosen]


def choose_and_mask_in_numpy(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = np.flatnonzero(maskable.numpy())
    number = max(1, int(np.rint(0.15 * candidates.size)))
    places = np.sort(candidates[np.argsort(scores.numpy()[candidates])[:number]])
    before, fate = ids.numpy(), fates.numpy()[places]
    after = before.copy()
    replaced = [np.full_like(places, mask_id), random_ids.numpy()[places]]
    after[places] = np.select([fate < 0.8, fate < 0.9], replaced, before[places])
    return tuple(torch.from_numpy(row) for row in (after, places, before[places]))


def choose_and_mask_by_kthvalue(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, round(0.15 * maskable.sum().item()))
    limit = scores[maskable].kthvalue(number).values
    chosen = maskable & (scores <= limit)
    shown = ids.masked_fill(chosen & (fates < 0.8), mask_id)
    exchanged = chosen & (fates >= 0.8) & (fates < 0.9)
    shown[exchanged] = random_ids[exchanged]
    return shown, chosen.nonzero()[:, 0], ids.masked_select(chosen)


def choose_and_mask_by_heap(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().squeeze(1).tolist()
    number = max(1, round(0.15 * len(candidates)))
    places = torch.tensor(sorted(heapq.nsmallest(number, candidates, key=scores.__getitem__)))
    fate, shown = fates[places], ids.clone()
    kept = torch.where(fate < 0.9, random_ids[places], ids[places])
    shown[places] = torch.where(fate < 0.8, torch.full_like(kept, mask_id), kept)
    return shown, places, ids.gather(0, places)


# --- fates ----------------------------------------------------------------------------------------


def by_fate_by_loop(shown, answers, mask_id, surprisals):
    kinds = {"hidden": [], "exchanged": [], "kept": []}
    for sees, answer, surprisal in zip(shown, answers, surprisals, strict=True):
        kind = "hidden" if sees == mask_id else "kept" if sees == answer else "exchanged"
        kinds[kind].append(surprisal)
    return torch.stack([torch.stack(values).mean() for values in kinds.values()])


def by_fate_by_weights(shown, answers, mask_id, surprisals):
    hidden = (shown == mask_id).to(surprisals.dtype)
    kept = (shown == answers).to(surprisals.dtype)
    weights = torch.stack([hidden, 1 - hidden - kept, kept])
    return weights @ surprisals / weights.sum(dim=1)


def by_fate_as_numbers(shown, answers, mask_id, surprisals):
    kinds = torch.where(shown == mask_id, 0, torch.where(shown == answers, 2, 1))
    return torch.stack([surprisals[kinds == kind].mean() for kind in range(3)])


# --- losses ---------------------------------------------------------------------------------------


def pretraining_loss_by_loops(logits, ids, chosen, next_logits, next_labels):
    masked, number = 0, 0
    for b in range(ids.shape[0]):
        for t in range(ids.shape[1]):
            if chosen[b, t]:
                masked = masked - logits[b, t].log_softmax(0)[ids[b, t]]
                number += 1
    pairs = [-row.log_softmax(0)[y] for row, y in zip(next_logits, next_labels, strict=True)]
    return masked / number + sum(pairs) / len(pairs)


def pretraining_loss_by_ignore_index(logits, ids, chosen, next_logits, next_labels):
    targets = torch.where(chosen, ids, -100)
    entropy = nn.CrossEntropyLoss()
    return entropy(logits.flatten(0, 1), targets.flatten()) + entropy(next_logits, next_labels)


def pretraining_loss_by_weights(logits, ids, chosen, next_logits, next_labels):
    each = functional.cross_entropy(logits.permute(0, 2, 1), ids, reduction="none")
    masked = (each * chosen).sum() / chosen.sum()
    pairs = functional.cross_entropy(next_logits, next_labels, reduction="sum") / len(next_labels)
    return torch.add(masked, pairs)


def pretraining_loss_by_gather(logits, ids, chosen, next_logits, next_labels):
    right = logits.gather(2, ids.unsqueeze(2)).squeeze(2)
    masked = (logits.logsumexp(2) - right)[chosen].mean()
    second = next_logits[torch.arange(len(next_labels)), next_labels]
    return masked + (next_logits.logsumexp(1) - second).mean()


def pretraining_loss_of_probabilities(logits, ids, chosen, next_logits, next_labels):
    p = torch.softmax(logits[chosen], dim=1)
    masked = -torch.log(p[range(len(p)), ids[chosen]]).mean()
    return masked + functional.nll_loss(next_logits.log_softmax(-1), next_labels)


RIGHT = {
    "sentence_pair": (
        sentence_pair_by_loops,
        sentence_pair_by_chain,
        sentence_pair_by_pop,
    ),
    "choose_and_mask": (
        choose_and_mask_by_loops,
        choose_and_mask_by_where,
        choose_and_mask_in_numpy,
        choose_and_mask_by_kthvalue,
        choose_and_mask_by_heap,
    ),
    "by_fate": (by_fate_by_loop, by_fate_by_weights, by_fate_as_numbers),
    "pretraining_loss": (
        pretraining_loss_by_loops,
        pretraining_loss_by_ignore_index,
        pretraining_loss_by_weights,
        pretraining_loss_by_gather,
        pretraining_loss_of_probabilities,
    ),
}
