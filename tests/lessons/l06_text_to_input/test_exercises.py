"""The exercises on the way from text to input; every slip written a second time, by other means."""

import math
import re
from collections import defaultdict
from itertools import chain, pairwise, zip_longest

import numpy as np
import pytest
import torch

from bertlab.text.truncation import truncate
from bertlab.text.wordpiece import SPECIALS, Encoded, WordPieceTokenizer
from bertlab.text.wordpiece_training import joins
from lessons.l06_text_to_input import exercises
from tests.exercise_checks import (
    assert_named,
    check_exercise_module,
    diagnosis,
    loaded,
    solve,
)
from workbook.exercises import diagnose

text_input = loaded(exercises)


def test_solutions_pass_and_slips_are_told_apart():
    check_exercise_module(text_input)


def assert_all_named(definition, slips):
    """State that each function is recognized, and that none of the names was forgotten."""
    assert {name for name, _ in slips} == {slip.name for slip in definition.misconceptions}
    for name, function in slips:
        assert_named(definition, function, name)


# --------------------------------------------------------------------------- best_pair


def chosen(
    weight=lambda count: count,
    places="all",
    choose="first",
    score="count",
    result=lambda pair: pair,
    cut=lambda pieces: pieces,
    tie=None,
):
    """Count in plain dicts over indices; each keyword puts one slip in."""

    def best_pair(words):
        pairs, parts = defaultdict(int), defaultdict(int)
        for pieces, count in words.items():
            for piece in pieces:
                parts[piece] += count
            pieces = cut(pieces)
            found = [(pieces[i], pieces[i + 1]) for i in range(len(pieces) - 1)]
            if places == "half":
                found = found[::2]
            if places == "sorted":
                found = [tuple(sorted(pair)) for pair in found]
            if places == "any":
                found = [(a, b) for i, a in enumerate(pieces) for b in pieces[i + 1 :]]
            for pair in sorted(set(found)) if places == "different" else found:
                pairs[pair] = (0 if places == "replaced" else pairs[pair]) + weight(count)
        if score == "quotient":
            values = {(a, b): n / parts[a] / parts[b] for (a, b), n in pairs.items()}
        else:
            values = dict(pairs)
        best = (min if choose == "rarest" else max)(values.values())
        equals = [pair for pair, value in values.items() if abs(value - best) < 1e-12]
        if tie:
            return sorted(equals, key=tie)[0]
        picked = {
            "latest": lambda x: x[-1],
            "first": min,
            "met": lambda x: x[0],
            "last": max,
            "rarest": min,
        }[choose](equals)
        return result(picked)

    return best_pair


def not_twice(words):
    counts = defaultdict(int)
    for pieces, count in words.items():
        skip = False
        for a, b in pairwise(pieces):
            if not skip:
                counts[a, b] += count
            skip = not skip and a == b
    return min(counts, key=lambda pair: (-counts[pair], pair))


def two_pieces(words):
    counts = defaultdict(int)
    for pieces, count in words.items():
        for piece in pieces:
            counts[piece] += count
    return tuple(sorted(counts, key=lambda piece: -counts[piece])[:2])


def over_the_gaps(words):
    text = list(chain.from_iterable(pieces for pieces, n in words.items() for _ in range(n)))
    pairs = defaultdict(int)
    for i in range(1, len(text)):
        pairs[text[i - 1], text[i]] += 1
    return sorted(pairs, key=lambda pair: (-pairs[pair], pair))[0]


def counted(words):
    pairs = defaultdict(int)
    for pieces, count in words.items():
        for i, piece in enumerate(pieces[1:]):
            pairs[pieces[i], piece] += count
    return pairs


def test_best_pair():
    letters = "of equals, joined pieces or bare letters are compared, not the tuples"
    assert diagnose(text_input.best_pair, chosen()).right
    slips = [
        ("a word counts once, however often it occurs", chosen(weight=lambda count: 1)),
        ("a pair counts once in a word that holds it twice", chosen(places="different")),
        ("pairs reach from one word into the next", over_the_gaps),
        ("the count is divided by the counts of the two parts", chosen(score="quotient")),
        ("equals are taken in the order in which they were met", chosen(choose="met")),
        ("of equals the last in the alphabet is taken", chosen(choose="last")),
        ("the rarest pair is taken", chosen(choose="rarest")),
        ("of equals the one met last is taken", chosen(choose="latest")),
        (letters, chosen(tie=lambda pair: pair[0] + pair[1].lstrip("#"))),
        (letters, chosen(tie=lambda pair: "".join(pair).replace("##", ""))),
        (letters, chosen(tie=lambda pair: [piece.strip("#") for piece in pair])),
        ("equals are ordered by one of their parts only", chosen(tie=lambda pair: pair[0])),
        ("equals are ordered by one of their parts only", chosen(tie=lambda pair: pair[1])),
        ("equals are ordered by one of their parts only", chosen(tie=lambda p: (p[1], p[0]))),
        ("the last pair of each word is left out", chosen(cut=lambda pieces: pieces[:-1])),
        ("the first pair of each word is left out", chosen(cut=lambda pieces: pieces[1:])),
        ("a later word's count replaces what was counted before", chosen(places="replaced")),
        (
            "pairs of the same two pieces are one, whatever their order",
            chosen(places="sorted"),
        ),
        ("pairs of equal pieces are counted without overlap", not_twice),
        ("pairs share no piece", chosen(places="half")),
        ("pieces that are not neighbors make pairs, too", chosen(places="any")),
        ("pieces are counted, not pairs", two_pieces),
        (
            "the count is returned with the pair",
            lambda words: (chosen()(words), counted(words)[chosen()(words)]),
        ),
        ("the count is returned with the pair", lambda words: max(counted(words).values())),
        (
            "the ## is taken off the pieces",
            chosen(result=lambda pair: (pair[0].strip("#"), pair[1].strip("#"))),
        ),
        (
            "the ## is taken off the pieces",
            chosen(cut=lambda pieces: [piece.replace("#", "") for piece in pieces]),
        ),
        ("the two parts are returned in one string", chosen(result=lambda pair: "".join(pair))),
        (
            "the two parts are returned in one string",
            chosen(result=lambda pair: pair[0] + pair[1].replace("##", "")),
        ),
    ]
    assert_all_named(text_input.best_pair, slips)


def test_best_pair_by_hand():
    case, expected = solve(text_input.best_pair)
    assert case.args[0]["s", "##i", "##n", "##g"] == 3
    assert expected == ("##i", "##n")


def test_the_trainer_begins_with_the_same_pair():
    for number in range(10):  # words spelled in characters
        case, expected = solve(text_input.best_pair, number)
        words = {"".join(p).replace("##", ""): n for p, n in case.args[0].items()}
        assert next(joins(words, 1)) == expected


# --------------------------------------------------------------------------- longest_match


def by_regex(order=True, first="", inside="##", whole=True, kept=True, marked=True):
    """Cut with a regular expression: the pieces as alternatives, longest (or shortest) first."""

    def pattern(mark, vocabulary):
        bare = [p[len(mark) :] for p in vocabulary if p.startswith(mark)]
        bare = [p for p in bare if p and "#" not in p]
        bare.sort(key=lambda p: (-len(p) if order else len(p), p))
        return re.compile("|".join(bare) or "(?!)")  # no piece fits nothing, not everything

    def longest_match(word, vocabulary):
        pieces, place = [], 0
        while place < len(word):
            mark = inside if place else first
            found = pattern(mark, vocabulary).match(word, place)
            if not found:
                if whole:
                    return ["[UNK]"] if kept else []
                return [*pieces, "[UNK]"] if kept else pieces
            pieces.append((mark if marked else "") + found[0])
            place = found.end()
        return pieces

    return longest_match


def holes(word, vocabulary):
    if not word:
        return []
    pieces, rest, mark = [], word, ""
    while rest:
        fits = [n for n in range(1, len(rest) + 1) if mark + rest[:n] in vocabulary]
        pieces.append(mark + rest[: max(fits)] if fits else "[UNK]")
        rest, mark = rest[max(fits) if fits else 1 :], "##"
    return pieces


def from_the_right(word, vocabulary):
    pieces, rest = [], word
    while rest:
        ends = [("##" if n < len(rest) else "") + rest[-n:] for n in range(len(rest), 0, -1)]
        piece = next((end for end in ends if end in vocabulary), None)
        if piece is None:
            return ["[UNK]"]
        pieces.append(piece)
        rest = rest[: len(rest) - len(piece.replace("##", ""))]
    return pieces[::-1]


def any_cut(word, vocabulary):
    rests = {len(word): []}  # how to cut what is left from each place on, filled from the end
    for start in reversed(range(len(word))):
        for length in range(1, len(word) - start + 1):  # the longest that works is written last
            piece = "##" * (start > 0) + word[start : start + length]
            if piece in vocabulary and start + length in rests:
                rests[start] = [piece, *rests[start + length]]
    return rests.get(0, ["[UNK]"])


def two_characters_or_more(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        mark = "##" if start else ""
        for end in range(len(word), start + 1, -1):
            if mark + word[start:end] in vocabulary:
                pieces.append(mark + word[start:end])
                start = end
                break
        else:
            return ["[UNK]"]
    return pieces


def either_mark(word, vocabulary):
    pieces, rest, first = [], word, True
    while rest:
        fits = [
            mark + rest[:n]
            for n in range(len(rest), 0, -1)
            for mark in ([""] if first else ["##", ""])
            if mark + rest[:n] in vocabulary
        ]
        if not fits:
            return ["[UNK]"]
        pieces.append(fits[0])
        rest, first = rest[len(fits[0].replace("##", "")) :], False
    return pieces


def fewest(word, vocabulary):
    cuts = [[]]
    while cuts:
        longer = []
        for cut in cuts:
            place = len("".join(cut).replace("##", ""))
            if place == len(word):
                return cut
            for end in range(len(word), place, -1):
                piece = "##" * bool(cut) + word[place:end]
                if piece in vocabulary:
                    longer.append([*cut, piece])
        cuts = longer
    return ["[UNK]"]


def fewest_by_ends(word, vocabulary):
    best = [[], *([None] * len(word))]
    for end in range(1, len(word) + 1):
        for start in range(end):
            piece = "##" * bool(start) + word[start:end]
            if best[start] is None or piece not in vocabulary:
                continue
            if best[end] is None or len(best[start]) < len(best[end]):
                best[end] = [*best[start], piece]
    return best[-1] or ["[UNK]"]


def too_far(word, vocabulary):
    pieces, place = [], 0
    while place < len(word):
        for end in range(len(word), place, -1):
            piece = word[place:end] if place == 0 else "##" + word[place:end]
            if piece in vocabulary:
                pieces.append(piece)
                place += len(piece)
                break
        else:
            return ["[UNK]"]
    return pieces


def unknown_as(result):
    def longest_match(word, vocabulary):
        found = by_regex()(word, vocabulary)
        return result(word) if found == ["[UNK]"] else found

    return longest_match


def never_to_the_end(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word) - 1, start, -1):
            if "##" * bool(start) + word[start:end] in vocabulary:
                pieces.append("##" * bool(start) + word[start:end])
                start = end
                break
        else:
            return ["[UNK]"]
    return pieces


def first_only(word, vocabulary):
    for end in range(len(word), 0, -1):
        if word[:end] in vocabulary:
            return [word[:end]]
    return ["[UNK]"]


def test_longest_match():
    assert diagnose(text_input.longest_match, by_regex()).right
    slips = [
        ("the shortest piece that fits is taken", by_regex(order=False)),
        ("pieces of one character are never tried", two_characters_or_more),
        ("the first piece is looked up with ##", by_regex(first="##")),
        ("the pieces inside the word are looked up without ##", by_regex(inside="")),
        ("the pieces before the unknown part are kept", by_regex(whole=False)),
        ("the pieces before the unknown part are kept", by_regex(whole=False, kept=False)),
        ("only the characters that fit nothing become [UNK]", holes),
        ("the word is cut from its end", from_the_right),
        ("a cut that leads nowhere is taken back", any_cut),
        ("the pieces are returned without their ##", by_regex(marked=False)),
        ("an unknown word leaves nothing behind", by_regex(kept=False)),
        ("a piece without ## may stand inside the word", either_mark),
        ("the cut with the fewest pieces is taken", fewest),
        ("the cut with the fewest pieces is taken", fewest_by_ends),
        ("the ## counts as two characters of the word", too_far),
        ("an unknown word is returned as it is", unknown_as(lambda word: [word])),
        ("an unknown word is returned as it is", unknown_as(lambda word: word)),
        ("[UNK] is not in a list", unknown_as(lambda word: "[UNK]")),
        (
            "each character of an unknown word becomes [UNK]",
            unknown_as(lambda word: ["[UNK]" for _ in word]),
        ),
        ("every word becomes [UNK]", never_to_the_end),
        ("only the first piece is cut off", first_only),
        (
            "only the first piece is cut off",
            lambda word, vocabulary: by_regex()(word, vocabulary)[0:1],
        ),
        (
            "only the characters that fit nothing become [UNK]",
            lambda word, vocabulary: [p for p in holes(word, vocabulary) if p != "[UNK]"],
        ),
    ]
    assert_all_named(text_input.longest_match, slips)


def test_longest_match_equals_bertlabs_tokenizer():
    for case in text_input.longest_match.cases():
        word, vocabulary = case.args
        tokenizer = WordPieceTokenizer([*SPECIALS, *sorted(vocabulary)], lowercase=False)
        assert text_input.longest_match.reference(word, vocabulary) == tokenizer.tokenize(word)


# --------------------------------------------------------------------------- pair_input


def laid_out(
    cls=("cls",),
    between=("sep",),
    middle=(),
    end=("sep",),
    kind=lambda place, part: part,
    specials=True,
    missing=lambda second: second is None,
    lone=(),
):
    """Lay the parts out as (id, part of the text, is it special); slips change the layout."""

    def pair_input(first, second, cls_id, sep_id):
        id_of = {"cls": cls_id, "sep": sep_id}
        alone = missing(second)
        rows = [(id_of[name], 0, True) for name in cls] + [(i, 0, False) for i in first]
        if alone:
            rows += [(id_of[name], 0, True) for name in end]
            rows += [(id_of[name], 1, True) for name in lone]
        else:
            rows += [(id_of[name], 0, True) for name in between]
            rows += [(id_of[name], 1, True) for name in middle]
            rows += [(i, 1, False) for i in second]
            rows += [(id_of[name], 1, True) for name in end]
        types = [
            kind(place, part) for place, (_, part, own) in enumerate(rows) if specials or not own
        ]
        return [row[0] for row in rows], types

    return pair_input


def separators(first_type=0, last_type=1):
    def pair_input(first, second, cls_id, sep_id):
        ids, types = laid_out()(first, second, cls_id, sep_id)
        borders = [place for place, i in enumerate(ids) if i == sep_id]
        if second is not None:
            types[borders[0]], types[borders[-1]] = first_type, last_type
        return ids, types

    return pair_input


def ended(single=True, pair=True):
    def pair_input(first, second, cls_id, sep_id):
        keep = single if second is None else pair
        return laid_out(end=("sep",) * keep)(first, second, cls_id, sep_id)

    return pair_input


def second_first(first, second, cls_id, sep_id):
    if second is None:
        return laid_out()(first, None, cls_id, sep_id)
    return laid_out()(second, first, cls_id, sep_id)


def typed(change):
    def pair_input(first, second, cls_id, sep_id):
        ids, types = laid_out()(first, second, cls_id, sep_id)
        return ids, change(types, second)

    return pair_input


def sep_counts(first, second, cls_id, sep_id):
    ids, _ = laid_out()(first, second, cls_id, sep_id)
    seen = np.cumsum([i == sep_id for i in ids])
    return ids, seen.tolist()


def test_pair_input():
    one = "one special piece has no type"
    assert diagnose(text_input.pair_input, laid_out()).right
    slips = [
        ("the types are the positions", laid_out(kind=lambda place, part: place)),
        ("the last [SEP] has type 0", separators(last_type=0)),
        ("the first [SEP] has type 1", separators(first_type=1)),
        ("the types begin with 1", laid_out(kind=lambda place, part: part + 1)),
        ("the types are swapped", laid_out(kind=lambda place, part: 1 - part)),
        ("all types are 0", laid_out(kind=lambda place, part: 0)),
        ("the special pieces have no type", laid_out(specials=False)),
        ("the second text begins with a [CLS] of its own", laid_out(middle=("cls",))),
        ("the last [SEP] is missing", laid_out(end=())),
        ("no [SEP] stands between the texts", laid_out(between=())),
        ("a single text is ended like a pair", laid_out(lone=("sep",))),
        ("an empty second text is taken for none", laid_out(missing=lambda second: not second)),
        ("the last [SEP] is missing", ended(pair=False)),
        ("the last [SEP] is missing", ended(single=False)),
        ("there is no [SEP] at all", laid_out(between=(), end=())),
        ("[CLS] is missing", laid_out(cls=())),
        ("two [SEP]s stand between the texts", laid_out(middle=("sep",))),
        ("two [SEP]s stand between the texts", laid_out(between=("sep", "sep"))),
        ("the second text comes first", second_first),
        (
            "the ids without [CLS] and [SEP] are returned",
            laid_out(cls=(), between=(), end=()),
        ),
        (one, typed(lambda types, second: types if second is None else types[:-1])),
        (one, typed(lambda types, second: types[1:])),
        (one, typed(lambda types, second: types[:-1])),
        ("a single text has type 1", typed(lambda types, b: [int(b is None or t) for t in types])),
        ("a single text has no types", typed(lambda types, b: [t for t in types if b is not None])),
        ("all types of a pair are 1", typed(lambda types, b: [int(b is not None) for _ in types])),
        ("all types of a pair are 1", typed(lambda types, second: [1 for _ in types])),
        ("the types change at each [SEP] already", sep_counts),
    ]
    assert_all_named(text_input.pair_input, slips)


def test_a_pair_by_hand():
    _, expected = solve(text_input.pair_input)
    assert expected == ([101, 2040, 2938, 102, 1996, 4937, 2938, 102], [0, 0, 0, 0, 1, 1, 1, 1])


# --------------------------------------------------------------------------- pad_batch


def filled(
    fill=lambda pad_id: pad_id,
    width=lambda lengths: max(lengths),
    mask=lambda ids, real: real,
    right=True,
):
    """Fill NumPy arrays column by column."""

    def pad_batch(rows, pad_id):
        lengths = [len(row) for row in rows]
        T = width(lengths)
        ids = np.full((len(rows), T), fill(pad_id))
        real = np.zeros((len(rows), T), dtype=np.int64)
        for row, tokens in enumerate(rows):
            kept = tokens[:T]
            place = slice(0, len(kept)) if right else slice(T - len(kept), T)
            ids[row, place], real[row, place] = kept, 1
        return torch.from_numpy(ids), torch.from_numpy(mask(ids, real).astype(np.int64))

    return pad_batch


def ends_hidden(ids, real):
    inner = real.copy()
    for row, length in enumerate(real.sum(axis=1)):
        inner[row, [0, length - 1]] = 0
    return inner


def torchs_own(rows, pad_id):
    tensors = [torch.tensor(row) for row in rows]
    ids = torch.nn.utils.rnn.pad_sequence(tensors, batch_first=True, padding_value=pad_id)
    return ids, (ids != pad_id).long()


def moved_end(by):
    def mask(ids, real):
        return np.arange(ids.shape[1]) < real.sum(1, keepdims=True) + by

    return mask


def mask_with_pad_id(rows, pad_id):
    ids, mask = filled()(rows, pad_id)
    return ids, torch.where(mask == 1, 1, pad_id)


def test_pad_batch():
    assert diagnose(text_input.pad_batch, filled()).right
    assert diagnose(text_input.pad_batch, torchs_own).right
    slips = [
        ("the mask is inverted", filled(mask=lambda ids, real: 1 - real)),
        ("the mask is 1 everywhere", filled(mask=lambda ids, real: np.ones_like(ids))),
        ("the mask hides the first and the last token", filled(mask=ends_hidden)),
        ("the mask counts id 0 as padding", filled(mask=lambda ids, real: ids != 0)),
        (
            "the mask counts id 0 as padding",
            filled(fill=lambda pad_id: 0, mask=lambda ids, real: ids != 0),
        ),
        ("0 stands for padding, whatever pad_id is", filled(fill=lambda pad_id: 0)),
        ("the padding stands in front", filled(right=False)),
        ("every row is padded to 512", filled(width=lambda lengths: 512)),
        ("the rows are cut to the shortest", filled(width=min)),
        ("the mask ends one token too early", filled(mask=moved_end(-1))),
        ("the mask ends one place too late", filled(mask=moved_end(1))),
        (
            "the mask begins with a 0",
            filled(mask=lambda ids, real: real * (np.indices(ids.shape)[1] > 0)),
        ),
        ("the mask is filled up with pad_id", mask_with_pad_id),
        ("the mask holds ids", filled(mask=lambda ids, real: ids * real)),
        ("the mask holds ids", filled(mask=lambda ids, real: ids)),
        ("the mask holds places or lengths", filled(mask=lambda ids, real: real.cumsum(1) * real)),
        (
            "the mask holds places or lengths",
            filled(mask=lambda ids, real: real * real.sum(1, keepdims=True)),
        ),
        ("the rows are padded beyond the longest", filled(width=lambda lengths: max(lengths) + 1)),
        ("the rows are padded beyond the longest", filled(width=sum)),
        (
            "the rows are padded beyond the longest",
            filled(width=lambda lengths: 8 * math.ceil(max(lengths) / 8)),
        ),
        (
            "the rows are one place shorter than the longest",
            filled(width=lambda lengths: max(lengths) - 1),
        ),
        (
            "T is the length of the greatest row, not of the longest",
            lambda rows, pad_id: filled(width=lambda lengths: len(sorted(rows)[-1]))(rows, pad_id),
        ),
        ("T is the length of the first or the last row", filled(width=lambda lengths: lengths[0])),
        ("T is the length of the first or the last row", filled(width=lambda lengths: lengths[-1])),
        (
            "the rows are sorted by length",
            lambda rows, pad_id: filled()(sorted(rows, key=lambda row: len(row)), pad_id),
        ),
    ]
    assert_all_named(text_input.pad_batch, slips)


def test_pad_batch_equals_bertlabs():
    tokenizer = WordPieceTokenizer([*SPECIALS, *(f"p{i}" for i in range(8000))])
    rows, pad_id = text_input.pad_batch.cases()[0].args
    assert pad_id == tokenizer.pad_id
    batch = tokenizer.pad([Encoded(row, [0] * len(row)) for row in rows])
    _, (ids, mask) = solve(text_input.pad_batch)
    assert torch.equal(ids, batch.input_ids)
    assert torch.equal(mask, batch.attention_mask)
    assert mask.tolist() == [[1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 1]]


# --------------------------------------------------------------------------- head_and_tail


def by_places(keep, always=False):
    """Keep the places that a rule names: keep(place, number of places, max_length, head)."""

    def head_and_tail(ids, max_length, head):
        if len(ids) <= max_length and not always:
            return list(ids)
        return [i for place, i in enumerate(ids) if keep(place, len(ids), max_length, head)]

    return head_and_tail


def both_ends(place, whole, limit, head):
    return place <= head or place >= whole - (limit - 1 - head)


def overlapping(ids, max_length, head):
    start, end = ids[1:-1][:head], ids[1:-1][::-1][: max_length - 2 - head][::-1]
    return ids[:1] + start + end + ids[-1:]


def minus_zero(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text = ids[1:][:-1]
    return ids[:1] + text[:head] + text[-(max_length - head - 2) :] + ids[-1:]


def asking(fits):
    def head_and_tail(ids, max_length, head):
        text, tail = ids[1:-1], max_length - 2 - head
        return (
            ids
            if fits(text, max_length)
            else [*ids[: head + 1], *text[len(text) - tail :], ids[-1]]
        )

    return head_and_tail


def ends(
    start=lambda limit, head: head,
    tail=lambda limit, head: limit - 2 - head,
    put=lambda cls, a, b, sep: cls + a + b + sep,
):
    """Head and tail out of two deques of places; each keyword puts one slip in."""

    def head_and_tail(ids, max_length, head):
        if len(ids) <= max_length:
            return ids
        text, behind = ids[1:-1], []
        for piece in reversed(text):
            if len(behind) < tail(max_length, head):
                behind.insert(0, piece)
        return put(ids[:1], text[: start(max_length, head)], behind, ids[-1:])

    return head_and_tail


def sep_in_the_tail(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    tail = max_length - head - 2
    return ids[: head + 1] + (ids[-tail:] if tail else ids[-1:])


def doubled(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    tail = max_length - 2 - head
    behind = ids[-tail:] if tail > 0 else []
    return [*ids[:1], *ids[0:head], *behind, ids[-1]]


def early(ids, max_length, head):
    if len(ids) - 2 <= max_length - 4:
        return ids
    return overlapping(ids, max_length, head)


def last_pieces(ids, max_length, head):
    places = range(1, len(ids) - 1)
    kept = [0, *places[:head], *places[2 + head - max_length :], -1]
    return [ids[place] for place in kept]


def to_the_end(ids, max_length, head):
    end = slice(len(ids) + 1 + head - max_length, None)
    return ids[0 : 1 + head] + ids[end]


def emptied(ids, max_length, head):
    text = ids[1 : len(ids) - 1]
    text[head : len(text) + head + 2 - max_length] = []
    return [*ids[:1], *text, *ids[-1:]]


def sliced_out(ids, max_length, head):
    """Leave out a slice that begins behind the head, whose end may be counted from the end."""
    gone = range(len(ids))[1 + head : len(ids) - max_length + head + 1]
    return [piece for place, piece in enumerate(ids) if place not in gone]


def test_head_and_tail():
    few = "one piece too few is kept"
    assert diagnose(text_input.head_and_tail, by_places(both_ends)).right
    bare = "whether a text fits is asked without [CLS] and [SEP]"
    slips = [
        ("[SEP] is cut off", by_places(lambda p, whole, limit, head: p < limit)),
        (
            "[SEP] is cut off",
            by_places(lambda p, n, limit, head: p <= head or n - limit + head <= p < n - 1),
        ),
        ("only the head is kept", by_places(lambda p, n, limit, head: p < limit - 1 or p == n - 1)),
        ("only the tail is kept", by_places(lambda p, n, limit, head: p == 0 or p > n - limit)),
        (
            "[CLS] is counted as a piece of the head",
            by_places(lambda p, n, limit, head: p < head or p >= n - limit + head),
        ),
        (
            "there is no room for [CLS] and [SEP]",
            by_places(lambda p, n, limit, head: both_ends(p, n, limit + 2, head)),
        ),
        (bare, asking(lambda text, limit: len(text) < limit)),
        (bare, asking(lambda text, limit: len(text) <= limit)),
        (bare, asking(lambda text, limit: len(text) <= limit - 1)),
        ("a text that fits is repeated", overlapping),
        ("a tail of 0 pieces is the whole text", minus_zero),
        ("there is no room for [CLS] and [SEP]", ends(tail=lambda limit, head: limit - head)),
        (
            "there is room for one special piece, not for two",
            ends(tail=lambda limit, head: limit - 1 - head),
        ),
        (
            "there is room for one special piece, not for two",
            by_places(lambda p, n, limit, head: both_ends(p, n, limit + 1, head)),
        ),
        (few, sep_in_the_tail),
        (few, ends(tail=lambda limit, head: max(0, limit - 3 - head))),
        (few, ends(start=lambda limit, head: max(0, head - 1))),
        ("the head has one piece too many", ends(start=lambda limit, head: head + 1)),
        ("the tail is reversed", ends(put=lambda c, a, b, s: c + a + b[::-1] + s)),
        ("the tail comes before the head", ends(put=lambda c, a, b, s: c + b + a + s)),
        ("the tail has half of the room", ends(tail=lambda limit, head: (limit - 2) // 2)),
        ("the tail is as long as the head", ends(tail=lambda limit, head: head)),
        (
            "head and tail get half of the room each",
            ends(lambda limit, head: limit // 2 - 1, lambda limit, head: (limit - 1) // 2),
        ),
        (
            "`head` pieces are kept of the end, not of the beginning",
            ends(lambda limit, head: limit - 2 - head, lambda limit, head: head),
        ),
        ("[CLS] and [SEP] are counted as text and put around it again", doubled),
        ("[CLS] and [SEP] are not put back", ends(put=lambda c, a, b, s: a + b)),
        ("[CLS] is cut off", ends(put=lambda c, a, b, s: a + b + s)),
        ("[CLS] is cut off", by_places(lambda p, n, limit, head: p >= n - limit)),
        (
            "the middle is returned, not left out",
            by_places(lambda p, n, limit, head: not both_ends(p, n, limit, head)),
        ),
        ("a text that fits is repeated", early),
        ("a text that fits is repeated", last_pieces),
        ("a text that fits is repeated", to_the_end),
        ("a text that fits is cut where head is small", sliced_out),
        ("a text that fits is cut where head is small", emptied),
        (
            "the middle is kept",
            by_places(
                lambda p, n, limit, head: (
                    p in (0, n - 1) or 0 <= p - 1 - (n - limit) // 2 < limit - 2
                )
            ),
        ),
    ]
    assert_all_named(text_input.head_and_tail, slips)


def test_head_and_tail_by_hand():
    case, expected = solve(text_input.head_and_tail)
    assert case.args[1:] == (9, 2)
    assert expected == [101, 1000, 1001, 1007, 1008, 1009, 1010, 1011, 102]


# --------------------------------------------------------------------------- shorten_pair


def lengths_only(rule, specials=3, front=False):
    """Decide the two lengths first, then slice: rule(a, b, room) gives how many pieces to keep."""

    def shorten_pair(first, second, max_length):
        a, b, room = len(first), len(second), max_length - specials
        if a + b > room:
            a, b = rule(a, b, room)
        if front:
            return first[len(first) - a :], second[len(second) - b :]
        return first[:a], second[:b]

    return shorten_pair


def longest_first(a, b, room):
    while a + b > room:
        a, b = (a - 1, b) if a > b else (a, b - 1)
    return a, b


def in_turn(a, b, room):
    for step in range(a + b - room):
        if (step % 2 == 0 and b) or not a:
            b -= 1
        else:
            a -= 1
    return a, b


def smaller_goes(or_equal):
    def rule(a, b, room):
        while a + b > room:
            from_a = a <= b if or_equal else a < b
            if not (a if from_a else b):
                from_a = not from_a
            a, b = (a - 1, b) if from_a else (a, b - 1)
        return a, b

    return rule


def halves(first, second, max_length):
    zipped = list(zip_longest(first, second))[: (max_length - 3) // 2]
    return [a for a, _ in zipped if a is not None], [b for _, b in zipped if b is not None]


def giving_up(on):
    def shorten_pair(first, second, max_length):
        if on(first, second):
            return first, second
        return lengths_only(longest_first)(first, second, max_length)

    return shorten_pair


def all_from_one(a, b, room):
    too_many = a + b - room
    return (max(0, a - too_many), b) if a > b else (a, max(0, b - too_many))


def pair_by_pair(a, b, room):
    while a + b > room:
        a, b = max(0, a - 1), max(0, b - 1)
    return a, b


def first_turn(a, b, room):
    turn = 0
    while a + b > room:
        a, b = (max(0, a - 1), b) if turn % 2 == 0 else (a, max(0, b - 1))
        turn += 1
    return a, b


def or_equal(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) >= max_length - 3 and (first or second):
        if len(first) > len(second):
            first.pop()
        else:
            second.pop()
    return first, second


def test_shorten_pair():
    halved = "each text gets half of the room, needed or not"
    at_most = "one of the texts never gets more than half of the room"
    at_first = "all is taken from the text that was longer at first"
    assert diagnose(text_input.shorten_pair, lengths_only(longest_first)).right
    assert diagnose(
        text_input.shorten_pair,
        lambda first, second, max_length: truncate(first, second, max_length),
    ).right
    empty = "a pair with an empty text is not shortened"
    slips = [
        (
            "only the second text is shortened",
            lengths_only(lambda a, b, room: (min(a, room), max(0, room - a))),
        ),
        (
            "only the first text is shortened",
            lengths_only(lambda a, b, room: (max(0, room - b), min(b, room))),
        ),
        ("the shorter text is shortened first", lengths_only(smaller_goes(or_equal=True))),
        ("the shorter text is shortened first", lengths_only(smaller_goes(or_equal=False))),
        ("each text gets half of the room, needed or not", halves),
        (
            "both texts lose the same share",
            lengths_only(
                lambda a, b, room: (int(a / (a + b) * room), room - int(a / (a + b) * room))
            ),
        ),
        ("the texts lose pieces in turn", lengths_only(in_turn)),
        (empty, giving_up(lambda a, b: len(a) == 0)),
        (empty, giving_up(lambda a, b: len(b) == 0)),
        (empty, giving_up(lambda a, b: [] in (a, b))),
        ("the special pieces are forgotten", lengths_only(longest_first, specials=0)),
        (halved, lengths_only(lambda a, b, room: (room // 2, room // 2))),
        (halved, lengths_only(lambda a, b, room: (math.ceil(room / 2), room // 2))),
        (at_most, lengths_only(lambda a, b, room: (h := min(a, room // 2), room - h))),
        (at_most, lengths_only(lambda a, b, room: (room - (h := min(b, room // 2)), h))),
        (at_first, lengths_only(all_from_one)),
        (
            "both texts are cut to the same length",
            lengths_only(lambda a, b, room: (min(a, b, room // 2),) * 2),
        ),
        (
            "each text may fill the whole room",
            lambda first, second, max_length: tuple(t[: max_length - 3] for t in (first, second)),
        ),
        ("both texts lose a piece at each step", lengths_only(pair_by_pair)),
        (
            "only one piece is taken",
            lengths_only(lambda a, b, room: (a - 1, b) if a > b else (a, b - 1)),
        ),
        ("the texts lose pieces in turn", lengths_only(first_turn)),
        (
            "both texts lose the same share",
            lengths_only(lambda a, b, room: (int(room * a / (a + b)), int(room * b / (a + b)))),
        ),
        (
            "room is left for one special piece, not three",
            lengths_only(longest_first, specials=1),
        ),
        ("one place too many stays free", or_equal),
        (
            "the two texts are returned as one list",
            lambda first, second, max_length: [
                *chain(*lengths_only(longest_first)(first, second, max_length))
            ],
        ),
        (
            "the pieces that are taken away are returned",
            lambda first, second, max_length: tuple(
                [text[place] for place in range(len(kept), len(text))]
                for text, kept in zip(
                    (first, second),
                    lengths_only(longest_first)(first, second, max_length),
                    strict=True,
                )
            ),
        ),
        (
            "room is left for two special pieces, not three",
            lengths_only(longest_first, specials=2),
        ),
        ("pieces are taken from the beginning", lengths_only(longest_first, front=True)),
    ]
    assert_all_named(text_input.shorten_pair, slips)


@pytest.mark.parametrize("number", range(len(text_input.shorten_pair.cases())))
def test_shorten_pair_equals_bertlabs(number):
    case, expected = solve(text_input.shorten_pair, number)
    assert tuple(expected) == truncate(*case.args)


def test_an_answer_as_it_is_printed():
    answer = diagnosis(text_input.head_and_tail, lambda ids, max_length, head: ids[:max_length])
    assert answer.split("\n") == [
        "head_and_tail: not yet. Your result matches a common slip: [SEP] is cut off.",
        "Set [CLS] and [SEP] aside, shorten what is between them, and put both back: the model "
        "never saw an input without [SEP].",
        "First difference at result[3]: yours 1002, expected 1007.",
        "Until then the workbook's version stands in.",
    ]


def test_a_mask_of_truth_values_is_told_by_its_type():
    def pad_batch(rows, pad_id):
        ids, mask = filled()(rows, pad_id)
        return ids, mask.bool()

    assert "yours bool, expected int64" in diagnosis(text_input.pad_batch, pad_batch)
