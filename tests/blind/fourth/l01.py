"""Answers of the class to lesson 01, written from its text alone."""

import math
from collections import Counter
from itertools import chain, pairwise


def bigrams(sentences):
    pairs = []
    for sentence in sentences:
        pairs.extend(pairwise(["<s>", *sentence, "</s>"]))
    return pairs


# Exercise 1


def ngrams_wrong_1(sentence, order):
    padded = ["<s>"] * order + sentence + ["</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(padded) - order + 1)]


def ngrams_wrong_2(sentence, order):
    padded = ["<s>", *sentence, "</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(padded) - order + 1)]


def ngrams_wrong_3(sentence, order):
    padded = ["<s>"] * (order - 1) + sentence
    return [tuple(padded[i : i + order]) for i in range(len(sentence))]


def ngrams_wrong_4(sentence, order):
    padded = ["<s>"] * (order - 1) + list(sentence) + ["</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(padded) - order)]


def ngrams_wrong_5(sentence, order):
    ends = order - 1
    padded = ["<s>"] * ends + list(sentence) + ["</s>"] * ends
    return [tuple(padded[i : i + order]) for i in range(len(padded) - order + 1)]


def ngrams_wrong_6(sentence, order):
    for _ in range(order - 1):
        sentence.insert(0, "<s>")
    sentence.append("</s>")
    return [tuple(sentence[i : i + order]) for i in range(len(sentence) - order + 1)]


def ngrams_wrong_7(sentence, order):
    padded = ["<s>"] * (order - 1) + list(sentence) + ["</s>"]
    return [padded[i : i + order] for i in range(len(sentence) + 1)]


def ngrams_right_1(sentence, order):
    padded = ["<s>"] * (order - 1)
    padded.extend(sentence)
    padded.append("</s>")
    result = []
    for end in range(order, len(padded) + 1):
        result.append(tuple(padded[end - order : end]))
    return result


def ngrams_right_2(sentence, order):
    padded = ["<s>"] * (order - 1) + [*sentence, "</s>"]
    return list(zip(*(padded[i:] for i in range(order)), strict=False))


# Exercise 2


def conditional_probability_wrong_1(sentences, history, word):
    pairs = [pair for sentence in sentences for pair in pairwise(sentence)]
    total = sum(first == history for first, _ in pairs)
    return pairs.count((history, word)) / total if total else 0.0


def conditional_probability_wrong_2(sentences, history, word):
    pairs = bigrams(sentences)
    total = sum(second == word for _, second in pairs)
    return pairs.count((history, word)) / total if total else 0.0


def conditional_probability_wrong_3(sentences, history, word):
    pairs = bigrams(sentences)
    return pairs.count((history, word)) / len(pairs) if pairs else 0.0


def conditional_probability_wrong_4(sentences, history, word):
    shares = []
    for sentence in sentences:
        after = [second for first, second in bigrams([sentence]) if first == history]
        if after:
            shares.append(after.count(word) / len(after))
    return sum(shares) / len(shares) if shares else 0.0


def conditional_probability_wrong_5(sentences, history, word):
    stream = [w for sentence in sentences for w in ["<s>", *sentence, "</s>"]]
    counts = Counter(pairwise(stream))
    total = sum(count for (first, _), count in counts.items() if first == history)
    return counts[history, word] / total if total else 0.0


def conditional_probability_wrong_6(sentences, history, word):
    after = {second for first, second in bigrams(sentences) if first == history}
    return 1 / len(after) if word in after else 0.0


def conditional_probability_wrong_7(sentences, history, word):
    pairs = Counter(bigrams(sentences))
    words = Counter(w for sentence in sentences for w in sentence)
    return pairs[history, word] / words[history] if words[history] else 0.0


def conditional_probability_wrong_8(sentences, history, word):
    after = [second for first, second in bigrams(sentences) if first == history]
    return after.count(word) / len(after)


def conditional_probability_right_1(sentences, history, word):
    hits, total = 0, 0
    for sentence in sentences:
        padded = ["<s>"] + list(sentence) + ["</s>"]
        for i in range(1, len(padded)):
            if padded[i - 1] == history:
                total += 1
                if padded[i] == word:
                    hits += 1
    if total == 0:
        return 0.0
    return hits / total


def conditional_probability_right_2(sentences, history, word):
    after = Counter(second for first, second in bigrams(sentences) if first == history)
    return after[word] / max(after.total(), 1)


# Exercise 3


def perplexity_wrong_1(probabilities):
    values = []
    for sentence in probabilities:
        if 0 in sentence:
            return math.inf
        if sentence:
            values.append(math.exp(-sum(math.log(p) for p in sentence) / len(sentence)))
    return sum(values) / len(values)


def perplexity_wrong_2(probabilities):
    p = list(chain.from_iterable(probabilities))
    product = math.prod(p)
    return product ** (-1 / len(p)) if product > 0 else math.inf


def perplexity_wrong_3(probabilities):
    p = [x for sentence in probabilities for x in sentence]
    if min(p) == 0:
        return math.inf
    return math.exp(-sum(map(math.log, p)) / len(probabilities))


def perplexity_wrong_4(probabilities):
    p = [x for sentence in probabilities for x in sentence if x > 0]
    if not p:
        return math.inf
    return math.exp(-sum(map(math.log, p)) / len(p))


def perplexity_wrong_5(probabilities):
    p = [x for sentence in probabilities for x in sentence]
    return math.exp(-sum(math.log(x) for x in p) / len(p))


def perplexity_wrong_6(probabilities):
    p = [x for sentence in probabilities for x in sentence]
    if 0 in p:
        return math.inf
    return math.exp(-sum(math.log2(x) for x in p) / len(p))


def perplexity_wrong_7(probabilities):
    p = [x for sentence in probabilities for x in sentence]
    return len(p) / sum(p) if 0 not in p else math.inf


def perplexity_wrong_8(probabilities):
    means = []
    for sentence in probabilities:
        if any(p == 0 for p in sentence):
            return math.inf
        if sentence:
            means.append(sum(math.log(p) for p in sentence) / len(sentence))
    return math.exp(-sum(means) / len(means))


def perplexity_right_1(probabilities):
    total, n = 0.0, 0
    for sentence in probabilities:
        for p in sentence:
            if p == 0:
                return math.inf
            total -= math.log(p)
            n += 1
    return math.exp(total / n)


def perplexity_right_2(probabilities):
    flat = list(chain.from_iterable(probabilities))
    if 0 in flat:
        return math.inf
    return 2 ** (-sum(math.log2(p) for p in flat) / len(flat))


# Exercise 4


def keep_and_write(counts, held_out, size):
    best = sorted(counts, key=lambda w: (-counts[w], w))[:size]
    return [[w if w in best else "<unk>" for w in sentence] for sentence in held_out]


def encode_held_out_wrong_1(train, held_out, size):
    return keep_and_write(Counter(w for s in held_out for w in s), held_out, size)


def encode_held_out_wrong_2(train, held_out, size):
    counts = Counter(w for s in [*train, *held_out] for w in s)
    return keep_and_write(counts, held_out, size)


def encode_held_out_wrong_3(train, held_out, size):
    counts = Counter(w for s in train for w in s)
    known = {w for w, _ in counts.most_common(size)}
    return [[w if w in known else "<unk>" for w in s] for s in held_out]


def encode_held_out_wrong_4(train, held_out, size):
    counts = Counter(w for s in train for w in s)
    best = sorted(counts, key=lambda w: (counts[w], w), reverse=True)[:size]
    return [[w if w in best else "<unk>" for w in s] for s in held_out]


def encode_held_out_wrong_5(train, held_out, size):
    return keep_and_write(Counter(w for s in train for w in s), held_out, size - 1)


def encode_held_out_wrong_6(train, held_out, size):
    counts = Counter(w for s in train for w in s)
    best = set(sorted(counts, key=lambda w: (-counts[w], w))[:size])
    return [[w for w in s if w in best] for s in held_out]


def encode_held_out_wrong_7(train, held_out, size):
    known = sorted({w for s in train for w in s})[:size]
    return [[w if w in known else "<unk>" for w in s] for s in held_out]


def encode_held_out_wrong_8(train, held_out, size):
    counts = Counter(w for s in train for w in s)
    ranked = sorted(counts, key=lambda w: (-counts[w], w))
    if len(ranked) < size:
        return held_out
    known = set(ranked[:size])
    return [[w if w in known else "<unk>" for w in s] for s in held_out]


def encode_held_out_right_1(train, held_out, size):
    counts = {}
    for sentence in train:
        for word in sentence:
            if word != "<unk>":
                counts[word] = counts.get(word, 0) + 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    known = {word for word, _ in ranked[:size]}
    result = []
    for sentence in held_out:
        result.append([word if word in known else "<unk>" for word in sentence])
    return result


# Exercise 5


def kneser_ney_wrong_1(sentences, history, word, discount):
    pairs = Counter(bigrams(sentences))
    after = {w: c for (h, w), c in pairs.items() if h == history}
    total = sum(after.values())
    # the lower order by plain frequency
    low = sum(c for (_, w), c in pairs.items() if w == word) / sum(pairs.values())
    if total == 0:
        return low
    return max(after.get(word, 0) - discount, 0) / total + discount * len(after) / total * low


def kneser_ney_wrong_2(sentences, history, word, discount):
    pairs = Counter(bigrams(sentences))
    after = {w: c for (h, w), c in pairs.items() if h == history}
    total = sum(after.values())
    low = sum(w == word for _, w in pairs) / len(pairs)
    if total == 0:
        return low
    return (pairs[history, word] - discount) / total + discount * len(after) / total * low


def kneser_ney_wrong_3(sentences, history, word, discount):
    pairs = Counter(bigrams(sentences))
    after = {w: c for (h, w), c in pairs.items() if h == history}
    total = sum(after.values())
    if total == 0:
        return 0.0
    low = len([1 for _, w in pairs if w == word]) / len(pairs)
    return max(after.get(word, 0) - discount, 0) / total + discount * len(after) / total * low


def kneser_ney_wrong_4(sentences, history, word, discount):
    pairs = Counter(bigrams(sentences))
    total = sum(c for (h, _), c in pairs.items() if h == history)
    low = sum(w == word for _, w in pairs) / len(pairs)
    if total == 0:
        return low
    return max(pairs[history, word] - discount, 0) / total + discount / total * low


def kneser_ney_wrong_5(sentences, history, word, discount):
    pairs = Counter(bigrams(sentences))
    total = sum(c for (h, _), c in pairs.items() if h == history)
    low = sum(w == word for _, w in pairs) / sum(pairs.values())
    if total == 0:
        return low
    kinds = sum(h == history for h, _ in pairs)
    return max(pairs[history, word] - discount, 0) / total + discount * kinds / total * low


def kneser_ney_wrong_6(sentences, history, word, discount):
    pairs = Counter(bigrams(sentences))
    total = sum(c for (h, _), c in pairs.items() if h == history)
    low = sum(w == word for _, w in pairs) / len(pairs)
    if total == 0:
        return low
    if pairs[history, word] > 0:
        return (pairs[history, word] - discount) / total
    return discount * sum(h == history for h, _ in pairs) / total * low


def kneser_ney_wrong_7(sentences, history, word, discount):
    pairs = Counter(bigrams(sentences))
    total = sum(c for (h, _), c in pairs.items() if h == history)
    low = sum(w == word for _, w in pairs) / len({w for _, w in pairs})
    if total == 0:
        return low
    kinds = sum(h == history for h, _ in pairs)
    return max(pairs[history, word] - discount, 0) / total + discount * kinds / total * low


def kneser_ney_wrong_8(sentences, history, word, discount):
    pairs = Counter(bigrams(sentences))
    tokens = Counter(w for s in sentences for w in ["<s>", *s, "</s>"])
    low = sum(w == word for _, w in pairs) / len(pairs)
    if tokens[history] == 0:
        return low
    kinds = sum(h == history for h, _ in pairs)
    first = max(pairs[history, word] - discount, 0) / tokens[history]
    return first + discount * kinds / tokens[history] * low


def kneser_ney_wrong_9(sentences, history, word, discount):
    pairs = Counter(bigrams(sentences))
    total = sum(c for (h, _), c in pairs.items() if h == history)
    low = sum(w == word for _, w in pairs) / len(pairs)
    if total == 0:
        return low
    kinds = sum(w == history for _, w in pairs)
    return max(pairs[history, word] - discount, 0) / total + discount * kinds / total * low


def kneser_ney_right_1(sentences, history, word, discount):
    counts = {}
    for sentence in sentences:
        padded = ["<s>", *sentence, "</s>"]
        for pair in zip(padded[:-1], padded[1:], strict=True):
            counts[pair] = counts.get(pair, 0) + 1
    before = {h for h, w in counts if w == word}
    continuation = len(before) / len(counts)
    following = [c for (h, _), c in counts.items() if h == history]
    if not following:
        return continuation
    c_h = sum(following)
    own = max(counts.get((history, word), 0) - discount, 0) / c_h
    return own + discount * len(following) / c_h * continuation


WRONG = {
    "ngrams": [
        (ngrams_wrong_1, "pads with order times <s>"),
        (ngrams_wrong_2, "pads with one <s> whatever the order"),
        (ngrams_wrong_3, "forgets </s>"),
        (ngrams_wrong_4, "the last window is missing: range one too short"),
        (ngrams_wrong_5, "pads the end with order - 1 times </s> as well"),
        (ngrams_wrong_6, "pads the given sentence itself"),
        (ngrams_wrong_7, "lists in the place of tuples"),
    ],
    "conditional_probability": [
        (conditional_probability_wrong_1, "pairs without <s> and </s>"),
        (conditional_probability_wrong_2, "divides by the count of the word, not of the history"),
        (conditional_probability_wrong_3, "the joint share: divides by the number of all pairs"),
        (conditional_probability_wrong_4, "averages the shares of the sentences"),
        (conditional_probability_wrong_5, "one stream of text: </s> is followed by the next <s>"),
        (conditional_probability_wrong_6, "counts different following words, not occurrences"),
        (conditional_probability_wrong_7, "counts the history in bare sentences: <s> never occurs"),
        (conditional_probability_wrong_8, "divides by zero for an unseen history"),
    ],
    "perplexity": [
        (perplexity_wrong_1, "mean of the perplexities of the sentences"),
        (perplexity_wrong_2, "multiplies: the product of a long text becomes 0"),
        (perplexity_wrong_3, "divides by the number of sentences"),
        (perplexity_wrong_4, "leaves out probabilities of 0"),
        (perplexity_wrong_5, "log of 0 is an error"),
        (perplexity_wrong_6, "mixes log2 with exp"),
        (perplexity_wrong_7, "inverse arithmetic mean"),
        (perplexity_wrong_8, "mean of the sentences' mean logarithms: not every prediction equal"),
    ],
    "encode_held_out": [
        (encode_held_out_wrong_1, "counts the held-out text"),
        (encode_held_out_wrong_2, "counts both texts"),
        (encode_held_out_wrong_3, "ties as most_common has them: by first occurrence"),
        (encode_held_out_wrong_4, "reverse=True turns the alphabet round too"),
        (encode_held_out_wrong_5, "reserves one of the places for <unk>"),
        (encode_held_out_wrong_6, "drops unknown words"),
        (encode_held_out_wrong_7, "the first words of the alphabet, not the most frequent"),
        (encode_held_out_wrong_8, "few training words: believes every held-out word is kept"),
    ],
    "kneser_ney": [
        (kneser_ney_wrong_1, "the lower order is the plain frequency of the word"),
        (kneser_ney_wrong_2, "forgets max: an unseen pair gets a negative count"),
        (kneser_ney_wrong_3, "0 after an unseen history"),
        (kneser_ney_wrong_4, "gives back one discount, not one for each different word"),
        (kneser_ney_wrong_5, "divides the continuations by all pairs, not the different ones"),
        (kneser_ney_wrong_6, "backs off only if the pair is unseen"),
        (kneser_ney_wrong_7, "divides the continuations by the number of different words"),
        (kneser_ney_wrong_8, "counts tokens, so </s> is a history that was seen"),
        (kneser_ney_wrong_9, "different words before the history, not after it"),
    ],
}
RIGHT = {
    "ngrams": [ngrams_right_1, ngrams_right_2],
    "conditional_probability": [conditional_probability_right_1, conditional_probability_right_2],
    "perplexity": [perplexity_right_1, perplexity_right_2],
    "encode_held_out": [encode_held_out_right_1],
    "kneser_ney": [kneser_ney_right_1],
}
