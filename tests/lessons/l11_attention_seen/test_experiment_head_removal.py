"""The recorded removal of heads: a slice runs, and the checkpoint gives the same costs again."""

import pytest
import torch

from bertlab.inspection.attention_measures import without_heads
from bertlab.pretraining.objectives import masked_logits
from lessons.l11_attention_seen.experiments import head_removal
from lessons.l11_attention_seen.experiments.head_removal import Answers, Asked, cost
from workbook.records import recorded

NAME = "bert-mini-en"


@pytest.fixture(scope="module")
def results():
    return recorded("head_removal")["results"]


@pytest.fixture(scope="module")
def model():
    return head_removal.LOAD[NAME]()


def test_a_cost_by_hand():
    whole = Answers(torch.tensor([1.0, 2.0, 3.0, 0.5]), torch.tensor([True, False, True, True]))
    other = Answers(torch.tensor([2.0, 2.0, 3.0, 2.5]), torch.tensor([False, True, True, False]))
    found = cost(whole, other)
    assert found["nats"] == 0.75 and found["points"] == 25.0
    rises = torch.tensor([1.0, 0.0, 0.0, 2.0]).double()
    assert found["error"] == pytest.approx(rises.std().item() / 2, abs=1e-4)


def test_the_halves_share_no_article(model):
    first, second = head_removal.stretches(NAME, head_removal.CONFIGURATION)
    rows = [{tuple(row) for row in batch.input_ids.tolist()} for batch in (first, second)]
    assert not rows[0] & rows[1]
    assert [len(batch.input_ids) for batch in (first, second)] == [32, 64]


@pytest.mark.parametrize("silent", [[], [(0, 3)], [(2, 1), (1, 4)], [(3, 0), (0, 0)]])
def test_what_is_kept_gives_the_answers_of_the_whole_model(model, silent):
    batch, _ = head_removal.stretches(NAME, {**head_removal.CONFIGURATION, "stretches": [4, 1]})
    with torch.no_grad(), without_heads(model, silent):
        logits = masked_logits(model, batch)
    found = Asked(model, batch).answers(silent)
    assert torch.equal(found.right, logits.argmax(dim=1) == batch.targets)
    expected = -logits.log_softmax(dim=1).gather(1, batch.targets[:, None])[:, 0]
    torch.testing.assert_close(found.surprise, expected)


def test_the_checkpoint_gives_the_recorded_costs(results, model):
    """The whole score, the dearest head, and half of the heads in their order."""
    torch.set_num_threads(1)
    found = results[NAME]
    _, scoring = head_removal.stretches(NAME, head_removal.CONFIGURATION)
    asked = Asked(model, scoring)
    whole = asked.answers()
    assert len(whole.right) == found["places"]
    assert whole.surprise.mean().item() == pytest.approx(found["whole"]["nats"], abs=2e-3)
    assert whole.right.double().mean().item() == pytest.approx(found["whole"]["accuracy"], abs=5e-3)
    nats = [alone["nats"] for alone in found["alone"]]
    dearest = nats.index(max(nats))
    half = found["numbers"].index(12)
    heads = [tuple(head) for head in found["order"]][:12]
    first, second = asked.costs([[divmod(dearest, 6)], heads])
    assert first["nats"] == pytest.approx(max(nats), abs=2e-3)
    expected = found["together"]["cheapest first"][half]
    assert second["nats"] == pytest.approx(expected["nats"], abs=2e-3)
