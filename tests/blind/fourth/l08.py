"""Answers of the class to lesson 08, written from its text alone."""

import math

import torch
from torch.nn.functional import cross_entropy, log_softmax


def flat(sentences):
    return [i for sentence in sentences for i in sentence]


# --- sentence_pair


def sentence_pair_wrong_1(documents, place, split, coin, which, where):
    document = documents[place]
    first = flat(document[:split])
    if coin < 0.5:
        return first, flat(document[split:]), 0
    others = [d for d in documents if d != document]
    if not others:
        others = documents
    stranger = others[int(len(others) * which)]
    return first, flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_2(documents, place, split, coin, which, where):
    document = documents[place]
    if coin < 0.5:
        return flat(document[:split]), flat(document[split:]), 0
    stranger = documents[int(len(documents) * which)]
    return flat(document[:split]), flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_3(documents, place, split, coin, which, where):
    document = documents[place]
    others = [*documents[:place], *documents[place + 1 :]]
    if coin <= 0.5:
        second, label = document[split:], 0
    else:
        stranger = others[int(len(others) * which)]
        second, label = stranger[int(len(stranger) * where) :], 1
    return sum(document[:split], []), sum(second, []), label


def sentence_pair_wrong_4(documents, place, split, coin, which, where):
    document = documents[place]
    others = [*documents[:place], *documents[place + 1 :]]
    if coin < 0.5:
        return flat(document[:split]), flat(document[split:]), 0
    stranger = others[int(len(others) * which)]
    begin = int(len(document) * where)
    return flat(document[:split]), flat(stranger[begin:]), 1


def sentence_pair_wrong_5(documents, place, split, coin, which, where):
    document = documents[place]
    first = document[0]
    for sentence in document[1:split]:
        first += sentence
    if coin < 0.5:
        return first, flat(document[split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_6(documents, place, split, coin, which, where):
    document = documents[place]
    if coin < 0.5:
        return flat(document[:split]), flat(document[split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return flat(document[:split]), list(stranger[int(len(stranger) * where)]), 1


def sentence_pair_right_1(documents, place, split, coin, which, where):
    first = []
    for sentence in documents[place][:split]:
        first.extend(sentence)
    if coin < 0.5:
        rest, label = documents[place][split:], 0
    else:
        number = int((len(documents) - 1) * which)
        if number >= place:
            number += 1
        stranger = documents[number]
        rest, label = stranger[int(len(stranger) * where) :], 1
    second = []
    for sentence in rest:
        second.extend(sentence)
    return first, second, label


# --- choose_and_mask


def pick(maskable, scores, number):
    candidates = maskable.nonzero().flatten()
    return candidates[scores[candidates].argsort()[:number]].sort().values


def choose_and_mask_wrong_1(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, int(0.15 * int(maskable.sum()) + 0.5))
    places = pick(maskable, scores, number)
    seen = ids.clone()
    for p in places:
        if fates[p] < 0.8:
            seen[p] = mask_id
        elif fates[p] < 0.9:
            seen[p] = random_ids[p]
    return seen, places, ids[places]


def choose_and_mask_wrong_2(ids, maskable, mask_id, scores, fates, random_ids):
    number = round(0.15 * int(maskable.sum()))
    places = pick(maskable, scores, number)
    seen = ids.clone()
    fate = fates[places]
    seen[places[fate < 0.8]] = mask_id
    some = places[(fate >= 0.8) & (fate < 0.9)]
    seen[some] = random_ids[some]
    return seen, places, ids[places]


def choose_and_mask_wrong_3(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]]
    seen = ids.clone()
    fate = fates[places]
    seen[places[fate < 0.8]] = mask_id
    some = places[(fate >= 0.8) & (fate < 0.9)]
    seen[some] = random_ids[some]
    return seen, places, ids[places]


def choose_and_mask_wrong_4(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, round(0.15 * int(maskable.sum())))
    places = pick(maskable, scores, number)
    seen = ids.clone()
    for n, p in enumerate(places):
        if fates[n] < 0.8:
            seen[p] = mask_id
        elif fates[n] < 0.9:
            seen[p] = random_ids[n]
    return seen, places, ids[places]


def choose_and_mask_wrong_5(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, round(0.15 * len(ids)))
    places = pick(maskable, scores, number)
    seen = ids.clone()
    for p in places:
        if fates[p] < 0.8:
            seen[p] = mask_id
        elif fates[p] < 0.9:
            seen[p] = random_ids[p]
    return seen, places, ids[places]


def choose_and_mask_wrong_6(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, round(0.15 * int(maskable.sum())))
    places = pick(maskable, scores, number)
    seen = ids
    for p in places:
        if fates[p] < 0.8:
            seen[p] = mask_id
        elif fates[p] < 0.9:
            seen[p] = random_ids[p]
    return seen, places, ids[places]


def choose_and_mask_wrong_7(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, math.ceil(0.15 * int(maskable.sum())))
    places = pick(maskable, scores, number)
    masked = torch.where(fates < 0.8, mask_id, torch.where(fates < 0.9, random_ids, ids))
    seen = ids.clone()
    seen[places] = masked[places]
    return seen, places, ids[places]


def choose_and_mask_wrong_8(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, round(0.15 * int(maskable.sum())))
    places = pick(maskable, scores, number)
    seen = ids.clone()
    seen[places[fates[places] < 0.8]] = mask_id
    some = places[fates[places] < 0.9]
    seen[some] = random_ids[some]
    return seen, places, ids[places]


def choose_and_mask_right_1(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, round(0.15 * maskable.sum().item()))
    ranked = scores.double().masked_fill(~maskable, torch.inf).argsort()
    places = ranked[:number].sort().values
    chosen = torch.zeros_like(maskable)
    chosen[places] = True
    seen = ids.clone()
    seen[chosen & (fates < 0.8)] = mask_id
    swap = chosen & (fates >= 0.8) & (fates < 0.9)
    seen[swap] = random_ids[swap]
    return seen, places, ids[places].clone()


def choose_and_mask_right_2(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = [t for t in range(len(ids)) if maskable[t]]
    number = max(1, round(len(candidates) * 0.15))
    places = sorted(sorted(candidates, key=lambda t: float(scores[t]))[:number])
    seen = ids.tolist()
    for p in places:
        if fates[p] < 0.8:
            seen[p] = mask_id
        elif fates[p] < 0.9:
            seen[p] = int(random_ids[p])
    return torch.tensor(seen), torch.tensor(places), torch.tensor([int(ids[p]) for p in places])


# --- places_to_mask


# --- pretraining_loss


def pretraining_loss_wrong_1(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits.flatten(0, 1), ids.flatten())
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_2(logits, ids, chosen, next_logits, next_labels):
    labels = (ids * chosen).flatten()
    words = cross_entropy(logits.flatten(0, 1), labels, ignore_index=0, reduction="sum")
    words = words / (labels != 0).sum().clamp(min=1)
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_3(logits, ids, chosen, next_logits, next_labels):
    losses = []
    for b in range(len(ids)):
        if chosen[b].any():
            losses.append(cross_entropy(logits[b][chosen[b]], ids[b][chosen[b]]))
    return torch.stack(losses).mean() + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_4(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen])
    return words + cross_entropy(next_logits, 1 - next_labels)


def pretraining_loss_wrong_5(logits, ids, chosen, next_logits, next_labels):
    each = cross_entropy(logits.transpose(1, 2), ids, reduction="none")
    return (each * chosen).mean() + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_6(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen].softmax(dim=-1), ids[chosen])
    return words + cross_entropy(next_logits.softmax(dim=-1), next_labels)


def pretraining_loss_wrong_7(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen])
    return (words + cross_entropy(next_logits, next_labels)).item()


def pretraining_loss_wrong_8(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen], reduction="sum")
    pairs = cross_entropy(next_logits, next_labels, reduction="sum")
    return (words + pairs) / (chosen.sum() + len(next_labels))


def pretraining_loss_right_1(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen])
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_right_2(logits, ids, chosen, next_logits, next_labels):
    shares = log_softmax(logits, dim=-1).gather(2, ids[:, :, None]).squeeze(2)
    words = -torch.where(chosen, shares, 0).sum() / chosen.sum()
    rows = torch.arange(len(next_labels))
    pairs = -log_softmax(next_logits, dim=1)[rows, next_labels].mean()
    return words + pairs


WRONG = {
    "sentence_pair": [
        (sentence_pair_wrong_1, "finds the others by content, so an equal document drops out"),
        (sentence_pair_wrong_2, "draws the stranger among all documents, its own included"),
        (sentence_pair_wrong_3, "coin of exactly 0.5 counts as following"),
        (sentence_pair_wrong_4, "m is the number of sentences of its own document"),
        (sentence_pair_wrong_5, "+= changes the first sentence of the document it was given"),
        (sentence_pair_wrong_6, "takes a single sentence of the stranger, does not go on"),
    ],
    "choose_and_mask": [
        (choose_and_mask_wrong_1, "rounds halves up"),
        (choose_and_mask_wrong_2, "forgets the at least one"),
        (choose_and_mask_wrong_3, "places come in the order of their scores"),
        (choose_and_mask_wrong_4, "reads fates and random ids by number of the chosen token"),
        (choose_and_mask_wrong_5, "15% of all tokens"),
        (choose_and_mask_wrong_6, "no clone: changes ids, and reads targets after that"),
        (choose_and_mask_wrong_7, "rounds up always"),
        (choose_and_mask_wrong_8, "below 0.9 overwrites the masks by random pieces"),
    ],
    "pretraining_loss": [
        (pretraining_loss_wrong_1, "scores all places, chosen or not"),
        (pretraining_loss_wrong_2, "marks what is not chosen by id 0, so a chosen 0 is lost"),
        (pretraining_loss_wrong_3, "mean of each text first, then over texts"),
        (pretraining_loss_wrong_4, "turns the labels round"),
        (pretraining_loss_wrong_5, "divides by all places, not by the chosen ones"),
        (pretraining_loss_wrong_6, "softmax before cross_entropy"),
        (pretraining_loss_wrong_7, "returns a Python number"),
        (pretraining_loss_wrong_8, "one mean over words and pairs together"),
    ],
}
RIGHT = {
    "sentence_pair": [sentence_pair_right_1],
    "choose_and_mask": [choose_and_mask_right_1, choose_and_mask_right_2],
    "pretraining_loss": [pretraining_loss_right_1, pretraining_loss_right_2],
}
