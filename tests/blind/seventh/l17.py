"""Answers of the class to lesson 17, written from its text alone."""

import itertools

import torch

# Exercise 1: whole_pairs


def whole_pairs_wrong_1(sentences, swapped, max_length):
    pairs = []
    for i in range(0, len(sentences) - 1, 2):
        first, second = sentences[i], sentences[i + 1]
        label = int(swapped[i // 2])
        if label == 1:
            first, second = second, first
        if len(first) + len(second) + 3 <= max_length:
            pairs.append((first, second, label))
    return pairs


def whole_pairs_wrong_2(sentences, swapped, max_length):
    pairs = []
    for i in range(len(sentences) - 1):
        first, second = sentences[i], sentences[i + 1]
        if len(first) + len(second) > max_length:
            continue
        if swapped[i]:
            pairs.append((second, first, 1))
        else:
            pairs.append((first, second, 0))
    return pairs


def whole_pairs_wrong_3(sentences, swapped, max_length):
    pairs = []
    for i in range(len(sentences) - 1):
        first, second = sentences[i], sentences[i + 1]
        if len(first) + len(second) + 3 < max_length:
            if swapped[i]:
                pairs.append((second, first, 1))
            else:
                pairs.append((first, second, 0))
    return pairs


def whole_pairs_wrong_4(sentences, swapped, max_length):
    pairs = []
    for i in range(len(sentences) - 1):
        first, second = sentences[i], sentences[i + 1]
        if len(first) + len(second) + 3 > max_length:
            break
        if swapped[i]:
            pairs.append((second, first, 1))
        else:
            pairs.append((first, second, 0))
    return pairs


def whole_pairs_wrong_5(sentences, swapped, max_length):
    pairs = []
    for i in range(len(sentences) - 1):
        first, second = sentences[i], sentences[i + 1]
        if len(first) + len(second) + 3 <= max_length:
            if swapped[i]:
                pairs.append((second, first, 0))
            else:
                pairs.append((first, second, 1))
    return pairs


def whole_pairs_wrong_6(sentences, swapped, max_length):
    pairs = []
    for first, second, label in zip(sentences, sentences[1:], swapped, strict=False):
        if len(first) + len(second) + 3 <= max_length:
            pairs.append((first, second, int(label)))
    return pairs


def whole_pairs_wrong_7(sentences, swapped, max_length):
    pairs = []
    for first, second in zip(sentences, sentences[1:], strict=False):
        if len(first) + len(second) + 3 <= max_length:
            if swapped[len(pairs)]:
                pairs.append((second, first, 1))
            else:
                pairs.append((first, second, 0))
    return pairs


def whole_pairs_wrong_8(sentences, swapped, max_length):
    order = list(sentences)
    pairs = []
    for i in range(len(order) - 1):
        if swapped[i]:
            order[i], order[i + 1] = order[i + 1], order[i]
        if len(order[i]) + len(order[i + 1]) + 3 <= max_length:
            pairs.append((order[i], order[i + 1], int(swapped[i])))
    return pairs


def whole_pairs_right_1(sentences, swapped, max_length):
    pairs = []
    for i in range(len(sentences) - 1):
        pair = [sentences[i], sentences[i + 1]]
        if sum(map(len, pair)) > max_length - 3:
            continue
        if swapped[i]:
            pair.reverse()
        pairs.append((pair[0], pair[1], 1 if swapped[i] else 0))
    return pairs


def whole_pairs_right_2(sentences, swapped, max_length):
    return [
        (b, a, 1) if change else (a, b, 0)
        for a, b, change in zip(sentences[:-1], sentences[1:], swapped, strict=True)
        if 1 + len(a) + 1 + len(b) + 1 <= max_length
    ]


# Exercise 2: replaced


def replaced_wrong_1(ids, chosen, drawn):
    read = ids.clone()
    read[chosen] = drawn
    return read, chosen.long()


def replaced_wrong_2(ids, chosen, drawn):
    read = ids
    read[chosen] = drawn
    return read, (read != ids).long()


def replaced_wrong_3(ids, chosen, drawn):
    text = ids.clone()
    ids[chosen] = drawn
    return ids, (ids != text).long()


def replaced_wrong_4(ids, chosen, drawn):
    read = ids.clone()
    read[chosen] = drawn
    return read, (read == ids).long()


def replaced_wrong_5(ids, chosen, drawn):
    read = ids.clone()
    read[chosen] = drawn
    return read, (read != ids).float()


def replaced_wrong_6(ids, chosen, drawn):
    read = ids.clone()
    read.T[chosen.T] = drawn
    return read, (read != ids).long()


def replaced_wrong_7(ids, chosen, drawn):
    read = ids.clone()
    read[chosen] = drawn
    labels = torch.full_like(ids, -100)
    labels[chosen] = (drawn != ids[chosen]).long()
    return read, labels


def replaced_wrong_8(ids, chosen, drawn):
    read = ids.clone()
    read[chosen] = drawn
    return read, (drawn != ids[chosen]).long()


def replaced_right_1(ids, chosen, drawn):
    guesses = iter(drawn.tolist())
    read, labels = ids.clone(), torch.zeros_like(ids)
    for row in range(ids.shape[0]):
        for column in range(ids.shape[1]):
            if chosen[row, column]:
                guess = next(guesses)
                labels[row, column] = int(guess != ids[row, column].item())
                read[row, column] = guess
    return read, labels


def replaced_right_2(ids, chosen, drawn):
    read = ids.masked_scatter(chosen, drawn)
    return read, torch.where(read == ids, 0, 1)


# Exercise 3: best_order


def best_order_wrong_1(scores):
    def total(order):
        return sum(scores[i, j].item() for i, j in itertools.pairwise(order))

    rest = itertools.permutations(range(1, len(scores)))
    return max(([0, *order] for order in rest), key=total)


def best_order_wrong_2(scores):
    n = len(scores)
    best, best_total = None, None
    for start in range(n):
        order, total = [start], 0.0
        while len(order) < n:
            left = [j for j in range(n) if j not in order]
            follower = max(left, key=lambda j: scores[order[-1], j].item())  # noqa: B023
            total += scores[order[-1], follower].item()
            order.append(follower)
        if best is None or total > best_total:
            best, best_total = order, total
    return best


def best_order_wrong_3(scores):
    def total(order):
        return sum(scores[j, i].item() for i, j in itertools.pairwise(order))

    return list(max(itertools.permutations(range(len(scores))), key=total))


def best_order_wrong_4(scores):
    best, best_total = [], float("-inf")
    for order in itertools.permutations(range(len(scores))):
        total = sum(scores[i, j].item() for i, j in itertools.pairwise(order))
        if total >= best_total:
            best, best_total = list(order), total
    return best


def best_order_wrong_5(scores):
    def total(order):
        return sum(scores[order[k - 1], order[k]].item() for k in range(len(order)))

    return list(max(itertools.permutations(range(len(scores))), key=total))


def best_order_wrong_6(scores):
    p = scores.sigmoid()

    def total(order):
        return sum(p[i, j].item() for i, j in itertools.pairwise(order))

    return list(max(itertools.permutations(range(len(scores))), key=total))


def best_order_wrong_7(scores):
    def total(order):
        return sum(scores[i, j].item() for i, j in itertools.combinations(order, 2))

    return list(max(itertools.permutations(range(len(scores))), key=total))


def best_order_wrong_8(scores):
    def total(order):
        return sum(scores[i, j].item() for i, j in itertools.pairwise(order))

    return max(itertools.permutations(range(len(scores))), key=total)


def best_order_right_1(scores):
    table = scores.tolist()
    best, best_total = None, None
    for order in itertools.permutations(range(len(table))):
        total = 0
        for k in range(len(order) - 1):
            total += table[order[k]][order[k + 1]]
        if best is None or total > best_total:
            best, best_total = order, total
    return list(best)


def best_order_right_2(scores):
    orders = torch.tensor(list(itertools.permutations(range(len(scores)))))
    totals = scores[orders[:, :-1], orders[:, 1:]].sum(dim=1)
    first = (totals == totals.max()).nonzero()[0, 0]
    return orders[first].tolist()


WRONG = {
    "whole_pairs": [
        (whole_pairs_wrong_1, "every sentence belongs to one pair only: 0 and 1, 2 and 3"),
        (whole_pairs_wrong_2, "forgets [CLS] and the two [SEP]"),
        (whole_pairs_wrong_3, "has to be shorter than max_length"),
        (whole_pairs_wrong_4, "stops at the first pair that does not fit"),
        (whole_pairs_wrong_5, "1 means that the order is right"),
        (whole_pairs_wrong_6, "writes the label but does not exchange the two"),
        (whole_pairs_wrong_7, "swapped has an entry for each pair that is kept"),
        (whole_pairs_wrong_8, "exchanges them in the document, so the next pair sees it"),
    ],
    "replaced": [
        (replaced_wrong_1, "whatever the generator guessed is replaced"),
        (replaced_wrong_2, "takes no clone and compares the text with itself"),
        (replaced_wrong_3, "keeps a clone of the text and writes into ids"),
        (replaced_wrong_4, "1 for a token that is real"),
        (replaced_wrong_5, "the loss wants floats as labels"),
        (replaced_wrong_6, "hands the guesses out column by column"),
        (replaced_wrong_7, "places that were not chosen do not count, so -100"),
        (replaced_wrong_8, "asks only about the chosen places"),
    ],
    "best_order": [
        (best_order_wrong_1, "sentence 0 is the first"),
        (best_order_wrong_2, "from every start, always takes the best next sentence"),
        (best_order_wrong_3, "the column comes before the row"),
        (best_order_wrong_4, "keeps the last of several best orders"),
        (best_order_wrong_5, "the last and the first are neighbors too (index -1)"),
        (best_order_wrong_6, "turns log odds into probabilities and adds these"),
        (best_order_wrong_7, "counts every earlier sentence, not only the neighbor"),
        (best_order_wrong_8, "returns what permutations gives, a tuple"),
    ],
}
RIGHT = {
    "whole_pairs": [whole_pairs_right_1, whole_pairs_right_2],
    "replaced": [replaced_right_1, replaced_right_2],
    "best_order": [best_order_right_1, best_order_right_2],
}
