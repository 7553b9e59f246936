"""What the attention lesson measures on a trained encoder."""

import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import Batch, WordPieceTokenizer


class Seen(NamedTuple):
    """Where one token of a text looks.

    Attributes:
        pieces: The tokens, [CLS] and [SEP] included.
        weights: Its attention weights on them, (T,).
    """

    pieces: list[str]
    weights: Float[Tensor, " T"]


Reader = Callable[[str], tuple[list[str], Float[Tensor, "L H T T"]]]


@torch.no_grad()
def weights_of(
    model: BertModel, tokenizer: WordPieceTokenizer, text: str, word: str, place: tuple[int, int]
) -> Seen:
    """Return where a word of a text looks, in one head of one layer.

    Args:
        model: The encoder.
        tokenizer: Cuts the text.
        text: One that holds the word once.
        word: Who looks.
        place: Layer and head.
    """
    batch = tokenizer.batch([text])
    pieces = [tokenizer.vocabulary[piece] for piece in batch.input_ids[0]]
    layer, head = place
    details = model.inspect(*batch).layers[layer]
    return Seen(pieces, details.weights[0, head, pieces.index(word)])


class Pronoun(NamedTuple):
    """Where *it* looks in a sentence with two endings.

    Attributes:
        nouns: The two that it could mean.
        endings: The first speaks for the first noun, the second for the second.
        first: Weights on the two nouns with the first ending.
        second: Weights on the two nouns with the second ending.
    """

    nouns: tuple[str, str]
    endings: tuple[str, str]
    first: tuple[float, float]
    second: tuple[float, float]

    @property
    def moved(self) -> float:
        """Return how much of the two nouns' weight the ending moves to the noun it speaks for."""
        return self.first[0] / sum(self.first) - self.second[0] / sum(self.second)


def pronouns(read: Reader, place: tuple[int, int]) -> list[Pronoun]:
    """Measure where *it* looks in the twelve sentences of ``pronouns.json``, with both endings.

    Args:
        read: Returns the pieces of a text and the weights of all layers and heads.
        place: Layer and head.
    """
    layer, head = place
    rows = json.loads((files(__package__) / "pronouns.json").read_text(encoding="utf-8"))
    found = []
    for row in rows:
        weights = []
        for ending in row["endings"]:
            pieces, seen = read(row["sentence"].format(ending))
            from_it = seen[layer, head, pieces.index("it")]
            on_first, on_second = (from_it[pieces.index(noun)].item() for noun in row["nouns"])
            weights.append((on_first, on_second))
        found.append(Pronoun(tuple(row["nouns"]), tuple(row["endings"]), *weights))
    return found


class Largest(NamedTuple):
    """The largest weight of each query in each layer and head, and whom it goes to.

    Attributes:
        largest: The weight, (queries, layers, heads).
        special: Whether it goes to [CLS] or [SEP].
        another_word: Whether it goes to a token that is neither special nor the query itself.
    """

    largest: Float[Tensor, "N L H"]
    special: Bool[Tensor, "N L H"]
    another_word: Bool[Tensor, "N L H"]


def largest_weights(
    model: BertModel, tokenizer: WordPieceTokenizer, texts: Sequence[str], max_length: int = 64
) -> tuple[Largest, Largest]:
    """Measure largest weights of a trained model and of one with randomly initialized weights."""
    torch.manual_seed(0)
    batch = tokenizer.batch(texts, max_length=max_length)
    random = BertModel(BertConfig.preset("minilm")).eval()
    special = (tokenizer.cls_id, tokenizer.sep_id)
    trained, at_random = (_largest(each, batch, special) for each in (model, random))
    return trained, at_random


def _largest(model: BertModel, batch: Batch, special_ids: tuple[int, int]) -> Largest:
    weights = query_rows(model, batch)
    document, place = batch.attention_mask.nonzero().T
    target = weights.argmax(dim=-1)
    piece = batch.input_ids[document[:, None, None], target]
    special = (piece == special_ids[0]) | (piece == special_ids[1])
    another = ~special & (target != place[:, None, None])
    return Largest(weights.amax(dim=-1), special, another)


@torch.no_grad()
def query_rows(model: BertModel, batch: Batch) -> Float[Tensor, "N L H T"]:
    """Return the attention weights of every token that is not padding, in all layers and heads."""
    layers = model.inspect(*batch).layers
    weights = torch.stack([layer.weights for layer in layers], dim=1)  # (B, L, H, T, T)
    return weights.permute(0, 3, 1, 2, 4)[batch.attention_mask.bool()]
