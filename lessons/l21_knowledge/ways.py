"""What an encoder is asked about a text that states a fact: words, names, or whether names fit.

- ``words``: 15% of the words are hidden, each by itself, and filled in (BERT);
- ``names``: as many, but names first and as a whole (ERNIE: Sun et al. 2019, section 3.2);
- ``exchanged``: in half of the texts a name stands in for one of the same kind, and of each name it
  is asked whether it was put there (WKLM: Xiong et al. 2020, section 2); nothing is filled in.
  Where person and town do not fit, nothing tells which of the two was put there: the best answer is
  one half, so that the mean loss of texts with two names is at least ln(2) / 2 = 0.35 nats.

Leaves out: WKLM's texts are paragraphs of Wikipedia, with far more names, and it reads the words
before and after a name, where we read its first word.
"""

from lessons.l21_knowledge.world import Statement, World

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from bertlab.model.config import BertConfig
from bertlab.model.detection import DetectionHead
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.maskers import Masker, SpanMasker
from bertlab.pretraining.masking import Unit
from bertlab.text.wordpiece import Batch, Encoded, WordPieceTokenizer
from bertlab.training.loop import Objective

# The kinds of questions of each way; the texts of a batch take turns.
WAYS: dict[str, tuple[str, ...]] = {
    "words": ("words",),
    "names": ("names",),
    "exchanged": ("exchanged",),
    "both": ("words", "exchanged"),
}


class Question(NamedTuple):
    """A text with what is asked about it; positions are counted from its [CLS].

    Attributes:
        ids: With [CLS] and [SEP].
        hidden: Positions to fill in.
        targets: The words that stood there.
        names: The first position of each name that is asked about.
        exchanged: 1 for each of these that another name stands in for, else 0.
    """

    ids: list[int]
    hidden: Sequence[int] = ()
    targets: Sequence[int] = ()
    names: Sequence[int] = ()
    exchanged: Sequence[int] = ()


class Questions(NamedTuple):
    """Several texts side by side; positions are counted through the batch row by row.

    Attributes:
        texts: Input ids, token types and mask, each (B, T).
        hidden: (M,), positions to fill in.
        targets: (M,), the words that stood there.
        names: (N,), positions of names that are asked about.
        exchanged: (N,), 1 where another name stands in, else 0.
    """

    texts: Batch
    hidden: Int[Tensor, " M"]
    targets: Int[Tensor, " M"]
    names: Int[Tensor, " N"]
    exchanged: Int[Tensor, " N"]

    def to(self, device: torch.device | str) -> "Questions":
        """Move all tensors to a device."""
        texts, *others = self
        return Questions(texts.to(device), *(part.to(device) for part in others))


def side_by_side(questions: Sequence[Question], tokenizer: WordPieceTokenizer) -> Questions:
    """Put questions into one batch."""
    texts = tokenizer.pad([Encoded(one.ids, [0] * len(one.ids)) for one in questions])
    T = texts.input_ids.shape[1]
    numbered = list(enumerate(questions))
    parts = (
        [row * T + position for row, one in numbered for position in one.hidden],
        [target for one in questions for target in one.targets],
        [row * T + position for row, one in numbered for position in one.names],
        [label for one in questions for label in one.exchanged],
    )
    return Questions(texts, *(torch.tensor(part, dtype=torch.long) for part in parts))


class Asking:
    """Turns statements into questions.

    Args:
        world: Whose texts give the words, and the names that are put in place of others.
    """

    def __init__(self, world: World) -> None:
        self.tokenizer = tokenizer = world.tokenizer()
        self.occurrences = world.occurrences()
        self.maskers = {"words": Masker(tokenizer), "names": SpanMasker(tokenizer, first="name")}

    def ids(self, statement: Statement) -> list[int]:
        """Return [CLS], the words and [SEP]."""
        words = [self.tokenizer.ids[word.lower()] for word in statement.words]
        return [self.tokenizer.cls_id, *words, self.tokenizer.sep_id]

    def ask(self, kind: str, statement: Statement, generator: np.random.Generator) -> Question:
        """Ask about words, names or exchanged names.

        Raises:
            ValueError: If the kind is none of these.
        """
        if kind == "exchanged":
            exchanged, labels = self.exchange(statement, generator)
            return Question(self.ids(exchanged), (), (), starts(exchanged), labels)
        if kind not in self.maskers:
            raise ValueError(f"expected words, names or exchanged, got {kind!r}")
        ids = np.array(self.ids(statement))
        maskable = np.arange(len(ids)) % (len(ids) - 1) > 0  # neither [CLS] nor [SEP]
        units = [
            Unit(unit.start + 1, unit.end + 1, of)
            for unit in statement.names
            for of in ("name", "word")  # a word too: what does not fit is not cut
        ]
        shown, positions, targets = self.maskers[kind](ids, maskable, units, generator)
        return Question(shown.tolist(), positions.tolist(), targets.tolist())

    def exchange(
        self, statement: Statement, generator: np.random.Generator
    ) -> tuple[Statement, list[int]]:
        """Put, half of the time, another name in place of one, of the same kind.

        It is drawn as names occur in the texts: a rare name is as rare among those put in.

        Returns:
            The statement, and for each of its names 1 if it was put in, else 0.
        """
        labels = [0] * len(statement.names)
        if generator.random() < 0.5:
            return statement, labels
        chosen = int(generator.integers(len(labels)))
        old, pool = statement.names[chosen], self.occurrences[statement.names[chosen].kind]
        new = before = statement.name(old)
        while new == before:
            new = pool[int(generator.integers(len(pool)))]
        labels[chosen] = 1
        return with_name(statement, chosen, new), labels


def starts(statement: Statement) -> list[int]:
    """Return the positions where names begin, counted from [CLS]."""
    return [unit.start + 1 for unit in statement.names]


def with_name(statement: Statement, index: int, name: str) -> Statement:
    """Return a statement with another name in place of one of its names."""
    old, said = statement.names[index], name.split()
    words = (*statement.words[: old.start], *said, *statement.words[old.end :])
    longer = len(said) - (old.end - old.start)
    units = []
    for number, unit in enumerate(statement.names):
        start = unit.start + (longer if unit.start > old.start else 0)
        end = unit.end + (longer if unit.start > old.start or number == index else 0)
        units.append(unit._replace(start=start, end=end))
    return Statement(words, tuple(units))


class Reader(BertForMaskedLM):
    """A BERT that fills in words and says of names whether they were put there."""

    def __init__(self, config: BertConfig) -> None:
        super().__init__(config)
        self.detection = DetectionHead(config)
        self.initialize()

    def answers(self, asked: Questions) -> tuple[Float[Tensor, "M V"], Float[Tensor, " N"]]:
        """Return logits over the vocabulary for hidden words, and those that names were put in."""
        positions = torch.cat([asked.hidden, asked.names])
        vectors = self.bert.read(positions, *asked.texts)
        hidden, names = vectors.split([len(asked.hidden), len(asked.names)])  # (M, D), (N, D)
        logits = self.masked_lm(hidden, self.bert.embeddings.word.weight)
        return logits, self.detection(names)


class ReaderObjective(Objective):
    """The loss of hidden words and that of names; one without questions is 0."""

    def __init__(self, model: Reader) -> None:
        super().__init__()
        self.model = model

    def counts(self, batch: Questions) -> dict[str, int]:
        """Return the number of hidden words, and of names that are asked about."""
        return {"words": len(batch.hidden), "names": len(batch.names)}

    def forward(self, batch: Questions) -> dict[str, Tensor]:
        """Return both sums over a batch, in nats."""
        logits, detected = self.model.answers(batch)
        labels = batch.exchanged.to(detected.dtype)
        return {
            "words": cross_entropy(logits, batch.targets, reduction="sum"),
            "names": binary_cross_entropy_with_logits(detected, labels, reduction="sum"),
        }


def sampler(
    asking: Asking, world: World, kinds: Sequence[str], seed: int, batch_size: int
) -> Callable[..., list[Any]]:
    """Return what ``train`` asks for batches; the texts are the same for all kinds of questions."""

    def draw(step: int, *_: int) -> list[Any]:
        generator = np.random.default_rng([seed, step])
        chosen = generator.choice(len(world.texts), batch_size).tolist()
        questions = [
            asking.ask(kinds[number % len(kinds)], world.texts[index], generator)
            for number, index in enumerate(chosen)
        ]
        return [side_by_side(questions, asking.tokenizer)]

    return draw
