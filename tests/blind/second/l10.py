"""Answers of the class to lesson 10, written from its text alone."""

import re
import string
from collections import Counter

import torch

# ---------------------------------------------------------- word_tags_to_pieces


def word_tags_to_pieces_wrong_1(words, tags, names):
    return [-100 if word is None else names.index(tags[word]) for word in words]


def word_tags_to_pieces_wrong_2(words, tags, names):
    labels, previous, rest = [], None, iter(tags)
    for word in words:
        if word is not None and word != previous:
            labels.append(names.index(next(rest)))
        else:
            labels.append(-100)
        previous = word
    return labels


def word_tags_to_pieces_wrong_3(words, tags, names):
    labels = []
    for i, word in enumerate(words):
        if word is None or (i + 1 < len(words) and words[i + 1] == word):
            labels.append(-100)
        else:
            labels.append(names.index(tags[word]))
    return labels


def word_tags_to_pieces_wrong_4(words, tags, names):
    labels, previous = [], None
    for word in words:
        if word is None:
            labels.append(names.index("O") if "O" in names else 0)
        elif word == previous:
            labels.append(-100)
        else:
            labels.append(names.index(tags[word]))
        previous = word
    return labels


def word_tags_to_pieces_wrong_5(words, tags, names):
    labels, previous = [], None
    for word in words:
        if word and word != previous:
            labels.append(names.index(tags[word]))
        else:
            labels.append(-100)
        previous = word
    return labels


def word_tags_to_pieces_wrong_6(words, tags, names):
    labels, previous = [], None
    for word in words:
        if word is None:
            labels.append(-100)
        elif word != previous:
            labels.append(names.index(tags[word]))
        else:
            inside = tags[word].replace("B-", "I-")
            labels.append(names.index(inside) if inside in names else -100)
        previous = word
    return labels


def word_tags_to_pieces_right_1(words, tags, names):
    labels, previous = [], None
    for word in words:
        first = word is not None and word != previous
        labels.append(names.index(tags[word]) if first else -100)
        previous = word
    return labels


def word_tags_to_pieces_right_2(words, tags, names):
    number = {name: n for n, name in enumerate(names)}
    seen = {None}
    labels = [-100] * len(words)
    for i, word in enumerate(words):
        if word not in seen:
            seen.add(word)
            labels[i] = number[tags[word]]
    return labels


# -------------------------------------------------------------------- entity_f1


def entity_f1_wrong_1(expected, predicted):
    def names(sentences):
        found = set()
        for number, tags in enumerate(sentences):
            kind, first = None, None
            for t, tag in enumerate(tags):
                goes_on = tag.startswith("I-") and tag[2:] == kind
                if kind is not None and not goes_on:
                    found.add((number, kind, first, t - 1))
                    kind = None
                if tag != "O" and not goes_on:
                    kind, first = tag[2:], t
        return found

    right, said = names(expected), names(predicted)
    if not right & said:
        return 0.0
    return 2 * len(right & said) / (len(right) + len(said))


def entity_f1_wrong_2(expected, predicted):
    def names(sentences):
        found = set()
        for number, tags in enumerate(sentences):
            kind, first = None, None
            for t, tag in enumerate([*tags, "O"]):
                if kind and tag == f"I-{kind}":
                    continue
                if kind:
                    found.add((number, kind, first, t - 1))
                    kind = None
                if tag.startswith("B-"):
                    kind, first = tag[2:], t
        return found

    right, said = names(expected), names(predicted)
    if not right & said:
        return 0.0
    return 2 * len(right & said) / (len(right) + len(said))


def entity_f1_wrong_3(expected, predicted):
    def names(sentences):
        found = set()
        for number, tags in enumerate(sentences):
            kind, first = None, None
            for t, tag in enumerate([*tags, "O"]):
                if kind and tag.startswith("I-"):
                    continue
                if kind:
                    found.add((number, kind, first, t - 1))
                    kind = None
                if tag != "O":
                    kind, first = tag[2:], t
        return found

    right, said = names(expected), names(predicted)
    if not right & said:
        return 0.0
    return 2 * len(right & said) / (len(right) + len(said))


def entity_f1_wrong_4(expected, predicted):
    def names(sentences):
        found = []
        for tags in sentences:
            kind, first = None, None
            for t, tag in enumerate([*tags, "O"]):
                if kind and tag == f"I-{kind}":
                    continue
                if kind:
                    found.append((kind, first, t - 1))
                    kind = None
                if tag != "O":
                    kind, first = tag[2:], t
        return found

    right, said = names(expected), names(predicted)
    common = sum((Counter(right) & Counter(said)).values())
    return 2 * common / (len(right) + len(said)) if common else 0.0


def entity_f1_wrong_5(expected, predicted):
    def names(sentences):
        found = set()
        for number, tags in enumerate(sentences):
            t = 0
            while t < len(tags):
                if tags[t] == "O":
                    t += 1
                    continue
                kind, first = tags[t][2:], t
                while t < len(tags) and tags[t] != "O" and tags[t][2:] == kind:
                    t += 1
                found.add((number, kind, first, t - 1))
        return found

    right, said = names(expected), names(predicted)
    if not right or not said:
        return 0.0
    return 2 * len(right & said) / (len(right) + len(said))


def entity_f1_wrong_6(expected, predicted):
    def names(tags):
        found, kind, first = set(), None, None
        for t, tag in enumerate([*tags, "O"]):
            if kind and tag == f"I-{kind}":
                continue
            if kind:
                found.add((kind, first, t - 1))
                kind = None
            if tag != "O":
                kind, first = tag[2:], t
        return found

    right = said = common = 0
    for one, other in zip(expected, predicted, strict=True):
        one, other = names(one), names(other)
        right, said, common = right + len(one), said + len(other), common + len(one & other)
    if right + said == 0:
        return 1.0  # nothing to find, and nothing found
    return 2 * common / (right + said)


def entity_f1_right_1(expected, predicted):
    def names(sentences):
        found = set()
        for number, tags in enumerate(sentences):
            kind, first = None, None
            for t, tag in enumerate([*tags, "O"]):
                if kind is not None and tag == f"I-{kind}":
                    continue
                if kind is not None:
                    found.add((number, kind, first, t - 1))
                    kind = None
                if tag != "O":
                    kind, first = tag[2:], t
        return found

    right, said = names(expected), names(predicted)
    total = len(right) + len(said)
    return 2 * len(right & said) / total if total else 0.0


def entity_f1_right_2(expected, predicted):
    def names(tags):
        starts = [
            t
            for t, tag in enumerate(tags)
            if tag[0] == "B" or (tag[0] == "I" and (t == 0 or tags[t - 1][1:] != tag[1:]))
        ]
        found = set()
        for start in starts:
            end = start
            while end + 1 < len(tags) and tags[end + 1] == "I" + tags[start][1:]:
                end += 1
            found.add((tags[start][2:], start, end))
        return found

    right = [names(tags) for tags in expected]
    said = [names(tags) for tags in predicted]
    common = sum(len(a & b) for a, b in zip(right, said, strict=True))
    if common == 0:
        return 0.0
    precision = common / sum(map(len, said))
    recall = common / sum(map(len, right))
    return 2 * precision * recall / (precision + recall)


# -------------------------------------------------------------------- best_span


def best_span_wrong_1(start, end, passage, max_pieces, threshold):
    T = len(start)
    first = max((t for t in range(T) if passage[t]), key=lambda t: float(start[t]))
    ends = [t for t in range(first, min(first + max_pieces, T)) if passage[t]]
    last = max(ends, key=lambda t: float(end[t]))
    if start[0] + end[0] - (start[first] + end[last]) > threshold:
        return 0, 0
    return first, last


def best_span_wrong_2(start, end, passage, max_pieces, threshold):
    allowed = (passage[:, None] & passage).triu().tril(max_pieces)
    scores = (start[:, None] + end).masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), len(start))
    if start[0] + end[0] - scores[first, last] > threshold:
        return 0, 0
    return first, last


def best_span_wrong_3(start, end, passage, max_pieces, threshold):
    s, e = start[passage], end[passage]
    n = len(s)
    allowed = torch.ones(n, n, dtype=torch.bool).triu().tril(max_pieces - 1)
    scores = (s[:, None] + e).masked_fill(~allowed, -torch.inf)
    first, last = divmod(scores.argmax().item(), n)
    if start[0] + end[0] > scores.max() + threshold:
        return 0, 0
    return first, last


def best_span_wrong_4(start, end, passage, max_pieces, threshold):
    best, answer = -float("inf"), (0, 0)
    for i in range(len(start)):
        for j in range(i, min(i + max_pieces, len(start))):
            if passage[i] and passage[j]:
                score = (start[i] + end[j]).item()
                if score > best:
                    best, answer = score, (i, j)
    if (start[0] + end[0]).item() - best >= threshold:
        return 0, 0
    return answer


def best_span_wrong_5(start, end, passage, max_pieces, threshold):
    allowed = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    scores = (start[:, None] + end).masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), len(start))
    if scores[first, last] > start[0] + end[0] + threshold:
        return first, last
    return 0, 0


def best_span_wrong_6(start, end, passage, max_pieces, threshold):
    best, answer = -float("inf"), (0, 0)
    for i in passage.nonzero().flatten().tolist():
        for j in range(i, min(i + max_pieces, len(end))):
            score = (start[i] + end[j]).item()
            if score > best:
                best, answer = score, (i, j)
    if (start[0] + end[0]).item() - best > threshold:
        return 0, 0
    return answer


def best_span_right_1(start, end, passage, max_pieces, threshold):
    allowed = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    scores = (start[:, None] + end).masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), len(start))
    if start[0] + end[0] - scores[first, last] > threshold:
        return 0, 0
    return first, last


def best_span_right_2(start, end, passage, max_pieces, threshold):
    starts, ends = start.tolist(), end.tolist()
    inside = [t for t, is_in in enumerate(passage.tolist()) if is_in]
    spans = [(i, j) for i in inside for j in inside if i <= j < i + max_pieces]
    best = max(spans, key=lambda span: starts[span[0]] + ends[span[1]])
    lead = starts[0] + ends[0] - (starts[best[0]] + ends[best[1]])
    return (0, 0) if lead > threshold else best


# --------------------------------------------------------------------- squad_f1


def squad_f1_wrong_1(predicted, answers):
    def words(text):
        text = text.lower().translate(str.maketrans("", "", string.punctuation))
        return {word for word in text.split() if word not in ("a", "an", "the")}

    scores = []
    for answer in answers:
        a, b = words(predicted), words(answer)
        if not a or not b:
            scores.append(float(a == b))
        else:
            scores.append(2 * len(a & b) / (len(a) + len(b)))
    return max(scores)


def squad_f1_wrong_2(predicted, answers):
    def bag(text):
        words = [word for word in text.lower().split() if word not in ("a", "an", "the")]
        text = " ".join(words).translate(str.maketrans("", "", string.punctuation))
        return Counter(text.split())

    best = 0.0
    for answer in answers:
        a, b = bag(predicted), bag(answer)
        if not a or not b:
            score = float(a == b)
        else:
            score = 2 * (a & b).total() / (a.total() + b.total())
        best = max(best, score)
    return best


def squad_f1_wrong_3(predicted, answers):
    def bag(text):
        text = text.lower()
        for mark in string.punctuation:
            text = text.replace(mark, " ")
        return Counter(word for word in text.split() if word not in {"a", "an", "the"})

    def f1(a, b):
        if not a or not b:
            return float(a == b)
        return 2 * sum((a & b).values()) / (sum(a.values()) + sum(b.values()))

    return max(f1(bag(predicted), bag(answer)) for answer in answers)


def squad_f1_wrong_4(predicted, answers):
    def bag(text):
        text = text.lower().translate(str.maketrans("", "", string.punctuation))
        text = re.sub(r"\b(a|an|the)\b", " ", text)
        return Counter(text.split())

    def f1(a, b):
        if not a or not b:
            return float(a == b)
        return 2 * (a & b).total() / (a.total() + b.total())

    return max(f1(bag(predicted), bag(answer)) for answer in answers)


def squad_f1_wrong_5(predicted, answers):
    def bag(text):
        text = text.lower().translate(str.maketrans("", "", string.punctuation))
        return Counter(word for word in text.split() if word not in ("a", "an", "the"))

    total = 0.0
    for answer in answers:
        a, b = bag(predicted), bag(answer)
        if not a or not b:
            total += float(a == b)
        else:
            total += 2 * (a & b).total() / (a.total() + b.total())
    return total / len(answers)


def squad_f1_wrong_6(predicted, answers):
    def bag(text):
        text = text.lower().translate(str.maketrans("", "", string.punctuation))
        return Counter(word for word in text.split() if word not in ("a", "an", "the"))

    best = 0.0
    for answer in answers:
        a, b = bag(predicted), bag(answer)
        common = (a & b).total()
        if common:
            best = max(best, 2 * common / (a.total() + b.total()))
    return best


def squad_f1_right_1(predicted, answers):
    def bag(text):
        text = text.lower().translate(str.maketrans("", "", string.punctuation))
        return Counter(word for word in text.split() if word not in ("a", "an", "the"))

    def f1(a, b):
        if not a or not b:
            return float(a == b)
        return 2 * (a & b).total() / (a.total() + b.total())

    return max(f1(bag(predicted), bag(answer)) for answer in answers)


def squad_f1_right_2(predicted, answers):
    def normalized(text):
        kept = "".join(c for c in text.lower() if c not in string.punctuation)
        return [word for word in kept.split() if word not in {"a", "an", "the"}]

    said, best = normalized(predicted), 0.0
    for answer in answers:
        right = normalized(answer)
        if not said and not right:
            return 1.0
        rest, common = list(right), 0
        for word in said:
            if word in rest:
                rest.remove(word)
                common += 1
        best = max(best, 2 * common / (len(said) + len(right)))
    return best


WRONG = {
    "word_tags_to_pieces": [
        (word_tags_to_pieces_wrong_1, "labels all pieces of a word"),
        (word_tags_to_pieces_wrong_2, "takes the tags in turn: wrong after a word without pieces"),
        (word_tags_to_pieces_wrong_3, "labels the last piece instead of the first"),
        (word_tags_to_pieces_wrong_4, "gives [CLS], [SEP] and [PAD] the label of O"),
        (word_tags_to_pieces_wrong_5, "takes word number 0 for no word"),
        (word_tags_to_pieces_wrong_6, "labels further pieces as I-"),
    ],
    "entity_f1": [
        (entity_f1_wrong_1, "forgets a name that goes on to the end of its sentence"),
        (entity_f1_wrong_2, "only B- begins a name"),
        (entity_f1_wrong_3, "any I- goes on with a name, also one of another kind"),
        (entity_f1_wrong_4, "forgets the sentence: names at the same places are in common"),
        (entity_f1_wrong_5, "takes two names of one kind side by side for one"),
        (entity_f1_wrong_6, "gives 1 where neither side has a name"),
    ],
    "best_span": [
        (best_span_wrong_1, "finds the best start first, then the best end for it"),
        (best_span_wrong_2, "allows one piece too many"),
        (best_span_wrong_3, "counts the places from the begin of the passage"),
        (best_span_wrong_4, "no answer also where it is ahead by just the threshold"),
        (best_span_wrong_5, "the span has to be ahead by more than the threshold"),
        (best_span_wrong_6, "asks only of the first piece whether it is in the passage"),
    ],
    "squad_f1": [
        (squad_f1_wrong_1, "compares sets of words"),
        (squad_f1_wrong_2, "takes the articles out before the punctuation"),
        (squad_f1_wrong_3, "puts a space in the place of each mark"),
        (squad_f1_wrong_4, "an article by word boundaries, also beside a dash that is no ASCII"),
        (squad_f1_wrong_5, "the mean over the right answers"),
        (squad_f1_wrong_6, "gives 0 where neither side has a word left"),
    ],
}
RIGHT = {
    "word_tags_to_pieces": [word_tags_to_pieces_right_1, word_tags_to_pieces_right_2],
    "entity_f1": [entity_f1_right_1, entity_f1_right_2],
    "best_span": [best_span_right_1, best_span_right_2],
    "squad_f1": [squad_f1_right_1, squad_f1_right_2],
}
