"""What the attention lesson measures on a trained encoder."""

import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.encoder import EncoderLayer
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


class Pronouns(NamedTuple):
    """Where *it* looks in pairs of sentences, in all layers and heads.

    Attributes:
        names: Of each pair: ``"fish (hungry) / worm (tasty)"``, each noun with the ending that
            fits it.
        weights: By pair, ending and noun, (N, 2, 2, L, H).
    """

    names: list[str]
    weights: Float[Tensor, "N 2 2 L H"]

    def first_noun(self) -> Float[Tensor, "N 2 L H"]:
        """Return the first noun's part of the weight on both, by pair and ending."""
        return self.weights[:, :, 0] / self.weights.sum(dim=2)

    def moved(self) -> Float[Tensor, "N L H"]:
        """Return how much of the nouns' weight the ending moves to the noun that fits it."""
        first, second = self.first_noun().unbind(dim=1)
        return first - second

    def on_nouns(self) -> Float[Tensor, "L H"]:
        """Return the weight on both nouns together, as a mean over sentences."""
        return self.weights.sum(dim=2).mean(dim=(0, 1))


PERSONS = "he", "she"
OPENING = {
    "sentence": "The animal didn't cross the street because it was too {}.",
    "nouns": ["animal", "street"],
    "endings": ["tired", "wide"],
}


def twelve_pairs() -> list[dict[str, Any]]:
    """Return the pairs of sentences of ``pronouns.json``."""
    text = (files(__package__) / "pronouns.json").read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = json.loads(text)
    return rows


def pronouns(read: Reader, rows: Sequence[dict[str, Any]]) -> Pronouns:
    """Measure where *it* looks in pairs of sentences; or *he* and *she*, where those decide.

    Args:
        read: Returns the pieces of a text and the weights of all layers and heads.
        rows: For each pair its sentence, its two nouns, and the endings that fit them.
    """
    names, found = [], []
    for row in rows:
        names.append("{} ({}) / {} ({})".format(*_alternating(row["nouns"], row["endings"])))
        for ending in row["endings"]:
            pieces, seen = read(row["sentence"].format(ending))
            word = ending if ending in PERSONS else "it"
            from_it = seen[:, :, pieces.index(word)]  # (L, H, T)
            found += [from_it[:, :, pieces.index(noun)] for noun in row["nouns"]]
    weights = torch.stack(found)
    return Pronouns(names, weights.view(len(rows), 2, 2, *weights.shape[1:]))


def _alternating(nouns: Sequence[str], endings: Sequence[str]) -> list[str]:
    return [nouns[0], endings[0], nouns[1], endings[1]]


WHO = "[CLS] or [SEP]", "the token itself", "a word next to it", "a word further away"


class Largest(NamedTuple):
    """The largest weight of each query in each layer and head, and whom it goes to.

    Attributes:
        largest: The weight, (queries, layers, heads).
        who: Whom it goes to, a place in ``WHO``. A special token that looks at itself is special;
            a word next to it is the token before or after.
    """

    largest: Float[Tensor, "N L H"]
    who: Int[Tensor, "N L H"]


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
    distance = (target - place[:, None, None]).abs()
    who = torch.where(special, 0, distance.clamp(max=2) + 1)
    return Largest(weights.amax(dim=-1), who)


@torch.no_grad()
def query_rows(model: BertModel, batch: Batch) -> Float[Tensor, "N L H T"]:
    """Return the attention weights of every token that is not padding, in all layers and heads."""
    layers = model.inspect(*batch).layers
    weights = torch.stack([layer.weights for layer in layers], dim=1)  # (B, L, H, T, T)
    return weights.permute(0, 3, 1, 2, 4)[batch.attention_mask.bool()]


@torch.no_grad()
def poured(layer: nn.Module, theirs: EncoderLayer) -> Any:
    """Copy the parameters of a trained layer into a layer of the lesson, and return that.

    Args:
        layer: An ``EncoderLayer`` of the lesson: three matrices for queries, keys and values.
        theirs: One of bertlab's, which keeps the three as thirds of one.
    """
    names = ("query", "key", "value")
    kinds = {"weight": theirs.attention.projection.weight, "bias": theirs.attention.projection.bias}
    tensors = {
        f"attention.{name}.{kind}": third
        for kind, whole in kinds.items()
        for name, third in zip(names, whole.chunk(3), strict=True)
    }
    parts = {
        "attention.output": theirs.attention.output,
        "attention_norm": theirs.attention_norm,
        "expand": theirs.feed_forward.expand,
        "contract": theirs.feed_forward.contract,
        "output_norm": theirs.output_norm,
    }
    for name, part in parts.items():
        tensors |= {f"{name}.{kind}": tensor for kind, tensor in part.state_dict().items()}
    layer.load_state_dict(tensors)
    return layer
