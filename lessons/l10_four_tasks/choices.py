"""Multiple choice, as in SWAG: each ending is read together with the context and gets one score."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.heads import LinearHead
from bertlab.model.pretrained import PretrainedModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.batches import SampledDataset
from bertlab.training.loop import Objective
from bertlab.training.progress import progress


class ChoiceQuestion(NamedTuple):
    """A context, endings to choose from, and the place of the right one."""

    context: str
    endings: tuple[str, ...]
    answer: int


class ChoiceQuestions(NamedTuple):
    """Questions in three parts that share no wording."""

    train: tuple[ChoiceQuestion, ...]
    validation: tuple[ChoiceQuestion, ...]
    test: tuple[ChoiceQuestion, ...]


class ChoiceBatch(NamedTuple):
    """Questions as the model takes them: N endings each, padded to the longest of all."""

    input_ids: Int[Tensor, "B N T"]
    token_type_ids: Int[Tensor, "B N T"]
    attention_mask: Int[Tensor, "B N T"]
    answers: Int[Tensor, " B"]

    def to(self, device: torch.device | str) -> "ChoiceBatch":
        """Move all tensors to a device."""
        return ChoiceBatch(*(tensor.to(device) for tensor in self))


class ChoiceData(SampledDataset):
    """Questions, encoded and ready to be drawn; a context that is too long loses its end.

    Raises:
        ValueError: If there are no questions, they have different numbers of endings or fewer than
            two, or an answer is none of them.
    """

    def __init__(
        self,
        questions: Sequence[ChoiceQuestion],
        tokenizer: WordPieceTokenizer,
        max_length: int = 128,
    ) -> None:
        numbers = {len(question.endings) for question in questions}
        if len(numbers) != 1 or min(numbers) < 2:
            raise ValueError(
                "expected questions with the same number of endings, two or more, got "
                f"{sorted(numbers) or 'no questions'}"
            )
        (self.num_choices,) = numbers
        wrong = [q.answer for q in questions if not 0 <= q.answer < self.num_choices]
        if wrong:
            raise ValueError(f"expected answers in [0, {self.num_choices}), got {wrong[0]}")
        self.questions, self.tokenizer = list(questions), tokenizer
        self.inputs = [
            [tokenizer.encode(question.context, ending, max_length) for ending in question.endings]
            for question in questions
        ]
        self.lengths = np.array([max(len(one.input_ids) for one in row) for row in self.inputs])

    def batch(self, indices: Sequence[int] | np.ndarray) -> ChoiceBatch:
        """Return the questions at some indices, padded to the longest ending with its context."""
        padded = self.tokenizer.pad([one for index in indices for one in self.inputs[index]])
        shape = (len(indices), self.num_choices, -1)
        ids, types, mask = (tensor.view(shape) for tensor in padded)  # (B, N, T), from (B N, T)
        answers = torch.tensor([self.questions[index].answer for index in indices])
        return ChoiceBatch(ids, types, mask, answers)


class BertForMultipleChoice(PretrainedModel):
    """BERT that scores endings, one by one: a choice is a softmax over the scores of a question.

    Args:
        config: The sizes.
    """

    architecture = "BertForMultipleChoice"

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.config = config
        self.bert = BertModel(config)
        self.classifier = LinearHead(config.hidden_size, 1, config.hidden_dropout)
        self.initialize()

    def forward(
        self,
        input_ids: Int[Tensor, "B N T"],
        token_type_ids: Int[Tensor, "B N T"],
        attention_mask: Int[Tensor, "B N T"],
    ) -> Float[Tensor, "B N"]:
        """Return a logit for each ending."""
        B, N, _ = input_ids.shape
        rows = (part.flatten(0, 1) for part in (input_ids, token_type_ids, attention_mask))
        return self.classifier(self.bert.summarize(*rows)).view(B, N)  # from (B N, 1)


class ChoiceObjective(Objective):
    """The surprise at the right endings.

    Args:
        model: What is trained.
    """

    def __init__(self, model: BertForMultipleChoice) -> None:
        super().__init__()
        self.model = model

    def counts(self, batch: ChoiceBatch) -> dict[str, int]:
        """Return the number of questions."""
        return {"choice": len(batch.answers)}

    def forward(self, batch: ChoiceBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        logits = self.model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        return {"choice": cross_entropy(logits, batch.answers, reduction="sum")}


@torch.no_grad()
def predict_choices(
    model: BertForMultipleChoice, data: ChoiceData, batch_size: int = 32
) -> list[int]:
    """Return the place of the chosen ending of each question."""
    was_training, device = model.training, next(model.parameters()).device
    model.eval()
    found: dict[int, int] = {}
    for places in progress(data.in_order_of_length(batch_size), desc="choosing"):
        batch = data.batch(places).to(device)
        logits = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        found |= zip(places.tolist(), logits.argmax(dim=1).tolist(), strict=True)
    model.train(was_training)
    return [found[place] for place in range(len(data))]
