"""What the lesson counts: whom a pronoun looks at, and what the models' heads do."""

from lessons.l11_attention_seen.experiments import head_removal
from lessons.l11_attention_seen.texts import WHICH_IS_MEANT, held_out_sentences

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.inspection.attention_measures import HeadMeans, measure_heads
from bertlab.inspection.attention_seen import attention_of
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer

FATHER, SON = slice(1, 3), slice(4, 6)  # where 老爸 and 小宏 stand in the errand
ERRAND = "老爸叫小宏去买酱油，"
SON_IS_SCOLDED, FATHER_SCOLDS = "回来慢了就骂他。", "回来慢了就被他骂。"


class Pronoun(NamedTuple):
    """What "it" gives the two nouns of each pair of sentences, in one head.

    Attributes:
        names: The two nouns of each pair.
        first: The weight on the first noun, (N, 2): with the ending that means it, and with the
            ending that means the second noun.
        second: The weight on the second noun, (N, 2).
    """

    names: list[tuple[str, str]]
    first: Float[Tensor, "N 2"]
    second: Float[Tensor, "N 2"]

    def lead(self) -> Float[Tensor, "N 2"]:
        """Return by how much the first noun is ahead."""
        return self.first - self.second

    def prefers_first(self) -> Tensor:
        """Return whether the first noun gets more, (N, 2)."""
        return self.first > self.second

    def follows(self) -> Tensor:
        """Return in which pairs the noun that is meant gets more with either ending, (N,)."""
        prefers = self.prefers_first()
        return prefers[:, 0] & ~prefers[:, 1]


def pronouns(model: BertModel, tokenizer: WordPieceTokenizer, layer: int, head: int) -> Pronoun:
    """Measure whom "it" looks at in the pairs of ``WHICH_IS_MEANT``, in one head."""
    names, rows = [], []
    for first, one, other, *endings in WHICH_IS_MEANT:
        names.append((one, other))
        for ending in endings:
            seen = attention_of(model, tokenizer, first, ending)
            looks = seen.weights[layer, head, seen.pieces.index("it")]
            rows.append([looks[seen.pieces.index(noun)].item() for noun in (one, other)])
    table = torch.tensor(rows).view(len(names), 2, 2)  # pair, ending, noun
    return Pronoun(names, table[..., 0], table[..., 1])


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


def scolded(model: BertModel, tokenizer: WordPieceTokenizer, ending: str) -> Scolded:
    """Measure whom 他 looks at, after the errand, in a sentence with one 他."""
    seen = attention_of(model, tokenizer, ERRAND, ending)
    looks = seen.weights[:, :, seen.pieces.index("他")]  # (L, H, T)
    father, son = (looks[..., place].sum(dim=-1) for place in (FATHER, SON))
    return Scolded(father, son, 2 / len(seen.pieces))


Counted = Mapping[str, tuple[BertModel, WordPieceTokenizer, str]]


def three_models() -> Counted:
    """Return the models whose heads the lesson counts: each with its tokenizer and its corpus."""
    corpora = {"minilm": "wiki", "bert-mini-en": "wiki", "bert-mini-zh": "peoples_daily"}
    return {
        name: (BertModel.from_pretrained(name), WordPieceTokenizer.from_folder(name), source)
        for name, source in corpora.items()
    }


def heads_of(models: Counted, number: int) -> dict[str, HeadMeans]:
    """Measure all heads of the models, over some held-out sentences each."""
    found = {}
    for name, (model, tokenizer, source) in models.items():
        texts = sorted(held_out_sentences(source, tokenizer, number), key=len)
        found[name] = measure_heads(model, tokenizer, texts)
    return found


def costs_again(name: str, heads: Sequence[head_removal.Head]) -> list[dict[str, Any]]:
    """Measure again what heads of a model cost, each alone, as the experiment did."""
    _, scoring = head_removal.stretches(name, head_removal.CONFIGURATION)
    asked = head_removal.Asked(head_removal.LOAD[name](), scoring)
    return asked.costs([[head] for head in heads])
