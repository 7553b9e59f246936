"""K-BERT: a classifier of texts with facts, which begins as any published BERT."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn.functional import pad

from bertlab.finetuning.labelled_texts import LabelledBatch, LabelledTexts
from bertlab.knowledge.trees import (
    Fact,
    SentenceTree,
    find_branches,
    sentence_tree,
    visible_matrix,
)
from bertlab.model.bert import check_ids
from bertlab.model.encoder import Embeddings
from bertlab.model.heads import Pooler
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer
from bertlab.training.state import digest

Facts = Mapping[str, Sequence[Fact]]  # by subject


class KBert(BertForSequenceClassification):
    """BERT that puts a text with facts into one of C classes; it has no weights of its own.

    Source: Liu et al. 2020, K-BERT: Enabling Language Representation with Knowledge Graph.
    """

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"] | None = None,
        attention_mask: Int[Tensor, "B T"] | None = None,
        position_ids: Int[Tensor, "B T"] | None = None,
        visible: Bool[Tensor, "B 1 T T"] | None = None,
    ) -> Float[Tensor, "B C"]:
        """Return logits over the classes.

        Args:
            input_ids: Word pieces of texts and branches, (B, T).
            token_type_ids: 0 for the first text and its branches, 1 for the second; None is all 0.
            attention_mask: 1 for tokens, 0 for padding; None is all 1.
            position_ids: Soft positions, (B, T); None numbers all tokens through.
            visible: True at (b, 0, i, j) where token i may look at token j; None is all but
                padding.

        Raises:
            ValueError: If a shape, type or value is out of bounds.
        """
        types, mask = self.bert.check_inputs(input_ids, token_type_ids, attention_mask)
        if position_ids is None:
            hidden = self.bert.embeddings(input_ids, types)
        else:
            B, T = input_ids.shape
            check_ids("position_ids", position_ids, self.bert.config.max_positions, (B, T))
            hidden = tree_embeddings(self.bert.embeddings, input_ids, types, position_ids)
        hidden = self.bert.encoder(hidden, mask if visible is None else visible)
        return self.classifier(cast(Pooler, self.bert.pooler)(hidden))


def tree_embeddings(
    embeddings: Embeddings,
    input_ids: Int[Tensor, "B T"],
    token_type_ids: Int[Tensor, "B T"],
    position_ids: Int[Tensor, "B T"],
) -> Float[Tensor, "B T D"]:
    """Return BERT's embeddings of tokens that are not numbered through.

    Args:
        embeddings: Those of a BERT.
        input_ids: Word pieces, (B, T).
        token_type_ids: 0 or 1, (B, T).
        position_ids: Which vector of positions each token gets, (B, T).
    """
    words, types = embeddings.word(input_ids), embeddings.token_type(token_type_ids)
    total = words + embeddings.position(position_ids) + types
    return embeddings.dropout(embeddings.norm(total))


class TreeBatch(LabelledBatch):
    """Labelled texts with facts.

    Attributes:
        position_ids: Soft positions, (B, T); None numbers all tokens through.
        visible: Visible matrices, (B, 1, T, T); padding sees padding. None shows all tokens to all.
    """

    position_ids: Int[Tensor, "B T"] | None
    visible: Bool[Tensor, "B 1 T T"] | None

    @property
    def inputs(self) -> tuple[Any, ...]:
        """What a model is called with: ids, types, mask, positions and visible matrices."""
        return (*self[:3], self.position_ids, self.visible)

    def to(self, device: torch.device | str) -> "TreeBatch":
        """Move all tensors to a device."""
        batch = TreeBatch(*super().to(device))
        batch.position_ids, batch.visible = (
            None if one is None else one.to(device) for one in (self.position_ids, self.visible)
        )
        return batch


class TextsWithFacts(LabelledTexts):
    """Texts, or pairs of texts, with a label each, and with facts about what stands in them.

    Args:
        given: What ``LabelledTexts`` takes; a text that is too long loses its end, but its facts
            come on top.
        facts: Of what may stand in the (first) texts.
        pair_facts: Of what may stand in the second ones.
        soft_positions: Whether a branch counts on from what it hangs on; else all tokens are
            numbered through.
        hide_branches: Whether a branch is visible to nothing but what it hangs on; else to all.
        options: Further ones of ``LabelledTexts``.

    Raises:
        ValueError: If a subject, relation or object is empty, or a subject has an unknown piece.

    Source: Liu et al. 2020, section 3; their ablation leaves out one or the other.
    """

    def __init__(
        self,
        *given: Any,
        facts: Facts,
        pair_facts: Facts | None = None,
        soft_positions: bool = True,
        hide_branches: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(*given, **options)
        self.soft_positions, self.hide_branches = soft_positions, hide_branches
        first, second = (_cut(self.tokenizer, some) for some in (facts, pair_facts or {}))
        self.trees = list[SentenceTree]()
        for number, (ids, types) in enumerate(self.encoded):
            pieces, middle = [self.tokenizer.vocabulary[i] for i in ids], types.count(0)
            branches = find_branches(pieces[:middle], first)
            branches += find_branches(pieces[middle:], second, middle)
            tree = sentence_tree(pieces, branches)
            self.encoded[number] = Encoded(
                [self.tokenizer.ids[piece] for piece in tree.pieces],
                [types[source] for source in tree.sources],
            )
            self.trees.append(tree)
        self.lengths = np.array([len(tree.pieces) for tree in self.trees])

    def batch(self, indices: Sequence[int] | np.ndarray) -> TreeBatch:
        """Return some texts side by side, padded, with positions and visible matrices."""
        batch, trees = TreeBatch(*super().batch(indices)), [self.trees[i] for i in indices]
        T = batch.input_ids.shape[1]

        def side_by_side(rows: Sequence[Sequence[Any]], filler: int) -> Tensor:
            return torch.stack([_padded(row, T, filler) for row in rows])

        batch.position_ids = batch.visible = None
        if self.soft_positions:
            batch.position_ids = side_by_side([tree.position_ids for tree in trees], 0)
        if self.hide_branches:
            branches = side_by_side([tree.branches for tree in trees], -1)
            hosts = side_by_side([tree.hosts for tree in trees], 0)
            batch.visible = visible_matrix(branches, hosts)[:, None]
        return batch

    def fingerprint(self) -> str:
        """Return a short text that differs for other texts, facts, labels or ways of reading."""
        return digest((super().fingerprint(), self.trees, self.soft_positions, self.hide_branches))


def _padded(row: Sequence[Any], length: int, filler: int) -> Tensor:
    """Return numbers (N,) or rows of them (N, 2) as a tensor, filled up to a length."""
    tensor = torch.tensor(row)
    after = (0, 0) * (tensor.dim() - 1) + (0, length - len(row))
    return pad(tensor, after, value=filler)


def _cut(
    tokenizer: WordPieceTokenizer, facts: Facts
) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """Cut subjects and facts into pieces."""
    found = dict[tuple[str, ...], list[tuple[str, ...]]]()
    for subject, some in facts.items():
        pieces = tuple(tokenizer.tokenize(subject))
        if not pieces or tokenizer.vocabulary[tokenizer.unk_id] in pieces:
            raise ValueError(f"expected a subject of known pieces, got {subject!r}: {pieces}")
        for fact in some:
            if not all(tokenizer.tokenize(part) for part in fact):
                raise ValueError(f"expected a relation and an object, got {fact} of {subject!r}")
        found[pieces] = [tuple(tokenizer.tokenize(" ".join(fact))) for fact in some]
    return found
