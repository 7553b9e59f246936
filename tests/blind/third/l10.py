"""Answers of the class to lesson 10, written from its text alone."""

import re
import string
from collections import Counter

import torch

# --- exercise 1: tags of words, labels of pieces


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
    labels, seen = [-100] * len(words), set()
    for p, word in enumerate(words):
        if word is not None and word not in seen:
            seen.add(word)
            labels[p] = place[tags[word]]
    return labels


def word_tags_to_pieces_wrong_1(words, tags, names):
    labels, before = [], None
    following = iter(tags)
    for word in words:
        if word is None or word == before:
            labels.append(-100)
        else:
            labels.append(names.index(next(following)))
        before = word
    return labels


def word_tags_to_pieces_wrong_2(words, tags, names):
    labels, before = [], None
    for word in words:
        labels.append(names.index(tags[word]) if word and word != before else -100)
        before = word
    return labels


def word_tags_to_pieces_wrong_3(words, tags, names):
    labels, before = [], None
    for word in words:
        if word is None:
            labels.append(-100)
        elif word == before:
            labels.append(names.index(tags[word].replace("B-", "I-")))
        else:
            labels.append(names.index(tags[word]))
        before = word
    return labels


def word_tags_to_pieces_wrong_4(words, tags, names):
    labels = []
    for here, behind in zip(words, [*words[1:], None], strict=True):
        if here is None or here == behind:
            labels.append(-100)
        else:
            labels.append(names.index(tags[here]))
    return labels


def word_tags_to_pieces_wrong_5(words, tags, names):
    labels, before = [], None
    for word in words:
        if word is None:
            labels.append(names.index("O"))
        elif word == before:
            labels.append(-100)
        else:
            labels.append(names.index(tags[word]))
        before = word
    return labels


def word_tags_to_pieces_wrong_6(words, tags, names):
    return [-100 if word is None else names.index(tags[word]) for word in words]


def word_tags_to_pieces_wrong_7(words, tags, names):
    labels = [-100] * len(words)
    for number, tag in enumerate(tags):
        if number in words:
            labels[words.index(number)] = sorted(set(names)).index(tag)
    return labels


def word_tags_to_pieces_wrong_8(words, tags, names):
    labels = [-100] * len(words)
    for number, tag in enumerate(tags):
        labels[words.index(number)] = names.index(tag)
    return labels


# --- exercise 2: names as wholes


def f1_of_sets(right, found):
    common = len(right & found)
    return 2 * common / (len(right) + len(found)) if common else 0.0


def entity_f1_right_1(expected, predicted):
    def names(sentences):
        found = set()
        for s, tags in enumerate(sentences):
            kind, first = None, None
            for place, tag in enumerate([*tags, "O"]):
                if kind is not None and tag != f"I-{kind}":
                    found.add((s, kind, first, place - 1))
                    kind = None
                if tag != "O" and kind is None:
                    kind, first = tag[2:], place
        return found

    return f1_of_sets(names(expected), names(predicted))


def entity_f1_right_2(expected, predicted):
    def names(sentences):
        for s, tags in enumerate(sentences):
            t = 0
            while t < len(tags):
                if tags[t] == "O":
                    t += 1
                    continue
                first, kind = t, tags[t].split("-", 1)[1]
                t += 1
                while t < len(tags) and tags[t] == "I-" + kind:
                    t += 1
                yield s, kind, first, t

    right, found = list(names(expected)), list(names(predicted))
    hits = sum(name in right for name in found)
    if hits == 0:
        return 0.0
    precision, recall = hits / len(found), hits / len(right)
    return 2 * precision * recall / (precision + recall)


def entity_f1_wrong_1(expected, predicted):
    def names(sentences):
        found = set()
        for s, tags in enumerate(sentences):
            kind, first = None, None
            for place, tag in enumerate([*tags, "O"]):
                if kind is not None and tag != f"I-{kind}":
                    found.add((s, kind, first, place - 1))
                    kind = None
                if tag.startswith("B-"):
                    kind, first = tag[2:], place
        return found

    return f1_of_sets(names(expected), names(predicted))


def entity_f1_wrong_2(expected, predicted):
    def names(sentences):
        found = set()
        for s, tags in enumerate(sentences):
            first, kind = None, None
            for place, tag in enumerate([*tags, "O"]):
                if first is not None and not tag.startswith("I-"):
                    found.add((s, kind, first, place - 1))
                    first = None
                if tag != "O" and first is None:
                    first, kind = place, tag[2:]
        return found

    return f1_of_sets(names(expected), names(predicted))


def entity_f1_wrong_3(expected, predicted):
    def names(tags):
        found, kind, first = set(), None, None
        for place, tag in enumerate([*tags, "O"]):
            if kind is not None and tag != f"I-{kind}":
                found.add((kind, first, place - 1))
                kind = None
            if tag != "O" and kind is None:
                kind, first = tag[2:], place
        return found

    pairs = [(names(a), names(b)) for a, b in zip(expected, predicted, strict=True)]
    right = set().union(*(a for a, _ in pairs))
    found = set().union(*(b for _, b in pairs))
    return f1_of_sets(right, found)


def entity_f1_wrong_4(expected, predicted):
    def names(tags):
        found, kind, first = set(), None, None
        for place, tag in enumerate([*tags, "O"]):
            if kind is not None and tag != f"I-{kind}":
                found.add((kind, first, place - 1))
                kind = None
            if tag != "O" and kind is None:
                kind, first = tag[2:], place
        return found

    scores = []
    for a, b in zip(expected, predicted, strict=True):
        scores.append(f1_of_sets(names(a), names(b)))
    return sum(scores) / len(scores) if scores else 0.0


def entity_f1_wrong_5(expected, predicted):
    def names(sentences):
        tags, found = [tag for sentence in sentences for tag in sentence], set()
        kind, first = None, None
        for place, tag in enumerate([*tags, "O"]):
            if kind is not None and tag != f"I-{kind}":
                found.add((kind, first, place - 1))
                kind = None
            if tag != "O" and kind is None:
                kind, first = tag[2:], place
        return found

    return f1_of_sets(names(expected), names(predicted))


def entity_f1_wrong_6(expected, predicted):
    def names(sentences):
        found = set()
        for s, tags in enumerate(sentences):
            kind, first = None, None
            for place, tag in enumerate(tags):
                if kind is not None and tag != f"I-{kind}":
                    found.add((s, kind, first, place - 1))
                    kind = None
                if tag != "O" and kind is None:
                    kind, first = tag[2:], place
        return found

    return f1_of_sets(names(expected), names(predicted))


def entity_f1_wrong_7(expected, predicted):
    def names(sentences):
        found = set()
        for s, tags in enumerate(sentences):
            kind, first = "O", 0
            for place, tag in enumerate([*tags, "O"]):
                now = tag[2:] or "O"
                if now != kind:
                    if kind != "O":
                        found.add((s, kind, first, place - 1))
                    kind, first = now, place
        return found

    return f1_of_sets(names(expected), names(predicted))


def entity_f1_wrong_8(expected, predicted):
    def names(sentences):
        found = set()
        for s, tags in enumerate(sentences):
            kind, first = None, None
            for place, tag in enumerate([*tags, "O"]):
                if kind is not None and tag != f"I-{kind}":
                    found.add((s, kind, first, place - 1))
                    kind = None
                if tag != "O" and kind is None:
                    kind, first = tag[2:], place
        return found

    right, found = names(expected), names(predicted)
    if not right and not found:
        return 1.0
    return 2 * len(right & found) / (len(right) + len(found))


def entity_f1_wrong_9(expected, predicted):
    common = right = found = 0
    for a, b in zip(expected, predicted, strict=True):
        for one, other in zip(a, b, strict=True):
            right += one != "O"
            found += other != "O"
            common += one == other != "O"
    return 2 * common / (right + found) if common else 0.0


# --- exercise 3: the best span


def best_span_right_1(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = passage[:, None] & passage
    allowed = allowed.triu() & allowed.tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), len(end))
    if start[0] + end[0] - scores[first, last] > threshold:
        return 0, 0
    return first, last


def best_span_right_2(start, end, passage, max_pieces, threshold):
    start, end = start.tolist(), end.tolist()
    inside = [t for t, flag in enumerate(passage.tolist()) if flag]
    spans = [(i, j) for i in inside for j in inside if i <= j < i + max_pieces]
    best = max(spans, key=lambda span: start[span[0]] + end[span[1]])
    ahead = start[0] + end[0] - (start[best[0]] + end[best[1]])
    return (0, 0) if ahead > threshold else best


def best_span_wrong_1(start, end, passage, max_pieces, threshold):
    first = int(start.masked_fill(~passage, -torch.inf).argmax())
    window = end.masked_fill(~passage, -torch.inf)[first : first + max_pieces]
    last = first + int(window.argmax())
    if start[0] + end[0] - start[first] - end[last] > threshold:
        return 0, 0
    return first, last


def best_span_wrong_2(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = passage[:, None] & passage
    allowed = allowed.triu() & allowed.tril(max_pieces)
    scores = scores.masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), len(end))
    if start[0] + end[0] - scores[first, last] > threshold:
        return 0, 0
    return first, last


def best_span_wrong_3(start, end, passage, max_pieces, threshold):
    best, answer = 0.0, (0, 0)
    for i in range(len(start)):
        for j in range(i, min(i + max_pieces, len(end))):
            if passage[i] and passage[j] and start[i] + end[j] > best:
                best, answer = float(start[i] + end[j]), (i, j)
    if float(start[0] + end[0]) - best > threshold:
        return 0, 0
    return answer


def best_span_wrong_4(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = passage[:, None] & passage
    allowed = allowed.triu() & allowed.tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), len(end))
    if scores[first, last] - (start[0] + end[0]) > threshold:
        return first, last
    return 0, 0


def best_span_wrong_5(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = passage[:, None].expand(-1, len(end))
    allowed = allowed.triu() & allowed.tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), len(end))
    if start[0] + end[0] - scores[first, last] > threshold:
        return 0, 0
    return first, last


def best_span_wrong_6(start, end, passage, max_pieces, threshold):
    scores = start[passage][:, None] + end[passage]
    allowed = torch.ones_like(scores, dtype=torch.bool).triu().tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), len(scores))
    if start[0] + end[0] - scores.max() > threshold:
        return 0, 0
    return first, last


def best_span_wrong_7(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = passage[:, None] & passage
    allowed = allowed.triu() & allowed.tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), len(end))
    if start[0] + end[0] >= scores[first, last] + threshold:
        return 0, 0
    return first, last


def best_span_wrong_8(start, end, passage, max_pieces, threshold):
    scores = start + end[:, None]
    allowed = passage[:, None] & passage
    allowed = allowed.triu() & allowed.tril(max_pieces - 1)
    scores = scores.masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), len(end))
    if start[0] + end[0] - scores[first, last] > threshold:
        return 0, 0
    return first, last


# --- exercise 4: how right is an answer?


def plain_words(text):
    text = text.lower().translate(str.maketrans("", "", string.punctuation))
    return [word for word in text.split() if word not in ("a", "an", "the")]


def squad_f1_right_1(predicted, answers):
    said, best = Counter(plain_words(predicted)), 0.0
    for answer in answers:
        gold = Counter(plain_words(answer))
        if not said or not gold:
            f1 = float(said == gold)
        else:
            f1 = 2 * (said & gold).total() / (said.total() + gold.total())
        best = max(best, f1)
    return best


def squad_f1_right_2(predicted, answers):
    def normalize(text):
        text = "".join(c for c in text.lower() if c not in string.punctuation)
        return re.sub(r"\b(a|an|the)\b", " ", text).split()

    def f1(answer):
        said, gold = normalize(predicted), normalize(answer)
        if not said or not gold:
            return 1.0 if said == gold else 0.0
        rest, common = list(gold), 0
        for word in said:
            if word in rest:
                rest.remove(word)
                common += 1
        return 2 * common / (len(said) + len(gold))

    return max(f1(answer) for answer in answers)


def squad_f1_wrong_1(predicted, answers):
    said, scores = set(plain_words(predicted)), []
    for answer in answers:
        gold = set(plain_words(answer))
        if not said or not gold:
            scores.append(float(said == gold))
        else:
            scores.append(2 * len(said & gold) / (len(said) + len(gold)))
    return max(scores)


def squad_f1_wrong_2(predicted, answers):
    def normalize(text):
        words = [word for word in text.lower().split() if word not in ("a", "an", "the")]
        return " ".join(words).translate(str.maketrans("", "", string.punctuation)).split()

    said, scores = Counter(normalize(predicted)), []
    for answer in answers:
        gold = Counter(normalize(answer))
        if not said or not gold:
            scores.append(float(said == gold))
        else:
            scores.append(2 * (said & gold).total() / (said.total() + gold.total()))
    return max(scores)


def squad_f1_wrong_3(predicted, answers):
    def normalize(text):
        for mark in string.punctuation:
            text = text.replace(mark, " ")
        return [word for word in text.lower().split() if word not in ("a", "an", "the")]

    said, scores = Counter(normalize(predicted)), []
    for answer in answers:
        gold = Counter(normalize(answer))
        if not said or not gold:
            scores.append(float(said == gold))
        else:
            scores.append(2 * (said & gold).total() / (said.total() + gold.total()))
    return max(scores)


def squad_f1_wrong_4(predicted, answers):
    said, best = Counter(plain_words(predicted)), 0.0
    for answer in answers:
        gold = Counter(plain_words(answer))
        common = (said & gold).total()
        if common:
            best = max(best, 2 * common / (said.total() + gold.total()))
    return best


def squad_f1_wrong_5(predicted, answers):
    said, scores = Counter(plain_words(predicted)), []
    for answer in answers:
        gold = Counter(plain_words(answer))
        if not said or not gold:
            scores.append(float(said == gold))
        else:
            scores.append(2 * (said & gold).total() / (said.total() + gold.total()))
    return sum(scores) / len(scores)


def squad_f1_wrong_6(predicted, answers):
    def normalize(text):
        words = [word.strip(string.punctuation) for word in text.lower().split()]
        return [word for word in words if word and word not in ("a", "an", "the")]

    said, scores = Counter(normalize(predicted)), []
    for answer in answers:
        gold = Counter(normalize(answer))
        if not said or not gold:
            scores.append(float(said == gold))
        else:
            scores.append(2 * (said & gold).total() / (said.total() + gold.total()))
    return max(scores)


def squad_f1_wrong_7(predicted, answers):
    def normalize(text):
        text = text.lower().translate(str.maketrans("", "", string.punctuation))
        for article in ("the ", "an ", "a "):
            text = text.replace(article, "")
        return text.split()

    said, scores = Counter(normalize(predicted)), []
    for answer in answers:
        gold = Counter(normalize(answer))
        if not said or not gold:
            scores.append(float(said == gold))
        else:
            scores.append(2 * (said & gold).total() / (said.total() + gold.total()))
    return max(scores)


def squad_f1_wrong_8(predicted, answers):
    said, scores = plain_words(predicted), []
    for answer in answers:
        gold = plain_words(answer)
        if not said or not gold:
            scores.append(float(said == gold))
        else:
            common = sum(word in gold for word in said)
            scores.append(2 * common / (len(said) + len(gold)))
    return max(scores)


WRONG = {
    "word_tags_to_pieces": [
        (word_tags_to_pieces_wrong_1, "takes the next tag each time; a word without pieces shifts"),
        (word_tags_to_pieces_wrong_2, "word 0 is as false as None"),
        (word_tags_to_pieces_wrong_3, "labels all pieces of a word, later ones as inside"),
        (word_tags_to_pieces_wrong_4, "labels the last piece of a word"),
        (word_tags_to_pieces_wrong_5, "gives specials the tag O"),
        (word_tags_to_pieces_wrong_6, "labels every piece of a word"),
        (word_tags_to_pieces_wrong_7, "numbers the tags in alphabetical order"),
        (
            word_tags_to_pieces_wrong_8,
            "thinks that each word has a piece: breaks where one has not",
        ),
    ],
    "entity_f1": [
        (entity_f1_wrong_1, "names begin at B only"),
        (entity_f1_wrong_2, "an I of another kind goes on with the name"),
        (entity_f1_wrong_3, "leaves the sentence out of the key"),
        (entity_f1_wrong_4, "a mean of the sentences' F1"),
        (entity_f1_wrong_5, "joins the sentences, so that names run over their ends"),
        (entity_f1_wrong_6, "a name at the end of a sentence is never closed"),
        (entity_f1_wrong_7, "B behind a name of the same kind does not begin another"),
        (entity_f1_wrong_8, "two empty sides are called perfect"),
        (entity_f1_wrong_9, "counts tags, not names"),
    ],
    "best_span": [
        (best_span_wrong_1, "the best start first, then the best end for it"),
        (best_span_wrong_2, "spans may be one piece too long"),
        (best_span_wrong_3, "starts with a best of 0, so spans below it are never found"),
        (best_span_wrong_4, "the span has to be ahead by more than the threshold"),
        (best_span_wrong_5, "only the first piece has to be in the passage"),
        (best_span_wrong_6, "counts places from the start of the passage"),
        (best_span_wrong_7, "just as much is taken as more"),
        (best_span_wrong_8, "has the ends in the rows of the table, but reads it the other way"),
    ],
    "squad_f1": [
        (squad_f1_wrong_1, "sets, not bags"),
        (squad_f1_wrong_2, "articles go before punctuation"),
        (squad_f1_wrong_3, "punctuation becomes a space, cutting words in two"),
        (squad_f1_wrong_4, "two empty sides get 0"),
        (squad_f1_wrong_5, "a mean over the right answers, not the best"),
        (squad_f1_wrong_6, "strips punctuation at the ends of words only"),
        (squad_f1_wrong_7, "replaces articles as substrings, within words too"),
        (squad_f1_wrong_8, "counts each said word that occurs, even if the answer has it once"),
    ],
}
RIGHT = {
    "word_tags_to_pieces": [word_tags_to_pieces_right_1, word_tags_to_pieces_right_2],
    "entity_f1": [entity_f1_right_1, entity_f1_right_2],
    "best_span": [best_span_right_1, best_span_right_2],
    "squad_f1": [squad_f1_right_1, squad_f1_right_2],
}
