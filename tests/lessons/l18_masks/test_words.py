"""Words as sequences, batches of them, and error rates."""

import pytest
import torch

from bertlab.datasets import SpokenWord, cmudict
from bertlab.model.masks import reach
from bertlab.model.writing import Writer
from bertlab.pretraining.many_masks import IGNORED, pairs_of, task_scores, to_answer
from lessons.l18_masks import live
from lessons.l18_masks.learning import leaky, pronounced, task_of
from lessons.l18_masks.words import (
    CLS,
    MASK,
    PAD,
    SEP,
    WordBatches,
    error_rates,
    pair_of,
    phoneme_errors,
    said,
    spelled,
    tokens,
    vocabulary,
)

READ = SpokenWord("read", "read", (("R", "EH", "D"), ("R", "IY", "D")))
WORDS = cmudict().train[:300]


def test_a_word_as_a_sequence() -> None:
    assert len(vocabulary()) == 4 + 26 + 39
    assert tokens([*spelled("ab"), *said(["AE"])]) == ["[CLS]", "a", "b", "[SEP]", "AE", "[SEP]"]
    assert pair_of(READ, 0)[1] == said(["R", "EH", "D"]) == pair_of(READ, 2)[1]
    assert pair_of(READ, 1)[1] == said(["R", "IY", "D"])
    for wrong in ("", "Read", "re ad", "né"):
        with pytest.raises(ValueError, match="expected a word of the letters a to z"):
            spelled(wrong)


def test_batches_have_each_word_once_an_epoch_and_similar_lengths() -> None:
    batches = WordBatches(WORDS, 20, seed=3)
    epoch = [batches(step) for step in range(15)]
    seen = [tuple(first) for rows in epoch for first, _ in rows]
    assert len(set(seen)) == 300 and batches(0) == epoch[0] != batches(15)
    assert WordBatches(WORDS, 20, seed=4)(0) != epoch[0]
    spread = [max(map(len, firsts)) - min(map(len, firsts))
              for firsts in ([first for first, _ in rows] for rows in epoch)]  # fmt: skip
    assert sum(spread) / 15 < 3


def test_errors_are_counted_against_the_nearest_pronunciation() -> None:
    assert phoneme_errors(["R", "IY", "D"], READ) == (0, 3)
    assert phoneme_errors(["R", "IY"], READ) == (1, 3)
    assert phoneme_errors([], READ) == (3, 3)
    bad = ["R", "IY", "D", "Z", "Z"]
    rates = {"phoneme errors": 0.3333, "word errors": 0.5}  # 2 of 6
    assert error_rates([["R", "EH", "D"], bad], [READ, READ]) == rates
    with pytest.raises(ValueError, match="expected an answer to each word, got 1 to 2"):
        error_rates([[]], [READ, READ])


def test_gaps_are_made_in_letters_alone() -> None:
    batch = WordBatches(WORDS, 30, seed=0)
    rates = []
    for seed in range(40):
        task = task_of(batch(seed % 10), "fill", seed)
        hidden = task.targets != IGNORED
        assert (task.ids[hidden] == MASK).all() and not (task.types.any())
        letters = (task.ids != PAD) & (task.ids != CLS) & (task.ids != SEP)
        assert (task.targets[hidden] >= 4).all() and (task.targets[hidden] < 30).all()
        rates.append(float(hidden.sum() / letters.sum()))
    assert min(rates) < 0.25 and max(rates) > 0.75


def test_the_planted_leak_is_one() -> None:
    pairs, network = pairs_of([(spelled("walk"), said(["W", "AO", "K"]))]), live.network(2)
    for task, leaks in ((to_answer(pairs), False), (leaky(pairs), True)):
        found = reach(
            lambda ids, task=task: task_scores(network, task._replace(ids=ids)),
            task.ids,
            live.other(task.ids),
        )
        assert bool(found[5, 6:].any()) == leaks  # [SEP] has to guess the first phoneme


def test_words_of_any_length_are_answered_in_their_places() -> None:
    class Echo(Writer):
        """Writes the number of letters of each word, as phonemes."""

        def read(self, ids: torch.Tensor) -> tuple[torch.Tensor, int]:
            return self.scores(len(ids), ids.shape[1] - 2), ids.shape[1] - 3

        def write(self, left: int, ids: torch.Tensor) -> tuple[torch.Tensor, int]:
            return self.scores(len(ids), left), left - 1

        def scores(self, rows: int, left: int) -> torch.Tensor:
            scores = torch.zeros(rows, len(vocabulary()))
            scores[:, 30 if left else SEP] = 1.0
            return scores

    words = ["abc", "a", "abcd", "xy", "b"]
    assert [len(answer) for answer in pronounced(Echo(), words, at_once=1)] == [3, 1, 4, 2, 1]
