"""Answers of the class to lesson 01, written from its text alone."""

import heapq
import math
from collections import Counter, defaultdict
from itertools import chain, pairwise

import numpy as np


def ngrams_wrong_1(sentence, order):
    padded = ["<s>"] * order + list(sentence) + ["</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(padded) - order + 1)]


def ngrams_wrong_2(sentence, order):
    padded = ["<s>"] * (order - 1) + list(sentence) + ["</s>"]
    result = []
    for i in range(len(padded) - order):
        result.append(tuple(padded[i : i + order]))
    return result


def ngrams_wrong_3(sentence, order):
    padded = ["<s>"] * (order - 1) + list(sentence) + ["</s>"] * (order - 1)
    return [tuple(padded[i : i + order]) for i in range(len(padded) - order + 1)]


def ngrams_wrong_4(sentence, order):
    for _ in range(order - 1):
        sentence.insert(0, "<s>")
    sentence.append("</s>")
    return [tuple(sentence[i : i + order]) for i in range(len(sentence) - order + 1)]


def ngrams_wrong_5(sentence, order):
    if not sentence:
        return []
    padded = ["<s>"] * (order - 1) + sentence + ["</s>"]
    return list(zip(*(padded[i:] for i in range(order)), strict=False))


def ngrams_wrong_6(sentence, order):
    padded = ["<s>", *sentence, "</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(padded) - order + 1)]


def ngrams_right_1(sentence, order):
    padded = ["<s>"] * (order - 1) + sentence + ["</s>"]
    return list(zip(*(padded[i:] for i in range(order)), strict=False))


def ngrams_right_2(sentence, order):
    history = ("<s>",) * (order - 1)
    result = []
    for word in [*sentence, "</s>"]:
        gram = (*history, word)
        result.append(gram)
        history = gram[1:]
    return result


def conditional_probability_wrong_1(sentences, history, word):
    both = sum(pair == (history, word) for s in sentences for pair in ngrams_right_1(s, 2))
    alone = sum(sentence.count(history) for sentence in sentences)
    return both / alone if alone else 0.0


def conditional_probability_wrong_2(sentences, history, word):
    pairs = Counter()
    histories = Counter()
    for sentence in sentences:
        pairs.update(ngrams_right_1(sentence, 2))
        histories.update(["<s>", *sentence][:-1])
    if histories[history] == 0:
        return 0.0
    return pairs[history, word] / histories[history]


def conditional_probability_wrong_3(sentences, history, word):
    shares = []
    for sentence in sentences:
        pairs = ngrams_right_1(sentence, 2)
        total = sum(first == history for first, _ in pairs)
        if total:
            shares.append(pairs.count((history, word)) / total)
    return sum(shares) / len(shares) if shares else 0.0


def conditional_probability_wrong_4(sentences, history, word):
    if not sentences:
        return 0.0
    stream = [w for sentence in sentences for w in sentence]
    pairs = Counter(pairwise(["<s>", *stream, "</s>"]))
    total = sum(count for (first, _), count in pairs.items() if first == history)
    return pairs[history, word] / total if total else 0.0


def conditional_probability_wrong_5(sentences, history, word):
    pairs = Counter(pair for s in sentences for pair in ngrams_right_1(s, 2))
    total = sum(count for (_, second), count in pairs.items() if second == word)
    return pairs[history, word] / total if total else 0.0


def conditional_probability_wrong_6(sentences, history, word):
    pairs = Counter(pair for s in sentences for pair in ngrams_right_1(s, 2))
    total = sum(count for (first, _), count in pairs.items() if first == history)
    return pairs[(history, word)] / total


def conditional_probability_right_1(sentences, history, word):
    following = Counter()
    for sentence in sentences:
        for first, second in ngrams_right_1(sentence, 2):
            if first == history:
                following[second] += 1
    return following[word] / following.total() if following else 0.0


def conditional_probability_right_2(sentences, history, word):
    hits = total = 0
    for sentence in sentences:
        before = ["<s>", *sentence]
        after = [*sentence, "</s>"]
        total += before.count(history)
        hits += sum(1 for h, w in zip(before, after, strict=True) if h == history and w == word)
    return float(hits / max(total, 1))


def perplexity_wrong_1(probabilities):
    means = []
    for sentence in probabilities:
        if 0 in sentence:
            return math.inf
        if sentence:
            means.append(sum(math.log(p) for p in sentence) / len(sentence))
    return math.exp(-sum(means) / len(means))


def perplexity_wrong_2(probabilities):
    total = 0.0
    for sentence in probabilities:
        for p in sentence:
            if p == 0:
                return math.inf
            total += math.log(p)
    return math.exp(-total / len(probabilities))


def perplexity_wrong_3(probabilities):
    everything = [p for sentence in probabilities for p in sentence]
    product = math.prod(everything)
    if product == 0:
        return math.inf
    return product ** (-1 / len(everything))


def perplexity_wrong_4(probabilities):
    everything = [p for sentence in probabilities for p in sentence]
    if min(everything) == 0:
        return math.inf
    return math.exp(-sum(math.log2(p) for p in everything) / len(everything))


def perplexity_wrong_5(probabilities):
    logs = [math.log(p) for sentence in probabilities for p in sentence if p > 0]
    if not logs:
        return math.inf
    return math.exp(-sum(logs) / len(logs))


def perplexity_wrong_6(probabilities):
    everything = list(chain.from_iterable(probabilities))
    if 0 in everything:
        return math.inf
    return len(everything) / sum(everything)


def perplexity_right_1(probabilities):
    everything = np.array([p for sentence in probabilities for p in sentence])
    if (everything == 0).any():
        return math.inf
    return float(np.exp(-np.log(everything).mean()))


def perplexity_right_2(probabilities):
    bits, number = 0.0, 0
    for sentence in probabilities:
        for p in sentence:
            if p == 0.0:
                return math.inf
            bits -= math.log2(p)
            number += 1
    return 2 ** (bits / number)


def encode_held_out_wrong_1(train, held_out, size):
    counts = Counter(word for sentence in train + held_out for word in sentence)
    kept = set(sorted(counts, key=lambda word: (-counts[word], word))[:size])
    return [[word if word in kept else "<unk>" for word in sentence] for sentence in held_out]


def encode_held_out_wrong_2(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    kept = {word for word, _ in counts.most_common(size)}
    return [[word if word in kept else "<unk>" for word in sentence] for sentence in held_out]


def encode_held_out_wrong_3(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    ordered = sorted(((count, word) for word, count in counts.items()), reverse=True)
    kept = {word for _, word in ordered[:size]}
    return [[word if word in kept else "<unk>" for word in sentence] for sentence in held_out]


def encode_held_out_wrong_4(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    ordered = sorted(counts, key=lambda word: (-counts[word], word))
    vocabulary = ["<unk>", *ordered][:size]
    return [[word if word in vocabulary else "<unk>" for word in s] for s in held_out]


def encode_held_out_wrong_5(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    numbers = sorted(counts.values(), reverse=True)
    threshold = numbers[size - 1] if size <= len(numbers) else 1
    result = []
    for sentence in held_out:
        result.append([word if counts[word] >= threshold else "<unk>" for word in sentence])
    return result


def encode_held_out_wrong_6(train, held_out, size):
    # frequent = occurs in many sentences
    counts = Counter(word for sentence in train for word in set(sentence))
    kept = set(sorted(counts, key=lambda word: (-counts[word], word))[:size])
    return [[word if word in kept else "<unk>" for word in sentence] for sentence in held_out]


def encode_held_out_right_1(train, held_out, size):
    counts = Counter(chain.from_iterable(train))
    kept = set(heapq.nsmallest(size, counts, key=lambda word: (-counts[word], word)))
    return [[word if word in kept else "<unk>" for word in sentence] for sentence in held_out]


def encode_held_out_right_2(train, held_out, size):
    counts = {}
    for sentence in train:
        for word in sentence:
            counts[word] = counts.get(word, 0) + 1
    alphabetical = sorted(counts)
    by_count = sorted(alphabetical, key=counts.get, reverse=True)  # stable
    kept = by_count[:size]
    result = []
    for sentence in held_out:
        encoded = []
        for word in sentence:
            encoded.append(word if word in kept else "<unk>")
        result.append(encoded)
    return result


def _pairs(sentences):
    return Counter(pair for sentence in sentences for pair in ngrams_right_1(sentence, 2))


def kneser_ney_wrong_1(sentences, history, word, discount):
    pairs = _pairs(sentences)
    lower = sum(n for (_, w), n in pairs.items() if w == word) / pairs.total()
    c_h = sum(n for (h, _), n in pairs.items() if h == history)
    if c_h == 0:
        return lower
    after = sum(1 for h, _ in pairs if h == history)
    return max(pairs[history, word] - discount, 0) / c_h + discount * after / c_h * lower


def kneser_ney_wrong_2(sentences, history, word, discount):
    pairs = _pairs(sentences)
    lower = sum(1 for _, w in pairs if w == word) / len(pairs)
    c_h = sum(n for (h, _), n in pairs.items() if h == history)
    if c_h == 0:
        return lower
    after = sum(1 for h, _ in pairs if h == history)
    return (pairs[history, word] - discount) / c_h + discount * after / c_h * lower


def kneser_ney_wrong_3(sentences, history, word, discount):
    pairs = _pairs(sentences)
    lower = len([pair for pair in pairs if pair[1] == word]) / len(pairs)
    following = [pair for s in sentences for pair in ngrams_right_1(s, 2) if pair[0] == history]
    if not following:
        return lower
    c_h = len(following)
    after = len(following)
    return max(pairs[history, word] - discount, 0) / c_h + discount * after / c_h * lower


def kneser_ney_wrong_4(sentences, history, word, discount):
    pairs = _pairs(sentences)
    c_h = sum(n for (h, _), n in pairs.items() if h == history)
    if c_h == 0:
        return 0.0
    after = sum(1 for h, _ in pairs if h == history)
    before = sum(1 for _, w in pairs if w == word)
    first = max(pairs[history, word] - discount, 0) / c_h
    return first + discount * after / c_h * before / len(pairs)


def kneser_ney_wrong_5(sentences, history, word, discount):
    pairs = _pairs(sentences)
    lower = sum(1 for _, w in pairs if w == word) / sum(pairs.values())
    c_h = sum(n for (h, _), n in pairs.items() if h == history)
    if c_h == 0:
        return lower
    after = sum(1 for h, _ in pairs if h == history)
    return max(pairs[history, word] - discount, 0) / c_h + discount * after / c_h * lower


def kneser_ney_wrong_6(sentences, history, word, discount):
    pairs = _pairs(sentences)
    inner = [(h, w) for h, w in pairs if h != "<s>"]  # <s> is not a word
    lower = sum(1 for _, w in inner if w == word) / max(len(inner), 1)
    c_h = sum(n for (h, _), n in pairs.items() if h == history)
    if c_h == 0:
        return lower
    after = sum(1 for h, _ in pairs if h == history)
    return max(pairs[history, word] - discount, 0) / c_h + discount * after / c_h * lower


def kneser_ney_right_1(sentences, history, word, discount):
    after, before = defaultdict(Counter), defaultdict(set)
    for sentence in sentences:
        for h, w in pairwise(["<s>", *sentence, "</s>"]):
            after[h][w] += 1
            before[w].add(h)
    different = sum(len(counter) for counter in after.values())
    share = len(before[word]) / different
    if history not in after:
        return share
    counter = after[history]
    total = counter.total()
    weight = discount * len(counter) / total
    return max(counter[word] - discount, 0) / total + weight * share


def kneser_ney_right_2(sentences, history, word, discount):
    pairs = _pairs(sentences)
    share = sum(w == word for _, w in pairs) / len(pairs)
    counts = {w: n for (h, w), n in pairs.items() if h == history}
    if not counts:
        return share
    total = sum(counts.values())
    taken = total - sum(n - discount for n in counts.values())
    kept = counts[word] - discount if word in counts else 0
    return (kept + taken * share) / total


WRONG = {
    "ngrams": [
        (ngrams_wrong_1, "pads with order times <s>, one too many"),
        (ngrams_wrong_2, "range ends one early: the window with </s> is missing"),
        (ngrams_wrong_3, "pads the end as often as the beginning"),
        (ngrams_wrong_4, "pads the sentence itself, so the argument changes"),
        (ngrams_wrong_5, "an empty sentence has no n-grams, not even the one of </s>"),
        (ngrams_wrong_6, "one <s> in front, whatever the order"),
    ],
    "conditional_probability": [
        (conditional_probability_wrong_1, "counts the history in the bare sentences: no <s>"),
        (conditional_probability_wrong_2, "the last word of a sentence is not counted as history"),
        (conditional_probability_wrong_3, "averages the shares of the sentences"),
        (conditional_probability_wrong_4, "makes one long text with one <s> and one </s>"),
        (conditional_probability_wrong_5, "divides by the count of the word, not of the history"),
        (conditional_probability_wrong_6, "forgets the history that never occurs"),
    ],
    "perplexity": [
        (perplexity_wrong_1, "means over each sentence first, so short sentences weigh more"),
        (perplexity_wrong_2, "divides by the number of sentences"),
        (perplexity_wrong_3, "multiplies, so a long text becomes 0"),
        (perplexity_wrong_4, "logarithm to base 2, but exp to base e"),
        (perplexity_wrong_5, "leaves out predictions with probability 0"),
        (perplexity_wrong_6, "inverse of the arithmetic mean"),
    ],
    "encode_held_out": [
        (encode_held_out_wrong_1, "counts both texts"),
        (encode_held_out_wrong_2, "most_common: ties go to the word that was seen first"),
        (encode_held_out_wrong_3, "reverse=True turns the alphabet round as well"),
        (encode_held_out_wrong_4, "<unk> takes one of the places"),
        (encode_held_out_wrong_5, "keeps all words that tie with the last one"),
        (encode_held_out_wrong_6, "counts sentences with the word, not occurrences"),
    ],
    "kneser_ney": [
        (kneser_ney_wrong_1, "gives back by plain frequencies, not by continuation counts"),
        (kneser_ney_wrong_2, "forgets max: an unseen pair has a negative first term"),
        (kneser_ney_wrong_3, "counts words after the history with repeats"),
        (kneser_ney_wrong_4, "unseen history gives 0"),
        (kneser_ney_wrong_5, "divides by all pairs, not by the different ones"),
        (kneser_ney_wrong_6, "leaves <s> out of the words before, since it is no word"),
    ],
}
RIGHT = {
    "ngrams": [ngrams_right_1, ngrams_right_2],
    "conditional_probability": [conditional_probability_right_1, conditional_probability_right_2],
    "perplexity": [perplexity_right_1, perplexity_right_2],
    "encode_held_out": [encode_held_out_right_1, encode_held_out_right_2],
    "kneser_ney": [kneser_ney_right_1, kneser_ney_right_2],
}
