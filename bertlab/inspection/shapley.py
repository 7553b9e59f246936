"""Shapley values by their definition, Owen values beside them, and what it means to hide a token.

As in shap, *Owen values* may have a tree of several levels; in game theory these are Winter's.

A *game* says what each group of players is worth. Here the players are the tokens of a text, and a
group is worth what a classifier says when it sees these tokens only. Which tokens are there is a
row of N truth values; a game takes S such rows and returns S numbers.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

MAX_PLAYERS = 16  # 2^16 groups; a BERT on a processor is comfortable with 2^12

Game = Callable[[Tensor], Tensor]  # (S, N) truth values -> (S,) numbers
Tree = int | tuple  # a player, or a pair of trees: ((0, 1), (2, (3, 4)))

SENTENCE_ENDS, CLAUSE_ENDS = frozenset(".!?;。！？；…"), frozenset(",:，、：")


def subset_weight(size: int, num_players: int) -> float:
    r"""Return the weight of one group in the Shapley value of a player outside of it.

    It is $|S|!\,(N - |S| - 1)! \,/\, N!$: the proportion of all orders of the N players in which
    exactly this group comes before the player.

    Args:
        size: |S|, players in the group, from 0 to N - 1.
        num_players: N.

    Raises:
        ValueError: If the size is out of bounds.
    """
    if not 0 <= size < num_players:
        raise ValueError(f"size must be in [0, {num_players}), got {size}")
    return 1 / (num_players * math.comb(num_players - 1, size))


def coalitions(num_players: int) -> Bool[Tensor, "S N"]:
    """List all 2^N groups: row r has the players whose binary digit in r is 1.

    Raises:
        ValueError: If the number is negative or larger than ``MAX_PLAYERS``.
    """
    if not 0 <= num_players <= MAX_PLAYERS:
        raise ValueError(
            f"all groups of 0 to {MAX_PLAYERS} players can be listed, got {num_players} players; "
            "owen_values and the Partition explainer look at fewer groups"
        )
    rows = torch.arange(2**num_players)[:, None]  # (S, 1)
    return (rows >> torch.arange(num_players)) % 2 == 1


def shapley_values(game: Game, num_players: int) -> Float[Tensor, " N"]:
    r"""Return what each player adds to a group, averaged over all groups.

    $\phi_i = \sum_{S \not\ni i} \frac{|S|!\,(N-|S|-1)!}{N!}\,\bigl(v(S \cup \{i\}) - v(S)\bigr)$

    Args:
        game: v; it is asked once for all 2^N groups.
        num_players: N.

    Returns:
        Float64. The values sum to v of all players minus v of none.

    Raises:
        ValueError: If there are more than ``MAX_PLAYERS`` players.

    Source: Shapley 1953, A value for n-person games.
    """
    present = coalitions(num_players)
    worth = game(present).double()
    rows, sizes = torch.arange(len(present)), present.sum(dim=1)
    weights = torch.tensor(
        [subset_weight(size, num_players) for size in range(num_players)], dtype=torch.float64
    )
    values = torch.zeros(num_players, dtype=torch.float64)
    for player in range(num_players):
        without = rows[~present[:, player]]
        joined = without + 2**player  # the rows of the same groups with the player
        values[player] = (weights[sizes[without]] * (worth[joined] - worth[without])).sum()
    return values


def leaves(tree: Tree) -> list[int]:
    """Return the players of a tree, from left to right."""
    return leaves(tree[0]) + leaves(tree[1]) if isinstance(tree, tuple) else [tree]


def beside_the_path(tree: Tree, groups: tuple = ()) -> Iterator[tuple[int, tuple]]:
    """Yield each player with the groups that branch off between the root and that player."""
    if not isinstance(tree, tuple):
        yield tree, groups
        return
    left, right = tree
    yield from beside_the_path(left, (*groups, leaves(right)))
    yield from beside_the_path(right, (*groups, leaves(left)))


def owen_values(game: Game, tree: Tree) -> Float[Tensor, " N"]:
    """Return what each player adds to the groups that a tree allows, averaged over them.

    At each fork above a player the other branch is there as a whole or not at all, with equal
    chances. So of 2^(N-1) groups only 2^depth are looked at, and none that tears a branch apart:
    this is what ``shap.explainers.Partition`` computes where its budget suffices.

    Args:
        game: What groups are worth.
        tree: Players 0 to N - 1, in nested pairs.

    Returns:
        Float64. Like Shapley values they sum to the worth of all minus that of none.

    Raises:
        ValueError: If the tree does not have each player once.

    Source: Owen 1977, Values of games with a priori unions; for nested unions, Winter 1989.
    """
    players = leaves(tree)
    if sorted(players) != list(range(len(players))):
        raise ValueError(f"the tree needs players 0 to {len(players) - 1} once each, got {players}")
    values = torch.zeros(len(players), dtype=torch.float64)
    for player, groups in beside_the_path(tree):
        present = torch.zeros(2 ** len(groups), len(players), dtype=torch.bool)
        for row, choices in enumerate(product((False, True), repeat=len(groups))):
            for group, chosen in zip(groups, choices, strict=True):
                present[row, group] = chosen
        without = game(present).double()
        present[:, player] = True
        values[player] = (game(present).double() - without).mean()
    return values


def neighbor_tree(tokens: Sequence[str], first: int = 0) -> Tree:
    """Halve a text again and again: at ends of sentences, then of clauses, then between words.

    Args:
        tokens: Word pieces, at least one.
        first: Number of the first token.

    Returns:
        Nested pairs of the tokens' numbers. Pieces of a word are separated last.

    Raises:
        ValueError: If there are no tokens.
    """
    if not tokens:
        raise ValueError("a tree needs at least one token, got none")
    if len(tokens) == 1:
        return first
    cut = max(
        range(1, len(tokens)),
        key=lambda k: (_boundary(tokens[k - 1], tokens[k]), -abs(2 * k - len(tokens))),
    )
    return neighbor_tree(tokens[:cut], first), neighbor_tree(tokens[cut:], first + cut)


def _boundary(left: str, right: str) -> int:
    """Say how well a text can be cut between two tokens: a mark stays with what is before it."""
    if right.startswith("##"):
        return 0
    if right in SENTENCE_ENDS or right in CLAUSE_ENDS:
        return 1
    if left in SENTENCE_ENDS:
        return 4
    return 3 if left in CLAUSE_ENDS else 2


def linkage(tree: Tree) -> Float[np.ndarray, "forks 4"]:
    """Write a tree as shap and ``scipy.cluster.hierarchy`` do.

    Returns:
        A row per fork, children first: left and right (players, then N + row of an earlier fork),
        height and number of players.
    """
    N = len(leaves(tree))
    rows: list[tuple[float, ...]] = []

    def number(branch: Tree) -> int:
        if not isinstance(branch, tuple):
            return branch
        size = len(leaves(branch))
        rows.append((number(branch[0]), number(branch[1]), size / N, size))
        return N + len(rows) - 1

    number(tree)
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


def replace_absent(
    ids: Int[Tensor, " T"], positions: Int[Tensor, " N"], present: Bool[Tensor, "S N"], mask_id: int
) -> list[list[int]]:
    """Put [MASK] where a token is absent: the length and all positions stay.

    Args:
        ids: The whole input, with [CLS] and [SEP].
        positions: Where the players stand; what stands elsewhere is always there.
        present: S groups of players.
        mask_id: The piece [MASK].

    Returns:
        S inputs.
    """
    _check_players(positions, present)
    rows = ids.repeat(len(present), 1)  # (S, T)
    rows[:, positions] = torch.where(present, ids[positions], mask_id)
    return rows.tolist()


def remove_absent(
    ids: Int[Tensor, " T"], positions: Int[Tensor, " N"], present: Bool[Tensor, "S N"]
) -> list[list[int]]:
    """Leave absent tokens out: the others close up and get new positions.

    Args:
        ids: The whole input, with [CLS] and [SEP].
        positions: Where the players stand; what stands elsewhere is always there.
        present: S groups of players.

    Returns:
        S inputs of different lengths.
    """
    _check_players(positions, present)
    kept = torch.ones(len(present), len(ids), dtype=torch.bool)
    kept[:, positions] = present
    return [ids[row].tolist() for row in kept]


def _check_players(positions: Tensor, present: Tensor) -> None:
    if present.dim() != 2 or present.shape[1] != len(positions) or present.dtype != torch.bool:
        raise ValueError(
            f"present must be truth values of shape (S, {len(positions)}), "
            f"got {present.dtype} of shape {tuple(present.shape)}"
        )
