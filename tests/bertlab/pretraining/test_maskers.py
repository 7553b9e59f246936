"""Maskers: the laws that all obey, written a second time as loops, and what makes each one."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from bertlab.pretraining.maskers import (
    Masker,
    SpanMasker,
    ernie_stages,
    span_bert,
)
from bertlab.pretraining.masking import (
    Unit,
    apart,
    choose_spans,
    geometric,
    mask_tokens,
    number_to_mask,
)
from tests.toy_pretraining import NUM_SPECIALS, toy_tokenizer

NO_ACCIDENT = 1e-5
TOKENIZER = toy_tokenizer(40)
FIRST_WORD = NUM_SPECIALS  # ids below are specials
MASKERS = {
    "plain": Masker(TOKENIZER),
    "words": SpanMasker(TOKENIZER),
    "names": SpanMasker(TOKENIZER, first="name"),
    "spans": span_bert(TOKENIZER),
}


def sequence_of(sizes, names=(), padding=0, seed=0):
    """A sequence in words of these sizes, padded; names are pairs of words, exclusive."""
    edges = np.cumsum([1, *sizes]).tolist()
    ids = np.random.default_rng(seed).integers(FIRST_WORD, 40, edges[-1] + 1 + padding)
    maskable = np.ones(len(ids), bool)
    maskable[[0, *range(edges[-1], len(ids))]] = False
    ids[0], ids[edges[-1]] = TOKENIZER.cls_id, TOKENIZER.sep_id
    ids[edges[-1] + 1 :] = TOKENIZER.pad_id
    units = [Unit(a, b) for a, b in pairwise(edges)]
    units += [Unit(edges[a], edges[b], "name") for a, b in names]
    return ids, maskable, units


@st.composite
def sequences(draw):
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=60))
    starts = sorted(draw(st.sets(st.integers(0, len(sizes)), max_size=8)))
    names = [(a, min(b, a + 2)) for a, b in pairwise(starts)]
    return sequence_of(sizes, names, draw(st.integers(0, 5)), draw(st.integers(0, 99)))


# --- laws ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MASKERS)
@settings(max_examples=60, deadline=None)
@given(sequence=sequences(), seed=st.integers(0, 999))
def test_laws(name, sequence, seed):
    ids, maskable, units = sequence
    before = ids.copy()
    masked = MASKERS[name](ids, maskable, units, np.random.default_rng(seed))
    again = MASKERS[name](ids, maskable, units, np.random.default_rng(seed))
    assert all((a == b).all() for a, b in zip(masked, again, strict=True))
    assert (ids == before).all(), "the caller's array stays"
    assert maskable[masked.positions].all(), "never specials, never padding"
    assert (np.diff(masked.positions) > 0).all()
    assert (masked.targets == ids[masked.positions]).all()
    others = np.setdiff1d(np.arange(len(ids)), masked.positions)
    assert (masked.input_ids[others] == ids[others]).all()
    number = max(1, round(0.15 * maskable.sum()))
    if name == "plain":
        assert len(masked.positions) == number
        return
    hidden = set(masked.positions.tolist())
    words = [unit for unit in units if unit.kind == "word"]
    left = []
    for word in words:
        inside = hidden & set(range(word.start, word.end))
        assert len(inside) in (0, word.end - word.start), "whole words only"
        left += [] if inside else [word.end - word.start]
    missing = number - len(hidden)
    assert missing >= 0
    assert not missing or min(left) > missing, "fewer only where nothing fits"


@settings(max_examples=100, deadline=None)
@given(
    sequence=sequences(),
    seed=st.integers(0, 999),
    corruption_unit=st.sampled_from(["token", "word", "span"]),
    longest=st.integers(1, 4),
    first=st.sampled_from([None, "name"]),
)
def test_a_span_masker_equals_a_loop(sequence, seed, corruption_unit, longest, first):
    ids, maskable, units = sequence
    lengths = geometric(0.4, longest)
    masker = SpanMasker(TOKENIZER, lengths, corruption_unit, first)
    found = masker(ids, maskable, units, np.random.default_rng(seed))
    wanted = by_loops(
        ids, maskable, units, np.random.default_rng(seed), lengths, corruption_unit, first
    )
    assert (found.input_ids == wanted[0]).all()
    assert found.positions.tolist() == wanted[1]


def by_loops(ids, maskable, units, generator, lengths, corruption_unit, first):
    """The same choices, token by token: the owner of each token is looked up again and again."""
    number = max(1, round(0.15 * sum(maskable)))
    hidden, groups = {}, []

    def pick(candidates, chances):
        order = generator.permutation(len(candidates))
        for begin in order:
            if len(hidden) >= number:
                return
            wanted = generator.choice(np.arange(1, len(chances) + 1), p=chances)
            span, at = [], begin
            while at < len(candidates) and len(span) < wanted:
                tokens = list(range(candidates[at][0], candidates[at][1]))
                follows = not span or span[-1][-1] + 1 == tokens[0]
                room = number - len(hidden) - sum(len(word) for word in span)
                if any(t in hidden for t in tokens) or not follows or len(tokens) > room:
                    break
                span.append(tokens)
                at += 1
            for word in span:
                hidden.update(dict.fromkeys(word))
            if span:
                groups.append(span)

    if first:
        pick([u for u in units if u.kind == first], [1.0])
    whole = sorted(u for u in units if u.kind == "word")
    pick(
        [u for u in whole if not first or (u.start not in hidden and u.end - 1 not in hidden)],
        lengths,
    )
    shown = ids.copy()
    for span in groups:
        if corruption_unit == "span":
            shares = [[t for word in span for t in word]]
        elif corruption_unit == "word":
            shares = span
        else:
            shares = [[t] for word in span for t in word]
        for tokens in shares:
            chance = generator.random()
            if chance < 0.1:
                shown[tokens] = generator.choice(np.arange(FIRST_WORD, 45), len(tokens))
            elif chance >= 0.2:
                shown[tokens] = TOKENIZER.mask_id
    return shown, sorted(hidden)


# --- what makes each one -------------------------------------------------------------------------

LONG = sequence_of([1, 2, 3, 1, 2] * 30)


def outcomes(masker, sequence=LONG, draws=800):
    generator = np.random.default_rng(1)
    return [(sequence[0], masker(*sequence, generator)) for _ in range(draws)]


@pytest.mark.parametrize("name", ["words", "names", "spans"])
def test_of_the_hidden_80_are_masks_10_random_and_10_kept(name):
    counts = np.zeros(3)
    for ids, masked in outcomes(MASKERS[name]):
        shown = masked.input_ids[masked.positions]
        same, mask = shown == ids[masked.positions], shown == TOKENIZER.mask_id
        counts += [mask.sum(), (~mask & ~same).sum(), same.sum()]
    shares = counts / counts.sum()  # a random piece is the old one in 1 of 40
    assert shares == pytest.approx([0.8, 0.0975, 0.1025], abs=0.02)


def test_a_span_of_spanbert_has_one_fate_and_a_whole_word_has_not():
    ids, maskable, units = LONG
    for _ in range(300):
        generator = np.random.default_rng(_)
        masked = MASKERS["spans"](ids, maskable, units, generator)
        generator = np.random.default_rng(_)
        spans = choose_spans(units, number_to_mask(maskable), MASKERS["spans"].lengths, generator)
        for span in spans:
            shown = masked.input_ids[span[0].start : span[-1].end]
            masks = set((shown == TOKENIZER.mask_id).tolist())
            assert len(masks) == 1
    mixed = 0
    for _, masked in outcomes(MASKERS["words"], draws=50):
        for word in units:
            if word.end - word.start > 1 and word.start in masked.positions:
                shown = masked.input_ids[word.start : word.end] == TOKENIZER.mask_id
                mixed += len(set(shown.tolist())) > 1
    assert mixed, "in a whole word each token is corrupted by itself, as in the released code"


def test_spans_have_geometric_lengths():
    words = [Unit(i, i + 1) for i in range(400)]
    lengths, generator = geometric(0.2, 10), np.random.default_rng(0)
    found = [len(choose_spans(words, 10, lengths, generator)[0]) for _ in range(4000)]
    # The last nine words cut a few spans short.
    counts = np.bincount(found, minlength=11)[1:]
    assert chisquare(counts, 4000 * np.array(lengths)).pvalue > NO_ACCIDENT
    assert np.mean(found) == pytest.approx(3.8, abs=0.15)
    assert sum(n * p for n, p in enumerate(lengths, 1)) == pytest.approx(3.797, abs=1e-3)


def test_a_distribution_that_is_cut_differs_from_one_that_is_drawn_again():
    cut = [0.2 * 0.8**n for n in range(9)] + [0.8**9]
    assert sum(n * p for n, p in enumerate(cut, 1)) == pytest.approx(4.46, abs=1e-2)


def test_every_word_is_hidden_equally_often():
    words = [Unit(i, i + 1) for i in range(40)]
    counts, generator = np.zeros(40), np.random.default_rng(3)
    for _ in range(3000):
        for span in choose_spans(words, 6, (1.0,), generator):
            counts[[word.start for word in span]] += 1
    # Without replacement counts vary less than chi-square expects: by (40 - 6) / (40 - 1).
    assert 12 < chisquare(counts).statistic * 39 / 34 < 80


def test_spans_do_not_jump_over_what_may_not_be_hidden():
    words = [Unit(0, 2), Unit(3, 5), Unit(5, 6)]
    for seed in range(20):
        for span in choose_spans(words, 5, (0.0, 0.0, 1.0), np.random.default_rng(seed)):
            assert all(a.end == b.start for a, b in pairwise(span))


def test_names_come_first():
    ids, maskable, units = sequence_of([1] * 60, [(4, 6), (20, 23), (40, 41)])  # 6 of 9 to hide
    for seed in range(20):
        masked = MASKERS["names"](ids, maskable, units, np.random.default_rng(seed))
        assert {5, 6, 21, 22, 23, 41} <= set(masked.positions.tolist())
        assert len(masked.positions) == 9
    many = sequence_of([1] * 40, [(a, a + 2) for a in range(0, 40, 2)])
    assert len(MASKERS["names"](*many, np.random.default_rng(0)).positions) == 6


def test_the_stages_of_ernie():
    plain, words, names = ernie_stages(TOKENIZER)
    assert type(plain) is Masker
    assert (words.first, names.first) == (None, "name")


def test_plain_is_bit_for_bit_mask_tokens():
    ids, maskable, units = LONG
    masker = MASKERS["plain"]
    found = masker(ids, maskable, units, np.random.default_rng(5))
    pieces = np.arange(FIRST_WORD, 45)
    wanted = mask_tokens(ids, maskable, TOKENIZER.mask_id, pieces, np.random.default_rng(5))
    assert all((a == b).all() for a, b in zip(found, wanted, strict=True))


@pytest.mark.parametrize("rate", [0.25, 0.4])
def test_another_rate_hides_another_proportion(rate):
    ids, maskable, units = LONG
    number = round(rate * maskable.sum())
    for masker in (Masker(TOKENIZER, rate), SpanMasker(TOKENIZER, rate=rate)):
        masked = masker(ids, maskable, units, np.random.default_rng(5))
        assert len(masked.positions) == pytest.approx(number, abs=4), "a last word may not fit"
    assert number_to_mask(maskable, rate) == number > number_to_mask(maskable)
    assert (
        len(Masker(TOKENIZER, rate)(ids, maskable, [], np.random.default_rng(5)).positions)
        == number
    )


@pytest.mark.parametrize("rate", [0.0, 1.0, -0.1, float("nan")])
def test_rates_that_are_no_proportions(rate):
    for masker in (Masker, SpanMasker):
        with pytest.raises(ValueError, match="expected a rate between 0 and 1, got"):
            masker(TOKENIZER, rate=rate)


# --- what is refused -----------------------------------------------------------------------------


def test_nothing_to_choose_from():
    for masker in MASKERS.values():
        with pytest.raises(ValueError, match="expected tokens to choose from, got 2 that are all"):
            masker(np.array([2, 3]), np.zeros(2, bool), [], np.random.default_rng(0))


@pytest.mark.parametrize(
    ("units", "got"),
    [
        ([Unit(0, 2)], "(0, 2, 'word')"),
        ([Unit(3, 3)], "(3, 3, 'word')"),
        ([Unit(4, 99)], "(4, 99, 'word')"),
        ([Unit(-1, 2)], "(-1, 2, 'word')"),
        ([Unit(1, 4), Unit(3, 5)], "(3, 5, 'word')"),
        ([Unit(0, 3, "name")], "(0, 3, 'name')"),
    ],
)
def test_units_that_do_not_fit(units, got):
    ids, maskable, _ = sequence_of([1] * 8)
    with pytest.raises(
        ValueError, match="expected units apart from each other, within the 8 "
    ) as e:
        MASKERS["names"](ids, maskable, units, np.random.default_rng(0))
    assert str(e.value).endswith(f"got {got}")


def test_tokens_without_a_word_are_words():
    _, maskable, _ = sequence_of([1] * 4)
    assert apart([Unit(2, 4)], maskable, "word") == [Unit(1, 2), Unit(2, 4), Unit(4, 5)]


@pytest.mark.parametrize("name", ["words", "spans"])
def test_shapes_that_differ(name, without_annotations):
    with pytest.raises(ValueError, match="expected 3 flags of what may be masked, got 2"):
        MASKERS[name](np.array([2, 7, 3]), np.array([False, True]), [], np.random.default_rng(0))


def test_settings_that_make_no_sense():
    with pytest.raises(ValueError, match=r"probabilities that add up to 1, got \(0.5, 0.4\)"):
        SpanMasker(TOKENIZER, (0.5, 0.4))
    with pytest.raises(ValueError, match="probabilities"):
        SpanMasker(TOKENIZER, ())
    with pytest.raises(ValueError, match="corruption_unit must be among token, word, span"):
        SpanMasker(TOKENIZER, corruption_unit="all")
    for p, longest in ((0.0, 3), (1.2, 3), (0.2, 0)):
        with pytest.raises(ValueError, match=f"got {p} and {longest}"):
            geometric(p, longest)
