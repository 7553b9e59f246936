"""The question: the forward pass of one encoder under five heads. It is not graded."""

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from workbook.exercises import Case, Question

HEADS = ("sentence", "pair", "choice", "tags", "span")


class Encoder(nn.Module):
    """Stands in for a BERT: its vectors depend on all three inputs, and on the order of these."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.words, self.types = nn.Embedding(11, size), nn.Embedding(2, size)
        self.pooler = nn.Linear(size, size)

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"] | None = None,
        attention_mask: Int[Tensor, "B T"] | None = None,
    ) -> tuple[Float[Tensor, "B T D"], Float[Tensor, "B D"]]:
        """Return a vector for each token, and one for the text."""
        types = torch.zeros_like(input_ids) if token_type_ids is None else token_type_ids
        mask = torch.ones_like(input_ids) if attention_mask is None else attention_mask
        seen = (self.words(input_ids) + self.types(types)) * mask[..., None]
        hidden = seen + seen.cumsum(dim=1).sin()
        return hidden, self.pooler(hidden[:, 0]).tanh()


class Tiny(nn.Module):
    """An encoder under five heads of different sizes, to try a ``forward`` on."""

    def __init__(self, size: int = 6) -> None:
        super().__init__()
        with torch.random.fork_rng():
            torch.manual_seed(0)
            self.bert = Encoder(size)
            for number, name in enumerate(HEADS):
                setattr(self, name, nn.Linear(size, number + 2))
        self.double().eval().requires_grad_(False)


def _cases() -> list[Case]:
    """Return one call for each task, on a batch with pairs and padding."""
    ids = torch.tensor([[1, 5, 9, 2, 7, 2], [1, 3, 2, 4, 0, 0]])
    types = torch.tensor([[0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 0]])
    mask = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0]])
    return [Case((Tiny(), name, ids, types, mask)) for name in HEADS]


QUESTION = Question(name="forward", cases=_cases, difficulty=2, minutes=6, graded=False)
