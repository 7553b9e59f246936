"""Right answers to the exercises of lesson 10, as students may write them."""

import collections
import itertools
import re
import string

import numpy as np
import torch

# --- labels of pieces -----------------------------------------------------------------------------


def word_tags_to_pieces_by_a_set(words, tags, names):
    seen, labels = {None}, []
    for word in words:
        labels.append(-100 if word in seen else names.index(tags[word]))
        seen.add(word)
    return labels


def word_tags_to_pieces_by_groups(words, tags, names):
    number = {name: place for place, name in enumerate(names)}
    labels = []
    for word, pieces in itertools.groupby(words):
        size = len(list(pieces))
        first = -100 if word is None else number[tags[word]]
        labels += [first] + [-100] * (size - 1)
    return labels


def word_tags_to_pieces_word_by_word(words, tags, names):
    labels = [-100 for _ in words]
    for word, tag in enumerate(tags):
        if word in words:
            labels[words.index(word)] = names.index(tag)
    return labels


def word_tags_to_pieces_by_numpy(words, tags, names):
    numbers = np.array([-1 if word is None else word for word in words])
    first = (numbers >= 0) & (np.diff(numbers, prepend=-2) != 0)
    labels = np.full(len(words), -100)
    for place in np.flatnonzero(first):
        labels[place] = names.index(tags[numbers[place]])
    return labels.tolist()


# --- names ----------------------------------------------------------------------------------------


def entity_f1_by_precision_and_recall(expected, predicted):
    def names_in(sentences):
        names = set()
        for number, tags in enumerate(sentences):
            start, kind = None, None
            for place in range(len(tags)):
                mark, tagged = tags[place][0], tags[place][2:]
                if start is not None and (mark != "I" or tagged != kind):
                    names.add((number, kind, start, place - 1))
                    start, kind = None, None
                if mark != "O" and start is None:
                    start, kind = place, tagged
            if start is not None:
                names.add((number, kind, start, len(tags) - 1))
        return names

    right, found = names_in(expected), names_in(predicted)
    hits = len(right.intersection(found))
    if hits == 0:
        return 0
    precision, recall = hits / len(found), hits / len(right)
    return 2 * precision * recall / (precision + recall)


def entity_f1_by_a_regular_expression(expected, predicted):
    def names_in(sentences):
        for number, tags in enumerate(sentences):
            text = "".join(f"{tag} " for tag in tags)
            for found in re.finditer(r"[BI]-(\w+) (?:I-\1 )*", text):
                before = text[: found.start()].count(" ")
                yield number, found[1], before, before + found[0].count(" ")

    right, names = set(names_in(expected)), set(names_in(predicted))
    return 2 * len(right & names) / max(1, len(right) + len(names))


def entity_f1_by_counters(expected, predicted):
    sides = []
    for sentences in (expected, predicted):
        names = collections.Counter()
        for number, tags in enumerate(sentences):
            place = 0
            while place < len(tags):
                end = place + 1
                if tags[place] != "O":
                    kind = tags[place].split("-")[1]
                    while end < len(tags) and tags[end] == "I-" + kind:
                        end += 1
                    names[f"{number} {kind} {place} {end}"] += 1
                place = end
        sides.append(names)
    common = (sides[0] & sides[1]).total()
    return 2 * common / (sides[0] + sides[1]).total() if common else 0.0


# --- spans ----------------------------------------------------------------------------------------


def best_span_by_loops(start, end, passage, max_pieces, threshold):
    best, span = float("-inf"), None
    for s in range(len(start)):
        for e in range(s, min(s + max_pieces, len(end))):
            score = start[s] + end[e]
            if passage[s] and passage[e] and score > best:
                best, span = score, (s, e)
    return (0, 0) if start[0] + end[0] - best > threshold else span


def best_span_by_combinations(start, end, passage, max_pieces, threshold):
    places = passage.nonzero().flatten().tolist()
    pairs = itertools.combinations_with_replacement(places, 2)
    score = (start[:, None] + end[None, :]).tolist()
    spans = [(score[s][e], s, e) for s, e in pairs if e - s + 1 <= max_pieces]
    best, s, e = max(spans)
    if score[0][0] - best > threshold:
        return 0, 0
    return s, e


def best_span_by_numpy(start, end, passage, max_pieces, threshold):
    s, e, inside = start.numpy(), end.numpy(), passage.numpy()
    behind = np.arange(len(s))[None] - np.arange(len(s))[:, None]
    allowed = np.logical_and.outer(inside, inside) & (behind >= 0) & (behind < max_pieces)
    scores = np.where(allowed, np.add.outer(s, e), -np.inf)
    if s[0] + e[0] > scores.max() + threshold:
        return 0, 0
    return np.unravel_index(scores.argmax(), scores.shape)


def best_span_start_by_start(start, end, passage, max_pieces, threshold):
    ends = end.clone()
    ends[~passage] = -torch.inf
    behind = torch.full((max_pieces - 1,), -torch.inf)
    windows = torch.cat([ends, behind]).unfold(0, max_pieces, 1)
    gain, step = windows.max(dim=1)
    total = torch.where(passage, start + gain, torch.full_like(start, -torch.inf))
    first = total.argmax().item()
    if (start[0] + end[0] - total[first]).item() > threshold:
        return 0, 0
    return first, first + step[first].item()


# --- the words of an answer -----------------------------------------------------------------------


def squad_f1_by_regular_expressions(predicted, answers):
    def normalize(text):
        text = re.sub("[" + re.escape(string.punctuation) + "]", "", text.lower())
        return re.sub(r"(?<!\S)(a|an|the)(?!\S)", " ", text).split()

    def compare(found, right):
        if not found or not right:
            return float(found == right)
        common = sum((collections.Counter(found) & collections.Counter(right)).values())
        if common == 0:
            return 0.0
        precision, recall = common / len(found), common / len(right)
        return 2 * precision * recall / (precision + recall)

    return max(compare(normalize(predicted), normalize(answer)) for answer in answers)


def squad_f1_by_crossing_out(predicted, answers):
    best = 0
    for answer in answers:
        bags = []
        for text in (predicted, answer):
            kept = "".join(letter for letter in text if letter not in string.punctuation)
            bags.append([w for w in kept.lower().split() if w not in {"a", "an", "the"}])
        found, right = bags
        words = len(found) + len(right)
        common = 0
        for word in found:
            if word in right:
                right.remove(word)
                common += 1
        best = max(best, 2 * common / words if words else 1)
    return best


def squad_f1_by_counting_words(predicted, answers):
    def words_in(text):
        for mark in string.punctuation:
            text = text.replace(mark, "")
        return [w for w in text.casefold().split() if w != "a" and w != "an" and w != "the"]

    mine, scores = words_in(predicted), []
    for right in map(words_in, answers):
        if len(mine) == 0 and len(right) == 0:
            scores.append(1.0)
        elif len(mine) == 0 or len(right) == 0:
            scores.append(0.0)
        else:
            common = sum(min(mine.count(word), right.count(word)) for word in set(mine))
            scores.append(2 * common / (len(mine) + len(right)))
    return sorted(scores)[-1]


def squad_f1_by_letters_and_digits(predicted, answers):
    def words_in(text):
        kept = "".join(c for c in text.lower() if c.isalnum() or c.isspace())
        return collections.Counter(w for w in kept.split() if w not in ("a", "an", "the"))

    found, scores = words_in(predicted), []
    for right in map(words_in, answers):
        both = found.total() + right.total()
        scores.append(2 * (found & right).total() / both if both else 1.0)
    return max(scores)


RIGHT = {
    "word_tags_to_pieces": (
        word_tags_to_pieces_by_a_set,
        word_tags_to_pieces_by_groups,
        word_tags_to_pieces_word_by_word,
        word_tags_to_pieces_by_numpy,
    ),
    "entity_f1": (
        entity_f1_by_precision_and_recall,
        entity_f1_by_a_regular_expression,
        entity_f1_by_counters,
    ),
    "best_span": (
        best_span_by_loops,
        best_span_by_combinations,
        best_span_by_numpy,
        best_span_start_by_start,
    ),
    "squad_f1": (
        squad_f1_by_regular_expressions,
        squad_f1_by_crossing_out,
        squad_f1_by_counting_words,
        squad_f1_by_letters_and_digits,
    ),
}
