"""Pre-training beside transformers, in float64, with padding: losses, gradients, whole updates."""

import pytest
import torch
import transformers

from bertlab.model.checkpoint import to_hub
from bertlab.training.config import TrainConfig
from bertlab.training.loop import learning_rate_factor, train
from tests.toy_pretraining import drawing, toy_data, toy_objective, toy_training

NAMES = [(0, 3), (2, 0), (1, 7), (0, 9), (2, 11), (4, 2)]


@pytest.fixture
def objective():
    return toy_objective(dtype=torch.float64)


@pytest.fixture
def reference(objective, tmp_path):
    objective.model.save_pretrained(tmp_path)
    model = transformers.BertForPreTraining.from_pretrained(
        tmp_path, attn_implementation="eager", dtype=torch.float64
    )
    return model.eval()


def their_loss(reference, batch):
    """Labels as transformers wants them: -100 wherever nothing is to be guessed."""
    labels = torch.full_like(batch.input_ids, -100)
    labels.view(-1)[batch.positions] = batch.targets
    return reference(
        input_ids=batch.input_ids,
        token_type_ids=batch.token_type_ids,
        attention_mask=batch.attention_mask,
        labels=labels,
        next_sentence_label=batch.next_labels,
    ).loss


def our_loss(objective, batch):
    sums, counts = objective(batch), objective.counts(batch)
    return sum(sums[name] / counts[name] for name in sums)


def compare(ours, theirs, tolerance):
    """Compare tensors by their names on the Hub."""
    ours = to_hub(ours, num_layers=2)
    assert ours.keys() == theirs.keys()
    for name, tensor in ours.items():
        scale = max(1.0, theirs[name].abs().max().item())
        assert (tensor - theirs[name]).abs().max() <= tolerance * scale, name


def test_loss(objective, reference):
    batch = toy_data().batch(NAMES)
    assert batch.attention_mask.min() == 0
    assert set(batch.next_labels.tolist()) == {0, 1}
    ours, theirs = our_loss(objective, batch).item(), their_loss(reference, batch).item()
    assert abs(ours - theirs) <= 1e-10


def test_gradients(objective, reference):
    batch = toy_data().batch(NAMES)
    our_loss(objective, batch).backward()
    their_loss(reference, batch).backward()
    ours = {name: p.grad for name, p in objective.model.named_parameters()}
    theirs = {name: p.grad for name, p in reference.named_parameters()}
    compare(ours, theirs, 1e-10)


def test_every_update_is_that_of_a_plain_loop(objective, reference):
    """Six updates with decay, clipping and a falling rate, by torch's and transformers' parts."""
    config = toy_training(6, warmup=0.0, weight_decay=0.1, max_grad_norm=0.7, learning_rate=3e-3)
    data = toy_data()
    decaying = [
        parameter
        for name, parameter in reference.named_parameters()
        if not ("bias" in name or "LayerNorm" in name)
    ]
    others = [p for p in reference.parameters() if not any(p is d for d in decaying)]
    optimizer = torch.optim.AdamW(
        [{"params": decaying, "weight_decay": 0.1}, {"params": others, "weight_decay": 0.0}],
        lr=3e-3,
        eps=1e-6,
    )
    schedule = transformers.get_linear_schedule_with_warmup(optimizer, 0, 6)
    losses, norms = [], []
    for step in range(6):
        loss = their_loss(reference, data.batch(data.order(step, 7)))
        loss.backward()
        norms.append(torch.nn.utils.clip_grad_norm_(reference.parameters(), 0.7).item())
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    history = train(objective, drawing(data, config), config)
    assert [line["loss"] for line in history] == pytest.approx(losses, rel=1e-6)
    assert [line["grad_norm"] for line in history] == pytest.approx(norms, rel=1e-9)
    assert min(norms) > 0.7, "all of them are shortened"
    compare(dict(objective.model.named_parameters()), dict(reference.named_parameters()), 1e-10)


@pytest.mark.parametrize(("steps", "warmup"), [(10, 0.3), (7, 0.0), (20, 0.05), (3, 1.0)])
def test_learning_rates_are_those_of_transformers_but_for_the_warm_up(steps, warmup):
    """From the end of the warm-up on they agree. Before, ours are one step ahead: not 0 at first.

    An update at a rate of 0 would be wasted: theirs makes one.
    """
    config = TrainConfig(steps=steps, warmup=warmup)
    rising = round(warmup * steps)
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    schedule = transformers.get_linear_schedule_with_warmup(optimizer, rising, steps)
    theirs = []
    for _ in range(steps + 1):
        theirs.append(schedule.get_last_lr()[0])
        optimizer.step()
        schedule.step()
    ours = [learning_rate_factor(step, config) for step in range(steps)]
    assert ours[rising:] == pytest.approx(theirs[rising:steps], abs=1e-12)
    # The last of a warm-up that never ends is the top; theirs is at 0 there, as the run is over.
    ahead = theirs[1 : rising + 1] if rising < steps else [*theirs[1:steps], 1.0]
    assert ours[:rising] == pytest.approx(ahead, abs=1e-12)
    assert min(ours) > 0
    assert max(ours) == 1.0
