"""Answers of the class to lesson 08, written from its text alone."""

import torch
from torch.nn.functional import cross_entropy

from bertlab.text.documents import join

# ---------------------------------------------------------------- exercise 1


def _flat(sentences):
    return [piece for sentence in sentences for piece in sentence]


def sentence_pair_wrong_1(documents, place, split, coin, which, where):
    first = _flat(documents[place][:split])
    if coin < 0.5:
        return first, _flat(documents[place][split:]), 0
    stranger = documents[int(len(documents) * which)]
    return first, _flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_2(documents, place, split, coin, which, where):
    first = _flat(documents[place][:split])
    if coin <= 0.5:
        return first, _flat(documents[place][split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, _flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_3(documents, place, split, coin, which, where):
    first = _flat(documents[place][:split])
    if coin < 0.5:
        return first, _flat(documents[place][split:]), 1
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, _flat(stranger[int(len(stranger) * where) :]), 0


def sentence_pair_wrong_4(documents, place, split, coin, which, where):
    first = _flat(documents[place][:split])
    if coin < 0.5:
        return first, _flat(documents[place][split:]), 0
    # wherever the same text turns up, it is not another document
    others = [document for document in documents if document != documents[place]]
    if not others:
        others = documents
    stranger = others[int(len(others) * which)]
    return first, _flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_5(documents, place, split, coin, which, where):
    first = _flat(documents[place][:split])
    if coin < 0.5:
        return first, _flat(documents[place][split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, list(stranger[int(len(stranger) * where)]), 1


def sentence_pair_wrong_6(documents, place, split, coin, which, where):
    first = _flat(documents[place][:split])
    if coin < 0.5:
        return first, _flat(documents[place][split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = _flat(others[int(len(others) * which)])
    return first, stranger[int(len(stranger) * where) :], 1


def sentence_pair_wrong_7(documents, place, split, coin, which, where):
    document = documents[place]
    first = join(document[:split])
    if coin < 0.5:
        return first, join(document[split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    n = round((len(others) - 1) * which)
    m = round((len(others[n]) - 1) * where)
    return first, join(others[n][m:]), 1


def sentence_pair_wrong_8(documents, place, split, coin, which, where):
    document = documents.pop(place)
    if coin < 0.5:
        return _flat(document[:split]), _flat(document[split:]), 0
    stranger = documents[int(len(documents) * which)]
    return _flat(document[:split]), _flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_9(documents, place, split, coin, which, where):
    first = _flat(documents[place][:split])
    if coin < 0.5:
        return first, _flat(documents[place][split:]), 0
    others = documents[place + 1 :] + documents[:place]
    stranger = others[int(len(others) * which)]
    return first, _flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_10(documents, place, split, coin, which, where):
    first = documents[place][:split]
    second = documents[place][split:]
    if coin >= 0.5:
        others = [*documents[:place], *documents[place + 1 :]]
        stranger = others[int(len(others) * which)]
        second = stranger[int(len(stranger) * where) :]
    return first, second, int(coin >= 0.5)


def sentence_pair_right_1(documents, place, split, coin, which, where):
    first = join(documents[place][:split])
    if coin < 0.5:
        return first, join(documents[place][split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, join(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_right_2(documents, place, split, coin, which, where):
    sentences, start, label = documents[place], split, 0
    if coin >= 0.5:
        number = int((len(documents) - 1) * which)
        sentences = documents[number if number < place else number + 1]
        start, label = int(len(sentences) * where), 1
    return _flat(documents[place][:split]), _flat(sentences[start:]), label


# ---------------------------------------------------------------- exercise 2


def choose_and_mask_wrong_1(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = scores[candidates].argsort()[:number].sort().values
    seen = ids.clone()
    for place in places:
        if fates[place] < 0.8:
            seen[place] = mask_id
        elif fates[place] < 0.9:
            seen[place] = random_ids[place]
    return seen, places, ids[places]


def choose_and_mask_wrong_2(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(ids)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    seen = ids.clone()
    for place in places:
        if fates[place] < 0.8:
            seen[place] = mask_id
        elif fates[place] < 0.9:
            seen[place] = random_ids[place]
    return seen, places, ids[places]


def choose_and_mask_wrong_3(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, int(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    seen = ids.clone()
    fate = fates[places]
    seen[places[fate < 0.8]] = mask_id
    swap = places[(fate >= 0.8) & (fate < 0.9)]
    seen[swap] = random_ids[swap]
    return seen, places, ids[places]


def choose_and_mask_wrong_4(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]]
    seen = ids.clone()
    fate = fates[places]
    seen[places[fate < 0.8]] = mask_id
    swap = places[(fate >= 0.8) & (fate < 0.9)]
    seen[swap] = random_ids[swap]
    return seen, places, ids[places]


def choose_and_mask_wrong_5(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    for place in places:
        if fates[place] < 0.8:
            ids[place] = mask_id
        elif fates[place] < 0.9:
            ids[place] = random_ids[place]
    return ids, places, ids[places]


def choose_and_mask_wrong_6(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    seen = ids.clone()
    for i, place in enumerate(places):
        if fates[i] < 0.8:
            seen[place] = mask_id
        elif fates[i] < 0.9:
            seen[place] = random_ids[i]
    return seen, places, ids[places]


def choose_and_mask_wrong_7(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    order = scores[candidates].argsort(descending=True)
    places = candidates[order[:number]].sort().values
    seen = ids.clone()
    for place in places:
        if fates[place] < 0.8:
            seen[place] = mask_id
        elif fates[place] < 0.9:
            seen[place] = random_ids[place]
    return seen, places, ids[places]


def choose_and_mask_wrong_8(ids, maskable, mask_id, scores, fates, random_ids):
    # the chosen ones are all with a score below 15%
    places = (maskable & (scores < 0.15)).nonzero().flatten()
    if len(places) == 0:
        places = scores.masked_fill(~maskable, 2.0).argmin().reshape(1)
    seen = ids.clone()
    for place in places:
        if fates[place] < 0.8:
            seen[place] = mask_id
        elif fates[place] < 0.9:
            seen[place] = random_ids[place]
    return seen, places, ids[places]


def choose_and_mask_wrong_9(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = round(0.15 * len(candidates))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    seen = ids.clone()
    for place in places:
        if fates[place] < 0.8:
            seen[place] = mask_id
        elif fates[place] < 0.9:
            seen[place] = random_ids[place]
    return seen, places, ids[places]


def choose_and_mask_wrong_10(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    seen = ids.clone()
    for place in places:
        if fates[place] <= 0.8:
            seen[place] = mask_id
        elif fates[place] <= 0.9:
            seen[place] = random_ids[place]
    return seen, places, ids[places]


def choose_and_mask_wrong_11(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, int(0.15 * len(candidates) + 0.5))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    seen = ids.clone()
    for place in places:
        if fates[place] < 0.8:
            seen[place] = mask_id
        elif fates[place] < 0.9:
            seen[place] = random_ids[place]
    return seen, places, ids[places]


def choose_and_mask_right_1(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    seen = ids.clone()
    fate = fates[places]
    seen[places[fate < 0.8]] = mask_id
    swap = places[(fate >= 0.8) & (fate < 0.9)]
    seen[swap] = random_ids[swap]
    return seen, places, ids[places]


def choose_and_mask_right_2(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = [t for t in range(len(ids)) if maskable[t]]
    number = max(1, round(0.15 * len(candidates)))
    chosen = sorted(sorted(candidates, key=lambda t: float(scores[t]))[:number])
    seen, stood = ids.tolist(), []
    for t in chosen:
        stood.append(seen[t])
        if fates[t] < 0.8:
            seen[t] = mask_id
        elif fates[t] < 0.9:
            seen[t] = int(random_ids[t])
    return torch.tensor(seen), torch.tensor(chosen), torch.tensor(stood)


_generators = {}


# ---------------------------------------------------------------- exercise 4


def pretraining_loss_wrong_1(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits.flatten(0, 1), ids.flatten())
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_2(logits, ids, chosen, next_logits, next_labels):
    surprise = -logits.log_softmax(dim=-1).gather(-1, ids.unsqueeze(-1)).squeeze(-1)
    words = (surprise * chosen).mean()
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_3(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen].softmax(dim=-1), ids[chosen])
    return words + cross_entropy(next_logits.softmax(dim=-1), next_labels)


def pretraining_loss_wrong_4(logits, ids, chosen, next_logits, next_labels):
    # a mean for each text, then the mean of the texts
    means = []
    for b in range(len(ids)):
        if chosen[b].any():
            means.append(cross_entropy(logits[b][chosen[b]], ids[b][chosen[b]]))
    return torch.stack(means).mean() + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_5(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen])
    return (words + cross_entropy(next_logits, next_labels)) / 2


def pretraining_loss_wrong_6(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen])
    return words + cross_entropy(next_logits, 1 - next_labels)


def pretraining_loss_wrong_7(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen]).item()
    return torch.tensor(words + cross_entropy(next_logits, next_labels).item())


def pretraining_loss_wrong_8(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen], reduction="sum")
    pairs = cross_entropy(next_logits, next_labels, reduction="sum")
    return words + pairs


def pretraining_loss_wrong_9(logits, ids, chosen, next_logits, next_labels):
    total = 0
    for b, t in chosen.nonzero().tolist():
        total = total - logits[b, t].log_softmax(dim=0)[ids[b, t]]
    for b in range(len(next_labels)):
        total = total - next_logits[b].log_softmax(dim=0)[next_labels[b]]
    return total / (chosen.sum() + len(next_labels))


def pretraining_loss_wrong_10(logits, ids, chosen, next_logits, next_labels):
    targets = ids * chosen  # 0 where nothing is asked
    words = cross_entropy(logits.transpose(1, 2), targets, ignore_index=0)
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_11(logits, ids, chosen, next_logits, next_labels):
    words = -torch.log2(logits[chosen].softmax(dim=-1))
    words = words[torch.arange(len(words)), ids[chosen]].mean()
    pairs = -torch.log2(next_logits.softmax(dim=-1))
    return words + pairs[torch.arange(len(pairs)), next_labels].mean()


def pretraining_loss_wrong_12(logits, ids, chosen, next_logits, next_labels):
    return cross_entropy(logits[chosen], ids[chosen])


def pretraining_loss_right_1(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen])
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_right_2(logits, ids, chosen, next_logits, next_labels):
    targets = ids.masked_fill(~chosen, -100)
    words = cross_entropy(logits.transpose(1, 2), targets, ignore_index=-100)
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_right_3(logits, ids, chosen, next_logits, next_labels):
    total = 0
    for b, t in chosen.nonzero().tolist():
        total = total + torch.logsumexp(logits[b, t], dim=0) - logits[b, t, ids[b, t]]
    pairs = 0
    for b, label in enumerate(next_labels.tolist()):
        pairs = pairs + torch.logsumexp(next_logits[b], dim=0) - next_logits[b, label]
    return total / int(chosen.sum()) + pairs / len(next_labels)


WRONG = {
    "sentence_pair": [
        (sentence_pair_wrong_1, "the stranger may be the document itself"),
        (sentence_pair_wrong_2, "a coin of exactly 0.5 counts as following"),
        (sentence_pair_wrong_3, "takes label 1 for 'is next'"),
        (sentence_pair_wrong_4, "drops all documents with equal text, not only number place"),
        (sentence_pair_wrong_5, "takes one sentence of the stranger only"),
        (sentence_pair_wrong_6, "begins at an id of the stranger, not at a sentence"),
        (sentence_pair_wrong_7, "rounds over 0 ... n - 1 instead of int(n * which)"),
        (sentence_pair_wrong_8, "takes the document out of the caller's list"),
        (sentence_pair_wrong_9, "the others begin behind place and wrap around"),
        (sentence_pair_wrong_10, "sentences are not joined to one list of ids"),
    ],
    "choose_and_mask": [
        (choose_and_mask_wrong_1, "takes ranks among the candidates for places"),
        (choose_and_mask_wrong_2, "15% of all tokens"),
        (choose_and_mask_wrong_3, "cuts off instead of rounding"),
        (choose_and_mask_wrong_4, "places in the order of their scores"),
        (choose_and_mask_wrong_5, "no clone: changes ids, and reads the targets from it"),
        (choose_and_mask_wrong_6, "fates and random ids by number of the choice, not by place"),
        (choose_and_mask_wrong_7, "takes the largest scores"),
        (choose_and_mask_wrong_8, "chooses all scores below 0.15"),
        (choose_and_mask_wrong_9, "forgets 'at least one'"),
        (choose_and_mask_wrong_10, "bounds 0.8 and 0.9 on the wrong side"),
        (choose_and_mask_wrong_11, "rounds halves up, unlike Python's round"),
    ],
    "pretraining_loss": [
        (pretraining_loss_wrong_1, "forgets chosen: all places count"),
        (pretraining_loss_wrong_2, "divides by all places, not by M"),
        (pretraining_loss_wrong_3, "softmax before cross_entropy"),
        (pretraining_loss_wrong_4, "a mean of means of the texts"),
        (pretraining_loss_wrong_5, "the mean of the two losses, not their sum"),
        (pretraining_loss_wrong_6, "turns the labels round: 1 for 'is next'"),
        (pretraining_loss_wrong_7, "numbers out of the graph: no gradient"),
        (pretraining_loss_wrong_8, "sums instead of means"),
        (pretraining_loss_wrong_9, "one mean over words and pairs together"),
        (pretraining_loss_wrong_10, "ignores id 0, which may be a chosen word"),
        (pretraining_loss_wrong_11, "bits instead of nats"),
        (pretraining_loss_wrong_12, "forgets the pairs"),
    ],
}
RIGHT = {
    "sentence_pair": [sentence_pair_right_1, sentence_pair_right_2],
    "choose_and_mask": [choose_and_mask_right_1, choose_and_mask_right_2],
    "pretraining_loss": [
        pretraining_loss_right_1,
        pretraining_loss_right_2,
        pretraining_loss_right_3,
    ],
}
