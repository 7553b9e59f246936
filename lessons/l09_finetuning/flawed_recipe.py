"""A recipe for fine-tuning that goes from tutorial to tutorial, and what its five flaws cost.

Two texts an update, Adam at a rate of 1e-6, every text padded to 512 tokens, a ReLU on the logits,
and a printed loss that is too small. All else here is as the recipe has it: half of the pooled
vector dropped, the same rate at every update, no warm-up, no decay, no clipping.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy, relu

from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.config import BertConfig
from bertlab.model.heads import LinearHead
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.training.loop import Line
from bertlab.training.progress import progress
from workbook.basics import recorded


class PrintedLine(NamedTuple):
    """What the recipe prints after an epoch."""

    train_loss: float
    train_accuracy: float
    validation_loss: float
    validation_accuracy: float


# As its readers saw it: BBC news of five classes, 596 batches of two in an epoch.
PRINTED_LOG = (
    PrintedLine(0.795, 0.265, 0.751, 0.389),
    PrintedLine(0.644, 0.574, 0.494, 0.758),
    PrintedLine(0.311, 0.904, 0.194, 0.966),
    PrintedLine(0.144, 0.977, 0.116, 0.980),
    PrintedLine(0.084, 0.985, 0.079, 0.977),
)
PRINTED_TEXTS, PRINTED_BATCH, PRINTED_CLASSES = 1192, 2, 5
DROPOUT = 0.5


class RectifiedHead(LinearHead):
    """A linear head with a ReLU on its logits: no class can get a logit below 0."""

    def forward(self, hidden: Float[Tensor, "*N D"]) -> Float[Tensor, "*N C"]:
        """Return logits, all at least 0."""
        return relu(super().forward(hidden))


def recipe_model(rectified: bool, seed: int) -> BertForSequenceClassification:
    """Return ``minilm`` with the recipe's head: fresh weights, equal with ReLU and without."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = BertForSequenceClassification.from_pretrained("minilm", new_heads=True)
    kind = RectifiedHead if rectified else LinearHead
    head = kind(model.config.hidden_size, len(model.labels), DROPOUT).eval()
    head.load_state_dict(model.classifier.state_dict())
    model.classifier = head
    return model


def follow(
    model: BertForSequenceClassification,
    data: LabelledTexts,
    batch_size: int,
    learning_rate: float,
    epochs: int,
    seed: int,
) -> list[Line]:
    """Fine-tune a model by the recipe's own loop.

    Returns:
        A line for each epoch: ``updates`` made so far; over the training texts, while they are
        learned from, the mean ``loss`` of a text in nats and the ``accuracy``; and the loss as the
        recipe has it ``printed``.
    """
    optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate, fused=True)
    lines: list[Line] = []
    model.train()
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        for epoch in range(epochs):
            total = {"loss": 0.0, "accuracy": 0.0, "printed": 0.0}
            batches = data.epoch(epoch, batch_size, seed)
            for places in progress(batches, desc="training"):
                batch = data.batch(places)
                logits = model(*batch.inputs)
                loss = cross_entropy(logits, batch.labels)  # a mean over the batch
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total["loss"] += loss.item() * len(places)
                total["printed"] += loss.item()
                total["accuracy"] += (logits.argmax(dim=1) == batch.labels).sum().item()
            means = {name: value / len(data) for name, value in total.items()}
            lines.append({"updates": (epoch + 1) * len(batches), **means})
    model.eval()
    return lines


def mean_loss(printed: float, num_texts: int, batch_size: int) -> float:
    """Turn a loss printed by the recipe back into a mean: the batches' mean, in nats.

    It is the mean of a text if all batches are equally large.

    Raises:
        ValueError: If there are no texts, or none in a batch.
    """
    if num_texts < 1 or batch_size < 1:
        raise ValueError(
            f"expected texts, and a batch of at least 1, got {num_texts} and {batch_size}"
        )
    batches = -(-num_texts // batch_size)  # rounded up
    return printed * num_texts / batches


def widths(
    lengths: np.ndarray, batches: Sequence[np.ndarray], width: int | None = None
) -> list[tuple[int, int]]:
    """Return for each batch how many texts it has, and to how many tokens they are padded.

    Args:
        lengths: Of all texts, in tokens.
        batches: Places of texts.
        width: To which all are padded; None is the longest text of the batch.
    """
    return [(len(places), width or int(lengths[places].max())) for places in batches]


def multiply_adds(config: BertConfig, batches: Sequence[tuple[int, int]]) -> int:
    """Count the multiplications (each with its addition) of the encoder layers, forwards.

    Args:
        config: The sizes.
        batches: For each batch its texts and their length, as ``widths`` returns them.
    """
    hidden, inner = config.hidden_size, config.intermediate_size
    token = 4 * hidden * hidden + 2 * hidden * inner  # four maps of attention, two of feed-forward
    return config.num_layers * sum(
        texts * length * (token + 2 * length * hidden)  # scores and mixture, with each token
        for texts, length in batches
    )


def silent_shares(
    pooled: Float[Tensor, "N D"], num_classes: int, num_heads: int, std: float, seed: int = 0
) -> list[float]:
    """Return for each of many fresh heads the share of texts whose logits are all below 0.

    Behind a ReLU such a text gives no gradient: nothing can be learned from it.

    Args:
        pooled: Vectors of texts.
        num_classes: C.
        num_heads: Heads to draw.
        std: Standard deviation of their weights; biases are 0.
        seed: Of the weights.
    """
    generator = torch.Generator().manual_seed(seed)
    shares = []
    for _ in range(num_heads):
        weight = std * torch.randn(num_classes, pooled.shape[1], generator=generator)
        shares.append((pooled @ weight.T <= 0).all(dim=1).float().mean().item())
    return shares


def scores_of_kinds() -> dict[str, list[float]]:
    """Return the recorded validation accuracy of each seed, by the flaws that are left in."""
    kinds = recorded("finetuning_clinic")["results"]["kinds"]
    names = {"batches of 2 alone": "batches of 2, at 1e-4"}
    return {names.get(kind, kind): found["validation"] for kind, found in kinds.items()}
