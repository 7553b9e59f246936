"""Answers of the class to lesson 06, written from its text alone."""

from collections import Counter
from itertools import pairwise

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
    counts = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] += count
    return max(counts, key=lambda pair: (counts[pair], pair))


def best_pair_wrong_4(words):
    counts = {}
    for pieces, count in words.items():
        for pair in set(pairwise(pieces)):
            counts[pair] = counts.get(pair, 0) + count
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_wrong_5(words):
    counts = Counter()
    for pieces, count in words.items():
        for i in range(len(pieces) - 2):
            counts[pieces[i], pieces[i + 1]] += count
    return min(counts, key=lambda pair: (-counts[pair], pair), default=None)


def best_pair_wrong_6(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] = count
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_wrong_7(words):
    pairs, parts = Counter(), Counter()
    for pieces, count in words.items():
        for piece in pieces:
            parts[piece] += count
        for pair in pairwise(pieces):
            pairs[pair] += count
    return min(pairs, key=lambda p: (-pairs[p] / (parts[p[0]] * parts[p[1]]), p))


def best_pair_wrong_8(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] += count
    joined = {pair: pair[0] + pair[1].removeprefix("##") for pair in counts}
    return min(counts, key=lambda pair: (-counts[pair], joined[pair]))


def best_pair_wrong_9(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[tuple(sorted(pair))] += count
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_wrong_10(words):
    counts = Counter()
    for pieces, count in words.items():
        i = 0
        while i + 1 < len(pieces):
            pair = (pieces[i], pieces[i + 1])
            counts[pair] += count
            # behind a pair of equals go on after it: they cannot overlap
            i += 2 if pair[0] == pair[1] else 1
    return min(counts, key=lambda pair: (-counts[pair], pair))


def best_pair_right_1(words):
    counts = {}
    for pieces, count in words.items():
        for i in range(len(pieces) - 1):
            pair = (pieces[i], pieces[i + 1])
            counts[pair] = counts.get(pair, 0) + count
    best = None
    for pair, count in counts.items():
        if best is None or count > counts[best] or (count == counts[best] and pair < best):
            best = pair
    return best


def best_pair_right_2(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in zip(pieces[:-1], pieces[1:], strict=True):
            counts[pair] += count
    most = max(counts.values())
    return sorted(pair for pair in counts if counts[pair] == most)[0]


# Exercise 2: longest_match


def longest_match_wrong_1(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = word[start:end]
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
            piece = word[start:end] if start == 0 else "##" + word[start:end]
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
        for end in range(len(word), start, -1):
            piece = word[start:end] if start == 0 else "##" + word[start:end]
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
        for end in range(len(word), start + 1, -1):
            piece = word[start:end] if start == 0 else "##" + word[start:end]
            if piece in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            return ["[UNK]"]
    return pieces


def longest_match_wrong_6(word, vocabulary):
    """Try shorter pieces when the rest cannot be cut."""

    def cut(rest, prefix):
        if not rest:
            return []
        for end in range(len(rest), 0, -1):
            if prefix + rest[:end] in vocabulary:
                behind = cut(rest[end:], "##")
                if behind is not None:
                    return [prefix + rest[:end], *behind]
        return None

    return cut(word, "") or ["[UNK]"]


def longest_match_wrong_7(word, vocabulary):
    """Fewest pieces that spell the word."""
    best = [[]] + [None] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(end):
            piece = word[start:end] if start == 0 else "##" + word[start:end]
            if best[start] is not None and piece in vocabulary:
                if best[end] is None or len(best[start]) + 1 < len(best[end]):
                    best[end] = [*best[start], piece]
    return best[-1] or ["[UNK]"]


def longest_match_wrong_8(word, vocabulary):
    pieces, end = [], len(word)
    while end > 0:
        for start in range(end):
            piece = word[start:end] if start == 0 else "##" + word[start:end]
            if piece in vocabulary:
                pieces.insert(0, piece)
                end = start
                break
        else:
            return ["[UNK]"]
    return pieces


def longest_match_wrong_9(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = word[start:end] if start == 0 else "##" + word[start:end]
            if piece in vocabulary:
                pieces.append(piece.removeprefix("##"))
                start = end
                break
        else:
            return ["[UNK]"]
    return pieces


def longest_match_wrong_10(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word) - 1, start, -1):
            piece = word[start:end] if start == 0 else "##" + word[start:end]
            if piece in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            return ["[UNK]"]
    return pieces


def longest_match_wrong_11(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            part = word[start:end]
            if start > 0 and "##" + part in vocabulary:
                pieces.append("##" + part)
                break
            if part in vocabulary:
                pieces.append(part)
                break
        else:
            return ["[UNK]"]
        start = end
    return pieces


def longest_match_right_1(word, vocabulary):
    pieces, rest, mark = [], word, ""
    while rest:
        fits = [n for n in range(1, len(rest) + 1) if mark + rest[:n] in vocabulary]
        if not fits:
            return ["[UNK]"]
        pieces.append(mark + rest[: max(fits)])
        rest, mark = rest[max(fits) :], "##"
    return pieces


def longest_match_right_2(word, vocabulary):
    pieces = []
    start = 0
    while start < len(word):
        end = len(word)
        piece = None
        while end > start and piece is None:
            candidate = word[start:end]
            if start > 0:
                candidate = "##" + candidate
            if candidate in vocabulary:
                piece = candidate
            else:
                end -= 1
        if piece is None:
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
    ids = [cls_id, *first, sep_id]
    types = [0] * len(ids)
    if second is not None:
        ids += [*second, sep_id]
        types = [0] * (len(first) + 1) + [1] * (len(second) + 2)
    return ids, types


def pair_input_wrong_3(first, second, cls_id, sep_id):
    ids = [cls_id, *first, sep_id]
    types = [0] * len(ids)
    if second is not None:
        ids = ids + second
        types = types + [1] * len(second)
    return ids, types


def pair_input_wrong_4(first, second, cls_id, sep_id):
    ids = [cls_id, *first, sep_id]
    types = [0] * len(ids)
    if second is not None:
        ids += [*second, sep_id]
        types += [1] * len(second) + [0]
    return ids, types


def pair_input_wrong_5(first, second, cls_id, sep_id):
    second = second or []
    ids = [cls_id, *first, sep_id, *second, sep_id]
    types = [0] * (len(first) + 2) + [1] * (len(second) + 1)
    return ids, types


def pair_input_wrong_6(first, second, cls_id, sep_id):
    ids = [cls_id, *first, sep_id]
    types = [0] * len(ids)
    if second is not None:
        ids += [cls_id, *second, sep_id]
        types += [1] * (len(second) + 2)
    return ids, types


def pair_input_wrong_7(first, second, cls_id, sep_id):
    ids = [cls_id] + first + [sep_id]
    if second is not None:
        ids = ids + second + [sep_id]
    types = [0] * len(ids)
    return ids, types


def pair_input_wrong_8(first, second, cls_id, sep_id):
    ids = [cls_id] + first + [sep_id]
    if second is not None:
        ids = ids + second + [sep_id]
    types = []
    for i in ids:
        types.append(1 if types and sep_id in ids[: len(types) + 1] and i != sep_id else 0)
    return ids, types


def pair_input_wrong_9(first, second, cls_id, sep_id):
    ids = [cls_id, *first, sep_id]
    types = [1] * len(ids)
    if second is not None:
        ids += [*second, sep_id]
        types += [2] * (len(second) + 1)
    return ids, types


def pair_input_wrong_10(first, second, cls_id, sep_id):
    ids = [cls_id, *first, sep_id]
    types = [0] * len(first)
    if second is not None:
        ids += [*second, sep_id]
        types += [1] * len(second)
    return ids, types


def pair_input_right_1(first, second, cls_id, sep_id):
    texts = [[cls_id] + first] if second is None else [[cls_id] + first, second]
    ids, types = [], []
    for number, text in enumerate(texts):
        ids.extend(text + [sep_id])
        types.extend([number] * (len(text) + 1))
    return ids, types


def pair_input_right_2(first, second, cls_id, sep_id):
    if second is None:
        return [cls_id, *first, sep_id], [0] * (len(first) + 2)
    ids = [cls_id, *first, sep_id, *second, sep_id]
    border = len(first) + 2
    return ids, [int(place >= border) for place in range(len(ids))]


# Exercise 4: pad_batch


def pad_batch_wrong_1(rows, pad_id):
    longest = max(len(row) for row in rows)
    ids = [[pad_id] * (longest - len(row)) + row for row in rows]
    mask = [[0] * (longest - len(row)) + [1] * len(row) for row in rows]
    return torch.tensor(ids), torch.tensor(mask)


def pad_batch_wrong_2(rows, pad_id):
    longest = max(len(row) for row in rows)
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    mask = torch.zeros(len(rows), longest, dtype=torch.long)
    for b, row in enumerate(rows):
        ids[b, : len(row)] = torch.tensor(row)
        mask[b, : len(row)] = 1
    return ids, mask


def pad_batch_wrong_3(rows, pad_id):
    longest = max(len(row) for row in rows)
    ids = torch.tensor([row + [pad_id] * (longest - len(row)) for row in rows])
    return ids, (ids != pad_id).long()


def pad_batch_wrong_4(rows, pad_id):
    longest = max(len(row) for row in rows)
    ids = torch.full((len(rows), longest), pad_id)
    mask = torch.zeros(len(rows), longest)
    for b, row in enumerate(rows):
        ids[b, : len(row)] = torch.tensor(row)
        mask[b, : len(row)] = 1
    return ids, mask


def pad_batch_wrong_5(rows, pad_id):
    longest = max(len(row) for row in rows)
    ids = [row + [pad_id] * (longest - len(row)) for row in rows]
    mask = [[0] * len(row) + [1] * (longest - len(row)) for row in rows]
    return torch.tensor(ids), torch.tensor(mask)


def pad_batch_wrong_6(rows, pad_id):
    longest = max(len(row) for row in rows)
    ids, mask = [], []
    for row in rows:
        row = row + [pad_id] * (longest - len(row))
        ids.append(row)
        mask.append([1] * len(row))
    return torch.tensor(ids), torch.tensor(mask)


def pad_batch_wrong_7(rows, pad_id):
    shortest = min(len(row) for row in rows)
    ids = torch.tensor([row[:shortest] for row in rows])
    return ids, torch.ones_like(ids)


def pad_batch_wrong_8(rows, pad_id):
    longest = max(len(row) for row in rows)
    ids = [row + [pad_id] * (longest - len(row)) for row in rows]
    mask = [[1] * len(row) + [0] * (longest - len(row)) for row in rows]
    return torch.tensor(mask), torch.tensor(ids)


def pad_batch_wrong_9(rows, pad_id):
    longest = len(max(rows))
    ids = [row[:longest] + [pad_id] * (longest - len(row)) for row in rows]
    mask = [[1] * min(len(row), longest) + [0] * (longest - len(row)) for row in rows]
    return torch.tensor(ids), torch.tensor(mask)


def pad_batch_wrong_10(rows, pad_id):
    longest = max(len(row) for row in rows) + 1
    ids = [row + [pad_id] * (longest - len(row)) for row in rows]
    mask = [[1] * len(row) + [0] * (longest - len(row)) for row in rows]
    return torch.tensor(ids), torch.tensor(mask)


def pad_batch_right_1(rows, pad_id):
    lengths = torch.tensor([len(row) for row in rows])
    ids = torch.full((len(rows), int(lengths.max())), pad_id, dtype=torch.int64)
    for b, row in enumerate(rows):
        ids[b, : len(row)] = torch.tensor(row)
    mask = (torch.arange(ids.shape[1]) < lengths[:, None]).long()
    return ids, mask


def pad_batch_right_2(rows, pad_id):
    T = max(map(len, rows))
    ids = [[row[t] if t < len(row) else pad_id for t in range(T)] for row in rows]
    mask = [[int(t < len(row)) for t in range(T)] for row in rows]
    return torch.tensor(ids), torch.tensor(mask)


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
    return [ids[0], *text[:head], *text[len(text) - tail :], ids[-1]]


def head_and_tail_wrong_3(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    return ids[:head] + ids[-(max_length - head) :]


def head_and_tail_wrong_4(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    tail = max_length - head - 2
    if tail == 0:
        return ids[: head + 1] + ids[-1:]
    return ids[: head + 1] + ids[-tail:]


def head_and_tail_wrong_5(ids, max_length, head):
    text = ids[1:-1]
    tail = max_length - 2 - head
    end = text[-tail:] if tail else []
    return [ids[0], *text[:head], *end, ids[-1]]


def head_and_tail_wrong_6(ids, max_length, head):
    text = ids[1:-1]
    if len(text) <= max_length:
        return ids
    tail = max_length - 2 - head
    return [ids[0], *text[:head], *text[len(text) - tail :], ids[-1]]


def head_and_tail_wrong_7(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text = ids[1:-1]
    return [ids[0], *text[: max_length - 2], ids[-1]]


def head_and_tail_wrong_8(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text = ids[1:-1]
    tail = max_length - 1 - head
    return [ids[0], *text[:head], *text[len(text) - tail :]]


def head_and_tail_wrong_9(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text = ids[1:-1]
    tail = max_length - 2 - head
    return [ids[0], *text[:head], *text[-1 : -tail - 1 : -1], ids[-1]]


def head_and_tail_wrong_10(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text = ids[1:-1]
    tail = (max_length - 2) // 2
    return [ids[0], *text[:head], *text[len(text) - tail :], ids[-1]]


def head_and_tail_right_1(ids, max_length, head):
    if len(ids) <= max_length:
        return list(ids)
    tail = max_length - head - 1  # the tail holds [SEP]
    return ids[: head + 1] + ids[-tail:]


def head_and_tail_right_2(ids, max_length, head):
    cls_id, *text, sep_id = ids
    room = max_length - 2
    if len(text) > room:
        text = text[:head] + text[len(text) - (room - head) :]
    return [cls_id] + text + [sep_id]


# Exercise 6: shorten_pair


def shorten_pair_wrong_1(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) > max_length - 2:
        if len(first) > len(second):
            first.pop()
        else:
            second.pop()
    return first, second


def shorten_pair_wrong_2(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) > max_length:
        if len(first) > len(second):
            first.pop()
        else:
            second.pop()
    return first, second


def shorten_pair_wrong_3(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) > max_length - 3:
        if len(first) > len(second):
            first.pop(0)
        else:
            second.pop(0)
    return first, second


def shorten_pair_wrong_4(first, second, max_length):
    room = max_length - 3
    return first[:room], second[: max(0, room - len(first))]


def shorten_pair_wrong_5(first, second, max_length):
    room = max_length - 3
    if len(first) + len(second) <= room:
        return first, second
    return first[: room - room // 2], second[: room // 2]


def shorten_pair_wrong_6(first, second, max_length):
    excess = len(first) + len(second) - (max_length - 3)
    if excess <= 0:
        return first, second
    if len(first) > len(second):
        return first[: max(0, len(first) - excess)], second
    return first, second[: max(0, len(second) - excess)]


def shorten_pair_wrong_7(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) >= max_length - 3 and (first or second):
        if len(first) > len(second):
            first.pop()
        else:
            second.pop()
    return first, second


def shorten_pair_wrong_8(first, second, max_length):
    first, second = first[:], second[:]
    turn = 0
    while len(first) + len(second) > max_length - 3:
        shorter = (first, second)[turn % 2]
        if shorter:
            shorter.pop()
        turn += 1
    return first, second


def shorten_pair_wrong_9(first, second, max_length):
    room, total = max_length - 3, len(first) + len(second)
    if total <= room:
        return first, second
    keep = room * len(first) // total
    return first[:keep], second[: room - keep]


def shorten_pair_wrong_10(first, second, max_length):
    while len(first) + len(second) > max_length - 3:
        if len(first) > len(second):
            first.pop()
        else:
            second.pop()
    return first, second


def shorten_pair_right_1(first, second, max_length):
    first, second = first.copy(), second.copy()
    while len(first) + len(second) + 3 > max_length:
        if len(first) >= len(second):
            first = first[:-1]
        else:
            second = second[:-1]
    return first, second


def shorten_pair_right_2(first, second, max_length):
    a, b = len(first), len(second)
    while a + b > max_length - 3:
        if b >= a:
            b -= 1
        else:
            a -= 1
    return first[:a], second[:b]


def shorten_pair_right_3(first, second, max_length):
    room = max_length - 3
    half = room // 2
    if len(first) + len(second) <= room:
        return list(first), list(second)
    if len(first) <= half:
        return list(first), second[: room - len(first)]
    if len(second) <= half:
        return first[: room - len(second)], list(second)
    return first[: room - half], second[:half]


WRONG = {
    "best_pair": [
        (best_pair_wrong_1, "forgets the counts of the words"),
        (best_pair_wrong_2, "of equals, takes the first it met"),
        (best_pair_wrong_3, "max: of equals, the last in the alphabet"),
        (best_pair_wrong_4, "counts a pair once a word, though it may stand there twice"),
        (best_pair_wrong_5, "off by one: leaves out the last pair of a word"),
        (best_pair_wrong_6, "= for +=: keeps only the last word's count"),
        (best_pair_wrong_7, "divides by the counts of the parts, as many texts say"),
        (best_pair_wrong_8, "of equals, the alphabet of the joined pieces, not of the tuples"),
        (best_pair_wrong_9, "sorts the pair, so (a, b) and (b, a) are one"),
        (best_pair_wrong_10, "counts pairs of equal pieces without overlap"),
    ],
    "longest_match": [
        (longest_match_wrong_1, "forgets the ## of the pieces that continue"),
        (longest_match_wrong_2, "keeps the pieces before the place where nothing fits"),
        (longest_match_wrong_3, "takes the shortest piece"),
        (longest_match_wrong_4, "[UNK] for one character only, then goes on"),
        (longest_match_wrong_5, "inner loop ends too early: no piece of one character"),
        (longest_match_wrong_6, "goes back to shorter pieces when the rest cannot be cut"),
        (longest_match_wrong_7, "fewest pieces, not greedy"),
        (longest_match_wrong_8, "cuts from the right"),
        (longest_match_wrong_9, "returns the pieces without ##"),
        (longest_match_wrong_10, "inner loop begins at len - 1: never reaches the end"),
        (longest_match_wrong_11, "takes a piece without ## for a continuation"),
    ],
    "pair_input": [
        (pair_input_wrong_1, "an empty second text is taken for none"),
        (pair_input_wrong_2, "the first [SEP] has type 1"),
        (pair_input_wrong_3, "no [SEP] behind the second text"),
        (pair_input_wrong_4, "the last [SEP] has type 0"),
        (pair_input_wrong_5, "a single text gets two [SEP]s"),
        (pair_input_wrong_6, "a second [CLS]"),
        (pair_input_wrong_7, "all types 0"),
        (pair_input_wrong_8, "special pieces all have type 0"),
        (pair_input_wrong_9, "types 1 and 2"),
        (pair_input_wrong_10, "no types for the special pieces"),
    ],
    "pad_batch": [
        (pad_batch_wrong_1, "pads at the beginning"),
        (pad_batch_wrong_2, "pads with 0, not with pad_id"),
        (pad_batch_wrong_3, "a token whose id is pad_id is masked too"),
        (pad_batch_wrong_4, "the mask is float"),
        (pad_batch_wrong_5, "the mask is 1 for padding"),
        (pad_batch_wrong_6, "counts the row's tokens after padding it: mask all 1"),
        (pad_batch_wrong_7, "cuts to the shortest row"),
        (pad_batch_wrong_8, "returns the mask first"),
        (pad_batch_wrong_9, "max(rows) is the greatest row, not the longest"),
        (pad_batch_wrong_10, "one column too many"),
    ],
    "head_and_tail": [
        (head_and_tail_wrong_1, "text[-0:] is the whole text"),
        (head_and_tail_wrong_2, "forgets the two special pieces"),
        (head_and_tail_wrong_3, "counts [CLS] as one of the head pieces"),
        (head_and_tail_wrong_4, "the tail's slice holds [SEP], so one piece too few"),
        (head_and_tail_wrong_5, "also cuts a text that fits, pieces come twice"),
        (head_and_tail_wrong_6, "compares the text without special pieces with max_length"),
        (head_and_tail_wrong_7, "keeps the head only"),
        (head_and_tail_wrong_8, "forgets [SEP]"),
        (head_and_tail_wrong_9, "the tail comes out in reverse order"),
        (head_and_tail_wrong_10, "the tail has half of the room, whatever the head"),
    ],
    "shorten_pair": [
        (shorten_pair_wrong_1, "counts two special pieces"),
        (shorten_pair_wrong_2, "forgets the special pieces"),
        (shorten_pair_wrong_3, "takes pieces from the beginning"),
        (shorten_pair_wrong_4, "shortens the second text first"),
        (shorten_pair_wrong_5, "half of the room each, though one is short"),
        (shorten_pair_wrong_6, "takes everything from the text that is longer at the start"),
        (shorten_pair_wrong_7, ">= for >: one piece too few"),
        (shorten_pair_wrong_8, "takes turns, whatever the lengths"),
        (shorten_pair_wrong_9, "shortens both in proportion"),
        (shorten_pair_wrong_10, "pops from the caller's lists (right result, side effect)"),
    ],
}
RIGHT = {
    "best_pair": [best_pair_right_1, best_pair_right_2],
    "longest_match": [longest_match_right_1, longest_match_right_2],
    "pair_input": [pair_input_right_1, pair_input_right_2],
    "pad_batch": [pad_batch_right_1, pad_batch_right_2],
    "head_and_tail": [head_and_tail_right_1, head_and_tail_right_2],
    "shorten_pair": [shorten_pair_right_1, shorten_pair_right_2, shorten_pair_right_3],
}
