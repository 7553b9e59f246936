"""Where a small encoder-decoder looks while it pronounces a word."""

from lessons.l18_masks.experiments.reader_writer import stored
from lessons.l18_masks.words import CLS, LONGEST, SEP, spelled, tokens

from functools import cache
from typing import NamedTuple, cast

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.model.encoder_decoder import DecoderLayer, EncoderDecoder
from bertlab.model.writing import DecoderWriter, greedy


class Looks(NamedTuple):
    """What a network of one layer each saw, rounded: weights of each head.

    Attributes:
        letters: The S tokens that were read.
        phonemes: The T tokens that were written, each in the row in which it was asked for.
        encoder: How letters looked at letters, (1, H, S, S).
        decoder: How what was written looked at what was written before, (1, H, T, T).
        cross: How it looked at the letters, (1, H, T, S).
    """

    letters: list[str]
    phonemes: list[str]
    encoder: Float[Tensor, "1 H S S"]
    decoder: Float[Tensor, "1 H T T"]
    cross: Float[Tensor, "1 H T S"]


@cache
def _network() -> EncoderDecoder:
    return stored().double()


@torch.no_grad()
def looks(word: str) -> Looks:
    """Let the stored network pronounce a word, in float64, and return where its heads looked."""
    network = _network()
    ids = torch.tensor([spelled(word)])
    written = greedy(DecoderWriter(network, CLS), ids, SEP, LONGEST)[0]
    states, (reading,) = network.encoder.inspect(network.embed(ids))
    hidden = network.embed_written(torch.tensor([[CLS, *written]]))
    mask = torch.ones(1, 1, len(written) + 1, len(written) + 1, dtype=torch.bool).tril()
    layer = cast(DecoderLayer, network.decoder[0])
    own, cross = layer.look(hidden, mask, states[-1])
    weights = (details.weights.round(decimals=4) for details in (reading, own, cross))
    return Looks(tokens(ids[0].tolist()), tokens([*written, SEP]), *weights)
