"""Answers of the class to lesson 01, written from its text alone."""

import math
from collections import Counter, defaultdict
from itertools import pairwise

# ---------------------------------------------------------------- Exercise 1: ngrams


def ngrams_wrong_1(sentence, order):
    padded = ["<s>"] * order + sentence + ["</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(padded) - order + 1)]


def ngrams_wrong_2(sentence, order):
    padded = ["<s>"] * (order - 1) + sentence
    return [tuple(padded[i : i + order]) for i in range(len(sentence))]


def ngrams_wrong_3(sentence, order):
    padded = ["<s>"] + sentence + ["</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(padded) - order + 1)]


def ngrams_wrong_4(sentence, order):
    padded = ["<s>"] * (order - 1) + sentence + ["</s>"] * (order - 1)
    return [tuple(padded[i : i + order]) for i in range(len(padded) - order + 1)]


def ngrams_wrong_5(sentence, order):
    padded = ["<s>"] * (order - 1) + sentence + ["</s>"]
    result = []
    for i in range(len(padded) - order):
        result.append(tuple(padded[i : i + order]))
    return result


def ngrams_wrong_6(sentence, order):
    padded = ["<s>"] * (order - 1) + sentence + ["</s>"]
    return [padded[i : i + order] for i in range(len(padded) - order + 1)]


def ngrams_wrong_7(sentence, order):
    words = sentence + ["</s>"]
    return [tuple(words[i : i + order]) for i in range(len(words) - order + 1)]


def ngrams_wrong_8(sentence, order):
    padded = ["<s>"] * (order - 1) + sentence + ["</s>"]
    windows = (tuple(padded[i : i + order]) for i in range(len(padded) - order + 1))
    return list(dict.fromkeys(windows))


def ngrams_wrong_9(sentence, order):
    words = sentence + ["</s>"]
    result = []
    for i in range(len(words)):
        result.append(tuple(words[max(0, i - order + 1) : i + 1]))
    return result


def ngrams_wrong_10(sentence, order):
    padded = ["<s>"] * (order - 1) + sentence + ["</s>"]
    result = []
    for i in range(len(padded)):
        result.append(tuple(padded[i : i + order]))
    return result


def ngrams_right_1(sentence, order):
    padded = ["<s>"] * (order - 1) + list(sentence) + ["</s>"]
    return list(zip(*(padded[start:] for start in range(order)), strict=False))


def ngrams_right_2(sentence, order):
    history = ("<s>",) * (order - 1)
    result = []
    for word in [*sentence, "</s>"]:
        window = history + (word,)
        result.append(window)
        history = window[1:]
    return result


# ------------------------------------------------- Exercise 2: conditional_probability


def all_pairs(sentences):
    result = []
    for sentence in sentences:
        result.extend(pairwise(["<s>", *sentence, "</s>"]))
    return result


def conditional_probability_wrong_1(sentences, history, word):
    pairs = all_pairs(sentences)
    return pairs.count((history, word)) / len(pairs)


def conditional_probability_wrong_2(sentences, history, word):
    counts = Counter(all_pairs(sentences))
    total = sum(count for (_, second), count in counts.items() if second == word)
    if total == 0:
        return 0.0
    return counts[history, word] / total


def conditional_probability_wrong_3(sentences, history, word):
    counts = Counter(pair for sentence in sentences for pair in pairwise(["<s>", *sentence]))
    total = sum(count for (first, _), count in counts.items() if first == history)
    return counts[history, word] / total if total else 0.0


def conditional_probability_wrong_4(sentences, history, word):
    text = ["<s>"] + [w for sentence in sentences for w in sentence] + ["</s>"]
    counts = Counter(pairwise(text))
    total = sum(count for (first, _), count in counts.items() if first == history)
    return counts[history, word] / total if total else 0.0


def conditional_probability_wrong_5(sentences, history, word):
    shares = []
    for sentence in sentences:
        after = [b for a, b in pairwise(["<s>", *sentence, "</s>"]) if a == history]
        if after:
            shares.append(after.count(word) / len(after))
    return sum(shares) / len(shares) if shares else 0.0


def conditional_probability_wrong_6(sentences, history, word):
    counts = Counter(all_pairs(sentences))
    total = sum(count for (first, _), count in counts.items() if first == history)
    return counts[history, word] / total


def conditional_probability_wrong_7(sentences, history, word):
    pairs = all_pairs(sentences)
    c_history = sum(sentence.count(history) for sentence in sentences)
    if c_history == 0:
        return 0.0
    return pairs.count((history, word)) / c_history


def conditional_probability_wrong_8(sentences, history, word):
    after = {b for a, b in all_pairs(sentences) if a == history}
    if word not in after:
        return 0.0
    return 1 / len(after)


def conditional_probability_wrong_9(sentences, history, word):
    for sentence in sentences:
        counts = Counter(pairwise(["<s>", *sentence, "</s>"]))
    total = sum(count for (first, _), count in counts.items() if first == history)
    return counts[history, word] / total if total else 0.0


def conditional_probability_wrong_10(sentences, history, word):
    stream = []
    for sentence in sentences:
        stream += ["<s>", *sentence, "</s>"]
    counts = Counter(stream)
    together = sum(1 for pair in zip(stream, stream[1:], strict=False) if pair == (word, history))
    return together / counts[history] if counts[history] else 0.0


def conditional_probability_wrong_11(sentences, history, word):
    together, total = 0, 0
    for sentence in sentences:
        pairs = set(pairwise(["<s>", *sentence, "</s>"]))
        together += (history, word) in pairs
        total += any(first == history for first, _ in pairs)
    return together / total if total else 0.0


def conditional_probability_right_1(sentences, history, word):
    after = [second for first, second in all_pairs(sentences) if first == history]
    if not after:
        return 0.0
    return after.count(word) / len(after)


def conditional_probability_right_2(sentences, history, word):
    together = seen = 0
    for sentence in sentences:
        before = "<s>"
        for now in list(sentence) + ["</s>"]:
            if before == history:
                seen += 1
                if now == word:
                    together += 1
            before = now
    return float(together / seen) if seen > 0 else 0.0


# ------------------------------------------------------------ Exercise 3: perplexity


def perplexity_wrong_1(probabilities):
    values = []
    for sentence in probabilities:
        if 0 in sentence:
            return math.inf
        values.append(math.exp(-sum(math.log(p) for p in sentence) / len(sentence)))
    return sum(values) / len(values)


def perplexity_wrong_2(probabilities):
    means = []
    for sentence in probabilities:
        if 0 in sentence:
            return math.inf
        means.append(sum(math.log(p) for p in sentence) / len(sentence))
    return math.exp(-sum(means) / len(means))


def perplexity_wrong_3(probabilities):
    flat = [p for sentence in probabilities for p in sentence]
    product = math.prod(flat)
    if product == 0:
        return math.inf
    return product ** (-1 / len(flat))


def perplexity_wrong_4(probabilities):
    flat = [p for sentence in probabilities for p in sentence]
    return math.exp(-sum(math.log(p) for p in flat) / len(flat))


def perplexity_wrong_5(probabilities):
    flat = sum(probabilities, [])
    if min(flat) == 0:
        return math.inf
    return math.exp(-sum(math.log2(p) for p in flat) / len(flat))


def perplexity_wrong_6(probabilities):
    flat = [p for sentence in probabilities for p in sentence]
    logs = [math.log(p) for p in flat if p > 0]
    return math.exp(-sum(logs) / len(logs))


def perplexity_wrong_7(probabilities):
    total = 0.0
    for sentence in probabilities:
        for p in sentence:
            if p == 0:
                return math.inf
            total += math.log(p)
    return math.exp(-total / len(probabilities))


def perplexity_wrong_8(probabilities):
    flat = [p for sentence in probabilities for p in sentence]
    if 0 in flat:
        return math.inf
    return len(flat) / sum(flat)


def perplexity_wrong_9(probabilities):
    total, number = 0.0, 0
    for sentence in probabilities:
        for p in sentence:
            total += math.log(max(p, 1e-12))
            number += 1
    return math.exp(-total / number)


def perplexity_wrong_10(probabilities):
    flat = [p for sentence in probabilities for p in sentence]
    if any(p == 0 for p in flat):
        return math.inf
    return math.exp(sum(math.log(p) for p in flat) / len(flat))


def perplexity_wrong_11(probabilities):
    total, number = 0.0, 0
    for sentence in probabilities:
        if 0.0 in sentence:
            return math.inf
        total += sum(map(math.log, sentence))
        number += len(sentence) - 1
    return math.exp(-total / number)


def perplexity_right_1(probabilities):
    flat = [p for sentence in probabilities for p in sentence]
    if any(p == 0 for p in flat):
        return math.inf
    return math.exp(-math.fsum(math.log(p) for p in flat) / len(flat))


def perplexity_right_2(probabilities):
    bits, number = 0.0, 0
    for sentence in probabilities:
        for p in sentence:
            if p <= 0:
                return math.inf
            bits -= math.log2(p)
            number += 1
    return 2.0 ** (bits / number)


# ------------------------------------------------------- Exercise 4: encode_held_out


def replace(sentences, known):
    return [[word if word in known else "<unk>" for word in sentence] for sentence in sentences]


def encode_held_out_wrong_1(train, held_out, size):
    counts = Counter(word for sentence in train + held_out for word in sentence)
    best = sorted(counts, key=lambda word: (-counts[word], word))[:size]
    return replace(held_out, set(best))


def encode_held_out_wrong_2(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    known = {word for word, _ in counts.most_common(size)}
    return replace(held_out, known)


def encode_held_out_wrong_3(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    pairs = sorted(((count, word) for word, count in counts.items()), reverse=True)
    return replace(held_out, {word for _, word in pairs[:size]})


def encode_held_out_wrong_4(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    best = sorted(counts, key=lambda word: (-counts[word], word))
    known = set(["<unk>", *best][:size])
    return replace(held_out, known)


def encode_held_out_wrong_5(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    best = set(sorted(counts, key=lambda word: (-counts[word], word))[:size])
    return [[word for word in sentence if word in best] for sentence in held_out]


def encode_held_out_wrong_6(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    best = set(sorted(counts, key=lambda word: (-counts[word], word))[:size])
    result = []
    for sentence in held_out:
        for word in sentence:
            result.append(word if word in best else "<unk>")
    return result


def encode_held_out_wrong_7(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    limit = ranked[min(size, len(ranked)) - 1][1]
    return replace(held_out, {word for word, count in ranked if count >= limit})


def encode_held_out_wrong_8(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    known = set()
    for i in range(size):
        known.add(ranked[i])
    return replace(held_out, known)


def encode_held_out_wrong_9(train, held_out, size):
    counts = Counter(word for sentence in held_out for word in sentence)
    best = sorted(counts, key=lambda word: (-counts[word], word))[:size]
    return replace(held_out, set(best))


def encode_held_out_wrong_10(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    best = sorted(counts, key=lambda word: (counts[word], word))[:size]
    return replace(held_out, set(best))


def encode_held_out_wrong_11(train, held_out, size):
    counts = Counter()
    for sentence in train:
        counts.update(set(sentence))
    best = sorted(counts, key=lambda word: (-counts[word], word))[:size]
    return replace(held_out, set(best))


def encode_held_out_wrong_12(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    best = sorted(counts, key=lambda word: (-counts[word], word))[:size]
    return replace(train, set(best))


def encode_held_out_right_1(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    ranked = sorted(sorted(counts), key=counts.get, reverse=True)  # the sort is stable
    known = set(ranked[:size])
    return [[word if word in known else "<unk>" for word in sentence] for sentence in held_out]


def encode_held_out_right_2(train, held_out, size):
    counts = {}
    for sentence in train:
        for word in sentence:
            counts[word] = counts.get(word, 0) + 1
    ranked = sorted((-count, word) for word, count in counts.items())
    known = [word for _, word in ranked[:size]]
    result = []
    for sentence in held_out:
        new = []
        for word in sentence:
            new.append(word if word in known else "<unk>")
        result.append(new)
    return result


# ------------------------------------------------------------ Exercise 5: kneser_ney


def kneser_ney_wrong_1(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    c_h = sum(count for (a, _), count in counts.items() if a == history)
    before = sum(1 for _, b in counts if b == word) / len(counts)
    if c_h == 0:
        return before
    after = sum(1 for a, _ in counts if a == history)
    return (counts[history, word] - discount) / c_h + discount * after / c_h * before


def kneser_ney_wrong_2(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    c_h = sum(count for (a, _), count in counts.items() if a == history)
    often = sum(count for (_, b), count in counts.items() if b == word)
    lower = often / sum(counts.values())
    if c_h == 0:
        return lower
    after = sum(1 for a, _ in counts if a == history)
    return max(counts[history, word] - discount, 0) / c_h + discount * after / c_h * lower


def kneser_ney_wrong_3(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    c_h = sum(count for (a, _), count in counts.items() if a == history)
    lower = sum(1 for _, b in counts if b == word) / len(counts)
    if c_h == 0:
        return 0.0
    after = sum(1 for a, _ in counts if a == history)
    return max(counts[history, word] - discount, 0) / c_h + discount * after / c_h * lower


def kneser_ney_wrong_4(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    c_h = sum(count for (a, _), count in counts.items() if a == history)
    lower = sum(1 for _, b in counts if b == word) / sum(counts.values())
    if c_h == 0:
        return lower
    after = sum(1 for a, _ in counts if a == history)
    return max(counts[history, word] - discount, 0) / c_h + discount * after / c_h * lower


def kneser_ney_wrong_5(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    c_h = sum(count for (a, _), count in counts.items() if a == history)
    lower = sum(1 for _, b in counts if b == word) / len(counts)
    if c_h == 0:
        return lower
    first = max(counts[history, word] - discount, 0) / c_h
    return first + discount * lower


def kneser_ney_wrong_6(sentences, history, word, discount):
    pairs = [pair for sentence in sentences for pair in pairwise(sentence)]
    counts = Counter(pairs)
    c_h = sum(count for (a, _), count in counts.items() if a == history)
    lower = sum(1 for _, b in counts if b == word) / len(counts)
    if c_h == 0:
        return lower
    after = sum(1 for a, _ in counts if a == history)
    return max(counts[history, word] - discount, 0) / c_h + discount * after / c_h * lower


def kneser_ney_wrong_7(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    before, after, c_h = defaultdict(set), defaultdict(set), Counter()
    for (a, b), count in counts.items():
        before[b].add(a)
        after[a].add(b)
        c_h[a] += count
    lower = len(before[word]) / len(before)
    if c_h[history] == 0:
        return lower
    kept = max(counts[history, word] - discount, 0) / c_h[history]
    return kept + discount * len(after[history]) / c_h[history] * lower


def kneser_ney_wrong_8(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    c_h = sum(count for (a, _), count in counts.items() if a == history)
    lower = sum(1 for _, b in counts if b == word) / len(counts)
    if c_h == 0:
        return lower
    if counts[history, word] > 0:
        return (counts[history, word] - discount) / c_h
    after = sum(1 for a, _ in counts if a == history)
    return discount * after / c_h * lower


def kneser_ney_wrong_9(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    c_h = sum(count for (a, _), count in counts.items() if a == history)
    lower = sum(1 for _, b in counts if b == word) / len(counts)
    if c_h == 0:
        return lower
    after = sum(1 for a, _ in counts if a == history)
    return max(counts[history, word] - discount, 0) / c_h + after / c_h * lower


def kneser_ney_wrong_10(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    c_h = sum(count for (a, _), count in counts.items() if a == history)
    lower = sum(1 for a, _ in counts if a == word) / len(counts)
    if c_h == 0:
        return lower
    after = sum(1 for a, _ in counts if a == history)
    return max(counts[history, word] - discount, 0) / c_h + discount * after / c_h * lower


def kneser_ney_wrong_11(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    c_h = sum(count for (a, _), count in counts.items() if a == history)
    after = sum(1 for a, _ in counts if a == history)
    before = sum(1 for _, b in counts if b == word)
    kept = max(counts[history, word] - discount, 0) / c_h
    return kept + discount * after / c_h * before / len(counts)


def kneser_ney_wrong_12(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    words = Counter(w for sentence in sentences for w in sentence)
    lower = sum(1 for _, b in counts if b == word) / len(counts)
    c_h = words[history]
    if c_h == 0:
        return lower
    after = sum(1 for a, _ in counts if a == history)
    return max(counts[history, word] - discount, 0) / c_h + discount * after / c_h * lower


def kneser_ney_right_1(sentences, history, word, discount):
    counts = Counter(all_pairs(sentences))
    following = {b: count for (a, b), count in counts.items() if a == history}
    continuation = len([1 for _, b in counts if b == word]) / len(counts)
    if not following:
        return continuation
    total = sum(following.values())
    kept = max(following.get(word, 0) - discount, 0) / total
    return kept + discount * len(following) / total * continuation


def kneser_ney_right_2(sentences, history, word, discount):
    pair_list = all_pairs(sentences)
    different = set(pair_list)
    n_after = sum(a == history for a, _ in different)
    n_before = sum(b == word for _, b in different)
    share = n_before / len(different)
    c_h = sum(a == history for a, _ in pair_list)
    if c_h == 0:
        return float(share)
    c_hw = pair_list.count((history, word))
    return float((max(c_hw - discount, 0) + discount * n_after * share) / c_h)


WRONG = {
    "ngrams": [
        (ngrams_wrong_1, "pads order times, one <s> too many"),
        (ngrams_wrong_2, "forgets the </s>"),
        (ngrams_wrong_3, "pads with one <s> whatever the order"),
        (ngrams_wrong_4, "pads the end like the beginning, order - 1 times"),
        (ngrams_wrong_5, "the loop ends one window early"),
        (ngrams_wrong_6, "returns lists instead of tuples"),
        (ngrams_wrong_7, "pads only the end, so the first words have no n-gram"),
        (ngrams_wrong_8, "keeps each n-gram only once"),
        (ngrams_wrong_9, "gives the first words a shorter history instead of <s>"),
        (ngrams_wrong_10, "slides on past the end: the last windows are too short"),
    ],
    "conditional_probability": [
        (conditional_probability_wrong_1, "joint probability: divides by the number of all pairs"),
        (conditional_probability_wrong_2, "divides by the count of the word, not of the history"),
        (conditional_probability_wrong_3, "forgets that </s> follows the last word"),
        (conditional_probability_wrong_4, "glues all sentences into one text"),
        (conditional_probability_wrong_5, "averages the shares of the sentences"),
        (conditional_probability_wrong_6, "divides by zero after a history that never occurs"),
        (
            conditional_probability_wrong_7,
            "counts the history in the sentences without padding, where <s> never occurs",
        ),
        (conditional_probability_wrong_8, "counts different words after the history"),
        (conditional_probability_wrong_9, "starts a new Counter with every sentence"),
        (conditional_probability_wrong_10, "looks for the word before the history"),
        (conditional_probability_wrong_11, "counts a pair at most once a sentence"),
    ],
    "perplexity": [
        (perplexity_wrong_1, "mean of the perplexities of the sentences"),
        (perplexity_wrong_2, "mean of the mean logs of the sentences: short ones count more"),
        (perplexity_wrong_3, "takes the product, which becomes 0 for long texts"),
        (perplexity_wrong_4, "log of 0 raises an error instead of giving inf"),
        (perplexity_wrong_5, "log to base 2, but exp to base e"),
        (perplexity_wrong_6, "leaves out the probabilities that are 0"),
        (perplexity_wrong_7, "divides by the number of sentences"),
        (perplexity_wrong_8, "inverse of the arithmetic mean"),
        (perplexity_wrong_9, "replaces 0 by a tiny number, so the result stays finite"),
        (perplexity_wrong_10, "forgets the minus: geometric mean instead of its inverse"),
        (perplexity_wrong_11, "counts only the words and not the </s> of each sentence"),
    ],
    "encode_held_out": [
        (encode_held_out_wrong_1, "counts both texts, so the held-out text leaks"),
        (encode_held_out_wrong_2, "most_common: ties in order of appearance"),
        (encode_held_out_wrong_3, "sorts everything in reverse, ties against the alphabet"),
        (encode_held_out_wrong_4, "counts <unk> as one of the size words"),
        (encode_held_out_wrong_5, "drops unknown words instead of writing <unk>"),
        (encode_held_out_wrong_6, "returns one flat list"),
        (encode_held_out_wrong_7, "keeps all words that tie with the last one kept"),
        (encode_held_out_wrong_8, "fails if there are fewer than size words"),
        (encode_held_out_wrong_9, "counts the held-out text instead of the training text"),
        (encode_held_out_wrong_10, "forgets the minus: keeps the rarest words"),
        (encode_held_out_wrong_11, "counts sentences with the word instead of occurrences"),
        (encode_held_out_wrong_12, "encodes the training text"),
    ],
    "kneser_ney": [
        (kneser_ney_wrong_1, "forgets the max: unseen pairs get a negative first term"),
        (kneser_ney_wrong_2, "backs off to word frequencies instead of continuation counts"),
        (kneser_ney_wrong_3, "0 after a history that was never seen"),
        (kneser_ney_wrong_4, "divides by all pairs instead of the different pairs"),
        (kneser_ney_wrong_5, "takes N1+(h .) for c(h), so D alone is the weight"),
        (kneser_ney_wrong_6, "forgets to pad"),
        (kneser_ney_wrong_7, "divides by the number of different words, not of different pairs"),
        (kneser_ney_wrong_8, "backs off only if the pair was never seen"),
        (kneser_ney_wrong_9, "forgets D in the second term"),
        (kneser_ney_wrong_10, "counts the different words after w instead of before it"),
        (kneser_ney_wrong_11, "divides by zero after a history that was never seen"),
        (kneser_ney_wrong_12, "c(h) from the words without padding, so <s> counts as unseen"),
    ],
}
RIGHT = {
    "ngrams": [ngrams_right_1, ngrams_right_2],
    "conditional_probability": [conditional_probability_right_1, conditional_probability_right_2],
    "perplexity": [perplexity_right_1, perplexity_right_2],
    "encode_held_out": [encode_held_out_right_1, encode_held_out_right_2],
    "kneser_ney": [kneser_ney_right_1, kneser_ney_right_2],
}
