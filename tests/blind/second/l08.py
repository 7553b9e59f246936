"""Answers of the class to lesson 08, written from its text alone."""

import torch
from torch.nn.functional import cross_entropy

# ---------------------------------------------------------------- sentence_pair


def sentence_pair_wrong_1(documents, place, split, coin, which, where):
    document = documents[place]
    first = [i for sentence in document[:split] for i in sentence]
    if coin < 0.5:
        return first, [i for sentence in document[split:] for i in sentence], 0
    stranger = documents[int(len(documents) * which)]
    start = int(len(stranger) * where)
    return first, [i for sentence in stranger[start:] for i in sentence], 1


def sentence_pair_wrong_2(documents, place, split, coin, which, where):
    document = documents[place]
    if coin < 0.5:
        second, label = document[split:], 0
    else:
        others = [other for other in documents if other != document]
        stranger = others[int(len(others) * which)]
        second, label = stranger[int(len(stranger) * where) :], 1
    return sum(document[:split], []), sum(second, []), label


def sentence_pair_wrong_3(documents, place, split, coin, which, where):
    document = documents[place]
    first = document[0]
    for sentence in document[1:split]:
        first += sentence
    if coin < 0.5:
        rest, label = document[split:], 0
    else:
        others = documents[:place] + documents[place + 1 :]
        stranger = others[int(len(others) * which)]
        rest, label = stranger[int(len(stranger) * where) :], 1
    second = []
    for sentence in rest:
        second += sentence
    return first, second, label


def sentence_pair_wrong_4(documents, place, split, coin, which, where):
    document = documents[place]
    first = [i for sentence in document[:split] for i in sentence]
    if coin <= 0.5:
        return first, [i for sentence in document[split:] for i in sentence], 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    start = int(len(stranger) * where)
    return first, [i for sentence in stranger[start:] for i in sentence], 1


def sentence_pair_wrong_5(documents, place, split, coin, which, where):
    document = documents[place]
    first = [i for sentence in document[:split] for i in sentence]
    if coin < 0.5:
        return first, [i for sentence in document[split:] for i in sentence], 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    start = int(len(document) * where)
    return first, [i for sentence in stranger[start:] for i in sentence], 1


def sentence_pair_wrong_6(documents, place, split, coin, which, where):
    document = documents[place]
    first = [i for sentence in document[:split] for i in sentence]
    if coin < 0.5:
        return first, [i for sentence in document[split:] for i in sentence], 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, list(stranger[int(len(stranger) * where)]), 1


def sentence_pair_right_1(documents, place, split, coin, which, where):
    def flat(sentences):
        return [i for sentence in sentences for i in sentence]

    document = documents[place]
    first = flat(document[:split])
    if coin < 0.5:
        return first, flat(document[split:]), 0
    number = int((len(documents) - 1) * which)
    stranger = documents[number if number < place else number + 1]
    return first, flat(stranger[int(len(stranger) * where) :]), 1


def sentence_pair_right_2(documents, place, split, coin, which, where):
    label = 0 if coin < 0.5 else 1
    if label == 0:
        rest = documents[place][split:]
    else:
        others = [d for n, d in enumerate(documents) if n != place]
        stranger = others[int(len(others) * which)]
        rest = stranger[int(len(stranger) * where) :]
    first, second = [], []
    for sentence in documents[place][:split]:
        first.extend(sentence)
    for sentence in rest:
        second.extend(sentence)
    return first, second, label


# -------------------------------------------------------------- choose_and_mask


def choose_and_mask_wrong_1(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, round(0.15 * len(ids)))
    candidates = maskable.nonzero().flatten()
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    for t in places.tolist():
        if fates[t] < 0.8:
            shown[t] = mask_id
        elif fates[t] < 0.9:
            shown[t] = random_ids[t]
    return shown, places, ids[places]


def choose_and_mask_wrong_2(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = round(0.15 * len(candidates))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    fate = fates[places]
    shown[places[fate < 0.8]] = mask_id
    middle = places[(fate >= 0.8) & (fate < 0.9)]
    shown[middle] = random_ids[middle]
    return shown, places, ids[places]


def choose_and_mask_wrong_3(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, int(0.15 * len(candidates) + 0.5))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    fate = fates[places]
    shown[places[fate < 0.8]] = mask_id
    middle = places[(fate >= 0.8) & (fate < 0.9)]
    shown[middle] = random_ids[middle]
    return shown, places, ids[places]


def choose_and_mask_wrong_4(ids, maskable, mask_id, scores, fates, random_ids):
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


def choose_and_mask_wrong_5(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]]
    shown = ids.clone()
    fate = fates[places]
    shown[places[fate < 0.8]] = mask_id
    middle = places[(fate >= 0.8) & (fate < 0.9)]
    shown[middle] = random_ids[middle]
    return shown, places, ids[places]


def choose_and_mask_wrong_6(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = [t for t in range(len(ids)) if maskable[t]]
    number = max(1, round(0.15 * len(candidates)))
    ranked = sorted(candidates, key=lambda t: float(scores[t]))
    places = sorted(ranked[:number])
    shown = ids.clone()
    for t in places:
        if fates[t] < 0.1:
            shown[t] = random_ids[t]
        elif fates[t] >= 0.2:
            shown[t] = mask_id
    places = torch.tensor(places)
    return shown, places, ids[places]


def choose_and_mask_right_1(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone().long()
    fate = fates[places]
    shown[places[fate < 0.8]] = mask_id
    middle = places[(fate >= 0.8) & (fate < 0.9)]
    shown[middle] = random_ids[middle].long()
    return shown, places, ids[places].long()


def choose_and_mask_right_2(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, round(0.15 * int(maskable.sum())))
    hidden = scores.masked_fill(~maskable, float("inf"))
    places = torch.sort(hidden.topk(number, largest=False).indices)[0]
    shown = ids.tolist()
    for t in places.tolist():
        if fates[t] < 0.8:
            shown[t] = mask_id
        elif fates[t] < 0.9:
            shown[t] = random_ids[t].item()
    return torch.tensor(shown), places, ids[places].to(torch.int64)


# --------------------------------------------------------------- places_to_mask


# ------------------------------------------------------------- pretraining_loss


def pretraining_loss_wrong_1(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits.flatten(0, 1), ids.flatten(), reduction="none")
    words = (words * chosen.flatten()).mean()
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_2(logits, ids, chosen, next_logits, next_labels):
    per_text = []
    for b in range(len(ids)):
        if chosen[b].any():
            per_text.append(cross_entropy(logits[b][chosen[b]], ids[b][chosen[b]]))
    return torch.stack(per_text).mean() + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_3(logits, ids, chosen, next_logits, next_labels):
    labels = ids * chosen
    words = cross_entropy(logits.transpose(1, 2), labels, ignore_index=0)
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_wrong_4(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen])
    return words + cross_entropy(next_logits, 1 - next_labels)


def pretraining_loss_wrong_5(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen].softmax(dim=-1), ids[chosen])
    return words + cross_entropy(next_logits.softmax(dim=-1), next_labels)


def pretraining_loss_wrong_6(logits, ids, chosen, next_logits, next_labels):
    words, number = 0.0, 0
    for b in range(ids.shape[0]):
        for t in range(ids.shape[1]):
            if chosen[b, t]:
                words -= logits[b, t].log_softmax(dim=0)[ids[b, t]].item()
                number += 1
    pairs = 0.0
    for row, label in zip(next_logits, next_labels, strict=True):
        pairs -= row.log_softmax(dim=0)[label].item()
    return torch.tensor(words / number + pairs / len(next_labels))


def pretraining_loss_right_1(logits, ids, chosen, next_logits, next_labels):
    words = cross_entropy(logits[chosen], ids[chosen])
    return words + cross_entropy(next_logits, next_labels)


def pretraining_loss_right_2(logits, ids, chosen, next_logits, next_labels):
    surprise = -logits.log_softmax(dim=-1).gather(2, ids[:, :, None])[:, :, 0]
    words = surprise[chosen].sum() / chosen.sum()
    pairs = -next_logits.log_softmax(dim=-1)[torch.arange(len(next_labels)), next_labels]
    return words + pairs.mean()


WRONG = {
    "sentence_pair": [
        (sentence_pair_wrong_1, "draws the stranger among all documents, its own included"),
        (sentence_pair_wrong_2, "leaves out by content: an equal document is no stranger then"),
        (sentence_pair_wrong_3, "grows the first sentence of the given document by +="),
        (sentence_pair_wrong_4, "a coin of just 0.5 counts as a true pair"),
        (sentence_pair_wrong_5, "takes m from the own document, not from the stranger"),
        (sentence_pair_wrong_6, "takes one sentence of the stranger, not all to its end"),
    ],
    "choose_and_mask": [
        (choose_and_mask_wrong_1, "15% of all tokens, the specials counted"),
        (choose_and_mask_wrong_2, "forgets that at least one is chosen"),
        (choose_and_mask_wrong_3, "rounds halves up"),
        (choose_and_mask_wrong_4, "takes fates and random ids in turn, not each token's own"),
        (choose_and_mask_wrong_5, "leaves the places in the order of their scores"),
        (choose_and_mask_wrong_6, "deals the fates as bertlab does: small ones stay or go random"),
    ],
    "pretraining_loss": [
        (pretraining_loss_wrong_1, "divides the words' loss by all tokens, not by the chosen"),
        (pretraining_loss_wrong_2, "takes the mean of each text, then the mean of these"),
        (pretraining_loss_wrong_3, "marks what is not chosen by id 0, which may be chosen, too"),
        (pretraining_loss_wrong_4, "reads label 1 as a true pair"),
        (pretraining_loss_wrong_5, "softmax first, then cross_entropy, which does it again"),
        (pretraining_loss_wrong_6, "adds up Python numbers, so no gradient gets through"),
    ],
}
RIGHT = {
    "sentence_pair": [sentence_pair_right_1, sentence_pair_right_2],
    "choose_and_mask": [choose_and_mask_right_1, choose_and_mask_right_2],
    "pretraining_loss": [pretraining_loss_right_1, pretraining_loss_right_2],
}
