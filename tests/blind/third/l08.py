"""Answers of the class to lesson 08, written from its text alone."""

import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, nll_loss


def flat(sentences):
    return [i for sentence in sentences for i in sentence]


# --- exercise 1: a pair


def sentence_pair_right_1(documents, place, split, coin, which, where):
    document = documents[place]
    first = flat(document[:split])
    if coin < 0.5:
        return first, flat(document[split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_right_2(documents, place, split, coin, which, where):
    label = 0 if coin < 0.5 else 1
    first, second = [], []
    for sentence in documents[place][:split]:
        first.extend(sentence)
    if label == 0:
        source, begin = documents[place], split
    else:
        number = int((len(documents) - 1) * which)
        if number >= place:
            number += 1
        source = documents[number]
        begin = int(len(source) * where)
    for sentence in source[begin:]:
        second.extend(sentence)
    return first, second, label


def sentence_pair_wrong_1(documents, place, split, coin, which, where):
    first = flat(documents[place][:split])
    if coin < 0.5:
        return first, flat(documents[place][split:]), 0
    number = int((len(documents) - 1) * which)
    if number == place:
        number += 1
    stranger = documents[number]
    return first, flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_2(documents, place, split, coin, which, where):
    document = documents[place]
    first = flat(document[:split])
    if coin < 0.5:
        return first, flat(document[split:]), 0
    others = [other for other in documents if other != document]
    stranger = others[int(len(others) * which)]
    return first, flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_3(documents, place, split, coin, which, where):
    document = documents[place]
    first = document[0]
    for sentence in document[1:split]:
        first += sentence
    if coin < 0.5:
        return first, flat(document[split:]), 0
    others = documents[:place] + documents[place + 1 :]
    stranger = others[int(len(others) * which)]
    return first, flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_4(documents, place, split, coin, which, where):
    first = flat(documents[place][:split])
    if coin <= 0.5:
        return first, flat(documents[place][split:]), 0
    others = documents[:place] + documents[place + 1 :]
    stranger = others[int(len(others) * which)]
    return first, flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_wrong_5(documents, place, split, coin, which, where):
    first = flat(documents[place][:split])
    if coin < 0.5:
        return first, flat(documents[place][split:]), 0
    others = documents[:place] + documents[place + 1 :]
    n = len(others)
    stranger = others[int((n - 1) * which)]
    m = len(stranger)
    return first, flat(stranger[int((m - 1) * where) :]), 1


def sentence_pair_wrong_6(documents, place, split, coin, which, where):
    first = flat(documents[place][:split])
    if coin < 0.5:
        second, label = flat(documents[place][split:]), 0
    else:
        others = documents[:place] + documents[place + 1 :]
        stranger = others[int(len(others) * which)]
        second, label = list(stranger[int(len(stranger) * where)]), 1
    return first, second, label


def sentence_pair_wrong_7(documents, place, split, coin, which, where):
    document = documents.pop(place)
    first = flat(document[:split])
    if coin < 0.5:
        return first, flat(document[split:]), 0
    stranger = documents[int(len(documents) * which)]
    return first, flat(stranger[int(len(stranger) * where) :]), 1


# --- exercise 2: choose and mask


def choose_and_mask_right_1(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    fate = fates[places]
    shown[places[fate < 0.8]] = mask_id
    middle = places[(fate >= 0.8) & (fate < 0.9)]
    shown[middle] = random_ids[middle]
    return shown.long(), places, ids[places].long()


def choose_and_mask_right_2(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = [t for t in range(len(ids)) if maskable[t]]
    number = max(1, round(0.15 * len(candidates)))
    places = sorted(sorted(candidates, key=lambda t: float(scores[t]))[:number])
    shown = ids.tolist()
    for t in places:
        if fates[t] < 0.8:
            shown[t] = mask_id
        elif fates[t] < 0.9:
            shown[t] = int(random_ids[t])
    stood = [int(ids[t]) for t in places]
    return torch.tensor(shown), torch.tensor(places), torch.tensor(stood)


def choose_and_mask_wrong_1(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, round(0.15 * int(maskable.sum())))
    places = (scores * maskable).argsort()[:number].sort().values
    shown = ids.clone()
    for t in places.tolist():
        if fates[t] < 0.8:
            shown[t] = mask_id
        elif fates[t] < 0.9:
            shown[t] = random_ids[t]
    return shown, places, ids[places]


def choose_and_mask_wrong_2(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, int(0.15 * len(candidates) + 0.5))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    for t in places.tolist():
        if fates[t] < 0.8:
            shown[t] = mask_id
        elif fates[t] < 0.9:
            shown[t] = random_ids[t]
    return shown, places, ids[places]


def choose_and_mask_wrong_3(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    for k, t in enumerate(places.tolist()):
        if fates[k] < 0.8:
            shown[t] = mask_id
        elif fates[k] < 0.9:
            shown[t] = random_ids[k]
    return shown, places, ids[places]


def choose_and_mask_wrong_4(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]]
    shown = ids.clone()
    fate = fates[places]
    shown[places] = torch.where(
        fate < 0.8,
        torch.full_like(places, mask_id),
        torch.where(fate < 0.9, random_ids[places], ids[places]),
    )
    return shown, places, ids[places]


def choose_and_mask_wrong_5(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(ids)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    for t in places.tolist():
        if fates[t] < 0.8:
            shown[t] = mask_id
        elif fates[t] < 0.9:
            shown[t] = random_ids[t]
    return shown, places, ids[places]


def choose_and_mask_wrong_6(ids, maskable, mask_id, scores, fates, random_ids):
    # bertlab deals them the other way round: small fates are not masked
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    for t in places.tolist():
        if fates[t] >= 0.2:
            shown[t] = mask_id
        elif fates[t] >= 0.1:
            shown[t] = random_ids[t]
    return shown, places, ids[places]


def choose_and_mask_wrong_7(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    fate = fates[places]
    shown[places[fate < 0.8]] = mask_id
    middle = places[(fate > 0.8) & (fate < 0.9)]
    shown[middle] = random_ids[middle]
    return shown, places, ids[places]


def choose_and_mask_wrong_8(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    shown[places[fates[places] < 0.8]] = mask_id
    middle = places[(fates[places] >= 0.8) & (fates[places] < 0.9)]
    shown[middle] = random_ids[middle]
    return shown, places, shown[places]


_generators = {}


# --- exercise 4: the loss of BERT


def pretraining_loss_right_1(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen])
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_right_2(logits, ids, chosen, next_logits, next_labels):
    total, count = 0, 0
    for b in range(ids.shape[0]):
        for t in range(ids.shape[1]):
            if chosen[b, t]:
                total = total - logits[b, t].log_softmax(dim=0)[ids[b, t]]
                count += 1
    pairs = 0
    for b, label in enumerate(next_labels.tolist()):
        pairs = pairs - next_logits[b].log_softmax(dim=0)[label]
    return total / count + pairs / len(next_labels)


def pretraining_loss_wrong_1(logits, ids, chosen, next_logits, next_labels):
    surprise = -logits.log_softmax(dim=-1).gather(-1, ids[..., None]).squeeze(-1)
    return (surprise * chosen).mean() + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_2(logits, ids, chosen, next_logits, next_labels):
    labels = ids * chosen  # what is not chosen is 0 and passed over
    words = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=0)
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_3(logits, ids, chosen, next_logits, next_labels):
    words = []
    for b in range(len(ids)):
        if chosen[b].any():
            words.append(cross_entropy(logits[b, chosen[b]], ids[b, chosen[b]]))
    return torch.stack(words).mean() + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_4(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen], reduction="sum")
    pairs = cross_entropy(next_logits, next_labels, reduction="sum")
    return (words + pairs) / (chosen.sum() + len(next_labels))


def pretraining_loss_wrong_5(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen].softmax(dim=-1), ids[chosen])
    return words + cross_entropy(next_logits.softmax(dim=-1), next_labels)


def pretraining_loss_wrong_6(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen])
    pairs = binary_cross_entropy_with_logits(next_logits[:, 1], next_labels.to(next_logits.dtype))
    return words + pairs


def pretraining_loss_wrong_7(logits, ids, chosen, next_logits, next_labels):
    shares = logits.log_softmax(dim=1)
    words = nll_loss(shares[chosen], ids[chosen])
    return words + nll_loss(next_logits.log_softmax(dim=1), next_labels)


def pretraining_loss_wrong_8(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen])
    is_next = next_logits[:, 0].sigmoid()
    p = torch.where(next_labels == 0, is_next, 1 - is_next)
    return words - p.log().mean()


WRONG = {
    "sentence_pair": [
        (sentence_pair_wrong_1, "steps over the own document only where it is hit, not behind it"),
        (sentence_pair_wrong_2, "finds the others by what they say, so that a twin is left out"),
        (sentence_pair_wrong_3, "adds to the first sentence of the document, in place"),
        (sentence_pair_wrong_4, "a coin of exactly 0.5 counts as a true pair"),
        (sentence_pair_wrong_5, "thinks that n - 1 is needed lest the index run over"),
        (sentence_pair_wrong_6, "takes one sentence of the stranger, does not go on to the end"),
        (sentence_pair_wrong_7, "pops the document out of the given list"),
    ],
    "choose_and_mask": [
        (choose_and_mask_wrong_1, "scores times mask: what must not be chosen gets the smallest 0"),
        (choose_and_mask_wrong_2, "rounds halves up"),
        (choose_and_mask_wrong_3, "takes the fates and random ids in turn, not those of the token"),
        (choose_and_mask_wrong_4, "leaves the places in the order of their scores"),
        (choose_and_mask_wrong_5, "15% of all tokens, not of those that may be chosen"),
        (choose_and_mask_wrong_6, "deals the fates as bertlab does, the other way round"),
        (choose_and_mask_wrong_7, "forgets a fate of exactly 0.8"),
        (choose_and_mask_wrong_8, "reads the targets after masking"),
    ],
    "pretraining_loss": [
        (pretraining_loss_wrong_1, "the mean is over all places, not the chosen ones"),
        (pretraining_loss_wrong_2, "uses 0 as the label to be ignored, but 0 may be chosen"),
        (pretraining_loss_wrong_3, "a mean for each text, then the mean of these"),
        (pretraining_loss_wrong_4, "one mean over words and pairs together"),
        (pretraining_loss_wrong_5, "softmax before cross_entropy, which does it itself"),
        (pretraining_loss_wrong_6, "a sigmoid of one of the two pair logits"),
        (pretraining_loss_wrong_7, "softmax over the places instead of the pieces"),
        (pretraining_loss_wrong_8, "a sigmoid of the logit of is next, instead of both"),
    ],
}
RIGHT = {
    "sentence_pair": [sentence_pair_right_1, sentence_pair_right_2],
    "choose_and_mask": [choose_and_mask_right_1, choose_and_mask_right_2],
    "pretraining_loss": [pretraining_loss_right_1, pretraining_loss_right_2],
}
