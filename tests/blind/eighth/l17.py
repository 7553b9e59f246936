"""Answers of the class to lesson 17, written from its text alone."""

from collections import Counter

# Exercise 1: best_cue


def best_cue_wrong_1(pairs):
    in_second, in_first = Counter(), Counter()
    for first, second in pairs:
        in_second.update(Counter(second) - Counter(first))
        in_first.update(Counter(first) - Counter(second))
    best = min(
        in_second.keys() | in_first.keys(),
        key=lambda c: (in_first[c] - in_second[c], c),
    )
    return best, in_second[best], in_first[best]


def best_cue_wrong_2(pairs):
    in_second, in_first = Counter(), Counter()
    for first, second in pairs:
        in_second.update(set(second))
        in_first.update(set(first))
    characters = sorted(set(in_second) | set(in_first))
    best = max(characters, key=lambda c: in_second[c] - in_first[c])
    return best, in_second[best], in_first[best]


def best_cue_wrong_3(pairs):
    in_second, in_first = Counter(), Counter()
    for first, second in pairs:
        in_second.update(set(second) - set(first))
        in_first.update(set(first) - set(second))
    best = max(sorted(in_second), key=lambda c: in_second[c])
    return best, in_second[best], in_first[best]


def best_cue_wrong_4(pairs):
    in_second, in_first = Counter(), Counter()
    for first, second in pairs:
        in_second.update(set(second) - set(first))
        in_first.update(set(first) - set(second))

    def share(c):
        return in_second[c] / (in_second[c] + in_first[c])

    best = max(sorted({*in_second, *in_first}), key=share)
    return best, in_second[best], in_first[best]


def best_cue_wrong_5(pairs):
    counts = {}
    for first, second in pairs:
        for c in dict.fromkeys(first + second):
            row = counts.setdefault(c, [0, 0])
            if c in second and c not in first:
                row[0] += 1
            elif c in first and c not in second:
                row[1] += 1
    best = max(counts, key=lambda c: counts[c][0] - counts[c][1])
    return best, counts[best][0], counts[best][1]


def best_cue_wrong_6(pairs):
    in_second, in_first = Counter(), Counter()
    for first, second in pairs:
        in_second.update(set(second) - set(first))
        in_first.update(set(first) - set(second))
    rows = [(in_second[c] - in_first[c], c) for c in set(in_second) | set(in_first)]
    _, best = sorted(rows, reverse=True)[0]
    return best, in_second[best], in_first[best]


def best_cue_wrong_7(pairs):
    in_second, in_first = Counter(), Counter()
    for first, second in pairs:
        in_second.update(set(second) - set(first))
        in_first.update(set(first) - set(second))
    characters = sorted(set(in_second) | set(in_first))
    best = max(characters, key=lambda c: abs(in_second[c] - in_first[c]))
    return best, in_second[best], in_first[best]


def best_cue_wrong_8(pairs):
    in_second, in_first = Counter(), Counter()
    for first, second in pairs:
        in_second.update(set(second) - set(first))
        in_first.update(set(first) - set(second))
    best, most = "", 0
    for c in sorted(in_second):
        if in_first[c] == 0 and in_second[c] > most:
            best, most = c, in_second[c]
    return best, most, 0


def best_cue_right_1(pairs):
    best = None
    for c in sorted({c for pair in pairs for text in pair for c in text}):
        second_alone = sum(c in second and c not in first for first, second in pairs)
        first_alone = sum(c in first and c not in second for first, second in pairs)
        if best is None or second_alone - first_alone > best[1] - best[2]:
            best = (c, second_alone, first_alone)
    return best


def best_cue_right_2(pairs):
    in_second, in_first = Counter(), Counter()
    for first, second in pairs:
        first_set, second_set = set(first), set(second)
        in_second.update(second_set - first_set)
        in_first.update(first_set - second_set)
    rows = [(c, in_second[c], in_first[c]) for c in in_second.keys() | in_first.keys()]
    return min(rows, key=lambda row: (row[2] - row[1], row[0]))


WRONG = {
    "best_cue": [
        (best_cue_wrong_1, "a character counts as often as it stands in the sentence"),
        (best_cue_wrong_2, "counts the sentences that have it, alone or not"),
        (best_cue_wrong_3, "takes the most frequent one of the second sentences"),
        (best_cue_wrong_4, "takes the most reliable one, the largest share"),
        (best_cue_wrong_5, "max decides: the one met first in the text"),
        (best_cue_wrong_6, "sorts downwards, so the last character wins a tie"),
        (best_cue_wrong_7, "a cue of first sentences is just as good, so abs"),
        (best_cue_wrong_8, "a cue may never stand in a first sentence alone"),
    ],
}
RIGHT = {
    "best_cue": [best_cue_right_1, best_cue_right_2],
}
