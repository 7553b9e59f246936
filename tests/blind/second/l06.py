"""Answers of the class to lesson 06, written from its text alone."""

from collections import Counter
from itertools import pairwise, zip_longest

import torch

# Exercise 1: best_pair


def best_pair_wrong_1(words):
    counts = Counter()
    for pieces in words:
        for pair in pairwise(pieces):
            counts[pair] += 1
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_wrong_2(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] += count
    return counts.most_common(1)[0][0]


def best_pair_wrong_3(words):
    counts = {}
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] = counts.get(pair, 0) + count
    return max(counts, key=lambda pair: (counts[pair], pair))


def best_pair_wrong_4(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in set(pairwise(pieces)):
            counts[pair] += count
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_wrong_5(words):
    counts = Counter()
    for pieces, count in words.items():
        i = 0
        while i < len(pieces) - 1:
            pair = (pieces[i], pieces[i + 1])
            counts[pair] += count
            if i + 2 < len(pieces) and pieces[i + 1 : i + 3] == pair:
                i += 2
            else:
                i += 1
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_wrong_6(words):
    counts = Counter()
    for pieces, count in words.items():
        for i in range(len(pieces) - 1):
            counts[pieces[i], pieces[i + 1]] += count
    return min(counts, key=lambda p: (-counts[p], p[0] + p[1].removeprefix("##")))


def best_pair_right_1(words):
    counts = {}
    for pieces, count in words.items():
        for i in range(len(pieces) - 1):
            pair = pieces[i], pieces[i + 1]
            counts[pair] = counts.get(pair, 0) + count
    largest = max(counts.values())
    return min(pair for pair, count in counts.items() if count == largest)


def best_pair_right_2(words):
    counts = Counter()
    for pieces, count in words.items():
        counts.update({p: n * count for p, n in Counter(pairwise(pieces)).items()})
    return min(counts, key=lambda p: (-counts[p], p))


# Exercise 2: longest_match


def longest_match_wrong_1(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            if word[start:end] in vocabulary:
                pieces.append(word[start:end])
                start = end
                break
        else:
            return ["[UNK]"]
    return pieces


def longest_match_wrong_2(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = word[start:end] if start == 0 else "##" + word[start:end]
            if piece in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            pieces.append("[UNK]")
            break
    return pieces


def longest_match_wrong_3(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(start + 1, len(word) + 1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            return ["[UNK]"]
    return pieces


def longest_match_wrong_4(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        end = len(word)
        prefix = "" if start == 0 else "##"
        while end > start and prefix + word[start:end] not in vocabulary:
            end -= 1
        if end == start:
            return ["[UNK]"]
        pieces.append(word[start:end])
        start = end
    return pieces


def longest_match_wrong_5(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start + 1, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            return ["[UNK]"]
    return pieces


def longest_match_wrong_6(word, vocabulary):
    dead = set()  # starts that were tried in vain

    def cut(start):
        if start == len(word):
            return []
        if start in dead:
            return None
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                rest = cut(end)
                if rest is not None:
                    return [piece, *rest]
        dead.add(start)
        return None

    pieces = cut(0)
    return ["[UNK]"] if pieces is None else pieces


def longest_match_right_1(word, vocabulary):
    pieces, rest, prefix = [], word, ""
    while rest:
        fits = [n for n in range(1, len(rest) + 1) if prefix + rest[:n] in vocabulary]
        if not fits:
            return ["[UNK]"]
        pieces.append(prefix + rest[: fits[-1]])
        rest, prefix = rest[fits[-1] :], "##"
    return pieces


def longest_match_right_2(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = word[start:end] if start == 0 else f"##{word[start:end]}"
            if piece in vocabulary:
                break
        else:
            return ["[UNK]"]
        pieces.append(piece)
        start = end
    return pieces


# Exercise 3: pair_input


def pair_input_wrong_1(first, second, cls_id, sep_id):
    ids = [cls_id, *first, sep_id]
    types = [0] * len(ids)
    if second:
        ids += [*second, sep_id]
        types += [1] * (len(second) + 1)
    return ids, types


def pair_input_wrong_2(first, second, cls_id, sep_id):
    if second is None:
        return [cls_id] + first + [sep_id], [0] * (len(first) + 2)
    ids = [cls_id] + first + [sep_id] + second + [sep_id]
    types = [0] * (len(first) + 1) + [1] * (len(second) + 2)
    return ids, types


def pair_input_wrong_3(first, second, cls_id, sep_id):
    ids = [cls_id] + first + [sep_id]
    types = [0] * len(ids)
    if second is not None:
        ids = ids + second
        types = types + [1] * len(second)
    return ids, types


def pair_input_wrong_4(first, second, cls_id, sep_id):
    ids = [cls_id] + first + [sep_id]
    types = [0 for _ in ids]
    if second is not None:
        behind = [cls_id] + second + [sep_id]
        ids = ids + behind
        types = types + [1 for _ in behind]
    return ids, types


def pair_input_wrong_5(first, second, cls_id, sep_id):
    first.insert(0, cls_id)
    first.append(sep_id)
    types = [0] * len(first)
    if second is not None:
        second.append(sep_id)
        types += [1] * len(second)
        return first + second, types
    return first, types


def pair_input_wrong_6(first, second, cls_id, sep_id):
    ids, types = [cls_id], [0]
    for number, text in enumerate((first, second)):
        if text is None:
            continue
        for piece in text:
            ids.append(piece)
            types.append(number)
        ids.append(sep_id)
        types.append(0)
    return ids, types


def pair_input_right_1(first, second, cls_id, sep_id):
    ids = [cls_id, *first, sep_id]
    types = [0] * len(ids)
    if second is not None:
        ids += [*second, sep_id]
        types += [1] * (len(second) + 1)
    return ids, types


def pair_input_right_2(first, second, cls_id, sep_id):
    texts = [first] if second is None else [first, second]
    ids, types = [cls_id], [0]
    for number, text in enumerate(texts):
        ids = ids + list(text) + [sep_id]
        types = types + [number] * (len(text) + 1)
    return ids, types


# Exercise 4: pad_batch


def pad_batch_wrong_1(rows, pad_id):
    T = max(len(row) for row in rows)
    ids = [[pad_id] * (T - len(row)) + row for row in rows]
    mask = [[0] * (T - len(row)) + [1] * len(row) for row in rows]
    return torch.tensor(ids), torch.tensor(mask)


def pad_batch_wrong_2(rows, pad_id):
    T = max(len(row) for row in rows)
    ids = torch.zeros(len(rows), T, dtype=torch.int64)
    mask = torch.zeros(len(rows), T, dtype=torch.int64)
    for b, row in enumerate(rows):
        ids[b, : len(row)] = torch.tensor(row)
        mask[b, : len(row)] = 1
    return ids, mask


def pad_batch_wrong_3(rows, pad_id):
    T = max(map(len, rows))
    ids = torch.tensor([row + [pad_id] * (T - len(row)) for row in rows])
    return ids, (ids != 0).long()


def pad_batch_wrong_4(rows, pad_id):
    T = max(map(len, rows))
    masks = []
    for row in rows:
        missing = T - len(row)
        masks.append([1] * len(row) + [0] * missing)
        row += [pad_id] * missing
    return torch.tensor(rows), torch.tensor(masks)


def pad_batch_wrong_5(rows, pad_id):
    lengths = torch.tensor([len(row) for row in rows])
    T = int(lengths.max())
    ids = torch.tensor([row + [pad_id] * (T - len(row)) for row in rows])
    mask = torch.arange(T) <= lengths[:, None]
    return ids, mask.long()


def pad_batch_wrong_6(rows, pad_id):
    T = max(len(row) for row in rows)
    ids = torch.tensor([row + [pad_id] * (T - len(row)) for row in rows])
    return ids, ids != pad_id


def pad_batch_right_1(rows, pad_id):
    ids = torch.tensor(list(zip_longest(*rows, fillvalue=pad_id))).T
    return ids, (ids != pad_id).long()


def pad_batch_right_2(rows, pad_id):
    T = max(len(row) for row in rows)
    ids = torch.full((len(rows), T), pad_id)
    mask = torch.zeros(len(rows), T, dtype=torch.int64)
    for b, row in enumerate(rows):
        ids[b, : len(row)] = torch.tensor(row)
        mask[b, : len(row)] = 1
    return ids, mask


# Exercise 5: head_and_tail


def head_and_tail_wrong_1(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text = ids[1:-1]
    tail = max_length - 2 - head
    return [ids[0], *text[:head], *text[-tail:], ids[-1]]


def head_and_tail_wrong_2(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text = ids[1:-1]
    tail = max_length - head
    return [ids[0]] + text[:head] + text[len(text) - tail :] + [ids[-1]]


def head_and_tail_wrong_3(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    return ids[:head] + ids[-(max_length - head) :]


def head_and_tail_wrong_4(ids, max_length, head):
    text = ids[1:-1]
    if len(text) <= max_length:
        return ids
    tail = max_length - 2 - head
    return [ids[0]] + text[:head] + text[len(text) - tail :] + [ids[-1]]


def head_and_tail_wrong_5(ids, max_length, head):
    del ids[1 + head : len(ids) - (max_length - head - 1)]
    return ids


def head_and_tail_wrong_6(ids, max_length, head):
    text = ids[1:-1]
    tail = max_length - 2 - head
    end = text[-tail:] if tail > 0 else []
    return [ids[0], *text[:head], *end, ids[-1]]


def head_and_tail_right_1(ids, max_length, head):
    if len(ids) <= max_length:
        return list(ids)
    text = ids[1:-1]
    tail = max_length - 2 - head
    return [ids[0], *text[:head], *text[len(text) - tail :], ids[-1]]


def head_and_tail_right_2(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    behind = max_length - (1 + head)  # places that are left, [SEP] among them
    return ids[: 1 + head] + ids[-behind:]


# Exercise 6: shorten_pair


def shorten_pair_wrong_1(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) > max_length - 2:
        longer = first if len(first) > len(second) else second
        longer.pop()
    return first, second


def shorten_pair_wrong_2(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) > max_length - 3:
        if len(first) > len(second):
            first.pop(0)
        else:
            second.pop(0)
    return first, second


def shorten_pair_wrong_3(first, second, max_length):
    while len(first) + len(second) + 3 > max_length:
        if len(first) > len(second):
            first.pop()
        else:
            second.pop()
    return first, second


def shorten_pair_wrong_4(first, second, max_length):
    room = max_length - 3
    if len(first) + len(second) <= room:
        return first, second
    half = room // 2
    return first[: room - half], second[:half]


def shorten_pair_wrong_5(first, second, max_length):
    room = max_length - 3
    first = first[:room]
    return first, second[: room - len(first)]


def shorten_pair_wrong_6(first, second, max_length):
    a, b = list(first), list(second)
    while len(a) + len(b) + 3 >= max_length:
        if len(a) >= len(b):
            a = a[:-1]
        else:
            b = b[:-1]
        if not a and not b:
            break
    return a, b


def shorten_pair_right_1(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) + 3 > max_length:
        (first if len(first) >= len(second) else second).pop()
    return first, second


def shorten_pair_right_2(first, second, max_length):
    room = max_length - 3
    a, b = len(first), len(second)
    if a + b > room:
        if min(a, b) <= room // 2:  # the shorter text stays whole
            a, b = (a, room - a) if a <= b else (room - b, b)
        else:
            a, b = room // 2, room - room // 2
    return first[:a], second[:b]


WRONG = {
    "best_pair": [
        (best_pair_wrong_1, "counts each word once, forgets the word's count"),
        (best_pair_wrong_2, "of equals, takes the pair that came first in the dict"),
        (best_pair_wrong_3, "of equals, takes the last in the alphabet, by max over (count, pair)"),
        (best_pair_wrong_4, "counts a pair once a word, even if it stands there twice"),
        (best_pair_wrong_5, "does not count overlapping pairs: ##a ##a ##a counts once"),
        (best_pair_wrong_6, "sorts equals by the joined piece, not as tuples"),
    ],
    "longest_match": [
        (longest_match_wrong_1, "forgets ## and looks for bare pieces inside the word too"),
        (longest_match_wrong_2, "keeps the pieces found and puts [UNK] for the rest only"),
        (longest_match_wrong_3, "moves the end from left to right: the shortest piece wins"),
        (longest_match_wrong_4, "returns the pieces without their ##"),
        (longest_match_wrong_5, "off by one: never tries a piece of one character"),
        (longest_match_wrong_6, "goes back and tries a shorter piece where the rest fits nothing"),
    ],
    "pair_input": [
        (pair_input_wrong_1, "takes an empty second text for no second text"),
        (pair_input_wrong_2, "gives the first [SEP] type 1"),
        (pair_input_wrong_3, "thinks that [SEP] only separates: none at the end of a pair"),
        (pair_input_wrong_4, "opens the second text with a [CLS] of its own"),
        (pair_input_wrong_5, "inserts the special ids into the caller's lists"),
        (pair_input_wrong_6, "gives each special piece type 0, the last [SEP] too"),
    ],
    "pad_batch": [
        (pad_batch_wrong_1, "pads in front"),
        (pad_batch_wrong_2, "pads with 0 instead of pad_id"),
        (pad_batch_wrong_3, "takes the mask from ids != 0 instead of pad_id"),
        (pad_batch_wrong_4, "pads the caller's rows in place with +="),
        (pad_batch_wrong_5, "<= instead of <: the mask has one 1 too many in short rows"),
        (pad_batch_wrong_6, "returns the mask as bools"),
    ],
    "head_and_tail": [
        (head_and_tail_wrong_1, "text[-0:] is the whole text if no tail fits"),
        (head_and_tail_wrong_2, "forgets [CLS] and [SEP] when it counts the room"),
        (head_and_tail_wrong_3, "counts [CLS] as one of the head pieces"),
        (head_and_tail_wrong_4, "asks if the text without its special pieces fits"),
        (head_and_tail_wrong_5, "deletes the middle in the caller's list"),
        (head_and_tail_wrong_6, "does not ask if the text fits: short texts come out doubled"),
    ],
    "shorten_pair": [
        (shorten_pair_wrong_1, "leaves room for two special pieces instead of three"),
        (shorten_pair_wrong_2, "takes pieces from the beginning"),
        (shorten_pair_wrong_3, "pops from the caller's lists"),
        (shorten_pair_wrong_4, "gives each text half of the room, however short the other is"),
        (shorten_pair_wrong_5, "keeps the first text whole and cuts the second only"),
        (shorten_pair_wrong_6, ">= instead of >: takes one piece too many"),
    ],
}
RIGHT = {
    "best_pair": [best_pair_right_1, best_pair_right_2],
    "longest_match": [longest_match_right_1, longest_match_right_2],
    "pair_input": [pair_input_right_1, pair_input_right_2],
    "pad_batch": [pad_batch_right_1, pad_batch_right_2],
    "head_and_tail": [head_and_tail_right_1, head_and_tail_right_2],
    "shorten_pair": [shorten_pair_right_1, shorten_pair_right_2],
}
