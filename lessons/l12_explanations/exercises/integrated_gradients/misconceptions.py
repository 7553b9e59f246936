"""The misconceptions about ``integrated_gradients``, each a wrong function with advice."""

from lessons.l12_explanations.exercises.integrated_gradients.question import Slopes

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception

Pair = Callable[[Tensor, Tensor], Tensor]  # of the words' vectors and those of [MASK]


def _middles(num_steps: int) -> list[float]:
    return [(step + 0.5) / num_steps for step in range(num_steps)]


def _way(words: Tensor, masks: Tensor) -> Tensor:
    return words - masks


def _last(products: Tensor) -> Tensor:
    return products.sum(dim=-1)


def _walk(
    slopes_at: Slopes,
    words: Tensor,
    masks: Tensor,
    num_steps: int,
    *,
    fractions: Callable[[int], list[float]] = _middles,
    start: Pair = lambda words, masks: masks,
    direction: Pair = _way,
    factor: Pair = _way,
    gather: Callable[[Tensor], Tensor] = lambda slopes: slopes.mean(dim=0),
    finish: Callable[[Tensor], Tensor] = _last,
) -> Tensor:
    begin, way = start(words, masks), direction(words, masks)
    slopes = [slopes_at(begin + fraction * way) for fraction in fractions(num_steps)]
    return finish(gather(torch.stack(slopes)) * factor(words, masks))


def _by_their_own_point(slopes_at: Slopes, words: Tensor, masks: Tensor, num_steps: int) -> Tensor:
    points = [masks + fraction * (words - masks) for fraction in _middles(num_steps)]
    products = torch.stack([slopes_at(point) * point for point in points])
    return products.mean(dim=0).sum(dim=-1)


def _spread(count: Callable[[int], int]) -> Callable[[int], list[float]]:
    return lambda num_steps: torch.linspace(0, 1, count(num_steps)).double().tolist()


MISCONCEPTIONS = (
    Misconception(
        "the slopes are not multiplied by the way",
        "A slope says what one unit more would change. Multiply the mean slope by how far each "
        "vector really goes, word_vectors - mask_vectors, or the values cannot sum to what the "
        "score gains.",
        partial(_walk, factor=lambda words, masks: torch.ones_like(words)),
    ),
    Misconception(
        "the slopes are multiplied by the word vectors, not by the way",
        "The way goes from [MASK] to the word, not from 0: the factor is word_vectors - "
        "mask_vectors.",
        partial(_walk, factor=lambda words, masks: words),
        variants=(_by_their_own_point,),
    ),
    Misconception(
        "slopes are taken at the text alone",
        "That is the slope at the end of the way, where gradient x input takes it. Take slopes at "
        "num_steps points between mask_vectors and word_vectors.",
        partial(_walk, fractions=lambda num_steps: [1.0]),
        variants=(
            partial(_walk, fractions=lambda num_steps: [1.0], factor=lambda words, masks: words),
        ),
    ),
    Misconception(
        "slopes are taken at the baseline alone",
        "That is the slope at the beginning of the way. Take slopes at num_steps points between "
        "mask_vectors and word_vectors.",
        partial(_walk, fractions=lambda num_steps: [0.0]),
    ),
    Misconception(
        "the baseline is left out: the way begins at 0",
        "A point is mask_vectors + fraction * (word_vectors - mask_vectors). fraction * "
        "word_vectors walks from the vector 0, which stands for no token at all.",
        partial(_walk, start=lambda words, masks: 0 * words, direction=lambda words, masks: words),
        variants=(
            partial(
                _walk,
                start=lambda words, masks: 0 * words,
                direction=lambda words, masks: words,
                factor=lambda words, masks: words,
            ),
            partial(_walk, start=lambda words, masks: 0 * words),
        ),
    ),
    Misconception(
        "the points add a part of the word to the baseline, not a part of the way",
        "At fraction 1 a point must be the text itself: mask_vectors + fraction * (word_vectors - "
        "mask_vectors).",
        partial(_walk, direction=lambda words, masks: words),
    ),
    Misconception(
        "the slopes are added, not averaged",
        "The way is cut into num_steps pieces, and each slope holds on one of them: divide the "
        "sum by num_steps, or more points give larger values.",
        partial(_walk, gather=lambda slopes: slopes.sum(dim=0)),
    ),
    Misconception(
        "slopes are taken at the beginnings of the pieces",
        "The middle of piece k, counted from 0, is at (k + 0.5) / num_steps; k / num_steps is "
        "where it begins, and these points miss the text.",
        partial(_walk, fractions=lambda n: [step / n for step in range(n)]),
    ),
    Misconception(
        "slopes are taken at the ends of the pieces",
        "The middle of piece k, counted from 0, is at (k + 0.5) / num_steps; (k + 1) / num_steps "
        "is where it ends, and these points miss the baseline.",
        partial(_walk, fractions=lambda n: [(step + 1) / n for step in range(n)]),
    ),
    Misconception(
        "the points are spread from end to end, not over the middles of pieces",
        "num_steps equal pieces have their middles at (k + 0.5) / num_steps: neither the baseline "
        "nor the text is among them.",
        partial(_walk, fractions=_spread(lambda num_steps: num_steps)),
        variants=(
            partial(_walk, fractions=_spread(lambda num_steps: num_steps + 1)),
            partial(_walk, fractions=lambda n: [(step + 1) / (n + 1) for step in range(n)]),
        ),
    ),
    Misconception(
        "the way is taken in the other direction",
        "The values say what the words add to the score, so the way leads from mask_vectors to "
        "word_vectors: word_vectors - mask_vectors.",
        partial(_walk, factor=lambda words, masks: masks - words),
    ),
    Misconception(
        "the products of a vector are not added up",
        "Each token has D products, and one value: add them up over the last axis.",
        partial(_walk, finish=lambda products: products),
    ),
    Misconception(
        "the products are averaged over the vector",
        "A token gets the sum of its D products; with their mean the values no longer sum to "
        "what the score gains.",
        partial(_walk, finish=lambda products: products.mean(dim=-1)),
    ),
    Misconception(
        "the products are added over the tokens",
        "The value of a token is a sum over its own vector, the last axis: (T, D) becomes (T,).",
        partial(_walk, finish=lambda products: products.sum(dim=0)),
    ),
    Misconception(
        "all tokens are added into one number",
        "Add up over the last axis only: each of the T tokens keeps its own value.",
        partial(_walk, finish=lambda products: products.sum()),
    ),
    Misconception(
        "the sign of the products is lost",
        "A product below 0 takes from the score. Add the products as they are, without abs.",
        partial(_walk, finish=lambda products: products.abs().sum(dim=-1)),
        variants=(partial(_walk, finish=lambda products: products.norm(dim=-1)),),
    ),
)
