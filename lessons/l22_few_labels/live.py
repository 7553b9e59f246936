"""What runs beside the student's code: reviews, clozes, a new head, and how both learn."""

from lessons.l22_few_labels.task import Settings, Task, draw
from lessons.l22_few_labels.ways import PATTERNS, VERBALIZER, new_classifier

import re
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from bertlab.datasets import movie_reviews
from bertlab.finetuning.patterns import GAP, TEXT, Verbalizer, verbalizer_ids
from bertlab.finetuning.prompts import changed
from bertlab.finetuning.sentiment import sample
from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.progress import progress

Fill = Callable[[list[str], list[str], int], list[str]]
ClassScores = Callable[[Tensor, list[list[int]]], Tensor]
Inputs = tuple[Tensor, ...]
MAX_LENGTH = 48
SLOT = "[unused{}]"  # pieces of the vocabulary that no text has
WHOLE = re.compile(rf"({re.escape(TEXT)}|\[unused\d+\])")  # what is not cut
RATE = 1e-4
THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8)


def few_labels() -> Task:
    """Return 16 training reviews with their labels, and 200 without."""
    return draw(movie_reviews().train, 16, 200, seed=0)


def validation(number: int = 300) -> tuple[list[str], list[int]]:
    """Return some validation reviews, and their labels: 1 is *good*."""
    chosen = sample(movie_reviews().validation, number)
    return [one.text for one in chosen], [one.label for one in chosen]


class Cloze(nn.Module):
    """``minilm-words``, asked by the student's functions for a word in a gap.

    Args:
        fill: Puts the pieces of a text into those of a pattern.
        class_scores: From what each piece scores in the gap to a score of each class.
        pattern: With ``{}`` and ``[MASK]``.
        words: For each class.

    Raises:
        ValueError: If the pattern lacks one of both, or as ``verbalizer_ids`` does.
    """

    def __init__(
        self,
        fill: Fill,
        class_scores: ClassScores,
        pattern: str = PATTERNS[0],
        words: Verbalizer = VERBALIZER,
    ) -> None:
        super().__init__()
        self.tokenizer = WordPieceTokenizer.from_folder("minilm")
        self.fill, self.class_scores = fill, class_scores
        self.model = from_change("minilm-words").eval()
        self.ask(pattern, words)

    def ask(self, pattern: str, words: Verbalizer = VERBALIZER) -> "Cloze":
        """Take another pattern and other words; return the cloze."""
        pieces = [piece for part in WHOLE.split(pattern) for piece in self.pieces(part)]
        for part in (TEXT, GAP):
            if pieces.count(part) != 1:
                raise ValueError(f"expected {part} once, got {pattern!r}")
        self.pattern, self.words = pieces, verbalizer_ids(words, self.tokenizer)
        return self

    def pieces(self, text: str) -> list[str]:
        """Return the pieces of a text; what a pattern keeps whole is one."""
        if WHOLE.fullmatch(text):
            return [text]
        return [self.tokenizer.vocabulary[i] for i in self.tokenizer.text_ids(text)]

    def inputs(self, texts: Sequence[str]) -> Inputs:
        """Return ids and mask, (B, T) each, of texts in the pattern."""
        cut = [self.pieces(text) for text in texts]
        for text, pieces in zip(texts, cut, strict=True):
            if {TEXT, GAP} & {*pieces}:
                raise ValueError(f"expected a text without {TEXT} and {GAP}, got {text!r}")
        rows = [self.fill(self.pattern, pieces, MAX_LENGTH) for pieces in cut]
        ids = [torch.tensor([self.tokenizer.ids[piece] for piece in row]) for row in rows]
        padded = nn.utils.rnn.pad_sequence(ids, True, self.tokenizer.pad_id)
        return padded, (padded != self.tokenizer.pad_id).long()

    def gap_logits(self, ids: Int[Tensor, "B T"], mask: Int[Tensor, "B T"]) -> Float[Tensor, "B V"]:
        """Return what each piece of the vocabulary scores in the gap."""
        (positions,) = torch.where((ids == self.tokenizer.mask_id).flatten())
        hidden = self.model.bert.read(positions, ids, None, mask)
        return self.model.masked_lm(hidden, self.model.bert.embeddings.word.weight)

    def forward(self, ids: Int[Tensor, "B T"], mask: Int[Tensor, "B T"]) -> Float[Tensor, "B C"]:
        """Return the score of each class."""
        return self.class_scores(self.gap_logits(ids, mask), self.words)


class PromptCloze(Cloze):
    """A cloze with six slots, whose vectors the student's function puts in.

    The vectors begin as those of six words.

    Args:
        fill: See ``Cloze``.
        class_scores: See ``Cloze``.
        with_prompts: Takes vectors (B, T, D), slots (B, T) and prompts (S, D).
        first_words: What the vectors begin as.
    """

    def __init__(
        self,
        fill: Fill,
        class_scores: ClassScores,
        with_prompts: Callable[[Tensor, Tensor, Tensor], Tensor],
        first_words: Sequence[str],
    ) -> None:
        slots = [SLOT.format(number) for number in range(len(first_words))]
        super().__init__(fill, class_scores, " ".join([TEXT, *slots, GAP, "."]))
        self.with_prompts = with_prompts
        self.slots = torch.tensor([self.tokenizer.ids[slot] for slot in slots])
        ids = [self.tokenizer.ids[word] for word in first_words]
        table = self.model.bert.embeddings.word.weight
        self.prompts = nn.Parameter(table[ids].detach().clone())

    def gap_logits(self, ids: Int[Tensor, "B T"], mask: Int[Tensor, "B T"]) -> Float[Tensor, "B V"]:
        """Return what each piece scores in the gap, with the vectors in their slots."""
        slots = torch.isin(ids, self.slots)
        put = lambda vectors: self.with_prompts(vectors, slots, self.prompts)  # noqa: E731
        with changed(self.model.bert.embeddings, put):
            return super().gap_logits(ids, mask)


class NewHead(nn.Module):
    """``minilm-words`` with a new head for the two classes, as lesson 09 has it."""

    def __init__(self) -> None:
        super().__init__()
        self.model, self.encode = new_classifier(Settings(max_length=MAX_LENGTH), seed=0)

    def inputs(self, texts: Sequence[str]) -> Inputs:
        """Return ids, types and mask of texts."""
        return self.encode(texts, [0] * len(texts)).batch(range(len(texts))).inputs

    def forward(self, *inputs: Tensor) -> Float[Tensor, "B C"]:
        """Return the logit of each class."""
        return self.model(*inputs)


Learner = Cloze | NewHead


@torch.no_grad()
def scores_of(model: Learner, texts: Sequence[str], batch_size: int = 32) -> Float[Tensor, "N C"]:
    """Return the scores of texts, in their order."""
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    scores = torch.empty(len(texts), 2)
    for begin in progress(range(0, len(order), batch_size), desc="scoring"):
        chosen = order[begin : begin + batch_size]
        scores[chosen] = model.eval()(*model.inputs([texts[index] for index in chosen]))
    return scores


def by_pattern(cloze: Cloze, texts: Sequence[str]) -> Float[Tensor, "M N C"]:
    """Return the scores of texts in each of five patterns."""
    return torch.stack([scores_of(cloze.ask(pattern), texts) for pattern in PATTERNS])


def learn(
    model: Learner,
    step: Callable[..., float],
    texts: Sequence[str],
    labels: Sequence[int],
    updates: int = 20,
    batch_size: int = 16,
) -> list[float]:
    """Let a model learn by the student's step from texts; return the losses.

    What is frozen stays; vectors of slots learn a hundred times as fast as weights.

    Args:
        model: Changed in place; what it drops out is drawn from one seed.
        step: ``pattern_step``.
        texts: Gone through again and again, in their order.
        labels: Of each text.
        updates: Of the weights.
        batch_size: Texts in an update.
    """
    slots = [p for name, p in model.named_parameters() if name == "prompts"]
    rest = [p for name, p in model.named_parameters() if name != "prompts" and p.requires_grad]
    groups = [{"params": slots, "lr": 100 * RATE}, {"params": rest, "lr": RATE}]
    optimizer = torch.optim.AdamW([group for group in groups if group["params"]])
    with torch.random.fork_rng():
        torch.manual_seed(0)
        model.train()
        losses = []
        for update in progress(range(updates), desc="learning"):
            chosen = [(update * batch_size + i) % len(texts) for i in range(batch_size)]
            inputs = model.inputs([texts[index] for index in chosen])
            target = torch.tensor([labels[index] for index in chosen])
            losses.append(step(model, optimizer, inputs, target))
    model.eval()
    return losses


def each(
    change: Callable[[Tensor, Tensor], Tensor],
    scores: Float[Tensor, "M N C"],
    others: Float[Tensor, "M K C"],
) -> Float[Tensor, "M N C"]:
    """Return the scores of each pattern, changed by its scores of other texts."""
    return torch.stack([change(*pair) for pair in zip(scores, others, strict=True)])


def guesses(
    pseudo_labels: Callable[[Tensor, float], tuple[Tensor, Tensor]],
    scores: Float[Tensor, "M N 2"],
    texts: Sequence[str],
) -> dict[float, tuple[int, float]]:
    """Return for thresholds how many texts the student labels, and what proportion rightly."""
    truth = {one.text: one.label for one in movie_reviews().train}
    labels, counts = torch.tensor([truth[text] for text in texts]), {}
    for least in THRESHOLDS:
        indices, classes = pseudo_labels(scores, least)
        counts[least] = len(indices), (classes == labels[indices]).double().mean().item()
    return counts


class Choices(NamedTuple):
    """What comes of choosing a pattern with few labels, a number for each draw of them.

    Attributes:
        promised: Accuracy of the chosen one in cross-validation.
        chosen: Its accuracy on all other reviews.
        any_of_them: The mean of all patterns there.
        best: The best pattern there.
    """

    promised: list[float]
    chosen: list[float]
    any_of_them: list[float]
    best: list[float]


def chosen_with(
    cross_validated: Callable[[Tensor, Tensor, int], float],
    scores: Float[Tensor, "M N 2"],
    labels: Sequence[int],
    number: int,
    draws: int = 200,
    k: int = 4,
) -> Choices:
    """Choose one of some patterns by cross-validation, for many draws of a few labels.

    All that is learned from the labels is a threshold, in the middle between both classes.

    Args:
        cross_validated: The student's function.
        scores: Of reviews, with each pattern.
        labels: Of the reviews.
        number: Labels in a draw, half of each class; all other reviews judge.
        draws: How many times.
        k: Folds.
    """
    margins, truth = scores[..., 1] - scores[..., 0], torch.tensor(labels)
    generator = torch.Generator().manual_seed(0)
    results = []
    for _ in range(draws):
        order = torch.randperm(len(truth), generator=generator)
        few = torch.cat([order[truth[order] == c][: number // 2] for c in (0, 1)])
        rest = order[~torch.isin(order, few)]
        promised = [cross_validated(one[few], truth[few], k) for one in margins]
        means = torch.stack([margins[:, few[truth[few] == c]].mean(dim=1) for c in (0, 1)])
        above = margins[:, rest] > means.mean(dim=0)[:, None]  # (M, N - number)
        reached = (above == truth[rest].bool()).double().mean(dim=1).tolist()
        best = promised.index(max(promised))
        results.append((promised[best], reached[best], fmean(reached), max(reached)))
    return Choices(*map(list, zip(*results, strict=True)))
