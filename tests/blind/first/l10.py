"""Answers of the class to lesson 10, written from its text alone."""

import re
import string
from collections import Counter

import torch

# Exercise 1: word_tags_to_pieces


def word_tags_to_pieces_wrong_1(words, tags, names):
    labels = []
    for word in words:
        if word is None:
            labels.append(-100)
        else:
            labels.append(names.index(tags[word]))
    return labels


def word_tags_to_pieces_wrong_2(words, tags, names):
    upcoming = iter(tags)
    labels, before = [], None
    for word in words:
        if word is not None and word != before:
            labels.append(names.index(next(upcoming)))
        else:
            labels.append(-100)
        before = word
    return labels


def word_tags_to_pieces_wrong_3(words, tags, names):
    labels, before = [], None
    for word in words:
        if word and word != before:
            labels.append(names.index(tags[word]))
        else:
            labels.append(-100)
        before = word
    return labels


def word_tags_to_pieces_wrong_4(words, tags, names):
    labels = []
    for i, word in enumerate(words):
        behind = words[i + 1] if i + 1 < len(words) else None
        if word is None or word == behind:
            labels.append(-100)
        else:
            labels.append(names.index(tags[word]))
    return labels


def word_tags_to_pieces_wrong_5(words, tags, names):
    labels, before = [], None
    for word in words:
        if word is None:
            labels.append(-100)
        elif word != before:
            labels.append(names.index(tags[word]))
        else:
            labels.append(names.index(tags[word].replace("B-", "I-")))
        before = word
    return labels


def word_tags_to_pieces_wrong_6(words, tags, names):
    labels, before = [], None
    for word in words:
        if word is None:
            labels.append(names.index("O"))
        elif word != before:
            labels.append(names.index(tags[word]))
        else:
            labels.append(-100)
        before = word
    return labels


def word_tags_to_pieces_wrong_7(words, tags, names):
    labels, before = [], None
    for word in words:
        if word is None:
            continue
        labels.append(names.index(tags[word]) if word != before else -100)
        before = word
    return labels


def word_tags_to_pieces_wrong_8(words, tags, names):
    of_pieces = [None if word is None else tags[word] for word in words]
    labels = []
    for i, tag in enumerate(of_pieces):
        first = tag is not None and (i == 0 or tag != of_pieces[i - 1])
        labels.append(names.index(tag) if first else -100)
    return labels


def word_tags_to_pieces_wrong_9(words, tags, names):
    labels, before = [], None
    for word in words:
        if word is not None and word != before:
            labels.append(names.index(tags[word]) + 1)
        else:
            labels.append(-100)
        before = word
    return labels


def word_tags_to_pieces_right_1(words, tags, names):
    labels, before = [], None
    for word in words:
        if word is None or word == before:
            labels.append(-100)
        else:
            labels.append(names.index(tags[word]))
        before = word
    return labels


def word_tags_to_pieces_right_2(words, tags, names):
    place = {name: number for number, name in enumerate(names)}
    return [
        place[tags[word]] if word is not None and words.index(word) == i else -100
        for i, word in enumerate(words)
    ]


# Exercise 2: entity_f1


def _names(tags):
    """The names of one sentence, read as the text says."""
    found, kind, first = set(), None, None
    for place, tag in enumerate([*tags, "O"]):
        goes_on = tag.startswith("I-") and kind == tag[2:]
        if kind is not None and not goes_on:
            found.add((kind, first, place - 1))
            kind = None
        if tag != "O" and not goes_on:
            kind, first = tag[2:], place
    return found


def _all_names(sentences):
    return {(n, *name) for n, tags in enumerate(sentences) for name in _names(tags)}


def _f1(right, found):
    common = len(right & found)
    return 2 * common / (len(right) + len(found)) if common else 0.0


def entity_f1_wrong_1(expected, predicted):
    common = right = found = 0
    for a, b in zip(expected, predicted, strict=True):
        for x, y in zip(a, b, strict=True):
            right += x != "O"
            found += y != "O"
            common += x == y and x != "O"
    return 2 * common / (right + found) if common else 0.0


def entity_f1_wrong_2(expected, predicted):
    each = [_f1(_names(a), _names(b)) for a, b in zip(expected, predicted, strict=True)]
    return sum(each) / len(each)


def entity_f1_wrong_3(expected, predicted):
    right = set().union(*(_names(tags) for tags in expected))
    found = set().union(*(_names(tags) for tags in predicted))
    return _f1(right, found)


def entity_f1_wrong_4(expected, predicted):
    def read(sentences):
        names = set()
        for n, tags in enumerate(sentences):
            i = 0
            while i < len(tags):
                if tags[i].startswith("B-"):
                    kind, j = tags[i][2:], i + 1
                    while j < len(tags) and tags[j] == "I-" + kind:
                        j += 1
                    names.add((n, kind, i, j - 1))
                    i = j
                else:
                    i += 1
        return names

    return _f1(read(expected), read(predicted))


def entity_f1_wrong_5(expected, predicted):
    def read(sentences):
        names = set()
        for n, tags in enumerate(sentences):
            kind = first = None
            for i, tag in enumerate([*tags, "O"]):
                if kind is not None and not tag.startswith("I-"):
                    names.add((n, kind, first, i - 1))
                    kind = None
                if tag != "O" and kind is None:
                    kind, first = tag[2:], i
        return names

    return _f1(read(expected), read(predicted))


def entity_f1_wrong_6(expected, predicted):
    def read(sentences):
        names = set()
        for n, tags in enumerate(sentences):
            kind = first = None
            for i, tag in enumerate(tags):
                if kind is not None and tag != "I-" + kind:
                    names.add((n, kind, first, i - 1))
                    kind = None
                if tag != "O" and kind is None:
                    kind, first = tag[2:], i
        return names

    return _f1(read(expected), read(predicted))


def entity_f1_wrong_7(expected, predicted):
    def read(sentences):
        names = set()
        for n, tags in enumerate(sentences):
            kinds = [tag[2:] if tag != "O" else None for tag in tags] + [None]
            kind = first = None
            for i, here in enumerate(kinds):
                if here != kind:
                    if kind is not None:
                        names.add((n, kind, first, i - 1))
                    kind, first = here, i
        return names

    return _f1(read(expected), read(predicted))


def entity_f1_wrong_8(expected, predicted):
    right = _names([tag for tags in expected for tag in tags])
    found = _names([tag for tags in predicted for tag in tags])
    return _f1(right, found)


def entity_f1_wrong_9(expected, predicted):
    right, found = _all_names(expected), _all_names(predicted)
    if not right and not found:
        return 1.0
    return 2 * len(right & found) / (len(right) + len(found))


def entity_f1_wrong_10(expected, predicted):
    right = {(n, first, last) for n, _, first, last in _all_names(expected)}
    found = {(n, first, last) for n, _, first, last in _all_names(predicted)}
    return _f1(right, found)


def entity_f1_wrong_11(expected, predicted):
    right, found = _all_names(expected), _all_names(predicted)
    precision = len(right & found) / len(found)
    recall = len(right & found) / len(right)
    return 2 * precision * recall / (precision + recall)


def entity_f1_wrong_12(expected, predicted):
    def read(sentences):
        names = set()
        for n, tags in enumerate(sentences):
            kind = first = None
            for i, tag in enumerate([*tags, "O"]):
                if tag.startswith("I-") and kind is not None:
                    if tag[2:] != kind:  # the open name ends here
                        names.add((n, kind, first, i - 1))
                        kind = None
                    continue
                if kind is not None:
                    names.add((n, kind, first, i - 1))
                    kind = None
                if tag != "O":
                    kind, first = tag[2:], i
        return names

    return _f1(read(expected), read(predicted))


def entity_f1_right_1(expected, predicted):
    right, found = _all_names(expected), _all_names(predicted)
    common = len(right & found)
    if common == 0:
        return 0.0
    precision, recall = common / len(found), common / len(right)
    return 2 * precision * recall / (precision + recall)


def entity_f1_right_2(expected, predicted):
    def read(sentences):
        names = []
        for n, tags in enumerate(sentences):
            before = "O"
            for i, tag in enumerate(tags):
                if tag.startswith("I-") and before != "O" and before[2:] == tag[2:]:
                    names[-1][3] = i
                elif tag != "O":
                    names.append([n, tag[2:], i, i])
                before = tag
        return names

    right, found = read(expected), read(predicted)
    common = sum(name in right for name in found)
    return 2 * common / (len(right) + len(found)) if common else 0.0


# Exercise 3: best_span


def best_span_wrong_1(start, end, passage, max_pieces, threshold):
    a = start.masked_fill(~passage, -torch.inf)
    b = end.masked_fill(~passage, -torch.inf)
    first, last = a.argmax().item(), b.argmax().item()
    if start[0] + end[0] > start[first] + end[last] + threshold:
        return 0, 0
    return first, last


def best_span_wrong_2(start, end, passage, max_pieces, threshold):
    first = start.masked_fill(~passage, -torch.inf).argmax().item()
    last = first
    for j in range(first, min(first + max_pieces, len(end))):
        if passage[j] and end[j] > end[last]:
            last = j
    if start[0] + end[0] > start[first] + end[last] + threshold:
        return 0, 0
    return first, last


def best_span_wrong_3(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = torch.ones_like(scores, dtype=torch.bool).triu().tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    first, last = divmod(scores.argmax().item(), len(start))
    if start[0] + end[0] - scores.max() > threshold:
        return 0, 0
    return first, last


def best_span_wrong_4(start, end, passage, max_pieces, threshold):
    best, span = -float("inf"), (0, 0)
    for i in range(len(start)):
        for j in range(i, min(i + max_pieces + 1, len(end))):
            if passage[i] and passage[j] and start[i] + end[j] > best:
                best, span = (start[i] + end[j]).item(), (i, j)
    if (start[0] + end[0]).item() > best + threshold:
        return 0, 0
    return span


def best_span_wrong_5(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    best = scores.max()
    if best - (start[0] + end[0]) > threshold:
        return divmod(scores.argmax().item(), len(start))
    return 0, 0


def best_span_wrong_6(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    place = (scores * allowed).argmax().item()
    first, last = divmod(place, len(start))
    if start[0] + end[0] > start[first] + end[last] + threshold:
        return 0, 0
    return first, last


def best_span_wrong_7(start, end, passage, max_pieces, threshold):
    a, b = start[passage], end[passage]
    scores = a[:, None] + b
    allowed = torch.ones_like(scores, dtype=torch.bool).triu().tril(max_pieces - 1)
    scores[~allowed] = -torch.inf
    if start[0] + end[0] > scores.max() + threshold:
        return 0, 0
    return divmod(scores.argmax().item(), len(a))


def best_span_wrong_8(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    if start[0] + end[0] - scores.max() >= threshold:
        return 0, 0
    return divmod(scores.argmax().item(), len(start))


def best_span_wrong_9(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = (passage[:, None] & passage).tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    if start[0] + end[0] > scores.max() + threshold:
        return 0, 0
    return divmod(scores.argmax().item(), len(start))


def best_span_wrong_10(start, end, passage, max_pieces, threshold):
    best, first, last = 0.0, 0, 0
    for i in range(len(start)):
        for j in range(i, min(i + max_pieces, len(end))):
            score = (start[i] + end[j]).item()
            if passage[i] and passage[j] and score > best:
                best, first, last = score, i, j
    if (start[0] + end[0]).item() > best + threshold:
        return 0, 0
    return first, last


def best_span_wrong_11(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    if start[0] + end[0] > scores.max() + threshold:
        return 0, 0
    first, last = divmod(scores.argmax().item(), len(start))
    return first, last + 1


def best_span_wrong_12(start, end, passage, max_pieces, threshold):
    scores = start + end[:, None]
    allowed = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    if start[0] + end[0] > scores.max() + threshold:
        return 0, 0
    return divmod(scores.argmax().item(), len(start))


def best_span_wrong_13(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    if start[0] + end[0] > threshold:
        return 0, 0
    return divmod(scores.argmax().item(), len(start))


def best_span_right_1(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    if start[0] + end[0] - scores.max() > threshold:
        return 0, 0
    return divmod(scores.argmax().item(), len(start))


def best_span_right_2(start, end, passage, max_pieces, threshold):
    starts, ends, inside = start.tolist(), end.tolist(), passage.tolist()
    best, span = -float("inf"), (0, 0)
    for i, ok in enumerate(inside):
        if not ok:
            continue
        for j in range(i, min(i + max_pieces, len(ends))):
            if inside[j] and starts[i] + ends[j] > best:
                best, span = starts[i] + ends[j], (i, j)
    if starts[0] + ends[0] > best + threshold:
        return 0, 0
    return span


# Exercise 4: squad_f1


def _words(text):
    text = text.lower().translate(str.maketrans("", "", string.punctuation))
    return [word for word in text.split() if word not in ("a", "an", "the")]


def _bag_f1(a, b):
    if not a or not b:
        return float(a == b)
    return 2 * sum((Counter(a) & Counter(b)).values()) / (len(a) + len(b))


def squad_f1_wrong_1(predicted, answers):
    return max(_bag_f1(predicted.lower().split(), a.lower().split()) for a in answers)


def squad_f1_wrong_2(predicted, answers):
    best = 0.0
    for answer in answers:
        a, b = set(_words(predicted)), set(_words(answer))
        if not a or not b:
            score = float(a == b)
        else:
            score = 2 * len(a & b) / (len(a) + len(b))
        best = max(best, score)
    return best


def squad_f1_wrong_3(predicted, answers):
    return _bag_f1(_words(predicted), _words(answers[0]))


def squad_f1_wrong_4(predicted, answers):
    scores = [_bag_f1(_words(predicted), _words(answer)) for answer in answers]
    return sum(scores) / len(scores)


def squad_f1_wrong_5(predicted, answers):
    def words(text):
        text = text.lower()
        for sign in string.punctuation:
            text = text.replace(sign, "")
        for article in ("the", "an", "a"):
            text = text.replace(article, "")
        return text.split()

    return max(_bag_f1(words(predicted), words(answer)) for answer in answers)


def squad_f1_wrong_6(predicted, answers):
    def words(text):
        text = "".join(" " if c in string.punctuation else c for c in text.lower())
        return [word for word in text.split() if word not in {"a", "an", "the"}]

    return max(_bag_f1(words(predicted), words(answer)) for answer in answers)


def squad_f1_wrong_7(predicted, answers):
    def words(text):
        stripped = [word.strip(string.punctuation) for word in text.lower().split()]
        return [word for word in stripped if word not in ("", "a", "an", "the")]

    return max(_bag_f1(words(predicted), words(answer)) for answer in answers)


def squad_f1_wrong_8(predicted, answers):
    def words(text):
        kept = [word for word in text.lower().split() if word not in ("a", "an", "the")]
        return " ".join(kept).translate(str.maketrans("", "", string.punctuation)).split()

    return max(_bag_f1(words(predicted), words(answer)) for answer in answers)


def squad_f1_wrong_9(predicted, answers):
    best = 0.0
    for answer in answers:
        a, b = _words(predicted), _words(answer)
        common = sum((Counter(a) & Counter(b)).values())
        if common == 0:
            continue
        best = max(best, 2 * common / (len(a) + len(b)))
    return best


def squad_f1_wrong_10(predicted, answers):
    best = 0.0
    for answer in answers:
        a, b = _words(predicted), _words(answer)
        if not a or not b:
            score = float(a == b)
        else:
            common = sum(word in b for word in a)
            score = 2 * common / (len(a) + len(b))
        best = max(best, score)
    return best


def squad_f1_wrong_11(predicted, answers):
    best = 0.0
    for answer in answers:
        if not predicted or not answer:
            score = float(predicted == answer)
        else:
            a, b = _words(predicted), _words(answer)
            score = 2 * sum((Counter(a) & Counter(b)).values()) / (len(a) + len(b))
        best = max(best, score)
    return best


def squad_f1_wrong_12(predicted, answers):
    def words(text):
        text = re.sub(r"\b(a|an|the)\b", " ", text)
        return text.lower().translate(str.maketrans("", "", string.punctuation)).split()

    return max(_bag_f1(words(predicted), words(answer)) for answer in answers)


def squad_f1_wrong_13(predicted, answers):
    def words(text):
        kept = text.lower().translate(str.maketrans("", "", string.punctuation)).split()
        return kept[1:] if kept and kept[0] in ("a", "an", "the") else kept

    return max(_bag_f1(words(predicted), words(answer)) for answer in answers)


def squad_f1_wrong_14(predicted, answers):
    best = 0.0
    for answer in answers:
        a, b = _words(predicted), _words(answer)
        if not a or not b:
            best = max(best, float(a == b))
        else:
            common = sum((Counter(a) & Counter(b)).values())
            best = max(best, common / len(b))
    return best


def squad_f1_right_1(predicted, answers):
    return max(_bag_f1(_words(predicted), _words(answer)) for answer in answers)


def squad_f1_right_2(predicted, answers):
    def normalize(text):
        text = "".join(c for c in text.lower() if c not in string.punctuation)
        text = re.sub(r"\b(a|an|the)\b", " ", text)
        return text.split()

    given, best = normalize(predicted), 0.0
    for answer in answers:
        rest = normalize(answer)
        both = len(given) + len(rest)
        if not given or not rest:
            best = max(best, 1.0 if both == 0 else 0.0)
            continue
        common = 0
        for word in given:
            if word in rest:
                rest.remove(word)
                common += 1
        best = max(best, 2 * common / both)
    return best


WRONG = {
    "word_tags_to_pieces": [
        (word_tags_to_pieces_wrong_1, "gives every piece of a word its tag"),
        (word_tags_to_pieces_wrong_2, "takes tags one by one, though a word may have no piece"),
        (word_tags_to_pieces_wrong_3, "tests `if word`, so word 0 counts as None"),
        (word_tags_to_pieces_wrong_4, "labels the last piece of a word, not the first"),
        (word_tags_to_pieces_wrong_5, "goes on with I- in the later pieces of a word"),
        (word_tags_to_pieces_wrong_6, "labels [CLS], [SEP] and [PAD] as O"),
        (word_tags_to_pieces_wrong_7, "leaves pieces without a word out of the list"),
        (word_tags_to_pieces_wrong_8, "finds first pieces by a change of tag, not of word"),
        (word_tags_to_pieces_wrong_9, "counts the places in names from 1"),
    ],
    "entity_f1": [
        (entity_f1_wrong_1, "counts tags that are not O instead of names"),
        (entity_f1_wrong_2, "takes the mean of the F1 of each sentence"),
        (entity_f1_wrong_3, "leaves the sentence out, so names of two sentences are in common"),
        (entity_f1_wrong_4, "begins a name only at B-, and passes over an I- alone"),
        (entity_f1_wrong_5, "goes on with a name at an I- of another kind"),
        (entity_f1_wrong_6, "loses the name that ends with its sentence"),
        (entity_f1_wrong_7, "joins a B- to the name of the same kind right before it"),
        (entity_f1_wrong_8, "joins all sentences, so a name may run into the next one"),
        (entity_f1_wrong_9, "gives 1.0 if there is no name on either side"),
        (entity_f1_wrong_10, "compares the places of names, not their kinds"),
        (entity_f1_wrong_11, "divides by 0 if nothing is found or nothing is right"),
        (entity_f1_wrong_12, "closes a name at an I- of another kind, but begins none there"),
    ],
    "best_span": [
        (best_span_wrong_1, "takes the two maxima in the passage"),
        (best_span_wrong_2, "takes the best start, and then the best end for it"),
        (best_span_wrong_3, "forgets that a span lies in the passage"),
        (best_span_wrong_4, "allows max_pieces + 1 pieces"),
        (best_span_wrong_5, "reads: an answer must be ahead of no answer by the threshold"),
        (best_span_wrong_6, "multiplies by the table of truth values, so 0 beats negative scores"),
        (best_span_wrong_7, "counts places within the passage"),
        (best_span_wrong_8, "gives no answer already if it is ahead by just the threshold"),
        (best_span_wrong_9, "forgets that the end is not before the start"),
        (best_span_wrong_10, "begins the search with a best score of 0"),
        (best_span_wrong_11, "returns the place behind the last piece"),
        (best_span_wrong_12, "has the ends in the rows, but keeps the upper triangle"),
        (best_span_wrong_13, "compares the score of no answer with the threshold alone"),
    ],
    "squad_f1": [
        (squad_f1_wrong_1, "normalizes by lower case only"),
        (squad_f1_wrong_2, "compares sets of words, not bags"),
        (squad_f1_wrong_3, "looks at the first answer only"),
        (squad_f1_wrong_4, "takes the mean over the answers, not the best"),
        (squad_f1_wrong_5, "cuts a, an, the out of other words, too"),
        (squad_f1_wrong_6, "puts a space in the place of punctuation"),
        (squad_f1_wrong_7, "takes punctuation only from the ends of words"),
        (squad_f1_wrong_8, "removes articles before punctuation"),
        (squad_f1_wrong_9, "gives 0 if both sides are without words"),
        (squad_f1_wrong_10, "counts a repeated word each time, though the answer has it once"),
        (squad_f1_wrong_11, "looks for an empty side before normalizing"),
        (squad_f1_wrong_12, "removes articles before lower case, so The stays"),
        (squad_f1_wrong_13, "removes an article only at the beginning"),
        (squad_f1_wrong_14, "returns the recall instead of F1"),
    ],
}
RIGHT = {
    "word_tags_to_pieces": [word_tags_to_pieces_right_1, word_tags_to_pieces_right_2],
    "entity_f1": [entity_f1_right_1, entity_f1_right_2],
    "best_span": [best_span_right_1, best_span_right_2],
    "squad_f1": [squad_f1_right_1, squad_f1_right_2],
}
