"""Splits by hash."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bertlab.datasets.splits import first_of_each, normalize, position, split

TEXTS = st.lists(st.text(max_size=8))


def test_position_is_the_start_of_a_sha256() -> None:
    digits = hashlib.sha256(b"3/a b").hexdigest()[:16]
    assert position("  A\n B ", 3) == int(digits, 16) / 16**16
    assert position("a b", 3) != position("a b", 4) != position("ab", 4)


def test_normalize_folds_case_and_spaces_only() -> None:
    assert normalize(" A\t\u3000b \n") == "a b"
    assert normalize("a-b") != normalize("a b")
    assert normalize("é") != normalize("e\u0301"), "Unicode forms are left alone"


@given(TEXTS, st.integers(0, 9))
def test_parts_keep_every_item_and_its_order(texts: list[str], seed: int) -> None:
    parts = split(texts, str, seed)
    assert sorted(text for part in parts for text in part) == sorted(texts)
    for part in parts:
        assert part == [text for text in texts if text in part]


@given(TEXTS, TEXTS)
def test_a_text_stays_where_it_is_when_others_come(texts: list[str], others: list[str]) -> None:
    before, after = split(texts, str, 0), split([*others, *reversed(texts)], str, 0)
    for small, large in zip(before, after, strict=True):
        assert set(small) <= set(large)


def test_one_key_one_part() -> None:
    items = [(key, number) for number in range(200) for key in ("a", "A ", "b", "c", "d")]
    for part in (parts := split(items, lambda item: item[0], 1)):
        keys = {normalize(key) for key, _ in part}
        assert len(part) == sum(400 if key == "a" else 200 for key in keys)
    assert len([part for part in parts if part]) > 1


def test_parts_have_their_shares() -> None:
    sizes = [len(part) for part in split(range(10_000), str, 0, (0.5, 0.3, 0.2))]
    for size, expected in zip(sizes, (5_000, 3_000, 2_000), strict=True):
        assert abs(size - expected) < 200  # four standard deviations
    assert [len(part) for part in split(range(100), str, 0, (1.0, 0.0, 0.0))] == [100, 0, 0]
    assert [len(part) for part in split(range(100), str, 0, (0.0, 0.0, 1.0))] == [0, 0, 100]


@pytest.mark.parametrize("proportions", [(0.8, 0.2), (0.8, 0.1, 0.2), (1.2, -0.1, -0.1), ()])
def test_bad_proportions_are_refused(proportions: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="expected three proportions"):
        split(["a"], str, 0, proportions)


def test_first_of_each_keeps_the_first() -> None:
    items = ["b", "A  x", "a x", "B", "c"]
    assert first_of_each(items, str) == ["b", "A  x", "c"], "in the order of the first ones"
    assert first_of_each([], str) == []
