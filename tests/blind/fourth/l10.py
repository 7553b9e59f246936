"""Answers of the class to lesson 10, written from its text alone."""

import re
import string
from collections import Counter

import torch

# --- word_tags_to_pieces


def word_tags_to_pieces_wrong_1(words, tags, names):
    return [-100 if word is None else names.index(tags[word]) for word in words]


def word_tags_to_pieces_wrong_2(words, tags, names):
    labels, before = [], None
    for word in words:
        labels.append(names.index(tags[word]) if word and word != before else -100)
        before = word
    return labels


def word_tags_to_pieces_wrong_3(words, tags, names):
    labels, before, rest = [], None, iter(tags)
    for word in words:
        if word is None or word == before:
            labels.append(-100)
        else:
            labels.append(names.index(next(rest)))
        before = word
    return labels


def word_tags_to_pieces_wrong_4(words, tags, names):
    labels = []
    for i, word in enumerate(words):
        last = i + 1 == len(words) or words[i + 1] != word
        labels.append(names.index(tags[word]) if word is not None and last else -100)
    return labels


def word_tags_to_pieces_wrong_5(words, tags, names):
    labels, before = [], None
    for word in words:
        if word is None:
            labels.append(names.index("O") if "O" in names else 0)
        else:
            labels.append(-100 if word == before else names.index(tags[word]))
        before = word
    return labels


def word_tags_to_pieces_wrong_6(words, tags, names):
    names = sorted(set(tags))
    labels, before = [], None
    for word in words:
        first = word is not None and word != before
        labels.append(names.index(tags[word]) if first else -100)
        before = word
    return labels


def word_tags_to_pieces_right_1(words, tags, names):
    number = {}
    for place, name in enumerate(names):
        number.setdefault(name, place)
    seen, labels = set(), []
    for word in words:
        if word is None or word in seen:
            labels.append(-100)
            continue
        seen.add(word)
        labels.append(number[tags[word]])
    return labels


# --- entity_f1


def f1_of(right, found):
    total = len(right) + len(found)
    return 2 * len(right & found) / total if total else 0.0


def names_in(sentences):
    found = set()
    for s, tags in enumerate(sentences):
        kind, first = None, 0
        for i, tag in enumerate([*tags, "O"]):
            if kind is not None and tag != "I-" + kind:
                found.add((s, kind, first, i - 1))
                kind = None
            if tag != "O" and kind is None:
                kind, first = tag[2:], i
    return found


def entity_f1_wrong_1(expected, predicted):
    right = {name[1:] for name in names_in(expected)}
    found = {name[1:] for name in names_in(predicted)}
    return f1_of(right, found)


def entity_f1_wrong_2(expected, predicted):
    def names(sentences):
        found = set()
        for s, tags in enumerate(sentences):
            kind, first = None, 0
            for i, tag in enumerate([*tags, "O"]):
                if kind is not None and tag != "I-" + kind:
                    found.add((s, kind, first, i - 1))
                    kind = None
                if tag.startswith("B-"):
                    kind, first = tag[2:], i
        return found

    return f1_of(names(expected), names(predicted))


def entity_f1_wrong_3(expected, predicted):
    def names(sentences):
        found = set()
        for s, tags in enumerate(sentences):
            kind, first = None, 0
            for i, tag in enumerate(tags):
                if kind is not None and tag != "I-" + kind:
                    found.add((s, kind, first, i - 1))
                    kind = None
                if tag != "O" and kind is None:
                    kind, first = tag[2:], i
        return found

    return f1_of(names(expected), names(predicted))


def entity_f1_wrong_4(expected, predicted):
    def names(sentences):
        found = set()
        for s, tags in enumerate(sentences):
            kind, first = None, 0
            for i, tag in enumerate([*tags, "O"]):
                if kind is not None and not tag.startswith("I-"):
                    found.add((s, kind, first, i - 1))
                    kind = None
                if tag != "O" and kind is None:
                    kind, first = tag[2:], i
        return found

    return f1_of(names(expected), names(predicted))


def entity_f1_wrong_5(expected, predicted):
    scores = []
    for one, other in zip(expected, predicted, strict=True):
        scores.append(f1_of(names_in([one]), names_in([other])))
    return sum(scores) / len(scores) if scores else 0.0


def entity_f1_wrong_6(expected, predicted):
    right = {(s, first, last) for s, _, first, last in names_in(expected)}
    found = {(s, first, last) for s, _, first, last in names_in(predicted)}
    return f1_of(right, found)


def entity_f1_wrong_7(expected, predicted):
    def joined(sentences):
        return names_in([[tag for tags in sentences for tag in tags]])

    return f1_of(joined(expected), joined(predicted))


def entity_f1_wrong_8(expected, predicted):
    def names(sentences):
        found = set()
        for s, tags in enumerate(sentences):
            kind, first = None, 0
            for i, tag in enumerate([*tags, "O"]):
                if kind is not None and tag[2:] != kind:
                    found.add((s, kind, first, i - 1))
                    kind = None
                if tag != "O" and kind is None:
                    kind, first = tag[2:], i
        return found

    return f1_of(names(expected), names(predicted))


def entity_f1_wrong_9(expected, predicted):
    right, found = names_in(expected), names_in(predicted)
    if not right and not found:
        return 1.0
    return f1_of(right, found)


def entity_f1_right_1(expected, predicted):
    common = total = 0
    for pair in zip(expected, predicted, strict=True):
        sides = []
        for tags in pair:
            names = []
            for i, tag in enumerate(tags):
                if tag == "O":
                    continue
                mark, kind = tag.split("-")
                goes_on = mark == "I" and i > 0 and tags[i - 1][2:] == kind
                if goes_on:
                    names[-1][2] = i
                else:
                    names.append([kind, i, i])
            sides.append(names)
        common += sum(name in sides[1] for name in sides[0])
        total += len(sides[0]) + len(sides[1])
    return 2 * common / total if common else 0.0


# --- best_span


def table(start, end, passage, max_pieces):
    size = len(start)
    allowed = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    scores = (start[:, None] + end).masked_fill(~allowed, -torch.inf)
    best = int(scores.argmax())
    return best // size, best % size, scores.max()


def best_span_wrong_1(start, end, passage, max_pieces, threshold):
    first, last, score = table(start, end, passage, max_pieces + 1)
    return (0, 0) if start[0] + end[0] - score > threshold else (first, last)


def best_span_wrong_2(start, end, passage, max_pieces, threshold):
    first, last, score = table(start, end, passage, max_pieces)
    return (0, 0) if start[0] + end[0] - score >= threshold else (first, last)


def best_span_wrong_3(start, end, passage, max_pieces, threshold):
    first, last, score = table(start, end, passage, max_pieces)
    return (0, 0) if start[0] + end[0] > score - threshold else (first, last)


def best_span_wrong_4(start, end, passage, max_pieces, threshold):
    places = passage.nonzero().flatten()
    inside = torch.ones(len(places), dtype=torch.bool)
    first, last, score = table(start[places], end[places], inside, max_pieces)
    return (0, 0) if start[0] + end[0] - score > threshold else (first, last)


def best_span_wrong_5(start, end, passage, max_pieces, threshold):
    size = len(start)
    allowed = passage[:, None].expand(size, size).triu().tril(max_pieces - 1)
    scores = (start[:, None] + end).masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), size)
    return (0, 0) if start[0] + end[0] - scores.max() > threshold else (first, last)


def best_span_wrong_6(start, end, passage, max_pieces, threshold):
    places = passage.nonzero().flatten().tolist()
    first = max(places, key=lambda i: start[i].item())
    ends = [j for j in places if first <= j < first + max_pieces]
    last = max(ends, key=lambda j: end[j].item())
    score = start[first] + end[last]
    return (0, 0) if start[0] + end[0] - score > threshold else (first, last)


def best_span_wrong_7(start, end, passage, max_pieces, threshold):
    best, found = 0.0, (0, 0)
    for i in range(len(start)):
        for j in range(i, min(i + max_pieces, len(start))):
            if passage[i] and passage[j] and start[i] + end[j] > best:
                best, found = start[i] + end[j], (i, j)
    return (0, 0) if start[0] + end[0] - best > threshold else found


def best_span_wrong_8(start, end, passage, max_pieces, threshold):
    first, last, score = table(start, end, passage, max_pieces)
    return (0, 0) if start[0] + end[0] - score > threshold else (first, last + 1)


def best_span_right_1(start, end, passage, max_pieces, threshold):
    best, found = None, None
    places = [i for i, inside in enumerate(passage.tolist()) if inside]
    for i in places:
        for j in places:
            if i <= j < i + max_pieces:
                score = start[i] + end[j]
                if best is None or score > best:
                    best, found = score, (i, j)
    if start[0] + end[0] - best > threshold:
        return 0, 0
    return found


# --- squad_f1


def cleaned(text):
    text = text.lower().translate(str.maketrans("", "", string.punctuation))
    return [word for word in text.split() if word not in ("a", "an", "the")]


def bag_f1(one, other):
    if not one or not other:
        return float(one == other)
    return 2 * sum((Counter(one) & Counter(other)).values()) / (len(one) + len(other))


def squad_f1_wrong_1(predicted, answers):
    def f1(one, other):
        if not one or not other:
            return float(one == other)
        return 2 * len(set(one) & set(other)) / (len(one) + len(other))

    return max(f1(cleaned(predicted), cleaned(answer)) for answer in answers)


def squad_f1_wrong_2(predicted, answers):
    return bag_f1(cleaned(predicted), cleaned(answers[0]))


def squad_f1_wrong_3(predicted, answers):
    def words(text):
        kept = [w for w in text.lower().split() if w not in ("a", "an", "the")]
        return " ".join(kept).translate(str.maketrans("", "", string.punctuation)).split()

    return max(bag_f1(words(predicted), words(answer)) for answer in answers)


def squad_f1_wrong_4(predicted, answers):
    def words(text):
        text = "".join(" " if c in string.punctuation else c for c in text.lower())
        return [w for w in text.split() if w not in ("a", "an", "the")]

    return max(bag_f1(words(predicted), words(answer)) for answer in answers)


def squad_f1_wrong_5(predicted, answers):
    def words(text):
        text = text.lower().translate(str.maketrans("", "", string.punctuation))
        for article in ("a", "an", "the"):
            text = text.replace(article + " ", "")
        return text.split()

    return max(bag_f1(words(predicted), words(answer)) for answer in answers)


def squad_f1_wrong_6(predicted, answers):
    best = 0.0
    for answer in answers:
        one, other = cleaned(predicted), cleaned(answer)
        if one and other:
            common = sum((Counter(one) & Counter(other)).values())
            best = max(best, 2 * common / (len(one) + len(other)))
    return best


def squad_f1_wrong_7(predicted, answers):
    one = cleaned(predicted)
    return sum(bag_f1(one, cleaned(answer)) for answer in answers) / len(answers)


def squad_f1_wrong_8(predicted, answers):
    def words(text):
        text = text.translate(str.maketrans("", "", string.punctuation))
        return [w.lower() for w in text.split() if w not in ("a", "an", "the")]

    return max(bag_f1(words(predicted), words(answer)) for answer in answers)


def squad_f1_wrong_9(predicted, answers):
    one, scores = cleaned(predicted), []
    for other in map(cleaned, answers):
        common = sum(word in other for word in one)
        both = len(one) + len(other)
        scores.append(2 * common / both if one and other else float(one == other))
    return max(scores)


def squad_f1_right_1(predicted, answers):
    def words(text):
        text = re.sub("[" + re.escape(string.punctuation) + "]", "", text.lower())
        return re.sub(r"\b(a|an|the)\b", " ", text).split()

    best, one = 0.0, words(predicted)
    for answer in answers:
        other, common = words(answer), 0
        both = len(one) + len(other)
        for word in one:
            if word in other:
                other.remove(word)
                common += 1
        best = max(best, 2 * common / both if both else 1.0)
    return best


WRONG = {
    "word_tags_to_pieces": [
        (word_tags_to_pieces_wrong_1, "labels all pieces of a word"),
        (word_tags_to_pieces_wrong_2, "word 0 counts as None"),
        (word_tags_to_pieces_wrong_3, "takes the next tag instead of looking it up by number"),
        (word_tags_to_pieces_wrong_4, "labels the last piece of a word"),
        (word_tags_to_pieces_wrong_5, "gives specials the label of O"),
        (word_tags_to_pieces_wrong_6, "counts places among the sorted tags that occur"),
    ],
    "entity_f1": [
        (entity_f1_wrong_1, "forgets the sentence in the set"),
        (entity_f1_wrong_2, "a name begins at B alone"),
        (entity_f1_wrong_3, "loses a name at the end of a sentence"),
        (entity_f1_wrong_4, "an I of another kind goes on"),
        (entity_f1_wrong_5, "mean of the sentences' F1"),
        (entity_f1_wrong_6, "forgets the kind"),
        (entity_f1_wrong_7, "sentences end to end: names run over their ends"),
        (entity_f1_wrong_8, "B of the same kind goes on with the open name"),
        (entity_f1_wrong_9, "1 where neither side has a name"),
    ],
    "best_span": [
        (best_span_wrong_1, "allows one piece too many"),
        (best_span_wrong_2, "just as much as threshold is no answer, too"),
        (best_span_wrong_3, "threshold with the wrong sign"),
        (best_span_wrong_4, "places counted in the passage"),
        (best_span_wrong_5, "only the first piece has to be in the passage"),
        (best_span_wrong_6, "takes the best start, then the best end for it"),
        (best_span_wrong_7, "best score begins at 0, spans below are never found"),
        (best_span_wrong_8, "last place exclusive"),
    ],
    "squad_f1": [
        (squad_f1_wrong_1, "words in common as sets"),
        (squad_f1_wrong_2, "first answer alone"),
        (squad_f1_wrong_3, "articles before punctuation"),
        (squad_f1_wrong_4, "punctuation becomes a space"),
        (squad_f1_wrong_5, "cuts articles off the ends of other words"),
        (squad_f1_wrong_6, "0 where both sides are without words"),
        (squad_f1_wrong_7, "mean over the answers"),
        (squad_f1_wrong_8, "lower case last: The stays"),
        (squad_f1_wrong_9, "counts each repeated word of the prediction as in common"),
    ],
}
RIGHT = {
    "word_tags_to_pieces": [word_tags_to_pieces_right_1],
    "entity_f1": [entity_f1_right_1],
    "best_span": [best_span_right_1],
    "squad_f1": [squad_f1_right_1],
}
