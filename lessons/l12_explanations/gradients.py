"""Slopes of a classifier's score at the word vectors of a text."""

from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.inspection.text_game import TextGame

STEPS = 16  # points on the way from [MASK] to the words


class Vectors(NamedTuple):
    """The vectors that the first layer adds up for each token of a text.

    Attributes:
        words: Of the tokens, (T, D).
        masks: The same, but with [MASK] in place of each token that can be hidden, (T, D).
        places: Vectors of the position and the token type, added, (T, D).
    """

    words: Float[Tensor, "T D"]
    masks: Float[Tensor, "T D"]
    places: Float[Tensor, "T D"]


def vectors_of(game: TextGame) -> Vectors:
    """Return the vectors of a text's tokens, special ones included."""
    embeddings = game.model.bert.embeddings
    with torch.no_grad():
        words = embeddings.word(game.ids)
        masks = words.clone()
        masks[game.positions] = embeddings.word.weight[game.tokenizer.mask_id]
        places = embeddings.position.weight[: len(words)] + embeddings.token_type.weight[0]
    return Vectors(words, masks, places)


def slopes(game: TextGame, points: Float[Tensor, "S T D"]) -> Float[Tensor, "S T D"]:
    """Return how the score changes with each number of the word vectors, at S points.

    Args:
        game: The text; it gives the label whose score it is.
        points: Word vectors that take the place of the text's own.
    """
    points = points.detach().clone().requires_grad_()
    word = game.model.bert.embeddings.word
    handle = word.register_forward_hook(lambda module, inputs, vectors: points)
    try:
        with torch.enable_grad():
            score = game.score(game.model(game.ids.expand(len(points), -1))).sum()
            (found,) = torch.autograd.grad(score, points)
    finally:
        handle.remove()
    return found


def integrated(game: TextGame, num_steps: int = STEPS) -> Float[Tensor, " N"]:
    """Return integrated gradients: mean slopes on the way from [MASK], times that way.

    Source: Sundararajan et al. 2017, Axiomatic attribution for deep networks.
    """
    words, masks, _ = vectors_of(game)
    steps = (torch.arange(num_steps) + 0.5) / num_steps
    path = masks + steps[:, None, None] * (words - masks)
    return _on_players(game, slopes(game, path).mean(dim=0) * (words - masks))


def along_the_way(game: TextGame, num_points: int) -> list[float]:
    """Return the slope of the score along the way from [MASK] to the words, at middles of pieces.

    Per whole way: the mean of many such slopes is what the score gains.
    """
    words, masks, _ = vectors_of(game)
    steps = (torch.arange(num_points) + 0.5) / num_points
    path = masks + steps[:, None, None] * (words - masks)
    return (slopes(game, path) * (words - masks)).sum(dim=(1, 2)).tolist()


def times_input(game: TextGame) -> Float[Tensor, " N"]:
    """Return gradient x input: the slope at the text, times the word vector.

    To first order, it is what the score would lose if the vector became 0.
    """
    words = vectors_of(game).words
    return _on_players(game, slope_at_text(game) * words)


def norm(game: TextGame) -> Float[Tensor, " N"]:
    """Return the length of the slope at each token: how strongly it may change the score."""
    return slope_at_text(game).norm(dim=-1).double()[game.positions]


def slope_at_text(game: TextGame) -> Float[Tensor, "T D"]:
    """Return how the score changes with the word vectors at the text itself."""
    return slopes(game, vectors_of(game).words[None])[0]


def along_the_sum(game: TextGame) -> tuple[Tensor, Tensor]:
    """Return each token's slope along its word vector, and along position and token type, (N,)."""
    words, _, places = vectors_of(game)
    slope = slope_at_text(game)
    return _on_players(game, slope * words), _on_players(game, slope * places)


def _on_players(game: TextGame, products: Float[Tensor, "T D"]) -> Float[Tensor, " N"]:
    return products.sum(dim=-1).double()[game.positions]
