"""Sentence trees: a text is the trunk, and facts about its words are the branches.

A fact stands right after the words it is about, so that a BERT reads all in one row. Two things
keep the text what it was. Its tokens keep their positions: a branch counts on from the word it
hangs on, and the trunk goes on as if there were no branch (*soft positions*). And a branch sees and
is seen by nothing but that word (*visible matrix*)::

    token     Tim  Cook  CEO  Apple  visits  Beijing  capital  China  now
    position    0     1    2      3       2        3        4      5    4
    branch      0     0    1      1       0        0        2      2    0

Source: Liu et al. 2020, K-BERT: Enabling Language Representation with Knowledge Graph, section 3.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from jaxtyping import Bool, Int
from torch import Tensor, arange

from bertlab.text.wordpiece import PREFIX


class Fact(NamedTuple):
    """What a knowledge graph says of a subject: Beijing -- capital of -- China."""

    relation: str
    object: str


class Branch(NamedTuple):
    """The pieces of a fact, and the pieces of the trunk it hangs on: from ``start`` to ``end``."""

    start: int
    end: int
    pieces: tuple[str, ...]


class SentenceTree(NamedTuple):
    """A text with its facts, laid out in a row of T tokens.

    Attributes:
        pieces: The tokens.
        sources: For each the token of the trunk whose type it has: itself, or the last one of what
            its branch hangs on.
        position_ids: Soft positions.
        branches: The number of its branch, from 1; 0 in the trunk.
        hosts: From which to before which token of the row its branch hangs; (0, 0) in the trunk.
    """

    pieces: list[str]
    sources: list[int]
    position_ids: list[int]
    branches: list[int]
    hosts: list[tuple[int, int]]


def find_branches(
    trunk: Sequence[str],
    facts: Mapping[tuple[str, ...], Sequence[tuple[str, ...]]],
    offset: int = 0,
) -> list[Branch]:
    """Find the subjects of facts in a text, from left to right; of two at a place the longer one.

    Args:
        trunk: Words, or word pieces; a piece that continues a word begins with ``##``.
        facts: The pieces of a subject's facts, by the pieces of the subject.
        offset: Position of the text's first piece in what the branches are for.
    """
    lengths = sorted({len(subject) for subject in facts}, reverse=True)
    branches, start = list[Branch](), 0
    while start < len(trunk):
        ends = [end for length in lengths if (end := start + length) <= len(trunk)]
        for end in ends:
            inside = end < len(trunk) and trunk[end].startswith(PREFIX)  # carp is not in carpet
            if not inside and (subject := tuple(trunk[start:end])) in facts:
                branches += [Branch(offset + start, offset + end, fact) for fact in facts[subject]]
                start = end
                break
        else:
            start += 1
    return branches


def sentence_tree(trunk: Sequence[str], branches: Sequence[Branch]) -> SentenceTree:
    """Lay out a text with its facts, each after what it hangs on.

    Args:
        trunk: The pieces of the text, with [CLS] and [SEP] if there shall be any.
        branches: What hangs on them, from left to right.

    Raises:
        ValueError: If a branch has no pieces, or hangs on none of the trunk, or on pieces on which
            another one hangs in part.
    """
    tree, before, edge = SentenceTree([], [], [], [], []), 0, (0, 0)
    for number, (start, end, pieces) in enumerate(branches, start=1):
        if not pieces or not 0 <= start < end <= len(trunk):
            raise ValueError(f"expected pieces that hang on some of {len(trunk)}, got {branches}")
        if (start, end) != edge and start < before:
            raise ValueError(f"expected branches from left to right, apart, got {branches}")
        _grow(tree, trunk[before:end], range(before, end), 0, (0, 0))
        before, edge = end, (start, end)
        last = len(tree.branches) - 1 - tree.branches[::-1].index(0)
        host = (last + 1 - (end - start), last + 1)
        _grow(tree, pieces, range(end, end + len(pieces)), number, host)
    _grow(tree, trunk[before:], range(before, len(trunk)), 0, (0, 0))
    return tree


def _grow(
    tree: SentenceTree, pieces: Sequence[str], positions: range, branch: int, host: tuple[int, int]
) -> None:
    """Add tokens of the trunk or of one branch to a tree."""
    tree.pieces.extend(pieces)
    tree.sources.extend(positions if branch == 0 else [positions.start - 1] * len(pieces))
    tree.position_ids.extend(positions)
    tree.branches.extend([branch] * len(pieces))
    tree.hosts.extend([host] * len(pieces))


def visible_matrix(
    branches: Int[Tensor, "*B T"], hosts: Int[Tensor, "*B T 2"]
) -> Bool[Tensor, "*B T T"]:
    """Return who may look at whom.

    Tokens of the trunk see each other, tokens of a branch too; a branch and what it hangs on see
    each other. So a fact reaches the rest of the text through its subject alone, in two layers.

    Args:
        branches: As in ``SentenceTree``; padding may have a number of its own, such as -1.
        hosts: As there.

    Returns:
        True at (i, j) where token i may look at token j; symmetric.

    Source: Liu et al. 2020, section 3, equation 3, where it is 0 or minus infinity.
    """
    same = branches[..., :, None] == branches[..., None, :]
    token = arange(branches.shape[-1], device=branches.device)
    upward = (hosts[..., :1] <= token) & (token < hosts[..., 1:])  # (*B, T, T)
    return same | upward | upward.mT
