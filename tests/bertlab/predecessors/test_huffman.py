"""Huffman trees: the example of the docstring, the laws of prefix codes, bad input."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bertlab.predecessors.word2vec.huffman import entropy_bits, expected_length, huffman_tree

COUNTS = st.lists(st.integers(1, 1000), min_size=2, max_size=40)


def test_codes_worked_by_hand():
    # 1 + 1 -> inner 0 (2); 2 + inner 0 -> inner 1 (4); 4 + inner 1 -> inner 2, the root
    tree = huffman_tree([4, 2, 1, 1])
    assert tree.codes == ((0,), (1, 0), (1, 1, 0), (1, 1, 1))
    assert tree.paths == ((2,), (2, 1), (2, 1, 0), (2, 1, 0))
    assert tree.children == ((2, 3), (1, 4), (0, 5))
    assert expected_length(tree, [4, 2, 1, 1]) == 14 / 8
    assert entropy_bits([4, 2, 1, 1]) == 1.75


def test_two_words_need_one_turn():
    assert huffman_tree([1, 9]).codes == ((1,), (0,))


def test_equal_counts_give_a_balanced_tree():
    assert {len(code) for code in huffman_tree([3] * 8).codes} == {3}
    assert entropy_bits([3] * 8) == 3


@given(COUNTS)
def test_no_code_begins_another(counts):
    codes = huffman_tree(counts).codes
    assert len(set(codes)) == len(counts)
    for one, other in itertools.permutations(codes, 2):
        assert other[: len(one)] != one


@given(COUNTS)
def test_the_tree_is_full(counts):
    """Kraft's sum is 1: each inner node has two children, and no turn leads nowhere."""
    tree = huffman_tree(counts)
    assert sum(2.0 ** -len(code) for code in tree.codes) == pytest.approx(1)
    assert len(tree.children) == len(counts) - 1
    below = sorted(child for pair in tree.children for child in pair)
    assert below == [n for n in range(2 * len(counts) - 1) if n != 2 * len(counts) - 2]


@given(COUNTS)
def test_following_the_turns_ends_at_the_word(counts):
    tree = huffman_tree(counts)
    for word, (code, path) in enumerate(zip(tree.codes, tree.paths, strict=True)):
        node = 2 * len(counts) - 2
        for turn, inner in zip(code, path, strict=True):
            assert node == len(counts) + inner
            node = tree.children[inner][turn]
        assert node == word


@given(COUNTS)
def test_expected_length_is_within_a_bit_of_the_entropy(counts):
    length, entropy = expected_length(huffman_tree(counts), counts), entropy_bits(counts)
    assert entropy - 1e-9 <= length < entropy + 1
    assert length <= math.ceil(math.log2(len(counts)))


@given(COUNTS)
def test_frequent_words_never_have_longer_codes(counts):
    lengths = [len(code) for code in huffman_tree(counts).codes]
    for (a, length_a), (b, length_b) in itertools.combinations(
        zip(counts, lengths, strict=True), 2
    ):
        if a > b:
            assert length_a <= length_b
        if a < b:
            assert length_a >= length_b


@settings(max_examples=25)
@given(st.lists(st.integers(1, 50), min_size=2, max_size=5))
def test_no_other_tree_is_better(counts):
    """Compare with the best of all code lengths that satisfy Kraft's inequality."""
    options = itertools.product(range(1, len(counts) + 1), repeat=len(counts))
    possible = (lengths for lengths in options if sum(2.0**-n for n in lengths) <= 1)
    best = min(sum(n * c for n, c in zip(lengths, counts, strict=True)) for lengths in possible)
    assert expected_length(huffman_tree(counts), counts) * sum(counts) == pytest.approx(best)


def test_bad_input_says_what_is_expected():
    with pytest.raises(ValueError, match="at least 2 words, got 1"):
        huffman_tree([5])
    with pytest.raises(ValueError, match="positive counts, got 0"):
        huffman_tree([5, 0])
    with pytest.raises(ValueError, match="positive counts, got nan"):
        huffman_tree([5, float("nan")])
    with pytest.raises(ValueError, match="at least 1 words, got 0"):
        entropy_bits([])
    with pytest.raises(ValueError, match="expected 2 counts, one per word, got 3"):
        expected_length(huffman_tree([1, 2]), [1, 2, 3])
