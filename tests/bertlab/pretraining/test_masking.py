"""The statistics of masking. Each check is shown to refuse maskers with one mistake."""

import numpy as np
import pytest
from scipy.stats import chisquare

from bertlab.pretraining.masking import Masked, mask_tokens

MASK = 4
SPECIAL_PLACES = [0, 19, 31, 43]
IDS = np.arange(100, 144)  # not among the replacements, so each outcome can be told
IDS[SPECIAL_PLACES] = [2, 3, 1, 3]
MASKABLE = np.ones(44, dtype=bool)
MASKABLE[SPECIAL_PLACES] = False  # 40 remain, 15% are 6
REPLACEMENTS = np.arange(5, 30)
DRAWS = 3000
NO_ACCIDENT = 1e-5


def with_a_mistake(mistake):
    """Masking written a second time, with one thing wrong (or none)."""

    def mask(ids, maskable, mask_id, replacements, generator):
        open_places = list(range(len(ids))) if mistake == "specials too" else None
        open_places = open_places or [i for i, allowed in enumerate(maskable) if allowed]
        if mistake == "never the last":
            open_places = open_places[:-1]
        proportion = {"10% chosen": 0.1, "20% chosen": 0.2}.get(mistake, 0.15)
        number = round(proportion * len(open_places))
        number = number if mistake == "none of a short one" else max(1, number)
        if mistake == "early ones first":
            weights = np.linspace(1.1, 0.9, len(open_places))
            places = generator.choice(open_places, number, replace=False, p=weights / weights.sum())
        else:
            places = generator.permutation(open_places)[:number]
        if mistake == "neighbors":
            start = generator.integers(len(open_places) - number + 1)
            places = np.array(open_places[start : start + number])
        places = np.sort(places)
        keep, swap = {"85/10/5": (0.05, 0.1), "80/15/5": (0.05, 0.15), "all masked": (0, 0)}.get(
            mistake, (0.1, 0.1)
        )
        if mistake == "specials as replacements":
            replacements = np.arange(30)
        if mistake == "one piece less":
            replacements = replacements[:-1]
        shown = ids.copy()
        for place in places:
            kind = generator.random()
            if kind < swap:
                shown[place] = generator.choice(replacements)
            elif kind >= swap + keep:
                shown[place] = mask_id
        return Masked(shown, places, (shown if mistake == "targets as shown" else ids)[places])

    return mask


def draws(mask, count=DRAWS):
    generator = np.random.default_rng(1)
    for _ in range(count):
        yield mask(IDS, MASKABLE, MASK, REPLACEMENTS, generator)


def check_rates(mask):
    """15% are chosen, to the nearest whole number, but at least one."""
    generator = np.random.default_rng(2)
    for length in range(1, 60):
        masked = mask(np.full(length, 100), np.ones(length, bool), MASK, REPLACEMENTS, generator)
        number = len(masked.positions)
        assert number >= 1
        assert number == 1 or abs(number - 0.15 * length) <= 0.5 + 1e-9


def check_positions(mask):
    """Every token that may be chosen is chosen equally often; neighbors are nothing special."""
    counts, gaps = np.zeros(44), []
    for masked in draws(mask):
        assert (np.diff(masked.positions) > 0).all()
        counts[masked.positions] += 1
        gaps += np.diff(np.searchsorted(np.flatnonzero(MASKABLE), masked.positions)).tolist()
    assert not counts[SPECIAL_PLACES].any()
    # Without replacement counts vary less than chi-square expects: by (40 - 6) / (40 - 1).
    statistic = chisquare(counts[MASKABLE]).statistic * 39 / 34
    assert 12 < statistic < 80, statistic  # far tails of 39 degrees of freedom
    assert abs(np.mean(gaps) - 41 / 7) < 0.2  # six of forty places leave gaps of 41/7 on average


def check_corruptions(mask):
    """80% of the chosen tokens show as [MASK], 10% as another piece, 10% as they are."""
    counts = np.zeros(3)
    for masked in draws(mask):
        for place in masked.positions:
            shown = masked.input_ids[place]
            counts[0 if shown == MASK else 1 if shown != IDS[place] else 2] += 1
    assert chisquare(counts, counts.sum() * np.array([0.8, 0.1, 0.1])).pvalue > NO_ACCIDENT


def check_replacements(mask):
    """Random pieces are uniform over the replacements."""
    shown = [
        piece
        for masked in draws(mask)
        for piece, original in zip(masked.input_ids, IDS, strict=True)
        if piece not in (MASK, original)
    ]
    assert set(shown) <= set(REPLACEMENTS)
    assert chisquare(np.bincount(shown, minlength=30)[5:]).pvalue > NO_ACCIDENT


def check_targets(mask):
    """Targets are what stood there; all that was not chosen stays."""
    for masked in draws(mask, 50):
        assert (masked.targets == IDS[masked.positions]).all()
        others = np.setdiff1d(np.arange(44), masked.positions)
        assert (masked.input_ids[others] == IDS[others]).all()


CHECKS = [check_rates, check_positions, check_corruptions, check_replacements, check_targets]


@pytest.mark.parametrize("check", CHECKS)
def test_statistics(check):
    check(mask_tokens)


@pytest.mark.parametrize("check", CHECKS)
def test_checks_accept_the_second_version(check):
    check(with_a_mistake(None))


@pytest.mark.parametrize(
    ("check", "mistake"),
    [
        (check_rates, "10% chosen"),
        (check_rates, "20% chosen"),
        (check_rates, "none of a short one"),
        (check_positions, "specials too"),
        (check_positions, "never the last"),
        (check_positions, "early ones first"),
        (check_positions, "neighbors"),
        (check_corruptions, "85/10/5"),
        (check_corruptions, "80/15/5"),
        (check_corruptions, "all masked"),
        (check_replacements, "specials as replacements"),
        (check_replacements, "one piece less"),
        (check_targets, "targets as shown"),
    ],
)
def test_checks_refuse_a_mistake(check, mistake):
    with pytest.raises(AssertionError):
        check(with_a_mistake(mistake))


def test_the_callers_array_stays():
    before = IDS.copy()
    mask_tokens(IDS, MASKABLE, MASK, REPLACEMENTS, np.random.default_rng(0))
    assert (before == IDS).all()


def test_same_generator_same_masks():
    def draw(seed):
        masked = mask_tokens(IDS, MASKABLE, MASK, REPLACEMENTS, np.random.default_rng(seed))
        return [part.tolist() for part in masked]

    assert draw(3) == draw(3) != draw(4)


def test_only_specials():
    with pytest.raises(ValueError, match="expected tokens to choose from, got 3 that are all spec"):
        mask_tokens(
            np.array([2, 3, 3]), np.zeros(3, bool), MASK, REPLACEMENTS, np.random.default_rng(0)
        )
