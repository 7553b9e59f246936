"""What the lesson counts: whom a pronoun looks at, and what the models' heads do."""

from lessons.l11_attention_seen.texts import WHICH_IS_MEANT

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.inspection.attention_seen import attention_of
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer

FATHER, SON = slice(1, 3), slice(4, 6)  # where 老爸 and 小宏 stand in the errand
ERRAND = "老爸叫小宏去买酱油，"
SON_IS_SCOLDED, FATHER_SCOLDS = "回来慢了就骂他。", "回来慢了就被他骂。"


class Pronoun(NamedTuple):
    """What "it" gives the two nouns of each pair of sentences, in one head.

    Attributes:
        names: The two nouns of each pair, the living one first.
        living: The weight on the living noun, (N, 2): with the ending that means it, and with the
            ending that means the thing.
        thing: The weight on the other noun, (N, 2).
    """

    names: list[tuple[str, str]]
    living: Float[Tensor, "N 2"]
    thing: Float[Tensor, "N 2"]

    def lead(self) -> Float[Tensor, "N 2"]:
        """Return by how much the living noun is ahead."""
        return self.living - self.thing

    def prefers_living(self) -> Tensor:
        """Return whether the living noun gets more, (N, 2)."""
        return self.living > self.thing

    def follows(self) -> Tensor:
        """Return in which pairs the noun that is meant gets more with either ending, (N,)."""
        prefers = self.prefers_living()
        return prefers[:, 0] & ~prefers[:, 1]


def pronouns(
    model: BertModel,
    tokenizer: WordPieceTokenizer,
    layer: int,
    head: int,
    pairs: Sequence[tuple[str, ...]] = WHICH_IS_MEANT,
) -> Pronoun:
    """Measure whom "it" looks at in pairs such as ``WHICH_IS_MEANT``, in one head."""
    names, rows = [], []
    for first, one, other, *endings in pairs:
        names.append((one, other))
        for ending in endings:
            seen = attention_of(model, tokenizer, first, ending)
            looks = seen.weights[layer, head, seen.pieces.index("it")]
            rows.append([looks[seen.pieces.index(noun)].item() for noun in (one, other)])
    table = torch.tensor(rows).view(len(names), 2, 2)  # pair, ending, noun
    return Pronoun(names, table[..., 0], table[..., 1])


def follows_everywhere(model: BertModel, tokenizer: WordPieceTokenizer) -> Int[Tensor, "2 L H"]:
    """Count for every head in how many pairs of ``WHICH_IS_MEANT`` it turns right, and wrong.

    Right: the noun that is meant gets more with either ending. Wrong: with either the other one.
    """
    right, wrong = [], []
    for first, one, other, *endings in WHICH_IS_MEANT:
        leads = []
        for ending in endings:
            seen = attention_of(model, tokenizer, first, ending)
            looks = seen.weights[:, :, seen.pieces.index("it")]  # (L, H, T)
            leads.append(looks[..., seen.pieces.index(one)] - looks[..., seen.pieces.index(other)])
        right.append((leads[0] > 0) & (leads[1] <= 0))
        wrong.append((leads[0] <= 0) & (leads[1] > 0))
    return torch.stack([torch.stack(right).sum(dim=0), torch.stack(wrong).sum(dim=0)])


class MinimalPair(NamedTuple):
    """What "it" gives to each token of two sentences that differ in one word.

    Attributes:
        pieces: The T tokens; those that differ as ``"big / small"``.
        weights: In either sentence, (2, L, H, T).
    """

    pieces: list[str]
    weights: Float[Tensor, "2 L H T"]

    def moved(self) -> Float[Tensor, "L H"]:
        """Return which proportion of the weight goes to other tokens in the second sentence."""
        return (self.weights[0] - self.weights[1]).abs().sum(dim=-1) / 2


def minimal_pair(
    model: BertModel, tokenizer: WordPieceTokenizer, sentences: tuple[str, str]
) -> MinimalPair:
    """Measure what "it" looks at in two sentences that differ in one word.

    Raises:
        ValueError: If they differ in no word or in several, or "it" is not there just once.
    """
    one, other = (attention_of(model, tokenizer, sentence) for sentence in sentences)
    if len(one.pieces) != len(other.pieces):
        sizes = f"{len(one.pieces)} and {len(other.pieces)}"
        raise ValueError(f"expected two sentences of as many tokens, got {sizes}")
    both = list(zip(one.pieces, other.pieces, strict=True))
    changed = [" / ".join(pair) for pair in both if pair[0] != pair[1]]
    if len(changed) != 1:
        raise ValueError(f"expected one word that differs, got {len(changed)}: {changed}")
    if one.pieces.count("it") != 1 or other.pieces.count("it") != 1:
        raise ValueError("expected the word 'it' once in each sentence")
    place = one.pieces.index("it")
    weights = torch.stack([seen.weights[:, :, place] for seen in (one, other)])
    return MinimalPair([a if a == b else f"{a} / {b}" for a, b in both], weights)


class Scolded(NamedTuple):
    """What 他 gives the two people in each head, (L, H) each.

    Attributes:
        father: The weight on the two characters of 老爸.
        son: The weight on the two characters of 小宏.
        equal: What either would get from equal weights.
    """

    father: Float[Tensor, "L H"]
    son: Float[Tensor, "L H"]
    equal: float

    def lead(self) -> Float[Tensor, "L H"]:
        """Return by how much the son is ahead."""
        return self.son - self.father


def both_errands() -> tuple[Scolded, Scolded]:
    """Measure whom 他 looks at in ``bert-mini-zh``: where it is the son, and the father."""
    model = BertModel.from_pretrained("bert-mini-zh")
    tokenizer = WordPieceTokenizer.from_folder("bert-mini-zh")
    son, father = (scolded(model, tokenizer, end) for end in (SON_IS_SCOLDED, FATHER_SCOLDS))
    return son, father


def without_particle() -> Scolded:
    """Measure the first sentence again without 了, which hardly changes what it means."""
    model = BertModel.from_pretrained("bert-mini-zh")
    tokenizer = WordPieceTokenizer.from_folder("bert-mini-zh")
    return scolded(model, tokenizer, SON_IS_SCOLDED.replace("了", ""))


def scolded(model: BertModel, tokenizer: WordPieceTokenizer, ending: str) -> Scolded:
    """Measure whom 他 looks at, after the errand, in a sentence with one 他."""
    seen = attention_of(model, tokenizer, ERRAND, ending)
    looks = seen.weights[:, :, seen.pieces.index("他")]  # (L, H, T)
    father, son = (looks[..., place].sum(dim=-1) for place in (FATHER, SON))
    return Scolded(father, son, 2 / len(seen.pieces))
