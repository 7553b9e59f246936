"""Answers of the class to lesson 01, written from its text alone."""

import math
from collections import Counter, defaultdict
from itertools import pairwise

# Exercise 1


def ngrams_wrong_1(sentence, order):
    padded = ["<s>"] * order + list(sentence) + ["</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(sentence) + 1)]


def ngrams_wrong_2(sentence, order):
    padded = ["<s>"] * (order - 1) + sentence + ["</s>"] * max(order - 1, 1)
    return [tuple(padded[i : i + order]) for i in range(len(padded) - order + 1)]


def ngrams_wrong_3(sentence, order):
    padded = ["<s>"] * max(1, order - 1) + sentence + ["</s>"]
    return list(zip(*[padded[k:] for k in range(order)], strict=False))


def ngrams_wrong_4(sentence, order):
    for _ in range(order - 1):
        sentence.insert(0, "<s>")
    sentence.append("</s>")
    result = []
    for i in range(len(sentence) - order + 1):
        result.append(tuple(sentence[i : i + order]))
    return result


def ngrams_wrong_5(sentence, order):
    padded = ["<s>"] * (order - 1) + sentence + ["</s>"]
    found = []
    for i in range(order - 1, len(padded)):
        gram = tuple(padded[i - order + 1 : i + 1])
        if gram not in found:
            found.append(gram)
    return found


def ngrams_wrong_6(sentence, order):
    if not sentence:
        return []
    padded = ["<s>"] * (order - 1) + sentence + ["</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(sentence) + 1)]


def ngrams_right_1(sentence, order):
    padded = ["<s>"] * (order - 1) + [*sentence, "</s>"]
    return list(zip(*(padded[k:] for k in range(order)), strict=False))


def ngrams_right_2(sentence, order):
    history = ("<s>",) * (order - 1)
    result = []
    for word in [*sentence, "</s>"]:
        gram = (*history, word)
        result.append(gram)
        history = gram[1:]
    return result


# Exercise 2


def conditional_probability_wrong_1(sentences, history, word):
    pairs = Counter(p for s in sentences for p in ngrams_right_1(s, 2))
    how_often = sum(s.count(history) for s in sentences)
    if how_often == 0:
        return 0.0
    return pairs[history, word] / how_often


def conditional_probability_wrong_2(sentences, history, word):
    shares = []
    for sentence in sentences:
        pairs = ngrams_right_1(sentence, 2)
        total = sum(h == history for h, _ in pairs)
        if total:
            shares.append(pairs.count((history, word)) / total)
    return sum(shares) / len(shares) if shares else 0.0


def conditional_probability_wrong_3(sentences, history, word):
    together = [w for sentence in sentences for w in sentence]
    counts = Counter(ngrams_right_1(together, 2))
    total = sum(count for (h, _), count in counts.items() if h == history)
    return counts[history, word] / total if total else 0.0


def conditional_probability_wrong_4(sentences, history, word):
    lines = [" ".join(["<s>", *sentence, "</s>"]) for sentence in sentences]
    top = sum(line.count(f"{history} {word}") for line in lines)
    bottom = sum(line.count(f"{history} ") for line in lines)
    return top / bottom if bottom else 0.0


def conditional_probability_wrong_5(sentences, history, word):
    counts = Counter(p for s in sentences for p in ngrams_right_1(s, 2))
    total = sum(count for (_, second), count in counts.items() if second == word)
    if total == 0:
        return 0.0
    return counts[(history, word)] / total


def conditional_probability_wrong_6(sentences, history, word):
    counts = Counter()
    for sentence in sentences:
        counts.update(set(ngrams_right_1(sentence, 2)))
    total = sum(n for (h, _), n in counts.items() if h == history)
    return counts[history, word] / total if total else 0.0


def conditional_probability_right_1(sentences, history, word):
    after = []
    for sentence in sentences:
        line = ["<s>", *sentence, "</s>"]
        after += [b for a, b in pairwise(line) if a == history]
    return after.count(word) / len(after) if after else 0.0


def conditional_probability_right_2(sentences, history, word):
    followers = defaultdict(Counter)
    for sentence in sentences:
        previous = "<s>"
        for w in sentence:
            followers[previous][w] += 1
            previous = w
        followers[previous]["</s>"] += 1
    if history not in followers:
        return 0.0
    return followers[history][word] / sum(followers[history].values())


# Exercise 3


def perplexity_wrong_1(probabilities):
    means = []
    for sentence in probabilities:
        if not sentence:
            continue
        if 0 in sentence:
            return math.inf
        means.append(sum(math.log(p) for p in sentence) / len(sentence))
    return math.exp(-sum(means) / len(means))


def perplexity_wrong_2(probabilities):
    every = [p for sentence in probabilities for p in sentence]
    product = math.prod(every)
    if product == 0:
        return math.inf
    return product ** (-1 / len(every))


def perplexity_wrong_3(probabilities):
    every = [p for sentence in probabilities for p in sentence]
    return math.exp(-sum(math.log(p + 1e-10) for p in every) / len(every))


def perplexity_wrong_4(probabilities):
    every = [p for sentence in probabilities for p in sentence]
    if min(every) == 0:
        return math.inf
    return math.exp(-sum(math.log2(p) for p in every) / len(every))


def perplexity_wrong_5(probabilities):
    total, n = 0.0, 0
    for sentence in probabilities:
        for p in sentence:
            if p == 0:
                return math.inf
            total += math.log(p)
        n += len(sentence) + 1  # the words and </s>
    return math.exp(-total / n)


def perplexity_wrong_6(probabilities):
    every = [p for sentence in probabilities for p in sentence]
    if any(p == 0 for p in every):
        return math.inf
    return sum(1 / p for p in every) / len(every)


def perplexity_right_1(probabilities):
    logs = []
    for sentence in probabilities:
        for p in sentence:
            if p == 0:
                return math.inf
            logs.append(math.log(p))
    return math.exp(-math.fsum(logs) / len(logs))


def perplexity_right_2(probabilities):
    every = [p for sentence in probabilities for p in sentence]
    if 0 in every:
        return math.inf
    return 2 ** (-sum(math.log2(p) for p in every) / len(every))


# Exercise 4


def encode_held_out_wrong_1(train, held_out, size):
    counts = Counter(w for s in train for w in s)
    ranked = sorted(counts, key=lambda w: (counts[w], w), reverse=True)
    known = set(ranked[:size])
    return [[w if w in known else "<unk>" for w in s] for s in held_out]


def encode_held_out_wrong_2(train, held_out, size):
    counts = Counter(w for s in train for w in s)
    ranked = ["<unk>"] + sorted(counts, key=lambda w: (-counts[w], w))
    known = set(ranked[:size])
    return [[w if w in known else "<unk>" for w in s] for s in held_out]


def encode_held_out_wrong_3(train, held_out, size):
    counts = Counter(w for s in train for w in s)
    numbers = sorted(counts.values(), reverse=True)[:size]
    least = numbers[-1] if numbers else 1
    return [[w if counts[w] >= least else "<unk>" for w in s] for s in held_out]


def encode_held_out_wrong_4(train, held_out, size):
    counts = Counter()
    for sentence in train:
        counts.update(set(sentence))
    known = sorted(counts, key=lambda w: (-counts[w], w))[:size]
    return [[w if w in known else "<unk>" for w in s] for s in held_out]


def encode_held_out_wrong_5(train, held_out, size):
    counts = Counter(w for s in train for w in s)
    if len(counts) < size:
        return [list(s) for s in held_out]
    known = set(sorted(counts, key=lambda w: (-counts[w], w))[:size])
    return [[w if w in known else "<unk>" for w in s] for s in held_out]


def encode_held_out_wrong_6(train, held_out, size):
    counts = Counter(w for s in train for w in s)
    seen = {w for s in held_out for w in s if w in counts}
    known = sorted(seen, key=lambda w: (-counts[w], w))[:size]
    return [[w if w in known else "<unk>" for w in s] for s in held_out]


def encode_held_out_right_1(train, held_out, size):
    counts = Counter(w for s in train for w in s)
    known = {w for w, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:size]}
    return [[w if w in known else "<unk>" for w in s] for s in held_out]


def encode_held_out_right_2(train, held_out, size):
    counts = {}
    for sentence in train:
        for w in sentence:
            if w != "<unk>":
                counts[w] = counts.get(w, 0) + 1
    names = sorted(counts)
    names.sort(key=counts.get, reverse=True)  # stable: ties stay alphabetical
    names = names[:size]
    result = []
    for sentence in held_out:
        result.append([])
        for w in sentence:
            result[-1].append(w if w in names else "<unk>")
    return result


# Exercise 5


def kneser_ney_wrong_1(sentences, history, word, discount):
    pairs = Counter(p for s in sentences for p in ngrams_right_1(s, 2))
    last = sum(w == word for _, w in pairs) / len(pairs)
    count = pairs[history, word]
    if count == 0:
        return last
    c_h = sum(n for (h, _), n in pairs.items() if h == history)
    after = sum(h == history for h, _ in pairs)
    return max(count - discount, 0) / c_h + discount * after / c_h * last


def kneser_ney_wrong_2(sentences, history, word, discount):
    pairs = Counter(p for s in sentences for p in ngrams_right_1(s, 2))
    words = Counter(w for s in sentences for w in s)
    last = len([1 for a, b in pairs if b == word]) / len(pairs)
    if words[history] == 0:
        return last
    after = len([1 for a, b in pairs if a == history])
    c_h = words[history]
    return max(pairs[history, word] - discount, 0) / c_h + discount * after / c_h * last


def kneser_ney_wrong_3(sentences, history, word, discount):
    pairs = Counter(p for s in sentences for p in ngrams_right_1(s, 2))
    c_h = sum(n for (h, _), n in pairs.items() if h == history)
    after = len({w for h, w in pairs if h == history})
    inner = {(h, w) for h, w in pairs if h != "<s>"}  # <s> is no word
    before = len({h for h, w in inner if w == word})
    last = before / len(inner) if inner else 0.0
    if c_h == 0:
        return last
    return max(pairs[history, word] - discount, 0) / c_h + discount * after / c_h * last


def kneser_ney_wrong_4(sentences, history, word, discount):
    pairs = Counter(p for s in sentences for p in ngrams_right_1(s, 2))
    c_h = sum(n for (h, _), n in pairs.items() if h == history)
    if not c_h:
        return 0.0
    after = sum(h == history for h, _ in pairs)
    before = sum(w == word for _, w in pairs)
    share = max(pairs[history, word] - discount, 0) / c_h
    return share + discount * after / c_h * before / len(pairs)


def kneser_ney_wrong_5(sentences, history, word, discount):
    pairs = Counter(p for s in sentences for p in ngrams_right_1(s, 2))

    def before(x):
        return len({first for first, second in pairs if second == x})

    c_h = sum(n for (h, _), n in pairs.items() if h == history)
    last = before(word) / len(pairs)
    if c_h == 0:
        return last
    gamma = discount * before(history) / c_h
    return max(pairs[history, word] - discount, 0) / c_h + gamma * last


def kneser_ney_wrong_6(sentences, history, word, discount):
    pairs = [p for s in sentences for p in ngrams_right_1(s, 2)]
    after = [w for h, w in pairs if h == history]
    before = [h for h, w in pairs if w == word]
    last = len(set(before)) / len(pairs)
    if not after:
        return last
    first = max(after.count(word) - discount, 0) / len(after)
    return first + discount * len(set(after)) / len(after) * last


def kneser_ney_right_1(sentences, history, word, discount):
    after, before = defaultdict(Counter), defaultdict(set)
    for s in sentences:
        for h, w in pairwise(["<s>", *s, "</s>"]):
            after[h][w] += 1
            before[w].add(h)
    lower = len(before[word]) / sum(len(x) for x in before.values())
    if history not in after:
        return lower
    c = after[history]
    total = sum(c.values())
    return (max(c[word] - discount, 0) + discount * len(c) * lower) / total


def kneser_ney_right_2(sentences, history, word, discount):
    pairs = [p for s in sentences for p in ngrams_right_2(s, 2)]
    types = set(pairs)
    continuation = sum(1 for _, w in types if w == word) / len(types)
    c_h = sum(1 for h, _ in pairs if h == history)
    if c_h == 0:
        return continuation
    c_hw = pairs.count((history, word))
    rest = discount * sum(1 for h, _ in types if h == history) / c_h
    return max(c_hw - discount, 0) / c_h + rest * continuation


WRONG = {
    "ngrams": [
        (ngrams_wrong_1, "pads order times but cuts T + 1 windows: the one with </s> falls off"),
        (ngrams_wrong_2, "pads the end as often as the beginning"),
        (ngrams_wrong_3, "always has at least one <s>, so it becomes a unigram at order 1"),
        (ngrams_wrong_4, "pads the sentence itself, which changes the argument"),
        (ngrams_wrong_5, "keeps an n-gram that occurs twice only once"),
        (ngrams_wrong_6, "an empty sentence has no n-grams, it thinks, and forgets </s>"),
    ],
    "conditional_probability": [
        (conditional_probability_wrong_1, "c(h) counted in the bare sentences: <s> never occurs"),
        (conditional_probability_wrong_2, "the mean of the shares of each sentence"),
        (
            conditional_probability_wrong_3,
            "'counted together': joins the sentences, then pads once",
        ),
        (conditional_probability_wrong_4, "counts in joined strings: finds parts of longer words"),
        (conditional_probability_wrong_5, "divides by c(. w): the share of the histories"),
        (conditional_probability_wrong_6, "counts a pair once a sentence, by a set"),
    ],
    "perplexity": [
        (perplexity_wrong_1, "the mean over sentences of the mean logarithm"),
        (perplexity_wrong_2, "a product, and inf if it is 0: so is every long text's"),
        (perplexity_wrong_3, "adds a small number to escape log 0, so 0 does not give inf"),
        (perplexity_wrong_4, "log2 inside, exp outside"),
        (perplexity_wrong_5, "adds one more prediction a sentence for </s>, which was in the list"),
        (perplexity_wrong_6, "mean of the inverses, not inverse of the geometric mean"),
    ],
    "encode_held_out": [
        (encode_held_out_wrong_1, "reverse=True turns the alphabet round, too"),
        (encode_held_out_wrong_2, "<unk> takes one of the size places"),
        (encode_held_out_wrong_3, "keeps everything as frequent as the last kept word"),
        (encode_held_out_wrong_4, "counts the sentences that have a word, not its occurrences"),
        (encode_held_out_wrong_5, "with fewer than size words, keeps all words of held-out"),
        (encode_held_out_wrong_6, "the size words most frequent in train, among held-out words"),
    ],
    "kneser_ney": [
        (kneser_ney_wrong_1, "takes the last fraction alone for a pair that was never seen"),
        (kneser_ney_wrong_2, "c(h) from the bare sentences: <s> passes for never seen"),
        (kneser_ney_wrong_3, "leaves pairs with <s> out of the continuation: <s> is no word"),
        (kneser_ney_wrong_4, "0 after a history never seen, as in exercise 2"),
        (kneser_ney_wrong_5, "the number of different words before h in place of after h"),
        (kneser_ney_wrong_6, "divides by the number of all pairs, not of different ones"),
    ],
}
RIGHT = {
    "ngrams": [ngrams_right_1, ngrams_right_2],
    "conditional_probability": [conditional_probability_right_1, conditional_probability_right_2],
    "perplexity": [perplexity_right_1, perplexity_right_2],
    "encode_held_out": [encode_held_out_right_1, encode_held_out_right_2],
    "kneser_ney": [kneser_ney_right_1, kneser_ney_right_2],
}
