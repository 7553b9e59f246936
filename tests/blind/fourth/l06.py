"""Answers of the class to lesson 06, written from its text alone."""

from collections import Counter, defaultdict
from itertools import pairwise, zip_longest

import torch

# ---- best_pair


def _pairs(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] += count
    return counts


def best_pair_wrong_1(words):
    counts = Counter(pair for pieces in words for pair in pairwise(pieces))
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_wrong_2(words):
    counts = _pairs(words)
    return max(counts, key=lambda pair: (counts[pair], pair))


def best_pair_wrong_3(words):
    return _pairs(words).most_common(1)[0][0]


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
            i += 2 if pieces[i + 1 : i + 3] == pair else 1
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_wrong_6(words):
    counts = _pairs(words)
    return min(counts, key=lambda pair: (-counts[pair], "".join(pair).replace("##", "")))


def best_pair_wrong_7(words):
    counts = Counter()
    for pieces, count in words.items():
        for i in range(len(pieces) - 2):
            counts[pieces[i], pieces[i + 1]] += count
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_right_1(words):
    counts = defaultdict(int)
    for pieces in words:
        for i in range(len(pieces) - 1):
            counts[pieces[i], pieces[i + 1]] += words[pieces]
    most = max(counts.values())
    return min(pair for pair in counts if counts[pair] == most)


# ---- longest_match


def longest_match_wrong_1(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(start + 1, len(word) + 1):
            piece = word[start:end] if start == 0 else "##" + word[start:end]
            if piece in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            return ["[UNK]"]
    return pieces


def longest_match_wrong_2(word, vocabulary):
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


def longest_match_wrong_3(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            pieces.append("[UNK]")
            start += 1
    return pieces


def longest_match_wrong_4(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = word[start:end]
            if ("##" + piece if start else piece) in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            return ["[UNK]"]
    return pieces


def longest_match_wrong_5(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            pieces.append("[UNK]")
            break
    return pieces


def longest_match_wrong_6(word, vocabulary):
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


def longest_match_wrong_7(word, vocabulary):
    cuts = {len(word): []}
    for start in range(len(word) - 1, -1, -1):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary and end in cuts:
                cuts[start] = [piece, *cuts[end]]
                break
    return cuts.get(0, ["[UNK]"])


def longest_match_wrong_8(word, vocabulary):
    pieces, end = [], len(word)
    while end > 0:
        for start in range(end):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                pieces.insert(0, piece)
                end = start
                break
        else:
            return ["[UNK]"]
    return pieces


def longest_match_right_1(word, vocabulary):
    pieces, rest, mark = [], word, ""
    while rest:
        fitting = [n for n in range(1, len(rest) + 1) if mark + rest[:n] in vocabulary]
        if not fitting:
            return ["[UNK]"]
        pieces.append(mark + rest[: fitting[-1]])
        rest, mark = rest[fitting[-1] :], "##"
    return pieces


# ---- pair_input


def pair_input_wrong_1(first, second, cls_id, sep_id):
    ids = [cls_id, *first, sep_id]
    types = [0] * len(ids)
    if second:
        ids += [*second, sep_id]
        types += [1] * (len(second) + 1)
    return ids, types


def pair_input_wrong_2(first, second, cls_id, sep_id):
    ids = [cls_id] + first + [sep_id]
    if second is None:
        return ids, [0] * len(ids)
    return ids + second + [sep_id], [0] * (len(first) + 1) + [1] * (len(second) + 2)


def pair_input_wrong_3(first, second, cls_id, sep_id):
    ids = [cls_id] + first + [sep_id]
    types = [0] * len(ids)
    if second is not None:
        ids = ids + second
        types = types + [1] * len(second)
    return ids, types


def pair_input_wrong_4(first, second, cls_id, sep_id):
    ids = [cls_id] + first + [sep_id]
    types = [0] * len(ids)
    if second is not None:
        ids = ids + [cls_id] + second + [sep_id]
        types = types + [1] * (len(second) + 2)
    return ids, types


def pair_input_wrong_5(first, second, cls_id, sep_id):
    ids = [cls_id] + first + [sep_id]
    types = [0] * len(ids)
    if second is not None:
        ids = ids + second + [sep_id]
        types = types + [1] * len(second) + [0]
    return ids, types


def pair_input_wrong_6(first, second, cls_id, sep_id):
    ids = first
    ids.insert(0, cls_id)
    ids.append(sep_id)
    types = [0] * len(ids)
    if second is not None:
        ids = ids + second + [sep_id]
        types += [1] * (len(second) + 1)
    return ids, types


def pair_input_wrong_7(first, second, cls_id, sep_id):
    if second is None:
        second = []
    ids = [cls_id, *first, sep_id, *second, sep_id]
    return ids, [0] * (len(first) + 2) + [1] * (len(second) + 1)


def pair_input_right_1(first, second, cls_id, sep_id):
    ids = [cls_id, *first, sep_id]
    if second is not None:
        ids = [*ids, *second, sep_id]
    types = [int(place > len(first) + 1) for place in range(len(ids))]
    return ids, types


def pair_input_right_2(first, second, cls_id, sep_id):
    ids, types = [cls_id], [0]
    for number, text in enumerate((first, second)):
        if text is None:
            continue
        for piece in list(text) + [sep_id]:
            ids.append(piece)
            types.append(number)
    return ids, types


# ---- pad_batch


def pad_batch_wrong_1(rows, pad_id):
    T = max(len(row) for row in rows)
    ids = [[pad_id] * (T - len(row)) + row for row in rows]
    mask = [[0] * (T - len(row)) + [1] * len(row) for row in rows]
    return torch.tensor(ids), torch.tensor(mask)


def pad_batch_wrong_2(rows, pad_id):
    T = max(len(row) for row in rows)
    ids = torch.tensor([row + [pad_id] * (T - len(row)) for row in rows])
    return ids, (ids != 0).long()


def pad_batch_wrong_3(rows, pad_id):
    T = max(len(row) for row in rows)
    ids = torch.tensor([row + [pad_id] * (T - len(row)) for row in rows])
    return ids, (ids == pad_id).long()


def pad_batch_wrong_4(rows, pad_id):
    T = max(len(row) for row in rows)
    mask = [[1] * len(row) + [0] * (T - len(row)) for row in rows]
    for row in rows:
        while len(row) < T:
            row.append(pad_id)
    return torch.tensor(rows), torch.tensor(mask)


def pad_batch_wrong_5(rows, pad_id):
    T = len(max(rows))
    ids = [row + [pad_id] * (T - len(row)) for row in rows]
    mask = [[1] * len(row) + [0] * (T - len(row)) for row in rows]
    return torch.tensor(ids), torch.tensor(mask)


def pad_batch_wrong_6(rows, pad_id):
    T = max(len(row) for row in rows)
    ids = torch.zeros(len(rows), T, dtype=torch.int64)
    mask = torch.zeros(len(rows), T, dtype=torch.int64)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
        mask[i, : len(row)] = 1
    return ids, mask


def pad_batch_wrong_7(rows, pad_id):
    T = max(len(row) for row in rows)
    ids = torch.full((len(rows), T), pad_id)
    mask = torch.zeros(len(rows), T)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
        mask[i, : len(row)] = 1
    return ids, mask


def pad_batch_wrong_8(rows, pad_id):
    T = max(len(row) for row in rows) + 1
    ids = torch.tensor([row + [pad_id] * (T - len(row)) for row in rows])
    return ids, (ids != pad_id).long()


def pad_batch_right_1(rows, pad_id):
    columns = list(zip_longest(*rows, fillvalue=pad_id))
    ids = torch.tensor(columns, dtype=torch.int64).T
    return ids, (ids != pad_id).long()


def pad_batch_right_2(rows, pad_id):
    T = max(map(len, rows))
    ids = [row + [pad_id] * (T - len(row)) for row in rows]
    mask = [[1] * len(row) + [0] * (T - len(row)) for row in rows]
    return torch.tensor(ids), torch.tensor(mask)


# ---- head_and_tail


def head_and_tail_wrong_1(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text = ids[1:-1]
    tail = max_length - 2 - head
    return [ids[0]] + text[:head] + text[-tail:] + [ids[-1]]


def head_and_tail_wrong_2(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text = ids[1:-1]
    tail = max_length - head
    return [ids[0]] + text[:head] + text[len(text) - tail :] + [ids[-1]]


def head_and_tail_wrong_3(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    return ids[:head] + ids[len(ids) - (max_length - head) :]


def head_and_tail_wrong_4(ids, max_length, head):
    text = ids[1:-1]
    tail = max_length - 2 - head
    end = text[-tail:] if tail else []
    return [ids[0], *text[:head], *end, ids[-1]]


def head_and_tail_wrong_5(ids, max_length, head):
    text = ids[1:-1]
    if len(text) <= max_length:
        return ids
    tail = max_length - 2 - head
    end = text[-tail:] if tail else []
    return [ids[0], *text[:head], *end, ids[-1]]


def head_and_tail_wrong_6(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text = ids[1:-1]
    tail = max_length - 1 - head
    return [ids[0], *text[:head], *text[len(text) - tail :], ids[-1]]


def head_and_tail_wrong_7(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text = ids[1:-1]
    tail = max_length - 2 - head
    return [ids[0], *text[:head], *text[head : head + tail], ids[-1]]


def head_and_tail_wrong_8(ids, max_length, head):
    if len(ids) > max_length:
        extra = len(ids) - max_length
        del ids[1 + head : 1 + head + extra]
    return ids


def head_and_tail_right_1(ids, max_length, head):
    extra = len(ids) - max_length
    if extra <= 0:
        return ids
    return ids[: 1 + head] + ids[1 + head + extra :]


def head_and_tail_right_2(ids, max_length, head):
    if len(ids) <= max_length:
        return list(ids)
    first, *text, last = ids
    tail = max_length - 2 - head
    return [first, *text[:head], *text[len(text) - tail :], last]


# ---- shorten_pair


def shorten_pair_wrong_1(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) > max_length:
        (first if len(first) > len(second) else second).pop()
    return first, second


def shorten_pair_wrong_2(first, second, max_length):
    while len(first) + len(second) > max_length - 3:
        if len(first) > len(second):
            first.pop()
        else:
            second.pop()
    return first, second


def shorten_pair_wrong_3(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) > max_length - 3:
        (first if len(first) > len(second) else second).pop(0)
    return first, second


def shorten_pair_wrong_4(first, second, max_length):
    half = (max_length - 3) // 2
    return first[:half], second[:half]


def shorten_pair_wrong_5(first, second, max_length):
    first, second = first[:], second[:]
    turn = 0
    while len(first) + len(second) > max_length - 3:
        text = (first, second)[turn % 2]
        if text:
            text.pop()
        turn += 1
    return first, second


def shorten_pair_wrong_6(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) > max_length - 2:
        (first if len(first) > len(second) else second).pop()
    return first, second


def shorten_pair_wrong_7(first, second, max_length):
    room = max_length - 3
    first = first[:room]
    return first, second[: room - len(first)]


def shorten_pair_wrong_8(first, second, max_length):
    room = max_length - 3
    if len(first) > len(second):
        return first[: max(room - len(second), 0)], second[:]
    return first[:], second[: max(room - len(first), 0)]


def shorten_pair_right_1(first, second, max_length):
    room = max_length - 3
    a, b = len(first), len(second)
    while a + b > room:
        if a >= b:
            a -= 1
        else:
            b -= 1
    return first[:a], second[:b]


def shorten_pair_right_2(first, second, max_length):
    room = max_length - 3
    half = room // 2
    if len(first) <= half:
        return list(first), second[: room - len(first)]
    if len(second) <= half:
        return first[: room - len(second)], list(second)
    return first[:half], second[:half]


WRONG = {
    "best_pair": [
        (best_pair_wrong_1, "forgets the counts of the words"),
        (best_pair_wrong_2, "max over (count, pair): the last of equals"),
        (best_pair_wrong_3, "most_common: the first seen of equals"),
        (best_pair_wrong_4, "counts a pair once a word"),
        (best_pair_wrong_5, "counts without overlap, ##a ##a ##a once"),
        (best_pair_wrong_6, "of equals, sorts the joined pieces and not the tuples"),
        (best_pair_wrong_7, "range is one short: the last pair of a word is lost"),
    ],
    "longest_match": [
        (longest_match_wrong_1, "moves the end from left to right: the shortest piece"),
        (longest_match_wrong_2, "forgets ## inside a word"),
        (longest_match_wrong_3, "one [UNK] for each character that does not fit"),
        (longest_match_wrong_4, "looks up with ## but returns pieces without it"),
        (longest_match_wrong_5, "keeps the pieces before the unknown part"),
        (longest_match_wrong_6, "the inner loop stops early: no piece of one character"),
        (longest_match_wrong_7, "tries a shorter piece where the longest leads nowhere"),
        (longest_match_wrong_8, "cuts from the end of the word"),
    ],
    "pair_input": [
        (pair_input_wrong_1, "`if second`: an empty second text is taken for none"),
        (pair_input_wrong_2, "the first [SEP] has type 1"),
        (pair_input_wrong_3, "no [SEP] behind the second text"),
        (pair_input_wrong_4, "a second [CLS] before the second text"),
        (pair_input_wrong_5, "the last [SEP] has type 0, as a special piece"),
        (pair_input_wrong_6, "changes the list `first`"),
        (pair_input_wrong_7, "None like an empty text: two [SEP]s"),
    ],
    "pad_batch": [
        (pad_batch_wrong_1, "pads in front"),
        (pad_batch_wrong_2, "mask by id 0, not pad_id"),
        (pad_batch_wrong_3, "mask the wrong way round"),
        (pad_batch_wrong_4, "appends to the caller's rows"),
        (pad_batch_wrong_5, "max(rows) is the last in order, not the longest"),
        (pad_batch_wrong_6, "pads with 0, not pad_id"),
        (pad_batch_wrong_7, "the mask is float"),
        (pad_batch_wrong_8, "one column of padding too many"),
    ],
    "head_and_tail": [
        (head_and_tail_wrong_1, "the trap: text[-0:] is the whole text"),
        (head_and_tail_wrong_2, "forgets to count [CLS] and [SEP]"),
        (head_and_tail_wrong_3, "counts [CLS] as one of the head pieces"),
        (head_and_tail_wrong_4, "no test whether the text fits: pieces appear twice"),
        (head_and_tail_wrong_5, "tests the text without its two special pieces"),
        (head_and_tail_wrong_6, "counts only one special piece: one too long"),
        (head_and_tail_wrong_7, "takes the tail right behind the head"),
        (head_and_tail_wrong_8, "deletes from the caller's list"),
    ],
    "shorten_pair": [
        (shorten_pair_wrong_1, "forgets the special pieces"),
        (shorten_pair_wrong_2, "pops from the caller's lists"),
        (shorten_pair_wrong_3, "takes from the beginning"),
        (shorten_pair_wrong_4, "half for each, even if the other is short"),
        (shorten_pair_wrong_5, "takes from both in turn"),
        (shorten_pair_wrong_6, "counts two special pieces"),
        (shorten_pair_wrong_7, "the first takes what it needs, the second the rest"),
        (shorten_pair_wrong_8, "only the longer one is cut, all at once, below the shorter"),
    ],
}
RIGHT = {
    "best_pair": [best_pair_right_1],
    "longest_match": [longest_match_right_1],
    "pair_input": [pair_input_right_1, pair_input_right_2],
    "pad_batch": [pad_batch_right_1, pad_batch_right_2],
    "head_and_tail": [head_and_tail_right_1, head_and_tail_right_2],
    "shorten_pair": [shorten_pair_right_1, shorten_pair_right_2],
}
