"""The misconceptions about ``input_embeddings``, each a wrong function with advice."""

from lessons.l07_bert.exercises.cases import Tensors

import torch
from torch import Tensor
from torch.nn.functional import layer_norm

from workbook.exercises import Misconception


def _words(ids: Tensor, tables: Tensors) -> Tensor:
    return tables["word_embeddings.weight"][ids]  # (B, T, D)


def _types(types: Tensor, tables: Tensors) -> Tensor:
    return tables["token_type_embeddings.weight"][types]  # (B, T, D)


def _positions(ids: Tensor, tables: Tensors, first: int = 0) -> Tensor:
    return tables["position_embeddings.weight"][first : first + ids.shape[1]]  # (T, D)


def _sum(ids: Tensor, types: Tensor, tables: Tensors) -> Tensor:
    return _words(ids, tables) + _types(types, tables) + _positions(ids, tables)


def _norm(vectors: Tensor, tables: Tensors, eps: float) -> Tensor:
    gamma, beta = tables["LayerNorm.weight"], tables["LayerNorm.bias"]
    return layer_norm(vectors, gamma.shape, gamma, beta, eps)


def _each_normed(ids: Tensor, types: Tensor, tables: Tensors, eps: float) -> Tensor:
    parts = _words(ids, tables), _types(types, tables), _positions(ids, tables)
    words, kinds, positions = (_norm(part, tables, eps) for part in parts)
    return words + kinds + positions


def _scaled(vectors: Tensor, deviation: Tensor, tables: Tensors, axes: tuple[int, ...]) -> Tensor:
    normalized = (vectors - vectors.mean(axes, keepdim=True)) / deviation
    return normalized * tables["LayerNorm.weight"] + tables["LayerNorm.bias"]


def _norm_over(vectors: Tensor, tables: Tensors, eps: float, *axes: int) -> Tensor:
    variance = vectors.var(axes, correction=0, keepdim=True)
    return _scaled(vectors, torch.sqrt(variance + eps), tables, axes)


def _eps_outside(vectors: Tensor, tables: Tensors, eps: float, correction: int = 0) -> Tensor:
    deviation = vectors.std(-1, correction=correction, keepdim=True) + eps
    return _scaled(vectors, deviation, tables, (-1,))


def _unbiased(vectors: Tensor, tables: Tensors, eps: float) -> Tensor:
    deviation = torch.sqrt(vectors.var(-1, keepdim=True) + eps)
    return _scaled(vectors, deviation, tables, (-1,))


MISCONCEPTIONS = (
    Misconception(
        "the positions are looked up by token type id",
        "A token type id says which of two texts a token belongs to. The position is its "
        "place in the row: 0, 1, 2 and so on, the same for every row.",
        lambda ids, types, tables, eps=1e-12: _norm(
            _words(ids, tables)
            + _types(types, tables)
            + tables["position_embeddings.weight"][types],
            tables,
            eps,
        ),
    ),
    Misconception(
        "the positions start at 1",
        "[CLS] stands at position 0; from 1 on, every token gets its neighbor's vector, and a "
        "text of full length has none left for its last token.",
        lambda ids, types, tables, eps=1e-12: _norm(
            _words(ids, tables) + _types(types, tables) + _positions(ids, tables, first=1),
            tables,
            eps,
        ),
    ),
    Misconception(
        "the positions are missing",
        "Add the position embeddings: without them attention cannot tell one order of the "
        "tokens from another.",
        lambda ids, types, tables, eps=1e-12: _norm(
            _words(ids, tables) + _types(types, tables), tables, eps
        ),
    ),
    Misconception(
        "the token types are missing",
        "Add the token type embeddings, for single texts too: row 0 of that table is not zero.",
        lambda ids, types, tables, eps=1e-12: _norm(
            _words(ids, tables) + _positions(ids, tables), tables, eps
        ),
    ),
    Misconception(
        "LayerNorm is missing",
        "BERT normalizes the sum before its first layer; this LayerNorm has weights of its "
        "own in the file.",
        lambda ids, types, tables, eps=1e-12: _sum(ids, types, tables),
    ),
    Misconception(
        "LayerNorm comes before the sum",
        "Add all three embeddings first, then normalize once.",
        lambda ids, types, tables, eps=1e-12: (
            _norm(_words(ids, tables), tables, eps)
            + _types(types, tables)
            + _positions(ids, tables)
        ),
    ),
    Misconception(
        "each of the three is normalized by itself",
        "Add the three embeddings as they are, then normalize the sum, once. Normalized one by "
        "one, a position counts as much as a word, however small its trained vector is.",
        lambda ids, types, tables, eps=1e-12: _each_normed(ids, types, tables, eps),
        variants=(
            lambda ids, types, tables, eps=1e-12: _norm(
                _each_normed(ids, types, tables, eps), tables, eps
            ),
        ),
    ),
    Misconception(
        "LayerNorm's weight and bias are left out",
        "After normalizing, multiply by LayerNorm.weight (gamma) and add LayerNorm.bias "
        "(beta): both are trained.",
        lambda ids, types, tables, eps=1e-12: layer_norm(
            _sum(ids, types, tables), tables["LayerNorm.bias"].shape, eps=eps
        ),
    ),
    Misconception(
        "eps is added outside the root",
        "Divide by sqrt(variance + eps). With sqrt(variance) + eps the two agree only while "
        "the variance is far above eps.",
        lambda ids, types, tables, eps=1e-12: _eps_outside(_sum(ids, types, tables), tables, eps),
        variants=(
            lambda ids, types, tables, eps=1e-12: _eps_outside(
                _sum(ids, types, tables), tables, eps, correction=1
            ),
        ),
    ),
    Misconception(
        "eps is left at torch's default of 1e-5",
        "Pass eps on: BERT was trained with 1e-12, and sums of small embeddings have variances "
        "at which 1e-5 shows.",
        lambda ids, types, tables, eps=1e-12: _norm(_sum(ids, types, tables), tables, 1e-5),
    ),
    Misconception(
        "the variance is the unbiased one",
        "LayerNorm divides the sum of squares by D, not by D - 1: unbiased=False, or "
        "correction=0, in var and std.",
        lambda ids, types, tables, eps=1e-12: _unbiased(_sum(ids, types, tables), tables, eps),
    ),
    Misconception(
        "the mean and variance are taken over more than one token",
        "LayerNorm treats each token by itself: mean and variance over the last axis only, so "
        "that padding and neighbors change nothing.",
        lambda ids, types, tables, eps=1e-12: _norm_over(
            _sum(ids, types, tables), tables, eps, 1, 2
        ),
        variants=tuple(
            lambda ids, types, tables, eps=1e-12, axes=axes: _norm_over(
                _sum(ids, types, tables), tables, eps, *axes
            )
            for axes in ((1,), (0,), (0, 1), (0, 1, 2))
        ),
    ),
)
