"""Replaced tokens: what the generator writes, who learns from what, and where."""

from collections import Counter
from dataclasses import replace

import pytest
import torch
from torch.nn.functional import cross_entropy, logsigmoid

from bertlab.model.detection import BertForTokenDetection
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.replaced_tokens import (
    ReplacedTokenObjective,
    ReplacedTokens,
    detection,
    hidden_batch,
    replace_tokens,
    written_by,
)
from tests.toy_pretraining import tiny_config, toy_data, toy_tokenizer

MASK = toy_tokenizer(30).mask_id
NAMES = [(0, 3), (2, 0), (1, 7), (0, 9)]


@pytest.fixture
def batch():
    return toy_data(next_sentence=False).batch(NAMES)


def objective_of(everywhere=True, weight=50.0):
    with torch.random.fork_rng():
        torch.manual_seed(0)
        smaller = BertForMaskedLM(replace(tiny_config(), num_layers=1))
        detector = BertForTokenDetection(tiny_config())
        for parameter in [*smaller.parameters(), *detector.parameters()]:
            torch.nn.init.normal_(parameter, std=0.3)
    return ReplacedTokenObjective(smaller, detector, MASK, weight, everywhere).double()


def written(objective, batch, seed):
    return written_by(objective.generator, batch, MASK, seed)


def test_the_generator_sees_no_token_it_has_to_guess(batch):
    shown = hidden_batch(batch, MASK)
    flat = shown.input_ids.flatten()
    assert (flat[batch.positions] == MASK).all()
    others = torch.ones_like(flat, dtype=torch.bool)
    others[batch.positions] = False
    assert torch.equal(flat[others], batch.input_ids.flatten()[others])
    assert (batch.input_ids.flatten()[batch.positions] != MASK).any(), "the batch itself stays"


def test_what_is_written_stands_at_chosen_places_alone(batch):
    found = written(objective_of(), batch, 4)
    author = batch.input_ids.flatten().clone()
    author[batch.positions] = batch.targets
    ids, replaced = found.input_ids.flatten(), found.replaced.flatten()
    assert torch.equal(replaced, ids != author), "the author's own token has replaced nothing"
    assert not (ids == MASK).any()
    outside = torch.ones_like(replaced)
    outside[batch.positions] = False
    assert not replaced[outside].any() and replaced.any()
    again = written(objective_of(), batch, 4)
    assert all(map(torch.equal, found, again))
    assert not torch.equal(written(objective_of(), batch, 5).input_ids, found.input_ids)


def test_a_sure_generator_replaces_nothing_and_draws_follow_its_guesses(batch):
    sure = torch.full((len(batch.targets), 35), -1e4)
    sure[torch.arange(len(batch.targets)), batch.targets] = 1e4
    assert not replace_tokens(batch, sure).replaced.any()
    logits = torch.full((len(batch.targets), 35), -1e4)
    logits[:, 7], logits[:, 9] = torch.tensor(0.75).log(), torch.tensor(0.25).log()
    drawn = Counter[int]()
    for _ in range(100):
        drawn.update(replace_tokens(batch, logits).input_ids.flatten()[batch.positions].tolist())
    assert set(drawn) == {7, 9}
    assert drawn[7] / drawn.total() == pytest.approx(0.75, abs=0.05)


@pytest.mark.parametrize("everywhere", [True, False])
def test_losses_are_loops(batch, everywhere):
    assert batch.attention_mask.min() == 0, "with padding"
    objective = objective_of(everywhere, weight=7.0)
    torch.manual_seed(6)
    sums, counts = objective(batch), objective.counts(batch)
    found = written(objective, batch, 6)
    generator, detector = objective.generator, objective.detector
    inputs = batch.token_type_ids, batch.attention_mask
    guesses = generator(hidden_batch(batch, MASK).input_ids, *inputs).flatten(0, 1)
    expected = cross_entropy(guesses[batch.positions], batch.targets, reduction="sum")
    assert sums["masked_lm"].item() == pytest.approx(expected.item(), abs=1e-9)
    logits, total, number = detector(found.input_ids, *inputs), 0.0, 0
    B, T = batch.input_ids.shape
    for row in range(B):
        for place in range(T):
            chosen = row * T + place in batch.positions.tolist()
            if batch.attention_mask[row, place] and (everywhere or chosen):
                sign = 1 if found.replaced[row, place] else -1
                total -= logsigmoid(sign * logits[row, place]).item()
                number += 1
    assert sums["detection"].item() == pytest.approx(7.0 * total, abs=1e-8)
    assert counts == {"masked_lm": len(batch.targets), "detection": number}


def test_the_generator_learns_nothing_from_the_detector(batch):
    objective = objective_of()
    objective(batch)["detection"].backward()
    own = [p.grad for name, p in objective.generator.named_parameters() if "embeddings" not in name]
    assert all(gradient is None for gradient in own)
    assert objective.detector.detection.dense.weight.grad.abs().sum() > 0


def test_embeddings_are_shared(batch):
    objective = objective_of()
    words = objective.detector.bert.embeddings.word.weight
    assert objective.generator.bert.embeddings.word.weight is words
    objective(batch)["masked_lm"].backward()
    assert words.grad.abs().sum() > 0, "the generator teaches them as well"
    names = [name for name, _ in objective.named_parameters()]
    assert sum("embeddings.word" in name for name in names) == 1, "trained once"


def test_a_detector_is_asked_at_tokens_row_by_row(batch):
    objective = objective_of()
    found = written(objective, batch, 1)
    logits, labels = detection(objective.detector, batch, found)
    inputs = batch.token_type_ids, batch.attention_mask
    seen = batch.attention_mask.bool()
    expected = objective.detector(found.input_ids, *inputs)[seen]
    torch.testing.assert_close(logits, expected, atol=1e-10, rtol=0)
    assert torch.equal(labels, found.replaced[seen])
    some = ReplacedTokens(found.input_ids, torch.zeros_like(found.replaced))
    assert not detection(objective.detector, batch, some, everywhere=False)[1].any()
