"""A fact beside a noun: which kind does ``minilm-words`` then put into a gap?

*The beagle is a kind of [MASK].* The gap takes one of the 16 kinds of ``nouns``. A fact is read in
one of two ways: as a branch of K-BERT's tree, or as plain words that stand after the noun, seen by
all and numbered through. The functions that build the tree are handed in: the reader writes them.
"""

from lessons.l21_knowledge.nouns import KIND_OF

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn.functional import cross_entropy, pad

from bertlab.datasets.generated.inference_kinds import KNOWN, MIDDLE, NEW, narrow_words
from bertlab.knowledge.kbert import tree_embeddings
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Objective, train

KINDS: tuple[str, ...] = tuple(MIDDLE)
TEMPLATES = ("the {} is a kind of [MASK] .", "a {} is a [MASK] .", "the {} was called a [MASK] .")
SPECIALS = ("[CLS]", "[SEP]", "[MASK]")
NOUNS: dict[str, list[str]] = {  # known ones, to learn from, and new ones
    part: [noun for kind in KINDS for noun in narrow_words(kind, part)] for part in (KNOWN, NEW)
}
NEW_NOUNS = NOUNS[NEW]
TRAINING = {"steps": 150, "batch_size": 16, "learning_rate": 2e-4, "warmup": 0.1}

Facts = Mapping[str, Sequence[Sequence[str]]]  # of a word; a fact is a list of words


class Parts(NamedTuple):
    """The reader's functions: see the exercises of the same names."""

    hang: Callable[[Sequence[str], Facts], list[tuple[str, int]]]
    soft_positions: Callable[[Sequence[int]], list[int]]
    visible: Callable[[Sequence[int]], Tensor]


class Row(NamedTuple):
    """A text with its facts, laid out in a row.

    Attributes:
        pieces: Its T word pieces.
        branches: The number of each one's branch; 0 is the text.
        positions: Which vector of positions each one gets.
        visible: (T, T), True where piece i sees piece j.
    """

    pieces: list[str]
    branches: list[int]
    positions: list[int]
    visible: Bool[Tensor, "T T"]


@cache
def tokenizer() -> WordPieceTokenizer:
    """Return what cuts the texts of ``minilm-words``."""
    return WordPieceTokenizer.from_folder("minilm")


def model() -> BertForMaskedLM:
    """Return ``minilm-words``, which fills gaps."""
    return from_change("minilm-words").eval()


def laid_out(text: str, facts: Facts, parts: Parts, tree: bool = True, hide: bool = True) -> Row:
    """Put facts after the words that they are about.

    Args:
        text: Words with blanks between them, in lower case, and ``[MASK]``.
        facts: What is known.
        parts: The reader's functions.
        tree: Whether facts are branches; else they are words of the text.
        hide: Whether the visible matrix hides branches; else all see all.

    Raises:
        ValueError: If there is not one ``[MASK]``.
    """
    pieces, branches = [], list[int]()
    for word, branch in parts.hang(["[CLS]", *text.split(), "[SEP]"], facts):
        cut = [word] if word in SPECIALS else tokenizer().tokenize(word)
        pieces += cut
        branches += [branch] * len(cut)
    T = len(pieces)
    if pieces.count("[MASK]") != 1:
        raise ValueError(f"expected a text with one [MASK], got {' '.join(pieces)!r}")
    positions = parts.soft_positions(branches) if tree else list(range(T))
    all_see_all = torch.ones(T, T, dtype=torch.bool)
    return Row(
        pieces, branches, positions, parts.visible(branches) if tree and hide else all_see_all
    )


def gap_logits(model: BertForMaskedLM, rows: Sequence[Row]) -> Float[Tensor, "B V"]:
    """Return what each word piece scores in the gap of each row."""
    T = max(len(row.pieces) for row in rows)

    def padded(numbers: Sequence[int], filler: int) -> list[int]:
        return [*numbers, *[filler] * (T - len(numbers))]

    names = tokenizer().ids
    ids = torch.tensor([padded([names[p] for p in row.pieces], names["[PAD]"]) for row in rows])
    positions = torch.tensor([padded(row.positions, 0) for row in rows])
    seen = torch.stack([pad(row.visible, (0, T - len(row.pieces)) * 2) for row in rows])
    seen = seen | torch.eye(T, dtype=torch.bool)  # padding sees itself
    hidden = tree_embeddings(model.bert.embeddings, ids, torch.zeros_like(ids), positions)
    hidden = model.bert.encoder(hidden, seen[:, None])
    gaps = hidden[ids == names["[MASK]"]]  # (B, D)
    return model.masked_lm(gaps, model.bert.embeddings.word.weight)


def kind_scores(logits: Float[Tensor, "B V"]) -> Float[Tensor, "B C"]:
    """Return the log of the probability of each kind in the gap, in the singular or the plural."""
    names, logs = tokenizer().ids, logits.log_softmax(dim=1)
    columns = [[names[one] for one in (kind, f"{kind}s") if one in names] for kind in KINDS]
    return torch.stack([logs[:, column].logsumexp(dim=1) for column in columns], dim=1)


def questions(nouns: Sequence[str], facts: Facts, parts: Parts, **layout: bool) -> list[Row]:
    """Return all templates with all nouns, noun by noun."""
    return [
        laid_out(template.format(noun), facts, parts, **layout)
        for noun in nouns
        for template in TEMPLATES
    ]


@torch.no_grad()
def kinds_of(
    model: BertForMaskedLM, nouns: Sequence[str], facts: Facts, parts: Parts, **layout: bool
) -> Int[Tensor, "N W"]:
    """Return which kind a model takes each noun for, in each template: an index of ``KINDS``.

    Args:
        model: Fills gaps.
        nouns: What is asked about.
        facts: What is known.
        parts: The reader's functions.
        layout: See ``laid_out``.
    """
    rows = questions(nouns, facts, parts, **layout)
    some = [rows[start : start + 32] for start in range(0, len(rows), 32)]
    scores = [kind_scores(gap_logits(model.eval(), part)) for part in some]
    return torch.cat(scores).argmax(dim=1).view(len(nouns), len(TEMPLATES))


def true_kinds(nouns: Sequence[str]) -> Int[Tensor, " N"]:
    """Return the kind of each noun, as an index of ``KINDS``."""
    return torch.tensor([KINDS.index(KIND_OF[noun]) for noun in nouns])


def words_of(facts: Mapping[str, Sequence[tuple[str, str]]]) -> Facts:
    """Return facts of a graph as lists of words: ``nouns.facts_of`` has relation and object."""
    return {noun: [" ".join(fact).split() for fact in some] for noun, some in facts.items()}


def invented(number: int, generator: Random) -> list[str]:
    """Return names that mean nothing, such as *rozuk*."""
    names = set[str]()
    while len(names) < number:
        drawn = [generator.choice(letters) for letters in ("bdfgklmnprstvz", "aeiou") * 2]
        names.add("".join(drawn) + generator.choice("nlrkp"))
    return sorted(names)


class KindBatch(NamedTuple):
    """Rows with a gap, and the kind that belongs there."""

    rows: list[Row]
    kinds: Int[Tensor, " B"]

    def to(self, device: torch.device | str) -> "KindBatch":
        """Return the batch: rows become tensors in ``gap_logits`` alone."""
        return self


class KindObjective(Objective):
    """Cross-entropy of the kind in the gap, among all kinds.

    Args:
        model: What is trained.
    """

    def __init__(self, model: BertForMaskedLM) -> None:
        super().__init__()
        self.model = model

    def counts(self, batch: KindBatch) -> dict[str, int]:
        """Return the number of gaps."""
        return {"kinds": len(batch.rows)}

    def forward(self, batch: KindBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        scores = kind_scores(gap_logits(self.model, batch.rows))
        return {"kinds": cross_entropy(scores, batch.kinds, reduction="sum")}


def learn(
    model: BertForMaskedLM, facts: Facts, parts: Parts, invent: bool, seed: int = 0, **changes: Any
) -> list[float]:
    """Teach a model the kinds of known nouns, each with its fact beside it as a branch.

    Args:
        model: Is changed.
        facts: Of known nouns.
        parts: The reader's functions.
        invent: Whether an invented name takes the place of each noun: then only the fact can tell.
        seed: Decides nouns, names, templates and dropout.
        changes: Of ``TRAINING``.

    Returns:
        The loss of each update, in nats.
    """
    config = TrainConfig(**{**TRAINING, **changes}, seed=seed, log_every=1, precision="no")

    def draw(step: int, *_: int) -> list[KindBatch]:
        generator = Random(f"{seed}/{step}")
        nouns = generator.sample(NOUNS[KNOWN], config.batch_size)
        names = invented(len(nouns), generator) if invent else nouns
        rows = [
            laid_out(generator.choice(TEMPLATES).format(name), {name: facts[noun]}, parts)
            for name, noun in zip(names, nouns, strict=True)
        ]
        return [KindBatch(rows, true_kinds(nouns))]

    with torch.random.fork_rng():
        torch.manual_seed(seed)
        lines = train(KindObjective(model), draw, config)
    return [line["loss"] for line in lines]
