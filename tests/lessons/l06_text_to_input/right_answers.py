"""Right answers to the exercises on text and input, in other styles than the reference's."""

from collections import Counter, defaultdict
from functools import reduce
from itertools import chain, pairwise, zip_longest

import numpy as np
import torch
from torch.nn.utils.rnn import pad_sequence

# --- the best pair --------------------------------------------------------------------------------


def best_pair_by_loops(words):
    counts = {}
    for pieces in words:
        for i in range(len(pieces) - 1):
            pair = (pieces[i], pieces[i + 1])
            counts[pair] = counts.get(pair, 0) + words[pieces]
    best = None
    for pair in counts:
        if best is None or counts[pair] >= counts[best]:
            tied = best is not None and counts[pair] == counts[best]
            best = min(best, pair) if tied else pair
    return best


def best_pair_by_sorting(words):
    counts = defaultdict(int)
    for pieces, number in words.items():
        for place, piece in enumerate(pieces[1:]):
            counts[pieces[place], piece] += number
    return sorted(sorted(counts), key=counts.get, reverse=True)[0]


def best_pair_by_counters(words):
    counters = (Counter(list(pairwise(pieces)) * number) for pieces, number in words.items())
    counts = sum(counters, Counter())
    most = max(counts.values())
    return min(pair for pair, number in counts.items() if number == most)


def best_pair_by_max(words):
    counts = Counter(chain.from_iterable(list(pairwise(w)) * n for w, n in words.items()))
    return max(sorted(counts), key=lambda pair: counts[pair])


# --- longest match --------------------------------------------------------------------------------


def longest_match_by_while(word, vocabulary):
    pieces = []
    start = 0
    while start < len(word):
        end = len(word)
        found = None
        while end > start and found is None:
            piece = word[start:end]
            if start > 0:
                piece = "##" + piece
            if piece in vocabulary:
                found = piece
            else:
                end -= 1
        if found is None:
            return ["[UNK]"]
        pieces.append(found)
        start = end
    return pieces


def longest_match_by_recursion(word, vocabulary):
    def cut(rest, mark):
        if not rest:
            return []
        for end in range(len(rest), 0, -1):
            if mark + rest[:end] in vocabulary:
                behind = cut(rest[end:], "##")
                return None if behind is None else [mark + rest[:end], *behind]
        return None

    return cut(word, "") or ["[UNK]"]


def longest_match_by_max(word, vocabulary):
    pieces, rest, mark = [], word, ""
    while rest:
        fitting = [p for p in vocabulary if p.startswith(mark) and rest.startswith(p[len(mark) :])]
        fitting = [p for p in fitting if len(p) > len(mark)]
        if not fitting:
            return ["[UNK]"]
        longest = max(fitting, key=len)
        pieces.append(longest)
        rest, mark = rest[len(longest) - len(mark) :], "##"
    return pieces


# --- a text or a pair -----------------------------------------------------------------------------


def pair_input_by_append(first, second, cls_id, sep_id):
    ids, types = [], []
    ids.append(cls_id)
    types.append(0)
    for i in first:
        ids.append(i)
        types.append(0)
    ids.append(sep_id)
    types.append(0)
    if second is None:
        return ids, types
    for i in second:
        ids.append(i)
        types.append(1)
    ids.append(sep_id)
    types.append(1)
    return ids, types


def pair_input_by_parts(first, second, cls_id, sep_id):
    parts = [[cls_id, *first, sep_id]] + ([] if second is None else [[*second, sep_id]])
    types = [kind for kind, part in enumerate(parts) for _ in part]
    return list(chain(*parts)), types


def pair_input_in_numpy(first, second, cls_id, sep_id):
    one = np.array([cls_id, *first, sep_id], dtype=int)
    two = np.array([] if second is None else [*second, sep_id], dtype=int)
    types = np.concatenate([np.zeros_like(one), np.ones_like(two)])
    return np.concatenate([one, two]).tolist(), types.tolist()


# --- a batch --------------------------------------------------------------------------------------


def pad_batch_by_loops(rows, pad_id):
    T = 0
    for row in rows:
        T = max(T, len(row))
    ids = torch.full((len(rows), T), pad_id)
    mask = torch.zeros(len(rows), T, dtype=torch.long)
    for b, row in enumerate(rows):
        for t, i in enumerate(row):
            ids[b, t] = i
            mask[b, t] = 1
    return ids, mask


def pad_batch_by_pad_sequence(rows, pad_id):
    ids = pad_sequence([torch.tensor(row) for row in rows], True, pad_id)
    mask = pad_sequence([torch.ones(len(row)) for row in rows], batch_first=True)
    return ids, mask.long()


def pad_batch_by_zip_longest(rows, pad_id):
    ids = torch.tensor(list(zip_longest(*rows, fillvalue=pad_id))).T
    lengths = torch.tensor([len(row) for row in rows])
    mask = torch.arange(max(map(len, rows)))[None] < lengths[:, None]
    return ids, mask.to(torch.int64)


def pad_batch_in_numpy(rows, pad_id):
    lengths = np.array([len(row) for row in rows])
    mask = np.arange(lengths.max()) < lengths[:, None]
    ids = np.full(mask.shape, pad_id)
    ids[mask] = np.concatenate(rows)
    return torch.from_numpy(ids), torch.from_numpy(mask.astype(np.int64))


# --- head and tail --------------------------------------------------------------------------------


def head_and_tail_by_loop(ids, max_length, head):
    if len(ids) <= max_length:
        return list(ids)
    tail = max_length - head - 2
    kept = []
    for place, i in enumerate(ids):
        special = place in (0, len(ids) - 1)
        if special or place <= head or place >= len(ids) - 1 - tail:
            kept.append(i)
    return kept


def head_and_tail_by_deletion(ids, max_length, head):
    shorter = ids.copy()
    while len(shorter) > max_length:
        del shorter[head + 1]
    return shorter


def head_and_tail_by_slices(ids, max_length, head):
    too_many = len(ids) - max_length
    if too_many <= 0:
        return ids
    return ids[: head + 1] + ids[head + 1 + too_many :]


# --- a pair that is too long ----------------------------------------------------------------------


def shorten_pair_by_slices(first, second, max_length):
    while len(first) + len(second) + 3 > max_length:
        if len(first) > len(second):
            first = first[:-1]
        else:
            second = second[:-1]
    return first, second


def shorten_pair_the_second_loses_last(first, second, max_length):
    """Where both are equally long, the first text loses a piece."""
    first, second = list(first), list(second)
    while len(first) + len(second) > max_length - 3:
        longer = max(first, second, key=len)
        del longer[-1]
    return first, second


def shorten_pair_by_lengths(first, second, max_length):
    room = max_length - 3
    if len(first) + len(second) <= room:
        return first, second
    half = room // 2
    if len(first) <= half:
        return first, second[: room - len(first)]
    if len(second) <= half:
        return first[: room - len(second)], second
    return first[: room - half], second[:half]


def shorten_pair_by_reduce(first, second, max_length):
    def shorter(pair, _):
        a, b = pair
        return (a[:-1], b) if len(a) > len(b) else (a, b[:-1])

    steps = range(max(0, len(first) + len(second) + 3 - max_length))
    return reduce(shorter, steps, (first, second))


RIGHT = {
    "best_pair": (
        best_pair_by_loops,
        best_pair_by_sorting,
        best_pair_by_counters,
        best_pair_by_max,
    ),
    "longest_match": (
        longest_match_by_while,
        longest_match_by_recursion,
        longest_match_by_max,
    ),
    "pair_input": (
        pair_input_by_append,
        pair_input_by_parts,
        pair_input_in_numpy,
    ),
    "pad_batch": (
        pad_batch_by_loops,
        pad_batch_by_pad_sequence,
        pad_batch_by_zip_longest,
        pad_batch_in_numpy,
    ),
    "head_and_tail": (
        head_and_tail_by_loop,
        head_and_tail_by_deletion,
        head_and_tail_by_slices,
    ),
    "shorten_pair": (
        shorten_pair_by_slices,
        shorten_pair_the_second_loses_last,
        shorten_pair_by_lengths,
        shorten_pair_by_reduce,
    ),
}
