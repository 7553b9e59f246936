"""What the lesson on ELMo tries out: a network that leaks on dice, and lines of letters.

Adds to ``bertlab.before.elmo.network``: a second layer that reads both directions.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.before.elmo.network import ElmoNetwork

LENGTH, BATCH, SIZE = 10, 64, 24
LETTERS = ("<s>", "</s>", *"abcdefghijklmnopqrstuvwxyz ")
LINE = 30  # letters


def lines_of_letters(sentences: Sequence[Sequence[str]]) -> Int[Tensor, "N T"]:
    """Return the first 30 letters of each sentence that has as many, as ids with both ends."""
    index = {letter: number for number, letter in enumerate(LETTERS)}
    rows = []
    for sentence in sentences:
        text = " ".join(word for word in sentence if not word.startswith("<"))
        line = [index[letter] for letter in text if letter in index][:LINE]
        if len(line) == LINE:
            rows.append([0, *line, 1])
    return torch.tensor(rows)


class CrossedNetwork(nn.Module):
    """Two bidirectional LSTM layers; the second reads both directions of the first."""

    def __init__(self, vocabulary_size: int, hidden_size: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary_size, hidden_size)
        self.cells = nn.LSTM(
            hidden_size, hidden_size, num_layers=2, batch_first=True, bidirectional=True
        )
        self.output = nn.Linear(hidden_size, vocabulary_size)

    def forward(self, tokens: Int[Tensor, "B T"], lengths: Int[Tensor, " B"]) -> Tensor:
        """Give the top layer, as the last of one."""
        return self.cells(self.embedding(tokens))[0][None]


def dice_curve(crossed: bool, num_words: int = 20, steps: int = 40, seed: int = 0) -> list[float]:
    """Train a forward model on words drawn at random; return the perplexity of each new batch.

    Each batch is scored before the network learns from it, so all of it is new. Nothing can be
    below ``num_words`` but a network that sees its answer (and chance, by a little).
    """
    curve = []
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = (CrossedNetwork if crossed else ElmoNetwork)(num_words, SIZE)
        lengths = torch.full((BATCH,), LENGTH)
        optimizer = torch.optim.Adam(network.parameters(), lr=0.02)
        for _ in range(steps + 1):  # the last batch is scored only
            text = torch.randint(0, num_words, (BATCH, LENGTH))
            states = network(text, lengths)[-1, :, :-1, :SIZE]
            loss = cross_entropy(network.output(states).flatten(0, 1), text[:, 1:].flatten())
            curve.append(loss.exp().item())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return curve


def dice_perplexity(crossed: bool, num_words: int = 20, steps: int = 120, seed: int = 0) -> float:
    """Return the perplexity of the last batch of ``dice_curve``, which nothing was learned from."""
    return dice_curve(crossed, num_words, steps, seed)[-1]
