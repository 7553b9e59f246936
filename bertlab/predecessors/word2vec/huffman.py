"""Huffman codes: short codes for frequent words, the tree behind hierarchical softmax.

Huffman (1952) joins the two rarest nodes until one is left. Each word is then reached from the root
by a sequence of left (0) and right (1) turns, and no code that tells the words apart turn by turn
needs fewer turns on average. Morin and Bengio (2005) make each turn a decision of the model.

Inner nodes are numbered in the order in which they are made, so the root is the last one.

Leaves out: the linear-time construction from sorted counts that the released word2vec uses.
"""

import heapq
import math
from collections.abc import Sequence
from typing import NamedTuple


class HuffmanTree(NamedTuple):
    """A binary tree whose leaves are the words 0..V-1 and which has V - 1 inner nodes.

    Attributes:
        codes: For each word, its turns from the root: 0 is left, 1 is right.
        paths: For each word, the inner nodes at which these turns are taken, the root first.
        children: For each inner node, what is left and right of it: a word w as ``w``, an inner
            node n as ``V + n``.
    """

    codes: tuple[tuple[int, ...], ...]
    paths: tuple[tuple[int, ...], ...]
    children: tuple[tuple[int, int], ...]


def huffman_tree(counts: Sequence[int | float]) -> HuffmanTree:
    """Build the tree of some words from how often they occur.

    Nodes of equal count are joined oldest first, words before inner nodes, so the tree is the same
    on every machine and, among the best trees, one of the flattest.

    Args:
        counts: One positive count per word.

    Returns:
        The tree. With counts 4, 2, 1, 1 the codes are 0, 10, 110 and 111.

    Raises:
        ValueError: If there are fewer than two words, or a count is not positive.
    """
    _check(counts, at_least=2)
    heap = [(float(count), node) for node, count in enumerate(counts)]
    heapq.heapify(heap)
    children: list[tuple[int, int]] = []
    while len(heap) > 1:
        rarest, first = heapq.heappop(heap)
        second_rarest, second = heapq.heappop(heap)
        # The more frequent of the two goes left; of equal ones the older.
        pair = (first, second) if rarest == second_rarest else (second, first)
        heapq.heappush(heap, (rarest + second_rarest, len(counts) + len(children)))
        children.append(pair)
    return _walk(len(counts), children)


def _walk(num_words: int, children: list[tuple[int, int]]) -> HuffmanTree:
    """Read codes and paths off a tree, from the root down."""
    codes: list[tuple[int, ...]] = [()] * num_words
    paths: list[tuple[int, ...]] = [()] * num_words
    waiting: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = [(len(children) - 1, (), ())]
    while waiting:
        inner, code, path = waiting.pop()
        for turn, child in enumerate(children[inner]):
            below = (*code, turn), (*path, inner)
            if child < num_words:
                codes[child], paths[child] = below
            else:
                waiting.append((child - num_words, *below))
    return HuffmanTree(tuple(codes), tuple(paths), tuple(children))


def expected_length(tree: HuffmanTree, counts: Sequence[int | float]) -> float:
    """Return the mean number of turns to a word drawn by its count.

    Raises:
        ValueError: If there is not one positive count per word.
    """
    _check(counts, at_least=1)
    if len(counts) != len(tree.codes):
        raise ValueError(f"expected {len(tree.codes)} counts, one per word, got {len(counts)}")
    lengths = map(len, tree.codes)
    return sum(n * count for n, count in zip(lengths, counts, strict=True)) / sum(counts)


def entropy_bits(counts: Sequence[int | float]) -> float:
    """Return the entropy of words drawn by their counts, in bits.

    No prefix-free code has a smaller expected length, and Huffman's is less than one bit above
    (Shannon 1948; Cover and Thomas 2006, section 5.4).

    Raises:
        ValueError: If there is no word, or a count is not positive.
    """
    _check(counts, at_least=1)
    total = sum(counts)
    return -sum(count / total * math.log2(count / total) for count in counts)


def _check(counts: Sequence[int | float], at_least: int) -> None:
    if len(counts) < at_least:
        raise ValueError(f"expected counts of at least {at_least} words, got {len(counts)}")
    wrong = [count for count in counts if not 0 < count < math.inf]
    if wrong:
        raise ValueError(f"expected positive counts, got {wrong[0]}")
