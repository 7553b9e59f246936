"""One network under three masks, or one of its rivals: made, taught and asked to pronounce."""

from lessons.l18_masks.words import (
    CLS,
    LONGEST,
    MASK,
    PAD,
    SEP,
    Pair,
    WordBatches,
    spelled,
    tokens,
    vocabulary,
)

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from bertlab.datasets import SpokenWord
from bertlab.model import BertConfig, BertForMaskedLM
from bertlab.model.encoder_decoder import EncoderDecoder
from bertlab.model.masks import causal_mask
from bertlab.model.writing import DecoderWriter, PrefixWriter, Writer, greedy
from bertlab.pretraining.many_masks import (
    AnswerObjective,
    Pairs,
    Task,
    TaskObjective,
    answers_of,
    pairs_of,
    to_answer,
    to_continue,
    to_fill,
)
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Objective

SPECIAL = (PAD, CLS, SEP)
IN_TURN = ("answer", "continue", "answer", "fill")
HIDDEN = 0.1, 0.9  # of the letters: as few as late in a game of hangman, and as many as early


def new_network(size: dict[str, int], seed: int, decoder_layers: int = 0) -> Any:
    """Return a network with fresh weights: a BERT, or with decoder layers an encoder-decoder."""
    config = BertConfig(
        vocab_size=len(vocabulary()),
        max_positions=40,
        hidden_dropout=0.0,
        attention_dropout=0.0,
        initializer_range=0.05,
        **size,
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        if decoder_layers:
            return EncoderDecoder(config, decoder_layers).eval()
        return BertForMaskedLM(config).eval()


def task_of(rows: list[Pair], name: str, seed: int) -> Task:
    """Return what a network is asked of some words, in one of the three tasks."""
    if name == "fill":  # letters alone: phonemes would tell them
        rate = np.random.default_rng(seed).uniform(*HIDDEN)
        return to_fill(pairs_of([(first, ()) for first, _ in rows]), SPECIAL, MASK, rate, seed)
    return to_continue(pairs_of(rows)) if name == "continue" else to_answer(pairs_of(rows))


def leaky(pairs: Pairs) -> Task:
    """Return the task of answering, with a mask in which the spelling sees the pronunciation."""
    task = to_answer(pairs)
    spelling = ((pairs.types == 0) & (pairs.seen == 1))[:, None, :, None]
    return task._replace(visible=task.visible | spelling & pairs.seen.bool()[:, None, None, :])


def one_sided(pairs: Pairs) -> Task:
    """Return the task of answering under GPT's mask: the spelling is read from left to right."""
    return to_answer(pairs)._replace(visible=causal_mask(pairs.seen))


MASKED = {"leak": leaky, "causal": one_sided}  # answers under another mask


class Learner:
    """A network of one kind and what it is taught.

    Args:
        kind: ``"one network"`` learns the three tasks in turn, ``"answers alone"`` one of them,
            ``"leak"`` and ``"causal"`` the same under another mask, ``"encoder-decoder"`` is
            another network.
        size: Of the network; ``decoder_layers`` are not part of a BERT.
        words: To learn from.
        config: How long.
    """

    def __init__(
        self, kind: str, size: dict[str, int], words: Sequence[SpokenWord], config: TrainConfig
    ) -> None:
        size = dict(size)
        decoder_layers = size.pop("decoder_layers", 0)
        self.kind = kind
        self.network = new_network(size, config.seed, decoder_layers)
        self.batches = WordBatches(words, config.batch_size, config.seed)
        self.turns = IN_TURN if kind == "one network" else ("answer",)

    def objective(self) -> Objective:
        """Return the network with its loss."""
        if self.kind == "encoder-decoder":
            return AnswerObjective(self.network)
        return TaskObjective(self.network)

    def draw(self, step: int, *_: int) -> list[Any]:
        """Return the batch of a step."""
        return [self.batch(self.batches(step), self.turns[step % len(self.turns)], step)]

    def batch(self, rows: list[Pair], turn: str, seed: int = 0) -> Any:
        """Return what is asked of some words, in one of the tasks."""
        if self.kind == "encoder-decoder":
            return answers_of(rows, CLS)
        masked = MASKED.get(self.kind)
        return masked(pairs_of(rows)) if masked else task_of(rows, turn, seed)

    def writer(self) -> Writer:
        """Return the network as it writes."""
        if self.kind == "encoder-decoder":
            return DecoderWriter(self.network, CLS)
        return PrefixWriter(self.network, causal=self.kind == "causal")


def pronounced(writer: Writer, spellings: Sequence[str], at_once: int = 256) -> list[list[str]]:
    """Return the phonemes that a network writes for each word, the likeliest each time."""
    answers: list[list[str]] = [[] for _ in spellings]
    by_length: dict[int, list[int]] = {}
    for index, spelling in enumerate(spellings):
        by_length.setdefault(len(spelling), []).append(index)
    for same in by_length.values():
        for start in range(0, len(same), at_once):
            part = same[start : start + at_once]
            ids = torch.tensor([spelled(spellings[index]) for index in part])
            for index, written in zip(part, greedy(writer, ids, SEP, LONGEST), strict=True):
                answers[index] = tokens(written)
    return answers
