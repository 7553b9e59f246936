"""The misconceptions about ``input_embeddings``, each a wrong function with advice."""

from lessons.l07_bert.exercises.cases import Tensors

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn.functional import layer_norm

from workbook.exercises import Misconception


def _words(ids: Tensor, tables: Tensors) -> Tensor:
    return tables["word_embeddings.weight"][ids]  # (B, T, D)


def _types(types: Tensor, tables: Tensors) -> Tensor:
    return tables["token_type_embeddings.weight"][types]  # (B, T, D)


def _positions(ids: Tensor, tables: Tensors) -> Tensor:
    return tables["position_embeddings.weight"][: ids.shape[1]]  # (T, D)


def _sum(ids: Tensor, types: Tensor, tables: Tensors) -> Tensor:
    return _words(ids, tables) + _types(types, tables) + _positions(ids, tables)


def _norm(vectors: Tensor, tables: Tensors, eps: float) -> Tensor:
    gamma, beta = tables["LayerNorm.weight"], tables["LayerNorm.bias"]
    return layer_norm(vectors, gamma.shape, gamma, beta, eps)


def _each_normed(ids: Tensor, types: Tensor, tables: Tensors, eps: float) -> Tensor:
    parts = _words(ids, tables), _types(types, tables), _positions(ids, tables)
    words, kinds, positions = (_norm(part, tables, eps) for part in parts)
    return words + kinds + positions


def _placed(places: Callable[[Tensor, Tensor], Tensor]) -> Callable[..., Tensor]:
    """Look the positions up by other numbers."""
    return lambda ids, types, tables, eps=1e-12: _norm(
        _words(ids, tables)
        + _types(types, tables)
        + tables["position_embeddings.weight"][places(ids, types)],
        tables,
        eps,
    )


def _restarted(ids: Tensor, types: Tensor) -> Tensor:
    places = torch.arange(ids.shape[1]) - types * (types == 0).sum(1, keepdim=True)
    return places.clamp(min=0)


def _summing(
    add: Callable[[Tensor, Tensor, Tensor], Tensor],
) -> Callable[..., Tensor]:
    """Put the vectors of words, types and positions together otherwise."""
    return lambda ids, types, tables, eps=1e-12: _norm(
        add(_words(ids, tables), _types(types, tables), _positions(ids, tables)), tables, eps
    )


def _typed(types_of: Callable[[Tensor], Tensor]) -> Callable[..., Tensor]:
    return lambda ids, types, tables, eps=1e-12: _norm(
        _sum(ids, types_of(types), tables), tables, eps
    )


def _dividing(
    divide: Callable[[Tensor, float], Tensor], correction: int = 0
) -> Callable[..., Tensor]:
    """Divide by another function of the variance and eps."""

    def wrong(ids: Tensor, types: Tensor, tables: Tensors, eps: float = 1e-12) -> Tensor:
        vectors = _sum(ids, types, tables)
        variance = vectors.var(-1, correction=correction, keepdim=True)
        return _scaled(vectors, divide(variance, eps), tables, (-1,))

    return wrong


def _finishing(finish: Callable[[Tensor, Tensor, Tensor], Tensor]) -> Callable[..., Tensor]:
    """Finish otherwise: normalized vectors, weight, bias."""
    return lambda ids, types, tables, eps=1e-12: finish(
        layer_norm(_sum(ids, types, tables), tables["LayerNorm.bias"].shape, eps=eps),
        tables["LayerNorm.weight"],
        tables["LayerNorm.bias"],
    )


def _scaled(vectors: Tensor, deviation: Tensor, tables: Tensors, axes: tuple[int, ...]) -> Tensor:
    normalized = (vectors - vectors.mean(axes, keepdim=True)) / deviation
    return normalized * tables["LayerNorm.weight"] + tables["LayerNorm.bias"]


def _norm_over(vectors: Tensor, tables: Tensors, eps: float, *axes: int) -> Tensor:
    variance = vectors.var(axes, correction=0, keepdim=True)
    return _scaled(vectors, torch.sqrt(variance + eps), tables, axes)


MISCONCEPTIONS = (
    Misconception(
        "the positions are looked up by token type id",
        "A token type id says which of two texts a token belongs to. The position is its "
        "place in the row: 0, 1, 2 and so on, the same for every row.",
        _placed(lambda ids, types: types),
    ),
    Misconception(
        "the number of the text in the batch is taken for the position",
        "Axis 0 of input_ids counts texts, axis 1 tokens: the positions are 0 to T - 1, for all.",
        _placed(lambda ids, types: torch.arange(len(ids))[:, None]),
    ),
    Misconception(
        "the positions start at 1",
        "[CLS] stands at position 0; from 1 on, every token gets its neighbor's vector, and a "
        "text of full length has none left for its last token.",
        _placed(lambda ids, types: torch.arange(1, ids.shape[1] + 1)),
        variants=(_placed(lambda ids, types: torch.arange(ids.shape[1]).roll(-1)),),
    ),
    Misconception(
        "the positions start again in the second text",
        "Positions count through the whole row, over both texts: only the token types tell the "
        "texts apart.",
        _placed(_restarted),
    ),
    Misconception(
        "the words are missing",
        "Add the word embeddings as well, the row of each input id.",
        _summing(lambda words, types, positions: types + positions),
    ),
    Misconception(
        "the word embeddings are multiplied by sqrt(D)",
        "The Transformer of 2017 does that; BERT adds its three tables as they are.",
        _summing(
            lambda words, types, positions: words * words.shape[-1] ** 0.5 + types + positions
        ),
    ),
    Misconception(
        "the token types are not those of the argument",
        "Look the row up by token_type_ids: 0 in the first text, 1 in the second.",
        _typed(torch.zeros_like),
        variants=(_typed(lambda types: 1 - types), _typed(torch.ones_like)),
    ),
    Misconception(
        "the positions are missing",
        "Add the position embeddings: without them attention cannot tell one order of the "
        "tokens from another.",
        _summing(lambda words, types, positions: words + types),
    ),
    Misconception(
        "the token types are missing",
        "Add the token type embeddings, for single texts too: row 0 of that table is not zero.",
        _summing(lambda words, types, positions: words + positions),
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
        _finishing(lambda x, weight, bias: x),
    ),
    Misconception(
        "one of LayerNorm's weight and bias is left out",
        "After normalizing, multiply by LayerNorm.weight (gamma) and add LayerNorm.bias (beta).",
        _finishing(lambda x, weight, bias: x * weight),
        variants=(_finishing(lambda x, weight, bias: x + bias),),
    ),
    Misconception(
        "LayerNorm's weight and bias have changed places",
        "The weight (gamma) is multiplied with the normalized vectors, the bias (beta) added.",
        _finishing(lambda x, weight, bias: x * bias + weight),
    ),
    Misconception(
        "the bias is added before the weight is multiplied",
        "First multiply by LayerNorm.weight, then add LayerNorm.bias.",
        _finishing(lambda x, weight, bias: (x + bias) * weight),
    ),
    Misconception(
        "eps is left out",
        "Add eps to the variance: it is there for vectors whose components are nearly equal.",
        _dividing(lambda variance, eps: variance.sqrt()),
    ),
    Misconception(
        "eps is fixed at 1e-12, whatever the argument says",
        "Pass the argument eps on; 1e-12 is only its default.",
        _dividing(lambda variance, eps: (variance + 1e-12).sqrt()),
    ),
    Misconception(
        "eps is added outside the root",
        "Divide by sqrt(variance + eps). With sqrt(variance) + eps the two agree only while "
        "the variance is far above eps.",
        _dividing(lambda variance, eps: variance.sqrt() + eps),
        variants=(_dividing(lambda variance, eps: variance.sqrt() + eps, correction=1),),
    ),
    Misconception(
        "eps is left at torch's default of 1e-5",
        "Pass eps on: BERT was trained with 1e-12, and sums of small embeddings have variances "
        "at which 1e-5 shows.",
        _dividing(lambda variance, eps: (variance + 1e-5).sqrt()),
    ),
    Misconception(
        "the variance is the unbiased one",
        "LayerNorm divides the sum of squares by D, not by D - 1: unbiased=False, or "
        "correction=0, in var and std.",
        _dividing(lambda variance, eps: (variance + eps).sqrt(), correction=1),
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
