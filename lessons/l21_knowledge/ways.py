"""What an encoder is asked about a text that states a fact: words, names, or whether names fit.

- ``words``: 15% of the words are hidden, each by itself, and filled in (BERT);
- ``words of names``: as many, but words of names first, each by itself;
- ``names``: as many, but names first and as a whole (ERNIE: Sun et al. 2019, section 3.2), so
  mostly one name, where ``words of names`` asks about two;
- ``one word of a name``: as many, one of them in a name, the others in no name;
- ``hidden``: what a function of the reader hides, filled in; a text in which it hides no name is
  drawn again;
- ``exchanged``: names are replaced by others of their type, and of each name it is asked whether it
  was (WKLM: Xiong et al. 2020, section 2); nothing is filled in.

Leaves out: WKLM's texts are paragraphs of Wikipedia, with far more names; it reads the words before
and after a name, where we read its first word; and it fills in words, too, 5% of them.
"""

from lessons.l21_knowledge.exercises.exchange.reference import exchange
from lessons.l21_knowledge.exercises.hide_name.reference import hide_name
from lessons.l21_knowledge.world import RIVERS, TOWNS, Statement, World

from collections.abc import Callable, Sequence
from random import Random
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
from bertlab.pretraining.masking import Unit, number_to_mask
from bertlab.text.wordpiece import Batch, Encoded, WordPieceTokenizer
from bertlab.training.loop import Objective

MASK = "[MASK]"
MOST_DRAWS = 100  # so few texts are left without a hidden name that it does not matter
KINDS = ("words", "words of names", "names", "one word of a name", "hidden", "exchanged")


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
        world: Whose texts give the words.
        hide: The exercise of this name, for ``hidden``.
        exchange: The exercise of this name, for ``exchanged``.
        rate: How many units ``hide`` shall hide.
    """

    def __init__(
        self,
        world: World,
        hide: Callable[..., tuple[list[str], list[int]]] = hide_name,
        exchange: Callable[..., tuple[list[str], list[int]]] = exchange,
        rate: float = 0.15,
    ) -> None:
        self.tokenizer = tokenizer = world.tokenizer()
        self.hide, self.exchange, self.rate = hide, exchange, rate
        types = [[person.name for person in world.people], TOWNS, RIVERS]
        self.same_type = {name: names for names in types for name in names}
        names_first = SpanMasker(tokenizer, first="name")
        self.maskers = {
            "words": Masker(tokenizer),
            "words of names": names_first,
            "names": names_first,
            "one word of a name": names_first,
        }

    def ids(self, words: Sequence[str]) -> list[int]:
        """Return [CLS], the words and [SEP]."""
        lower = [word if word == MASK else word.lower() for word in words]
        ids = [self.tokenizer.ids[word] for word in lower]
        return [self.tokenizer.cls_id, *ids, self.tokenizer.sep_id]

    def ask(self, kind: str, statement: Statement, generator: np.random.Generator) -> Question:
        """Ask about words, names or exchanged names.

        Raises:
            ValueError: If the kind is none of ``KINDS``.
        """
        if kind in self.maskers:
            return self._by_masker(kind, statement, generator)
        if kind not in KINDS:
            raise ValueError(f"expected {', '.join(KINDS)}, got {kind!r}")
        words, names = list(statement.words), [unit[:2] for unit in statement.names]
        draws = Random(int(generator.integers(2**32)))
        if kind == "exchanged":
            text, labels = self.exchange(words, names, self.same_type, draws)
            return Question(self.ids(text), names=self.begins(text, names), exchanged=labels)
        text, hidden = self._hidden(words, names, draws)
        ids, positions = self.ids(words), [position + 1 for position in hidden]
        return Question(self.ids(text), positions, [ids[position] for position in positions])

    def _hidden(
        self, words: list[str], names: Sequence[tuple[int, int]], draws: Random
    ) -> tuple[list[str], list[int]]:
        """Hide by the reader's function, again and again until something of a name is hidden."""
        inside = {position for name in names for position in range(*name)}
        for _ in range(MOST_DRAWS):
            text, hidden = self.hide(words, names, self.rate, draws)
            if inside.intersection(hidden):
                break
        return text, hidden

    def _by_masker(
        self, kind: str, statement: Statement, generator: np.random.Generator
    ) -> Question:
        ids = np.array(self.ids(statement.words))
        maskable = np.arange(len(ids)) % (len(ids) - 1) > 0  # neither [CLS] nor [SEP]
        parts = [(unit.start + 1, unit.end + 1) for unit in statement.names]
        masker = self.maskers[kind]
        if kind == "words of names":
            parts = [(i, i + 1) for start, end in parts for i in range(start, end)]
        if kind == "one word of a name":
            number, one = number_to_mask(maskable), int(generator.integers(len(parts)))
            position = int(generator.integers(*parts[one]))
            for start, end in parts:
                maskable[start:end] = False
            maskable[position], parts = True, [(position, position + 1)]
            masker = SpanMasker(self.tokenizer, first="name", rate=number / maskable.sum())
        # Words, too: what does not fit is not cut.
        units = [Unit(*part, of) for part in parts for of in ("name", "word")]
        text, positions, targets = masker(ids, maskable, units, generator)
        return Question(text.tolist(), positions.tolist(), targets.tolist())

    def begins(self, text: Sequence[str], names: Sequence[tuple[int, int]]) -> list[int]:
        """Return where names begin in a text in which some were exchanged, counted from [CLS].

        Args:
            text: Its words; other names may have one word more or less.
            names: Where the names stood before: start and end of each, counted in words.
        """
        positions, longer = list[int](), 0
        for start, end in names:
            here = start + longer
            length = 2 if " ".join(text[here : here + 2]) in self.same_type else 1
            longer += length - (end - start)
            positions.append(here + 1)
        return positions


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
    asking: Asking, world: World, kind: str, seed: int, batch_size: int
) -> Callable[..., list[Any]]:
    """Return what ``train`` asks for batches; the texts are the same for all kinds of questions."""

    def draw(step: int, *_: int) -> list[Any]:
        generator = np.random.default_rng([seed, step])
        chosen = generator.choice(len(world.texts), batch_size).tolist()
        questions = [asking.ask(kind, world.texts[index], generator) for index in chosen]
        return [side_by_side(questions, asking.tokenizer)]

    return draw
