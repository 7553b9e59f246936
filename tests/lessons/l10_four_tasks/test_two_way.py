"""Two directions, one answer: neither sees the place it is asked about."""

import pytest
import torch
from torch.nn.functional import cross_entropy

from bertlab.predecessors.elmo.network import ElmoNetwork
from bertlab.pretraining.data import PretrainingData
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l10_four_tasks.two_way import (
    TwoWayObjective,
    answers_of,
    as_padded,
    join_directions,
    mean_answers,
    two_way_answers,
)
from tests.toy_pretraining import SHORT_DOCUMENTS

TOKENIZER = WordPieceTokenizer([*SPECIALS, *"abcdefgh"])


@pytest.fixture
def data():
    return PretrainingData(SHORT_DOCUMENTS, TOKENIZER, max_length=12, next_sentence=False)


@pytest.fixture
def batch(data):
    batch = data.batch([(0, place) for place in range(len(data))])
    assert 0 in batch.attention_mask  # rows of different lengths
    return batch


@pytest.fixture
def model():
    torch.manual_seed(0)
    return ElmoNetwork(13, 6, 2).double().eval()


PRIOR = torch.linspace(-3, -2, 13).double()


def test_the_loss_is_surprise_at_neighbors(model, batch):
    """Row by row, without padding: n + 1 predictions in each direction for n tokens."""
    padded = as_padded(batch)
    ahead = behind = 0.0
    for row, length in zip(*padded, strict=True):
        ids = row[None, :length]
        forward, backward = model(ids, length[None])[-1][0].chunk(2, dim=-1)
        ahead += cross_entropy(model.output(forward[:-1]), ids[0, 1:], reduction="sum")
        behind += cross_entropy(model.output(backward[1:]), ids[0, :-1], reduction="sum")
    objective = TwoWayObjective(model)
    found, counts = objective(batch), objective.counts(batch)
    assert found["next_token"].item() == pytest.approx(ahead.item(), abs=1e-10)
    assert found["token_before"].item() == pytest.approx(behind.item(), abs=1e-10)
    assert set(counts.values()) == {int((padded.lengths - 1).sum())}


def test_no_answer_depends_on_the_token_asked_for(model, batch):
    before = two_way_answers(model, batch, PRIOR)
    for number, place in enumerate(batch.positions.tolist()):
        targets = batch.targets.clone()
        targets[number] = 5 + (targets[number] - 4) % 8  # another letter
        changed = two_way_answers(model, batch._replace(targets=targets), PRIOR)
        for way in before._fields:
            gap = getattr(changed, way)[number] - getattr(before, way)[number]
            assert gap.abs().max() < 1e-12, (place, way)


def test_each_direction_depends_on_its_own_side(model, batch):
    """Gradients of one answer with respect to the word vectors before and behind its place."""
    T, place = batch.input_ids.shape[1], batch.positions[1].item()
    row, column = divmod(place, T)
    vectors = model.embedding(as_padded(batch).tokens).detach().requires_grad_()
    top = model.contextualize(vectors, as_padded(batch).lengths)[-1].flatten(0, 1)
    for half, neighbor, inside in ((0, -1, slice(0, column)), (1, 1, slice(column + 1, None))):
        state = top[place + neighbor].chunk(2)[half]
        (gradient,) = torch.autograd.grad(state.sum(), vectors, retain_graph=True)
        reached = gradient[row].abs().sum(dim=-1) > 0
        length = int(as_padded(batch).lengths[row])
        assert reached[inside][: length if half == 0 else length - column - 1].all()
        reached[inside] = False
        assert not reached.any()


def test_directions_are_joined_by_bayes():
    """Two words: 0.8 before, 0.6 behind, 0.5 by itself: 0.96 against 0.16, that is 6 to 1."""
    forward, backward = torch.tensor([[0.8, 0.2]]).log(), torch.tensor([[0.6, 0.4]]).log()
    joined = join_directions(forward, backward + 3, torch.tensor([0.5, 0.5]).log())
    torch.testing.assert_close(joined.softmax(dim=1), torch.tensor([[6 / 7, 1 / 7]]))
    # What both sides know of the frequencies counts once: a rare word needs less.
    joined = join_directions(forward, backward, torch.tensor([0.8, 0.2]).log())
    torch.testing.assert_close(joined.softmax(dim=1), torch.tensor([[0.6, 0.4]]))


def test_the_prior_is_the_mean_of_all_answers(model, batch):
    """Row by row, without padding."""
    shares = []
    for row, length in zip(*as_padded(batch), strict=True):
        for half in model(row[None, :length], length[None])[-1][0].chunk(2, dim=-1):
            shares += list(model.output(half).softmax(dim=1))
    expected = torch.stack(shares).mean(dim=0)
    found = mean_answers(model, batch)
    torch.testing.assert_close(found.exp(), expected)
    assert not found.requires_grad


def test_one_sided_knowledge_is_not_counted_twice(model, batch):
    """If the sides know nothing but frequencies, the joined answer is these frequencies."""
    with torch.no_grad():
        model.output.weight.zero_()
        model.output.bias.copy_(torch.linspace(-1, 1, 13))
    found = two_way_answers(model, batch, mean_answers(model, batch))
    torch.testing.assert_close(found.joined.softmax(dim=1), found.forward.softmax(dim=1))


def test_answers_have_the_targets(model, batch):
    found = two_way_answers(model, batch, PRIOR)
    logits, targets = answers_of(found, "backward", batch)["masked_lm"]
    assert logits is found.backward and targets is batch.targets
