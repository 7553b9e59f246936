"""Prompts: a text becomes a cloze, and what a masked language model puts into the gap is its class.

A *pattern* lays the text beside a gap, as in ``"{} It was [MASK]."``; a *verbalizer* says which
words in the gap speak for which label. No head is new, so that the model has an answer before it
learned anything (zero-shot), and few labels go a long way. A pattern may have *slots*: vectors that
are trained and stand for no word (P-tuning).

Source: Schick and Schütze 2021, arXiv 2001.07676 (PET); Liu et al. 2021, arXiv 2103.10385
(P-tuning). We leave out PET's second
loss, of masked words, and P-tuning's LSTM over the slots.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from bertlab.finetuning.checks import TextClassifier
from bertlab.finetuning.classifier import ClassificationObjective
from bertlab.finetuning.patterns import GAP, Pattern, Verbalizer, verbalizer_ids
from bertlab.model.bert import is_readable
from bertlab.model.encoder import Embeddings
from bertlab.model.tasks import BertForMaskedLM
from bertlab.training.optimization import parameter_groups


@contextmanager
def changed(embeddings: Embeddings, change: Callable[[Tensor], Tensor]) -> Iterator[None]:
    """Let other vectors take the place of the word pieces' own, while the context lasts.

    Args:
        embeddings: Those of a BERT.
        change: From the vectors that were looked up, (B, T, D), to those that are summed.
    """
    handle = embeddings.word.register_forward_hook(lambda module, inputs, words: change(words))
    try:
        yield
    finally:
        handle.remove()


class ClozeClassifier(TextClassifier):
    """A masked language model that classifies texts by the words it expects in a gap.

    A class's score is the log of the summed probability of its words: so a softmax over classes is
    the probability of a class if the gap holds one of these words. (With the mean of their logits,
    one word that never fits would speak against its label.)

    Args:
        model: Not copied: what is trained here is trained there.
        pattern: That of the texts.
        verbalizer: Words for each label.
        first_words: What the slots begin as, one known piece for each; None draws them at random
            with the deviation of the word embeddings.

    Attributes:
        prompts: (S, D), the vectors of the slots.

    Raises:
        ValueError: If the verbalizer does not fit, or the first words are not as many as slots.
    """

    def __init__(
        self,
        model: BertForMaskedLM,
        pattern: Pattern,
        verbalizer: Verbalizer,
        first_words: Sequence[str] | None = None,
    ) -> None:
        super().__init__()
        self.bert, self.masked_lm, self.pattern = model.bert, model.masked_lm, pattern
        self.labels = tuple(verbalizer)
        self.words = verbalizer_ids(verbalizer, pattern.tokenizer)
        table = self.bert.embeddings.word.weight.detach()
        vectors = table.std() * torch.randn(pattern.num_slots, table.shape[1]).to(table)
        if first_words is not None:
            vectors = table[[self._piece(word) for word in first_words]].clone()
        if len(vectors) != pattern.num_slots:
            raise ValueError(f"expected {pattern.num_slots} first words, got {first_words}")
        self.prompts = nn.Parameter(vectors)

    def _piece(self, word: str) -> int:
        if word not in self.pattern.tokenizer.ids:
            raise ValueError(f"expected pieces of the vocabulary as first words, got {word!r}")
        return self.pattern.tokenizer.ids[word]

    def freeze_all_but_prompts(self) -> "ClozeClassifier":
        """Let nothing but the slots learn; return the model.

        Raises:
            ValueError: If the pattern has no slots.
        """
        if not self.pattern.num_slots:
            raise ValueError(f"expected a pattern with slots, got {self.pattern.template!r}")
        self.requires_grad_(False)
        self.prompts.requires_grad_(True)
        return self

    def gap_logits(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"] | None = None,
        attention_mask: Int[Tensor, "B T"] | None = None,
    ) -> Float[Tensor, "B V"]:
        """Return what each word piece scores in the gap of each text, as logits.

        Args:
            input_ids: Texts in the pattern, as ``ClozeTexts`` has them.
            token_type_ids: As in ``BertForMaskedLM``.
            attention_mask: As in ``BertForMaskedLM``.

        Raises:
            ValueError: If a text has not one gap and all slots, or an input is out of bounds.
        """
        tokenizer, prompts = self.pattern.tokenizer, self.prompts
        gaps = input_ids == tokenizer.mask_id  # (B, T)
        slots = input_ids == tokenizer.pad_id
        if attention_mask is not None:
            slots = slots & attention_mask.bool()
        for number, name, where in ((1, GAP, gaps), (len(prompts), "slots", slots)):
            if is_readable(where) and (where.sum(dim=1) != number).any():
                raise ValueError(f"expected texts with {number} {name}, got {where.sum(dim=1)}")
        (positions,) = torch.where(gaps.flatten())  # (B,)

        def change(vectors: Tensor) -> Tensor:
            rows = prompts.to(vectors).repeat(len(vectors), 1)  # (B S, D)
            return vectors.masked_scatter(slots[..., None], rows)

        with changed(self.bert.embeddings, change):
            hidden = self.bert.read(positions, input_ids, token_type_ids, attention_mask)
        return self.masked_lm(hidden, self.bert.embeddings.word.weight)

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"] | None = None,
        attention_mask: Int[Tensor, "B T"] | None = None,
    ) -> Float[Tensor, "B C"]:
        """Return the log of the summed probability of each label's words; see ``gap_logits``."""
        logits = self.gap_logits(input_ids, token_type_ids, attention_mask)
        logs = logits.log_softmax(dim=1)
        return torch.stack([logs[:, ids].logsumexp(dim=1) for ids in self.words], dim=1)


class ClozeObjective(ClassificationObjective):
    """Cross-entropy of a softmax over the labels' scores.

    Args:
        model: What is trained.
        prompt_factor: By how much the slots learn faster than the rest, which was trained before.

    Source: Schick and Schütze 2021, arXiv 2001.07676, section 3.1.
    """

    def __init__(self, model: ClozeClassifier, prompt_factor: int | float = 1.0) -> None:
        super().__init__(model)
        self.prompt_factor = prompt_factor

    def parameter_groups(self, weight_decay: float) -> list[dict[str, Any]]:
        """Return the trained parameters in groups, each with its factor of the learning rate."""
        factors = {"model.prompts": self.prompt_factor}
        return parameter_groups(self, weight_decay, lambda name: factors.get(name, 1.0))
