"""Write a text token by token, with a network that keeps what it has read and written.

A token that was written never changes, because the mask lets it see nothing that follows. So what
goes into each layer is kept (a *cache*), and only the newest token passes through the network.
"""

from abc import ABC, abstractmethod
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.model.encoder_decoder import EncoderDecoder
from bertlab.model.masks import causal_mask
from bertlab.model.tasks import BertForMaskedLM


class Cache(NamedTuple):
    """What a writer keeps of B texts.

    Attributes:
        layers: What entered each layer so far, (B, P, D) each.
        read: What an encoder made of the text that was read, (B, S, D); None without an encoder.
    """

    layers: tuple[Float[Tensor, "B P D"], ...]
    read: Float[Tensor, "B S D"] | None = None

    def select(self, rows: Int[Tensor, " N"]) -> "Cache":
        """Return the cache of some rows, in a new order; a row may come several times."""
        read = None if self.read is None else self.read[rows]
        return Cache(tuple(layer[rows] for layer in self.layers), read)


class Writer(ABC):
    """A network that reads texts of one length and writes what follows."""

    @abstractmethod
    def read(self, input_ids: Int[Tensor, "B S"]) -> tuple[Float[Tensor, "B V"], Cache]:
        """Return the scores of the first token to write, and the cache."""

    @abstractmethod
    def write(self, cache: Cache, ids: Int[Tensor, " B"]) -> tuple[Float[Tensor, "B V"], Cache]:
        """Return the scores of the token after one that was written, and the longer cache."""


class PrefixWriter(Writer):
    """A BERT that writes: it reads under a two-sided mask, and each new token sees all before it.

    Args:
        model: Trained under ``bertlab.model.masks.prefix_mask``.
        causal: Whether it reads from left to right, too, as a model trained under ``causal_mask``.
    """

    def __init__(self, model: BertForMaskedLM, causal: bool = False) -> None:
        self.model, self.causal = model, causal

    def read(self, input_ids: Int[Tensor, "B S"]) -> tuple[Float[Tensor, "B V"], Cache]:
        """Read texts of one length; what follows is the second text."""
        hidden = self.model.bert.embeddings(input_ids, torch.zeros_like(input_ids))
        mask = causal_mask(torch.ones_like(input_ids)) if self.causal else None
        return self._through(hidden, None, mask)

    def write(self, cache: Cache, ids: Int[Tensor, " B"]) -> tuple[Float[Tensor, "B V"], Cache]:
        """Write one token of each second text."""
        written = ids[:, None]
        hidden = self.model.bert.embeddings(
            written, torch.ones_like(written), cache.layers[0].shape[1]
        )
        return self._through(hidden, cache)

    def _through(
        self, hidden: Tensor, cache: Cache | None, mask: Tensor | None = None
    ) -> tuple[Tensor, Cache]:
        kept = []
        for number, layer in enumerate(self.model.bert.encoder.layers):
            kept.append(hidden if cache is None else torch.cat([cache.layers[number], hidden], 1))
            hidden = layer(hidden, mask, kept[-1])
        embeddings = self.model.bert.embeddings.word.weight
        return self.model.masked_lm(hidden[:, -1], embeddings), Cache(tuple(kept))


class DecoderWriter(Writer):
    """An encoder-decoder that writes.

    Args:
        model: The network.
        first_id: The token that every text begins with.
    """

    def __init__(self, model: EncoderDecoder, first_id: int) -> None:
        self.model, self.first_id = model, first_id

    def read(self, input_ids: Int[Tensor, "B S"]) -> tuple[Float[Tensor, "B V"], Cache]:
        """Read texts of one length, and write the first token of each answer."""
        read = self.model.encoder(self.model.embed(input_ids))
        empty = read.new_empty(len(read), 0, read.shape[2])
        cache = Cache(tuple(empty for _ in self.model.decoder), read)
        return self.write(cache, torch.full_like(input_ids[:, 0], self.first_id))

    def write(self, cache: Cache, ids: Int[Tensor, " B"]) -> tuple[Float[Tensor, "B V"], Cache]:
        """Write one token of each answer."""
        hidden = self.model.embed_written(ids[:, None], cache.layers[0].shape[1])
        kept = []
        for past, layer in zip(cache.layers, self.model.decoder, strict=True):
            kept.append(torch.cat([past, hidden], dim=1))
            hidden = layer(hidden, None, kept[-1], cache.read)
        return self.model.scores(hidden[:, -1]), Cache(tuple(kept), cache.read)


@torch.no_grad()
def greedy(
    writer: Writer, input_ids: Int[Tensor, "B S"], end_id: int, longest: int
) -> list[list[int]]:
    """Write the likeliest token each time, until the end.

    Args:
        writer: Reads and writes.
        input_ids: Texts of one length, (B, S): there is no padding here.
        end_id: The token that ends a text; it is not returned.
        longest: How many tokens at most.
    """
    scores, cache = writer.read(input_ids)
    written: list[list[int]] = [[] for _ in input_ids]
    going = torch.ones(len(input_ids), dtype=torch.bool)
    for _ in range(longest):
        best = scores.argmax(dim=1)
        going &= best != end_id
        if not going.any():
            break
        for row in going.nonzero().flatten().tolist():
            written[row].append(int(best[row]))
        scores, cache = writer.write(cache, best)
    return written


@torch.no_grad()
def beam_search(
    writer: Writer, input_ids: Int[Tensor, "1 S"], end_id: int, longest: int, beams: int
) -> list[tuple[list[int], float]]:
    """Write several texts side by side, and keep the likeliest.

    Args:
        writer: Reads and writes.
        input_ids: One text, (1, S).
        end_id: The token that ends a text.
        longest: How many tokens at most, the end not counted.
        beams: How many are kept at each step.

    Returns:
        Up to ``beams`` finished texts without their end, each with the sum of its tokens' log
        probabilities (in nats, the end's too), best first.

    Raises:
        ValueError: If there are no beams.
    """
    if beams < 1:
        raise ValueError(f"expected at least 1 beam, got {beams}")
    scores, cache = writer.read(input_ids)
    beginnings: list[tuple[list[int], float]] = [([], 0.0)]
    finished: list[tuple[list[int], float]] = []
    for _ in range(longest + 1):
        total = scores.log_softmax(dim=1) + scores.new_tensor([[p] for _, p in beginnings])
        candidates = total.flatten().topk(min(2 * beams, total.numel()))
        going: list[tuple[int, int, float]] = []
        for value, place in zip(
            candidates.values.tolist(), candidates.indices.tolist(), strict=True
        ):
            row, token = divmod(place, scores.shape[1])
            text = beginnings[row][0]
            if token == end_id:
                finished.append((text, value))
            elif len(going) < beams:
                going.append((row, token, value))
        finished = sorted(finished, key=lambda one: -one[1])[:beams]
        if len(finished) == beams and finished[-1][1] >= going[0][2]:
            break
        beginnings = [(beginnings[row][0] + [token], value) for row, token, value in going]
        rows, tokens, _ = (torch.tensor(column) for column in zip(*going, strict=True))
        scores, cache = writer.write(cache.select(rows), tokens)
    return finished
