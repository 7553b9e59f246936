"""The exercises on the way from text to input; every slip written a second time, by other means."""

import re
from collections import defaultdict
from itertools import chain, zip_longest

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
):
    """Count in plain dicts over indices; each keyword puts one slip in."""

    def best_pair(words):
        pairs, parts = defaultdict(int), defaultdict(int)
        for pieces, count in words.items():
            for piece in pieces:
                parts[piece] += count
            found = [(pieces[i], pieces[i + 1]) for i in range(len(pieces) - 1)]
            for pair in found if places == "all" else sorted(set(found)):
                pairs[pair] += weight(count)
        if score == "quotient":
            values = {(a, b): n / parts[a] / parts[b] for (a, b), n in pairs.items()}
        else:
            values = dict(pairs)
        best = (min if choose == "rarest" else max)(values.values())
        equals = [pair for pair, value in values.items() if abs(value - best) < 1e-12]
        picked = {"first": min, "met": lambda x: x[0], "last": max, "rarest": min}[choose](equals)
        return result(picked)

    return best_pair


def over_the_gaps(words):
    text = list(chain.from_iterable(pieces for pieces, n in words.items() for _ in range(n)))
    pairs = defaultdict(int)
    for i in range(1, len(text)):
        pairs[text[i - 1], text[i]] += 1
    return sorted(pairs, key=lambda pair: (-pairs[pair], pair))[0]


def test_best_pair():
    assert diagnose(text_input.best_pair, chosen()).right
    slips = [
        ("a word counts once, however often it occurs", chosen(weight=lambda count: 1)),
        ("a pair counts once in a word that holds it twice", chosen(places="different")),
        ("pairs reach from one word into the next", over_the_gaps),
        ("the count is divided by the counts of the two parts", chosen(score="quotient")),
        ("equals are taken in the order in which they were met", chosen(choose="met")),
        ("of equals the last in the alphabet is taken", chosen(choose="last")),
        ("the rarest pair is taken", chosen(choose="rarest")),
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
    for number in range(len(text_input.best_pair.cases()) - 2):
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
    ]
    assert_all_named(text_input.longest_match, slips)


def test_longest_match_equals_bertlabs_tokenizer():
    for case in text_input.longest_match.cases():
        word, vocabulary = case.args
        tokenizer = WordPieceTokenizer([*SPECIALS, *sorted(vocabulary)])
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


def test_pair_input():
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
        return ids if fits(text, max_length) else [*ids[: head + 1], *text[len(text) - tail :], 102]

    return head_and_tail


def test_head_and_tail():
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


def test_shorten_pair():
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
