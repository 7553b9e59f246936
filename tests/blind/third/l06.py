"""Answers of the class to lesson 06, written from its text alone."""

from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise

import torch
from torch.nn.utils.rnn import pad_sequence

# ------------------------------------------------------------------- best_pair


def best_pair_wrong_1(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in set(pairwise(pieces)):
            counts[pair] += count
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_wrong_2(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] += count
    return counts.most_common(1)[0][0]


def best_pair_wrong_3(words):
    counts = Counter()
    for pieces, count in words.items():
        i = 0
        last = None
        while i < len(pieces) - 1:
            pair = (pieces[i], pieces[i + 1])
            if pair == last and pieces[i] == pieces[i + 1]:
                last = None  # this piece is used up by the pair before
            else:
                counts[pair] += count
                last = pair
            i += 1
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_wrong_4(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] += count
    return min(counts, key=lambda pair: (-counts[pair], pair[0] + pair[1].removeprefix("##")))


def best_pair_wrong_5(words):
    pairs, parts = Counter(), Counter()
    for pieces, count in words.items():
        for piece in pieces:
            parts[piece] += count
        for pair in pairwise(pieces):
            pairs[pair] += count
    return min(pairs, key=lambda ab: (-pairs[ab] / (parts[ab[0]] * parts[ab[1]]), ab))


def best_pair_wrong_6(words):
    counts = defaultdict(int)
    for pieces, count in words.items():
        for a, b in pairwise(pieces):
            counts[a, b] += count
    return max(counts, key=lambda pair: (counts[pair], pair))


def best_pair_right_1(words):
    counts = {}
    for pieces in words:
        for i in range(len(pieces) - 1):
            pair = (pieces[i], pieces[i + 1])
            counts[pair] = counts.get(pair, 0) + words[pieces]
    top = max(counts.values())
    return min(pair for pair in counts if counts[pair] == top)


def best_pair_right_2(words):
    counts = Counter()
    for pieces, count in words.items():
        counts.update({p: n * count for p, n in Counter(pairwise(pieces)).items()})
    return max(sorted(counts), key=counts.get)


# --------------------------------------------------------------- longest_match


def longest_match_wrong_1(word, vocabulary):
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


def longest_match_wrong_2(word, vocabulary):
    @cache
    def cut(rest, mark):
        if not rest:
            return []
        for end in range(len(rest), 0, -1):
            if mark + rest[:end] in vocabulary:
                behind = cut(rest[end:], "##")
                if behind is not None:
                    return [mark + rest[:end], *behind]
        return None

    found = cut(word, "")
    return ["[UNK]"] if found is None else found


def longest_match_wrong_3(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start + 1, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                break
        else:
            return ["[UNK]"]
        pieces.append(piece)
        start = end
    return pieces


def longest_match_wrong_4(word, vocabulary):
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


def longest_match_wrong_5(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        end = len(word)
        while end > start:
            part = word[start:end]
            if start > 0 and "##" + part in vocabulary:
                pieces.append("##" + part)
                break
            if part in vocabulary:
                pieces.append(part)
                break
            end -= 1
        if end == start:
            return ["[UNK]"]
        start = end
    return pieces


def longest_match_wrong_6(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        mark = "##" if start else ""
        end = start
        while end < len(word) and mark + word[start : end + 1] in vocabulary:
            end += 1
        if end == start:
            return ["[UNK]"]
        pieces.append(mark + word[start:end])
        start = end
    return pieces


def longest_match_right_1(word, vocabulary):
    pieces, rest = [], word
    while rest:
        mark = "##" if pieces else ""
        fits = [mark + rest[:n] for n in range(1, len(rest) + 1) if mark + rest[:n] in vocabulary]
        if not fits:
            return ["[UNK]"]
        pieces.append(fits[-1])
        rest = rest[len(fits[-1]) - len(mark) :]
    return pieces


def longest_match_right_2(word, vocabulary):
    result = []
    start, end = 0, len(word)
    while start < len(word):
        if start == end:
            return ["[UNK]"]
        piece = word[start:end] if start == 0 else f"##{word[start:end]}"
        if piece in vocabulary:
            result.append(piece)
            start, end = end, len(word)
        else:
            end -= 1
    return result


# ------------------------------------------------------------------ pair_input


def pair_input_wrong_1(first, second, cls_id, sep_id):
    ids = [cls_id] + first + [sep_id]
    types = [0] * len(ids)
    if second:
        ids += second + [sep_id]
        types += [1] * (len(second) + 1)
    return ids, types


def pair_input_wrong_2(first, second, cls_id, sep_id):
    if second is None:
        return [cls_id, *first, sep_id], [0] * (len(first) + 2)
    ids = [cls_id, *first, sep_id, *second, sep_id]
    return ids, [0] * (len(first) + 1) + [1] * (len(second) + 2)


def pair_input_wrong_3(first, second, cls_id, sep_id):
    ids, types = [cls_id, *first, sep_id], [0] + [0] * len(first) + [0]
    if second is not None:
        ids += [*second, sep_id]
        types += [1] * len(second) + [0]
    return ids, types


def pair_input_wrong_4(first, second, cls_id, sep_id):
    ids, types = [], []
    for number, text in enumerate((first, second)):
        if text is not None:
            ids += [cls_id, *text, sep_id]
            types += [number] * (len(text) + 2)
    return ids, types


def pair_input_wrong_5(first, second, cls_id, sep_id):
    ids = first
    ids.insert(0, cls_id)
    ids.append(sep_id)
    types = [0] * len(ids)
    if second is not None:
        ids += second
        ids.append(sep_id)
        types += [1] * (len(second) + 1)
    return ids, types


def pair_input_wrong_6(first, second, cls_id, sep_id):
    ids, types = [cls_id], [0]
    for kind, text in enumerate([first, second]):
        if not text:
            continue
        ids.extend(text + [sep_id])
        types.extend([kind] * (len(text) + 1))
    return ids, types


def pair_input_right_1(first, second, cls_id, sep_id):
    parts = [[cls_id, *first, sep_id]]
    if second is not None:
        parts.append([*second, sep_id])
    ids = [i for part in parts for i in part]
    types = [kind for kind, part in enumerate(parts) for _ in part]
    return ids, types


def pair_input_right_2(first, second, cls_id, sep_id):
    ids = [cls_id] + first + [sep_id]
    if second is None:
        return ids, [0 for _ in ids]
    return ids + second + [sep_id], [0] * len(ids) + [1] * (len(second) + 1)


# ------------------------------------------------------------------- pad_batch


def pad_batch_wrong_1(rows, pad_id):
    T = max(len(row) for row in rows)
    ids = [[pad_id] * T for _ in rows]
    mask = [[0] * T] * len(rows)
    for b, row in enumerate(rows):
        for t, i in enumerate(row):
            ids[b][t] = i
            mask[b][t] = 1
    return torch.tensor(ids), torch.tensor(mask)


def pad_batch_wrong_2(rows, pad_id):
    T = len(max(rows))
    ids = [row + [pad_id] * (T - len(row)) for row in rows]
    mask = [[1] * len(row) + [0] * (T - len(row)) for row in rows]
    return torch.tensor(ids), torch.tensor(mask)


def pad_batch_wrong_3(rows, pad_id):
    T = max(map(len, rows))
    ids = torch.tensor([row + [pad_id] * (T - len(row)) for row in rows])
    return ids, (ids != 0).long()


def pad_batch_wrong_4(rows, pad_id):
    T = max(map(len, rows))
    mask = []
    for row in rows:
        missing = T - len(row)
        mask.append([1] * len(row) + [0] * missing)
        row += [pad_id] * missing
    return torch.tensor(rows), torch.tensor(mask)


def pad_batch_wrong_5(rows, pad_id):
    T = max(map(len, rows))
    ids = torch.full((len(rows), T), pad_id)
    mask = torch.zeros(len(rows), T)
    for b, row in enumerate(rows):
        ids[b, : len(row)] = torch.tensor(row)
        mask[b, : len(row)] = 1
    return ids, mask


def pad_batch_wrong_6(rows, pad_id):
    T = max(map(len, rows))
    ids, mask = [], []
    for row in rows:
        missing = T - len(row)
        ids.append([pad_id] * missing + row)
        mask.append([0] * missing + [1] * len(row))
    return torch.tensor(ids), torch.tensor(mask)


def pad_batch_right_1(rows, pad_id):
    tensors = [torch.tensor(row) for row in rows]
    ids = pad_sequence(tensors, batch_first=True, padding_value=pad_id)
    mask = pad_sequence([torch.ones_like(t) for t in tensors], batch_first=True)
    return ids, mask


def pad_batch_right_2(rows, pad_id):
    longest = len(max(rows, key=len))
    ids = torch.tensor([row + [pad_id] * (longest - len(row)) for row in rows])
    return ids, (ids != pad_id).long()


# --------------------------------------------------------------- head_and_tail


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
    return [ids[0], *text[:head], *text[len(text) - tail :], ids[-1]]


def head_and_tail_wrong_3(ids, max_length, head):
    text = ids[1:-1]
    if len(text) <= max_length:
        return ids
    tail = max_length - head - 2
    return [ids[0], *text[:head], *text[len(text) - tail :], ids[-1]]


def head_and_tail_wrong_4(ids, max_length, head):
    if len(ids) <= max_length:
        return list(ids)
    return ids[:head] + ids[-(max_length - head) :]


def head_and_tail_wrong_5(ids, max_length, head):
    text = ids[1:-1]
    tail = max_length - 2 - head
    begin = text[:head]
    end = text[max(0, len(text) - tail) :]
    return [ids[0]] + begin + end + [ids[-1]]


def head_and_tail_wrong_6(ids, max_length, head):
    surplus = len(ids) - max_length
    if surplus > 0:
        del ids[1 + head : 1 + head + surplus]
    return ids


def head_and_tail_right_1(ids, max_length, head):
    surplus = max(0, len(ids) - max_length)
    return ids[: 1 + head] + ids[1 + head + surplus :]


def head_and_tail_right_2(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    behind = max_length - 1 - head  # with [SEP], so never 0
    return ids[: head + 1] + ids[-behind:]


# ---------------------------------------------------------------- shorten_pair


def shorten_pair_wrong_1(first, second, max_length):
    room = max_length - 3
    if len(first) + len(second) <= room:
        return first[:], second[:]
    if len(first) > len(second):
        return first[: room - len(second)], second[:]
    return first[:], second[: room - len(first)]


def shorten_pair_wrong_2(first, second, max_length):
    room = max_length - 3
    if len(first) + len(second) <= room:
        return list(first), list(second)
    half = room // 2
    if len(first) <= half:
        return list(first), second[: room - len(first)]
    if len(second) <= half:
        return first[: room - len(second)], list(second)
    return first[:half], second[:half]


def shorten_pair_wrong_3(first, second, max_length):
    while len(first) + len(second) > max_length - 3:
        longer = first if len(first) > len(second) else second
        longer.pop()
    return first, second


def shorten_pair_wrong_4(first, second, max_length):
    first, second = first[:], second[:]
    while (first or second) and len(first) + len(second) + 3 >= max_length:
        if len(first) > len(second):
            first.pop()
        else:
            second.pop()
    return first, second


def shorten_pair_wrong_5(first, second, max_length):
    first, second = list(first), list(second)
    turn = len(first) > len(second)
    while len(first) + len(second) > max_length - 3:
        if (turn and first) or not second:
            first.pop()
        else:
            second.pop()
        turn = not turn
    return first, second


def shorten_pair_wrong_6(first, second, max_length):
    a, b = first.copy(), second.copy()
    while len(a) + len(b) + 3 > max_length:
        if len(a) > len(b):
            a.pop()
        if len(b) >= len(a) and b:
            b.pop()
    return a, b


def shorten_pair_right_1(first, second, max_length):
    room = max_length - 3
    keep = min(len(first), max(room - len(second), room - room // 2))
    return first[:keep], second[: room - keep]


def shorten_pair_right_2(first, second, max_length):
    m, n = len(first), len(second)
    while m + n + 3 > max_length:
        if m >= n:
            m -= 1
        else:
            n -= 1
    return first[:m], second[:n]


WRONG = {
    "best_pair": [
        (best_pair_wrong_1, "counts a pair once a word, even if it stands there twice"),
        (best_pair_wrong_2, "of equals, takes the one seen first, not the first in the alphabet"),
        (best_pair_wrong_3, "counts only pairs that do not overlap"),
        (best_pair_wrong_4, "of equals, sorts by the joined piece instead of the tuple"),
        (best_pair_wrong_5, "divides by the counts of the parts, as many texts on WordPiece say"),
        (best_pair_wrong_6, "max of (count, pair) takes the last of equals"),
    ],
    "longest_match": [
        (longest_match_wrong_1, "keeps the pieces found before the part that fits nothing"),
        (longest_match_wrong_2, "goes back and tries shorter pieces when the longest lead nowhere"),
        (longest_match_wrong_3, "range ends one too early, so no piece of one character"),
        (longest_match_wrong_4, "one [UNK] for each character that does not fit"),
        (longest_match_wrong_5, "inside a word, also takes pieces without ##"),
        (longest_match_wrong_6, "grows the piece and stops at the first length not in the list"),
    ],
    "pair_input": [
        (pair_input_wrong_1, "an empty second text is taken for none"),
        (pair_input_wrong_2, "the first [SEP] gets type 1"),
        (pair_input_wrong_3, "the last [SEP] gets type 0, like all special pieces"),
        (pair_input_wrong_4, "puts a [CLS] before the second text as well"),
        (pair_input_wrong_5, "builds the ids inside the caller's list"),
        (pair_input_wrong_6, "an empty text gets no [SEP]"),
    ],
    "pad_batch": [
        (pad_batch_wrong_1, "all rows of the mask are one and the same list"),
        (pad_batch_wrong_2, "max(rows) without key=len is the last in order, not the longest"),
        (pad_batch_wrong_3, "makes the mask by comparing with 0 instead of pad_id"),
        (pad_batch_wrong_4, "+= on a row pads the caller's lists"),
        (pad_batch_wrong_5, "torch.zeros makes the mask float32"),
        (pad_batch_wrong_6, "pads in front"),
    ],
    "head_and_tail": [
        (head_and_tail_wrong_1, "text[-0:] is the whole text"),
        (head_and_tail_wrong_2, "forgets the places of [CLS] and [SEP]"),
        (head_and_tail_wrong_3, "asks whether the text without [CLS] and [SEP] fits"),
        (head_and_tail_wrong_4, "counts [CLS] among the pieces of the head"),
        (head_and_tail_wrong_5, "does not ask whether the text fits: short ones are doubled"),
        (head_and_tail_wrong_6, "del works on the caller's list"),
    ],
    "shorten_pair": [
        (shorten_pair_wrong_1, "cuts only the text that is longer at first, even below nothing"),
        (shorten_pair_wrong_2, "half of the room for each loses a place when the room is odd"),
        (shorten_pair_wrong_3, "pops from the caller's lists"),
        (shorten_pair_wrong_4, ">= for >: one piece too many is taken"),
        (shorten_pair_wrong_5, "takes from both texts in turn"),
        (shorten_pair_wrong_6, "a second if instead of else takes two pieces in one round"),
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
