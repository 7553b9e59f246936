"""BERT with a head for a task: masked words, next sentences, classes, tags, spans, choices."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from jaxtyping import Float, Int
from torch import Tensor

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.heads import LinearHead, MaskedLMHead
from bertlab.model.pretrained import PretrainedModel


class PreTrainingOutput(NamedTuple):
    """Logits over the vocabulary for each token (B, T, V), and for is-next / is-not-next (B, 2)."""

    masked_lm: Float[Tensor, "B T V"]
    next_sentence: Float[Tensor, "B 2"]


class SpanOutput(NamedTuple):
    """Logits for each token to be the first and to be the last of the answer, (B, T) each."""

    start: Float[Tensor, "B T"]
    end: Float[Tensor, "B T"]


class BertWithHead(PretrainedModel, ABC):
    """BERT and a head on top: what all models for a task have in common.

    Args:
        config: The sizes.
        with_pooler: Whether the head reads sequences: see ``BertModel``.
    """

    body: ClassVar[type[BertModel]] = BertModel

    def __init__(self, config: BertConfig, with_pooler: bool = True) -> None:
        super().__init__()
        self.config = config
        self.bert = self.body(config, with_pooler)

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"] | None = None,
        attention_mask: Int[Tensor, "B T"] | None = None,
    ) -> Any:
        """Return the head's answer to a batch: see ``answer`` of the class.

        Args:
            input_ids: Word pieces, (B, T).
            token_type_ids: 0 for the first text, 1 for the second; None is all 0.
            attention_mask: 1 for tokens, 0 for padding; None is all 1.

        Raises:
            ValueError: If a shape, type or value is out of bounds.
        """
        return self.answer(input_ids, token_type_ids, attention_mask)

    @abstractmethod
    def answer(self, *inputs: Any) -> Any:
        """Return the head's answer to the three inputs of ``forward``."""


class BertForPreTraining(BertWithHead):
    """BERT with the two heads it is pre-trained with."""

    architecture = "BertForPreTraining"

    def __init__(self, config: BertConfig) -> None:
        super().__init__(config)
        self.masked_lm = MaskedLMHead(config)
        self.next_sentence = LinearHead(config.hidden_size, 2)
        self.initialize()

    def answer(self, *inputs: Any) -> PreTrainingOutput:
        """Return the logits of both heads; in ``next_sentence``, column 0 means *is next*."""
        hidden, pooled = self.bert(*inputs)
        logits = self.masked_lm(hidden, self.bert.embeddings.word.weight)
        return PreTrainingOutput(logits, self.next_sentence(pooled))


class BertForMaskedLM(BertWithHead):
    """BERT that fills in masked words."""

    architecture = "BertForMaskedLM"

    def __init__(self, config: BertConfig) -> None:
        super().__init__(config, with_pooler=False)
        self.masked_lm = MaskedLMHead(config)
        self.initialize()

    def answer(self, *inputs: Any) -> Float[Tensor, "B T V"]:
        """Return logits over the vocabulary for each token."""
        hidden = self.bert(*inputs).last_hidden_state
        return self.masked_lm(hidden, self.bert.embeddings.word.weight)


class BertForNextSentencePrediction(BertWithHead):
    """BERT that says whether the second text follows the first."""

    architecture = "BertForNextSentencePrediction"

    def __init__(self, config: BertConfig) -> None:
        super().__init__(config)
        self.next_sentence = LinearHead(config.hidden_size, 2)
        self.initialize()

    def answer(self, *inputs: Any) -> Float[Tensor, "B 2"]:
        """Return logits; column 0 means *is next*."""
        return self.next_sentence(self.bert.summarize(*inputs))


MULTI_LABEL = "multi_label_classification"
MOST_LABELS = 10**6  # without names; a larger number is a mistake, and would take memory


class LabelledModel(BertWithHead):
    """A model whose outputs have names, kept in config.json as ``id2label``."""

    labels: tuple[str, ...]

    @staticmethod
    def check_labels(labels: Sequence[str]) -> tuple[str, ...]:
        """Return the labels as a tuple.

        Raises:
            ValueError: If there are fewer than two, two are equal, or one is no text.
        """
        if isinstance(labels, str):
            raise ValueError(f"expected a list of labels, got the text {labels!r}")
        labels = tuple(labels)
        if other := [label for label in labels if not isinstance(label, str)]:
            raise ValueError(f"expected labels that are texts, got {other[0]!r}")
        if len(labels) < 2 or len(set(labels)) != len(labels):
            raise ValueError(f"expected two or more different labels, got {labels}")
        return labels

    @classmethod
    def stored_options(cls, entries: dict[str, Any]) -> dict[str, Any]:
        """Read the labels' names, in the order of their ids; transformers leaves some unnamed.

        Raises:
            ValueError: If ``id2label`` does not name the ids 0, 1, 2 ... once each.
        """
        number = 2 if entries.get("num_labels") is None else entries["num_labels"]
        if not isinstance(number, int) or not 0 < number <= MOST_LABELS:
            raise ValueError(f"config.json: num_labels must be a number of labels, got {number!r}")
        names = entries.get("id2label") or {str(i): f"LABEL_{i}" for i in range(number)}
        ids = [str(i) for i in range(len(names))] if isinstance(names, dict) else []
        if not ids or set(ids) != set(names):
            raise ValueError(f'config.json: id2label must name "0", "1", ..., got {names!r:.80}')
        return {"labels": [names[i] for i in ids]}

    def options_to_store(self) -> dict[str, Any]:
        """Return the labels as transformers' pipelines read them."""
        return {
            "id2label": {str(i): label for i, label in enumerate(self.labels)},
            "label2id": {label: i for i, label in enumerate(self.labels)},
        }


class BertForSequenceClassification(LabelledModel):
    """BERT that puts a text, or a pair of texts, into one of C classes.

    Args:
        config: The sizes.
        labels: Names of the C classes.
        multi_label: Whether a text may have several labels, or none: then each logit is its
            label's own log odds, and nothing sums to 1.
    """

    architecture = "BertForSequenceClassification"

    def __init__(
        self,
        config: BertConfig,
        labels: Sequence[str] = ("negative", "positive"),
        multi_label: bool = False,
    ) -> None:
        super().__init__(config)
        self.multi_label = multi_label
        self.labels = self.check_labels(labels)
        self.classifier = LinearHead(config.hidden_size, len(self.labels), config.hidden_dropout)
        self.initialize()

    def answer(self, *inputs: Any) -> Float[Tensor, "B C"]:
        """Return logits over the classes."""
        return self.classifier(self.bert.summarize(*inputs))

    @classmethod
    def stored_options(cls, entries: dict[str, Any]) -> dict[str, Any]:
        """Read the labels' names, and whether a text may have several."""
        several = entries.get("problem_type") == MULTI_LABEL
        return super().stored_options(entries) | {"multi_label": several}

    def options_to_store(self) -> dict[str, Any]:
        """Return the labels, and that a text may have several, as transformers reads them."""
        kind = {"problem_type": MULTI_LABEL} if self.multi_label else {}
        return super().options_to_store() | kind


class BertForTokenClassification(LabelledModel):
    """BERT that gives each token one of C tags.

    Args:
        config: The sizes.
        labels: Names of the C tags, such as O, B-PER, I-PER.
    """

    architecture = "BertForTokenClassification"

    def __init__(self, config: BertConfig, labels: Sequence[str]) -> None:
        super().__init__(config, with_pooler=False)
        self.labels = self.check_labels(labels)
        self.classifier = LinearHead(config.hidden_size, len(self.labels), config.hidden_dropout)
        self.initialize()

    def answer(self, *inputs: Any) -> Float[Tensor, "B T C"]:
        """Return logits over the tags for each token."""
        return self.classifier(self.bert(*inputs).last_hidden_state)


class BertForQuestionAnswering(BertWithHead):
    """BERT that marks the answer to a question inside a passage.

    Args:
        config: The sizes.
    """

    architecture = "BertForQuestionAnswering"

    def __init__(self, config: BertConfig) -> None:
        super().__init__(config, with_pooler=False)
        self.spans = LinearHead(config.hidden_size, 2)
        self.initialize()

    def answer(self, *inputs: Any) -> SpanOutput:
        """Return logits for the first and the last token of the answer."""
        hidden = self.bert(*inputs).last_hidden_state
        start, end = self.spans(hidden).unbind(dim=-1)  # (B, T) each
        return SpanOutput(start, end)
