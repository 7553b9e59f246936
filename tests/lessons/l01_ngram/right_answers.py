"""Right answers to the exercises of lesson 01, in other styles than the references."""

import heapq
import math
import re
from collections import Counter, defaultdict, deque
from copy import deepcopy
from fractions import Fraction
from itertools import chain, groupby, islice, pairwise
from statistics import geometric_mean

import numpy as np
import torch


def ngrams_by_loop(sentence, order):
    words = list(sentence)
    words.append("</s>")
    for _ in range(order - 1):
        words.insert(0, "<s>")
    grams = []
    for end in range(order, len(words) + 1):
        grams.append(tuple(words[end - order : end]))
    return grams


def ngrams_by_zip(sentence, order):
    padded = (order - 1) * ("<s>",) + tuple(sentence) + ("</s>",)
    return list(zip(*(islice(padded, i, None) for i in range(order)), strict=False))


def ngrams_by_sliding_deque(sentence, order):
    window, grams = deque(["<s>"] * order, maxlen=order), []
    for word in chain(sentence, ["</s>"]):
        window.append(word)
        grams.append(tuple(window))
    return grams


def ngrams_by_numpy_windows(sentence, order):
    padded = np.array(["<s>"] * (order - 1) + list(sentence) + ["</s>"])
    rows = np.lib.stride_tricks.sliding_window_view(padded, order)
    return [tuple(row) for row in rows.tolist()]


def conditional_probability_by_two_counters(sentences, history, word):
    together = total = 0
    for sentence in sentences:
        previous = "<s>"
        for current in [*sentence, "</s>"]:
            if previous == history:
                total += 1
                together += current == word
            previous = current
    if total == 0:
        return 0
    return together / total


def conditional_probability_by_nested_counts(sentences, history, word):
    followers = defaultdict(Counter)
    for sentence in sentences:
        for first, second in pairwise(["<s>", *sentence, "</s>"]):
            followers[first].update([second])
    try:
        return followers[history][word] / sum(followers[history].values())
    except ZeroDivisionError:
        return 0.0


def conditional_probability_by_mean(sentences, history, word):
    padded = [["<s>", *sentence, "</s>"] for sentence in sentences]
    hits = [b == word for line in padded for a, b in pairwise(line) if a == history]
    return np.mean(hits) if hits else np.float64(0)


def conditional_probability_by_fraction(sentences, history, word):
    pairs = Counter(chain.from_iterable(map(pairwise, (["<s>", *s, "</s>"] for s in sentences))))
    total = sum(count for pair, count in pairs.items() if pair[0] == history)
    return float(Fraction(pairs[history, word], total or 1))


def perplexity_by_loop(probabilities):
    total, number = 0.0, 0
    for sentence in probabilities:
        for p in sentence:
            if p == 0:
                return math.inf
            total -= math.log(p)
            number += 1
    return math.exp(total / number)


def perplexity_in_bits(probabilities):
    flat = list(chain.from_iterable(probabilities))
    if not all(flat):
        return float("inf")
    return 2 ** -(math.fsum(math.log2(p) for p in flat) / len(flat))


def perplexity_by_numpy(probabilities):
    with np.errstate(divide="ignore"):
        return np.exp(-np.log(np.concatenate(probabilities)).mean())


def perplexity_by_torch(probabilities):
    flat = torch.cat([torch.tensor(sentence) for sentence in probabilities])
    return flat.log().neg().mean().exp().item()


def perplexity_by_loop_in_single_precision(probabilities):
    total = torch.tensor(0.0)
    for sentence in probabilities:
        for p in sentence:
            total += torch.log(torch.tensor(p))
    return float(torch.exp(-total / sum(len(sentence) for sentence in probabilities)))


def perplexity_by_geometric_mean(probabilities):
    flat = [*chain(*probabilities)]
    return math.inf if 0.0 in flat else 1 / geometric_mean(flat)


def encode_held_out_by_loop(train, held_out, size):
    counts = {}
    for sentence in train:
        for word in sentence:
            counts[word] = counts.get(word, 0) + 1
    ranked = sorted(counts)
    ranked.sort(key=counts.get, reverse=True)
    known = ranked[:size]
    encoded = []
    for sentence in held_out:
        line = []
        for word in sentence:
            line.append(word if word in known else "<unk>")
        encoded.append(line)
    return encoded


def encode_held_out_on_a_copy(train, held_out, size):
    counts = Counter(chain.from_iterable(train))
    known = heapq.nsmallest(size, counts, key=lambda word: (-counts[word], word))
    result = deepcopy(held_out)
    for sentence in result:
        for place, word in enumerate(sentence):
            if word not in known:
                sentence[place] = "<unk>"
    return result


def encode_held_out_by_numpy(train, held_out, size):
    text = np.array(list(chain.from_iterable(train)), dtype=object)
    words, counts = np.unique(text, return_counts=True)  # sorted, so equals keep their order
    known = dict.fromkeys(words[np.argsort(-counts, kind="stable")[:size]])
    return [[word if word in known else "<unk>" for word in line] for line in held_out]


def encode_held_out_by_groups(train, held_out, size):
    words = sorted(word for sentence in train for word in sentence)
    ranked = sorted((-len(list(group)), word) for word, group in groupby(words))
    known = {word: word for _, word in ranked[:size]}
    return [[known.get(word, "<unk>") for word in sentence] for sentence in held_out]


def kneser_ney_by_sets(sentences, history, word, discount):
    pairs = []
    for sentence in sentences:
        padded = ["<s>", *sentence, "</s>"]
        pairs += list(pairwise(padded))
    before = {first for first, second in pairs if second == word}
    lower = len(before) / len(set(pairs))
    following = [second for first, second in pairs if first == history]
    if len(following) == 0:
        return lower
    higher = max(following.count(word) - discount, 0) / len(following)
    weight = discount * len(set(following)) / len(following)
    return higher + weight * lower


def kneser_ney_by_numpy(sentences, history, word, discount):
    padded = [["<s>", *sentence, "</s>"] for sentence in sentences]
    ids = {w: i for i, w in enumerate(sorted({*chain.from_iterable(padded), history, word}))}
    table = np.zeros((len(ids), len(ids)))
    for line in padded:
        for first, second in pairwise(line):
            table[ids[first], ids[second]] += 1
    continuation = (table > 0).sum(axis=0) / (table > 0).sum()
    row = table[ids[history]]
    if not row.any():
        return continuation[ids[word]]
    probabilities = np.clip(row - discount, 0, None)
    probabilities += discount * np.count_nonzero(row) * continuation
    return (probabilities / row.sum())[ids[word]]


def kneser_ney_by_what_is_left(sentences, history, word, discount):
    """Give the lower order what the discounted counts leave of 1."""
    followers, predecessors = defaultdict(Counter), defaultdict(set)
    for sentence in sentences:
        for first, second in pairwise(["<s>", *sentence, "</s>"]):
            followers[first][second] += 1
            predecessors[second].add(first)
    lower = len(predecessors[word]) / sum(map(len, predecessors.values()))
    if history not in followers:
        return lower
    after = followers[history]
    kept = {second: max(count - discount, 0) / after.total() for second, count in after.items()}
    return kept.get(word, 0) + (1 - sum(kept.values())) * lower


def kneser_ney_by_text_search(sentences, history, word, discount):
    lines = [f" <s> {' '.join(sentence)} </s> " for sentence in sentences]
    found = [re.findall(r"(?= (\S+)\s+(\S+) )", line) for line in lines]
    pairs = Counter(chain.from_iterable(found))
    ends = [second for _, second in pairs]
    lower = ends.count(word) / len(ends)
    after = [count for (first, _), count in pairs.items() if first == history]
    if not after:
        return lower
    return (max(pairs[history, word] - discount, 0.0) + discount * len(after) * lower) / sum(after)


def kneser_ney_any_from_below(sentences, history, word, discount):
    """Begin with the single words and add one word of history after the other."""
    size = len(history)
    repeats = Counter()
    for sentence in sentences:
        line = ("<s>",) * size + tuple(sentence) + ("</s>",)
        for end in range(size, len(line)):
            repeats[line[end - size : end + 1]] += 1
    probability = None
    for length in range(size + 1):
        if length == size:
            table = repeats
        else:
            table = Counter(gram[1:] for gram in {gram[-length - 2 :] for gram in repeats})
        row = {g[-1]: n for g, n in table.items() if g[:-1] == tuple(history[size - length :])}
        if length == 0:
            probability = row.get(word, 0) / sum(row.values())
        elif row:
            left = max(row.get(word, 0) - discount, 0) / sum(row.values())
            probability = left + discount * len(row) / sum(row.values()) * probability
    return probability


def kneser_ney_any_by_numpy(sentences, history, word, discount):
    size = len(history) + 1
    lines = [["<s>"] * (size - 1) + [*sentence, "</s>"] for sentence in sentences]
    rows = [line[i : i + size] for line in lines for i in range(len(line) - size + 1)]
    grams, counts = np.unique(np.array(rows, dtype=str), axis=0, return_counts=True)

    def probability(grams, counts, history):
        at = (grams[:, :-1] == np.array(history, dtype=str)).all(axis=1)
        mine = counts[at & (grams[:, -1] == word)].sum()
        if not history:
            return mine / counts.sum()
        below = probability(*np.unique(grams[:, 1:], axis=0, return_counts=True), history[1:])
        if not at.any():
            return below
        return (max(mine - discount, 0) + discount * at.sum() * below) / counts[at].sum()

    return float(probability(grams, counts, tuple(history)))


def kneser_ney_any_by_sets(sentences, history, word, discount):
    """Find in each order the different words before, as sets."""
    grams = [
        (*("<s>",) * len(history), *sentence, "</s>")[start : start + len(history) + 1]
        for sentence in sentences
        for start in range(len(sentence) + 1)
    ]

    def number_of(gram):
        if len(gram) > len(history):
            return grams.count(gram)
        return len({longer[-len(gram) - 1] for longer in grams if longer[-len(gram) :] == gram})

    def probability(short):
        followed = {gram[-1] for gram in grams if gram[len(history) - len(short) : -1] == short}
        total = sum(number_of((*short, other)) for other in followed)
        if not short:
            return number_of((word,)) / total
        below = probability(short[1:])
        if not followed:
            return below
        part = max(number_of((*short, word)) - discount, 0) / total
        return part + len(followed) * discount / total * below

    return probability(tuple(history))


RIGHT = {
    "ngrams": (
        ngrams_by_loop,
        ngrams_by_zip,
        ngrams_by_sliding_deque,
        ngrams_by_numpy_windows,
    ),
    "conditional_probability": (
        conditional_probability_by_two_counters,
        conditional_probability_by_nested_counts,
        conditional_probability_by_mean,
        conditional_probability_by_fraction,
    ),
    "perplexity": (
        perplexity_by_loop,
        perplexity_in_bits,
        perplexity_by_numpy,
        perplexity_by_torch,
        perplexity_by_loop_in_single_precision,
        perplexity_by_geometric_mean,
    ),
    "encode_held_out": (
        encode_held_out_by_loop,
        encode_held_out_on_a_copy,
        encode_held_out_by_numpy,
        encode_held_out_by_groups,
    ),
    "kneser_ney": (
        kneser_ney_by_sets,
        kneser_ney_by_numpy,
        kneser_ney_by_what_is_left,
        kneser_ney_by_text_search,
    ),
    "kneser_ney_any": (
        kneser_ney_any_from_below,
        kneser_ney_any_by_numpy,
        kneser_ney_any_by_sets,
    ),
}
