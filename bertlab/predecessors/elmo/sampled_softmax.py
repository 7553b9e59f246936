"""A softmax loss over a sample of the words: what training over a large vocabulary can afford.

The full softmax divides by a sum over all V words. Here the sum over the wrong words is estimated
from S words drawn in proportion to their counts. A word that is drawn often would count too often,
so each drawn word's exponential is divided by how often it is expected among the S: the mean over
all samples is the full sum. The evaluation always uses the full softmax.

Source: Jean, Cho, Memisevic and Bengio 2015, section 3; ELMo was trained this way.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn


class SampledSoftmax(nn.Module):
    """The loss of states that predict words, against words drawn by their counts.

    Args:
        counts: How often each of the V words is to be predicted in the training text. A count of 0
            is raised to 1, so that no logarithm is infinite.
        num_samples: S.

    Raises:
        ValueError: If there are no counts, one is negative, or ``num_samples`` is below 1.
    """

    log_expected: Tensor

    def __init__(self, counts: Sequence[int], num_samples: int) -> None:
        super().__init__()
        if not counts or min(counts) < 0:
            raise ValueError(f"expected counts of at least 0, got {list(counts)[:5]}")
        if num_samples < 1:
            raise ValueError(f"expected num_samples >= 1, got {num_samples}")
        frequency = torch.tensor([max(count, 1) for count in counts], dtype=torch.float64)
        frequency = frequency / frequency.sum()
        self.num_samples = num_samples
        # a word that the training text lacks may still be drawn: it is a wrong answer everywhere
        self.register_buffer(
            "log_expected", (num_samples * frequency).log().float(), persistent=False
        )

    def forward(
        self, states: Float[Tensor, "N D"], targets: Int[Tensor, " N"], output: nn.Linear
    ) -> Float[Tensor, ""]:
        """Give the mean loss, in nats.

        Args:
            states: What predicts, (N, D).
            targets: The right words, (N,).
            output: The full softmax's matrix (V, D) and bias (V,): the rows needed are picked.
        """
        drawn = torch.multinomial(self.log_expected.exp(), self.num_samples, replacement=True)
        right = (states * output.weight[targets]).sum(dim=1) + output.bias[targets]
        wrong = states @ output.weight[drawn].T + output.bias[drawn]  # (N, S)
        wrong = wrong - self.log_expected[drawn]
        wrong = wrong.masked_fill(targets[:, None] == drawn, -torch.inf)  # no wrong answer here
        scores = torch.cat([right[:, None], wrong], dim=1)
        return (scores.logsumexp(dim=1) - right).mean()
