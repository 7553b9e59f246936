"""What the lesson measures, on inputs whose results are known; and its bugs, which must show."""

from types import SimpleNamespace

import pytest
import torch
from torch import nn

from bertlab.model import BertConfig, BertModel
from bertlab.text.wordpiece import Batch
from lessons.l07_bert import bugs, measure
from lessons.l07_bert.exercises.pooler.reference import pooler
from lessons.l07_bert.layers import EncoderLayer

MASK = torch.tensor([[1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 0], [1, 1, 1, 1]])
BATCH = Batch(torch.arange(16).view(4, 4), torch.zeros(4, 4, dtype=torch.int64), MASK)


class Tiny(nn.Module):
    """What a student's BERT is like: it keeps its states."""

    def __init__(self):
        super().__init__()
        self.embeddings = nn.ModuleDict(
            {"word_embeddings": nn.Embedding(16, 8), "position_embeddings": nn.Embedding(6, 8)}
        )
        self.layers = nn.ModuleList(EncoderLayer(8, 4, 12) for _ in range(6))

    def forward(self, input_ids, token_type_ids, attention_mask):
        rows = self.embeddings["position_embeddings"].weight[: input_ids.shape[1]]
        hidden = self.embeddings["word_embeddings"](input_ids) + rows
        self.states = [hidden]
        for layer in self.layers:
            hidden = layer(hidden, attention_mask[:, None, None, :] == 1)
            self.states.append(hidden)
        return hidden, hidden[:, 0]


@pytest.fixture
def tiny():
    torch.manual_seed(0)
    model = Tiny().eval()
    for parameter in model.parameters():
        parameter.data.add_(0.3 * torch.randn_like(parameter))
    return model.requires_grad_(False)


@pytest.mark.parametrize("name", bugs.BUGS)
def test_each_bug_changes_the_copy_and_leaves_the_original(tiny, name):
    before = tiny(*BATCH)[0].clone()
    gap = max(measure.differences(bugs.with_bug(tiny, bugs.BUGS[name]), tiny, BATCH))
    assert gap > 1e-5
    assert torch.equal(tiny(*BATCH)[0], before)


def test_scores_are_of_all_bugs(tiny):
    generator = torch.Generator().manual_seed(2)
    ids, people = torch.randint(16, (12, 4), generator=generator), torch.rand(12, 12)
    batch = Batch(ids, torch.zeros_like(ids), MASK.repeat(3, 1))
    right, found = bugs.scores(tiny, batch, people)
    assert list(found) == list(bugs.BUGS)
    assert right == measure.agreement(tiny, batch, people)
    swapped = bugs.with_bug(tiny, bugs.BUGS["query and key swapped"])
    change = found["query and key swapped"]
    assert change.score == measure.agreement(swapped, batch, people)
    assert change.low <= change.high


def test_padding_does_not_count_in_differences(tiny):
    class Filled(Tiny):
        def forward(self, *given):
            found = super().forward(*given)
            for state in self.states:
                state[~MASK.bool()] = 99.0
            return found

    other = Filled()
    other.load_state_dict(tiny.state_dict())
    assert max(measure.differences(other, tiny, BATCH)[:1]) == 0


def test_a_bug_stays_in_float64_and_rounding_goes(tiny):
    wrong = bugs.with_bug(tiny, bugs.epsilon(1e-3))
    assert max(measure.in_both_precisions(wrong, tiny, BATCH).double) > 1e-5
    fused = bugs.with_bug(tiny, bugs.padding_is_seen)
    for layer in fused.layers:
        layer.attention.__class__ = Shuffled
    found = measure.in_both_precisions(fused, tiny, BATCH)
    assert max(found.single) / max(found.double) > 1e6
    assert tiny.layers[0].expand.weight.dtype == torch.float32


class Shuffled(bugs.SelfAttention):
    """The same sums in another order."""

    def forward(self, x, mask):
        return super().forward(x.flip(1), mask.flip(-1)).flip(1)


def test_spearman_of_the_same_order_is_one():
    vectors = torch.tensor([[1.0, 0.0], [0.9, 0.2], [0.5, 0.8], [0.0, 1.0]])
    people = (
        torch.nn.functional.normalize(vectors, dim=1)
        @ torch.nn.functional.normalize(vectors, dim=1).T
    )
    assert measure.spearman(vectors, people**3) == pytest.approx(1)
    assert measure.spearman(vectors, -people) == pytest.approx(-1)


def test_resampling_finds_who_leads():
    generator = torch.Generator().manual_seed(0)
    vectors = torch.randn(30, 5, generator=generator)
    unit = torch.nn.functional.normalize(vectors, dim=1)
    noise = torch.randn(30, 5, generator=generator)
    low, high = measure.resampled(vectors, noise, unit @ unit.T, draws=20)
    assert 0 < low < high
    assert measure.resampled(vectors, vectors, unit @ unit.T, draws=20) == (0, 0)
    wider = measure.resampled(vectors, noise, unit @ unit.T, looks=8, draws=20)
    assert wider[0] < low and high < wider[1]
    assert (wider[1] - wider[0]) / (high - low) == pytest.approx(2.734 / 1.960, abs=0.001)


def test_mean_vectors_leave_padding_out(tiny):
    found = measure.mean_vectors(tiny, BATCH)
    hidden, _ = tiny(*BATCH)
    torch.testing.assert_close(found[2], hidden[2, :2].mean(dim=0))


def test_the_library_s_pooler_is_compared():
    class Ours(nn.Module):
        def forward(self, *given):
            return None, torch.tensor([[1.0, 2.0]])

    def theirs(input_ids, token_type_ids, attention_mask):
        assert input_ids is BATCH.input_ids and attention_mask is BATCH.attention_mask
        return SimpleNamespace(pooler_output=torch.tensor([[1.5, 2.25]]))

    assert measure.pooled_difference(Ours(), theirs, BATCH) == 0.5


def test_parts_are_the_whole():
    config = BertConfig(30, 12, 2, 3, 20, 16)
    parts = measure.parts(config)
    assert sum(parts.values()) == sum(p.numel() for p in BertModel(config).parameters())
    assert parts["embeddings"] == (30 + 16 + 2) * 12
    assert parts["attention"] == 2 * 4 * (12 * 12 + 12)
    assert parts["feed-forward"] == 2 * (2 * 12 * 20 + 20 + 12)


def test_the_pooler_in_the_box_is_the_students():
    weight, bias = torch.tensor([[0.0, 1.0], [0.0, 0.0]]), torch.tensor([0.0, 0.5])
    box = measure.pooler_box(weight.tolist(), bias.tolist())
    for tokens in measure.TEXTS_OF_TWO:
        hidden = torch.tensor([tokens])
        assert torch.equal(box(hidden), pooler(hidden, weight, bias))
        if tokens[0][0] != 0.5:
            assert not torch.allclose(box(hidden), pooler(hidden, weight.T, bias))


def test_mean_vectors_do_not_depend_on_the_batch(tiny):
    batch = Batch(*(each.repeat(6, 1) for each in BATCH))
    torch.testing.assert_close(
        measure.mean_vectors(tiny, batch), measure.mean_vectors(tiny, BATCH).repeat(6, 1)
    )
