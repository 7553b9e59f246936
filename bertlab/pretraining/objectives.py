"""What pre-training makes smaller, and how well held-out text is guessed."""

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import cast

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.model.bert import first_positions
from bertlab.model.heads import Pooler
from bertlab.model.tasks import BertForMaskedLM, BertForPreTraining, PreTrainingOutput
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.training.loop import Objective
from bertlab.training.progress import progress

Answers = dict[str, tuple[Tensor, Tensor]]  # of each loss: logits (N, C) and targets (N,)


def score_masked(model: BertForPreTraining, batch: PretrainingBatch) -> PreTrainingOutput:
    """Return logits for the chosen tokens alone, (M, V), and for the pairs, (B, 2).

    Scoring the vocabulary at every position would cost about seven times as much, for nothing: the
    loss looks at the chosen 15%, and at [CLS]. The last layer, too, is finished only there.
    """
    inputs = batch.input_ids, batch.token_type_ids, batch.attention_mask
    first = first_positions(batch.input_ids)
    hidden = model.bert.read(torch.cat([first, batch.positions]), *inputs)
    cls, chosen = hidden.split([len(first), len(batch.positions)])  # (B, D), (M, D)
    logits = model.masked_lm(chosen, model.bert.embeddings.word.weight)
    pooled = cast(Pooler, model.bert.pooler)(cls[:, None])
    return PreTrainingOutput(logits, model.next_sentence(pooled))


class PretrainingObjective(Objective):
    """The sum of both losses of Devlin et al. 2019, each a mean over its own predictions.

    Args:
        model: What is trained.
        next_sentence: Whether the pairs count, too. If not, the parts of the model that only they
            need are frozen: processes that share a run wait for the gradient of all others.
    """

    def __init__(self, model: BertForPreTraining, next_sentence: bool = True) -> None:
        super().__init__()
        self.model, self.next_sentence = model, next_sentence
        for name, parameter in model.named_parameters():
            if name.startswith(("bert.pooler.", "next_sentence.")):
                parameter.requires_grad_(next_sentence)

    def counts(self, batch: PretrainingBatch) -> dict[str, int]:
        """Return the number of chosen tokens, and of pairs."""
        counts = {"masked_lm": len(batch.targets), "next_sentence": len(batch.next_labels)}
        return counts if self.next_sentence else {"masked_lm": counts["masked_lm"]}

    def forward(self, batch: PretrainingBatch) -> dict[str, Tensor]:
        """Return both sums over a batch, in nats."""
        logits = score_masked(self.model, batch)
        sums = {"masked_lm": cross_entropy(logits.masked_lm, batch.targets, reduction="sum")}
        if self.next_sentence:
            sums["next_sentence"] = cross_entropy(
                logits.next_sentence, batch.next_labels, reduction="sum"
            )
        return sums


class MaskedLMObjective(Objective):
    """The loss of masked words alone, for a model without a next-sentence head."""

    def __init__(self, model: BertForMaskedLM) -> None:
        super().__init__()
        self.model = model

    def counts(self, batch: PretrainingBatch) -> dict[str, int]:
        """Return the number of chosen tokens."""
        return {"masked_lm": len(batch.targets)}

    def forward(self, batch: PretrainingBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        logits = masked_logits(self.model, batch)
        return {"masked_lm": cross_entropy(logits, batch.targets, reduction="sum")}


def masked_logits(model: BertForMaskedLM, batch: PretrainingBatch) -> Float[Tensor, "M V"]:
    """Return logits for the chosen tokens alone."""
    inputs = batch.input_ids, batch.token_type_ids, batch.attention_mask
    chosen = model.bert.read(batch.positions, *inputs)  # (M, D)
    return model.masked_lm(chosen, model.bert.embeddings.word.weight)


def masked_answers(model: BertForMaskedLM, batch: PretrainingBatch) -> Answers:
    """Return the logits of the chosen tokens, and the pieces that stood there."""
    return {"masked_lm": (masked_logits(model, batch), batch.targets)}


def masked_scores(
    model: BertForMaskedLM, data: PretrainingData, num_examples: int, prefix: str = ""
) -> dict[str, float]:
    """Score a masked language model on a text it was not trained on, as ``mean_scores`` does.

    The prefix goes before the names of the scores.
    """
    found = mean_scores(model, data, num_examples, lambda batch: masked_answers(model, batch))
    return {prefix + name: value for name, value in found.items()}


def pretraining_answers(model: BertForPreTraining, batch: PretrainingBatch) -> Answers:
    """Return the logits and targets of both heads."""
    logits = score_masked(model, batch)
    return {
        "masked_lm": (logits.masked_lm, batch.targets),
        "next_sentence": (logits.next_sentence, batch.next_labels),
    }


def held_out_scores(
    model: BertForPreTraining, data: PretrainingData, num_examples: int, batch_size: int = 64
) -> dict[str, float]:
    """Score both heads of a model on a text it was not trained on, as ``mean_scores`` does.

    Without pairs in the data, the scores of pairs are left out.
    """

    def score(batch: PretrainingBatch) -> Answers:
        answers = pretraining_answers(model, batch)
        return answers if data.next_sentence else {"masked_lm": answers["masked_lm"]}

    return mean_scores(model, data, num_examples, score, batch_size)


def spread(data: PretrainingData, num_examples: int) -> list[tuple[int, int]]:
    """Name examples of the first epoch, evenly spread over a text and so over its collections.

    Raises:
        ValueError: If there are none.
    """
    if num_examples < 1:
        raise ValueError(f"expected at least 1 example to score, got {num_examples}")
    number = min(num_examples, len(data))
    return [(0, i * len(data) // number) for i in range(number)]


@torch.no_grad()
def mean_scores(
    model: nn.Module,
    data: PretrainingData,
    num_examples: int,
    score: Callable[[PretrainingBatch], Answers],
    batch_size: int = 64,
) -> dict[str, float]:
    """Score a model on examples, evenly spread over a text.

    Args:
        model: Put into evaluation mode meanwhile.
        data: The text.
        num_examples: How many examples at most.
        score: Returns the logits of a batch and the right answers, by the name of the loss.
        batch_size: Examples scored at once.

    Returns:
        For each name, such as ``masked_lm``, the mean loss in nats, and under ``masked_accuracy``
        the accuracy.

    Raises:
        ValueError: If there are no examples to score.
    """
    examples = spread(data, num_examples)
    was_training, device = model.training, next(model.parameters()).device
    model.eval()
    losses: dict[str, float] = defaultdict(float)
    right, asked = Counter[str](), Counter[str]()
    for start in progress(range(0, len(examples), batch_size), desc="scoring"):
        batch = data.batch(examples[start : start + batch_size]).to(device)
        for name, (logits, wanted) in score(batch).items():
            losses[name] += cross_entropy(logits, wanted, reduction="sum").item()
            right[name] += int((logits.argmax(dim=1) == wanted).sum())
            asked[name] += len(wanted)
    model.train(was_training)
    return {
        **{name: losses[name] / asked[name] for name in asked},
        **{f"{name.split('_')[0]}_accuracy": right[name] / asked[name] for name in asked},
    }
