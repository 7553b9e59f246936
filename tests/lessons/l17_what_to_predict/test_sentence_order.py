"""The run of sentence order: accuracies computed again from what is kept, and its slice."""

from itertools import pairwise, permutations

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from bertlab.model.tasks import BertForPreTraining
from lessons.l17_what_to_predict import findings
from lessons.l17_what_to_predict.experiments import sentence_order
from lessons.l17_what_to_predict.pairs import (
    ALL_PAIRS,
    TASKS,
    ordering_model,
    pair_scores,
    stretches,
)
from workbook.records import recorded

CONFIGURATION = sentence_order.CONFIGURATION
SEEDS = CONFIGURATION["seeds"]


@pytest.fixture(scope="module")
def kept():
    return load_file(sentence_order.KEPT)


def right(kept, place, task):
    other = kept[f"{place}/{'swapped' if task == 'SOP' else 'stranger'}"].float()
    follows = kept[f"{place}/next"].float()
    return (int((follows > 0).sum()) + int((other <= 0).sum())) / (2 * len(follows))


def test_what_is_kept_has_the_recorded_accuracies(kept):
    results = recorded("sentence_order")["results"]
    for task in TASKS:
        assert right(kept, "start/0", task) == pytest.approx(
            results["start"]["test"][task], abs=1e-4
        )
        for arm in TASKS:
            found = [right(kept, f"{arm}/{seed}", task) for seed in SEEDS]
            wanted = [entries["test"][task] for entries in results[arm]]
            assert found == pytest.approx(wanted, abs=1e-4)
            row = findings.accuracy(arm, task)
            assert row.seeds == pytest.approx(found) and row.low < row.mean < row.high
        for way in findings.WAYS:
            found = right(kept, f"counting/0/{task}/{way}", task)
            assert found == pytest.approx(results["counting"][f"{task}/{way}"], abs=1e-4)
            assert findings.accuracy(way, task).mean == pytest.approx(found)


def test_all_were_asked_about_the_same_pairs(kept):
    numbers = recorded("sentence_order")["results"]["numbers"]
    assert numbers["pairs"] == numbers["documents"]
    for name, scores in kept.items():
        assert len(scores) == numbers["stretches" if "stretches" in name else "pairs"]


@pytest.mark.parametrize("arm", ["start", *TASKS])
def test_both_orders_of_a_pair_are_compared(kept, arm):
    seeds = [0] if arm == "start" else SEEDS
    found = [
        np.mean([a > b for a, b in zip(kept[f"{arm}/{n}/next"].tolist(),
                                       kept[f"{arm}/{n}/swapped"].tolist(), strict=True)])
        for n in seeds
    ]  # fmt: skip
    row = findings.scored_above(arm)
    assert row.seeds == pytest.approx(found) and row.low < row.mean < row.high


def test_orders_equal_a_loop(kept):
    scores, exact = kept["SOP/1/stretches"].double(), 0
    for row in scores:
        table = {pair: row[n].item() for n, pair in enumerate(ALL_PAIRS)}
        best = max(permutations(range(3)), key=lambda order: sum(table[p] for p in pairwise(order)))
        exact += best == (0, 1, 2)
    assert findings.ordered("SOP").seeds[1] == pytest.approx(exact / len(scores), abs=2e-3)


def test_a_model_that_finds_all_alike_does_not_find_the_order(monkeypatch):
    alike = {f"NSP/{seed}/stretches": torch.zeros(4, 6) for seed in SEEDS}
    monkeypatch.setattr(findings, "_kept", lambda: alike)
    assert findings.ordered("NSP").mean == 0


def test_leads_are_differences_over_documents():
    lead = findings.lead("SOP", "characters", "SOP")
    means = [findings.accuracy(one, "SOP").mean for one in ("SOP", "characters")]
    assert lead.mean == pytest.approx(means[0] - means[1])
    assert lead.low < lead.mean < lead.high
    assert findings.lead("NSP", "NSP", "NSP").mean == 0


def test_the_checkpoint_says_what_was_kept(kept):
    model = ordering_model()
    some = stretches("test", CONFIGURATION["max_length"])[:6]
    for one, row in zip(some, kept["SOP/0/stretches"], strict=False):
        each = [(one.sentences[a], one.sentences[b]) for a, b in ALL_PAIRS]
        assert torch.allclose(pair_scores(model, each), row.float(), atol=0.05)


def test_new_heads_are_new_and_the_same_for_a_seed():
    first, again, other = (sentence_order.new_model(seed) for seed in (1, 1, 2))
    old = BertForPreTraining.from_pretrained("bert-mini-zh")
    for name, parameter in old.named_parameters():
        same = torch.equal(parameter, first.get_parameter(name))
        assert same == (not name.startswith(("bert.pooler.", "next_sentence."))), name
        assert torch.equal(first.get_parameter(name), again.get_parameter(name))
    assert not torch.equal(first.next_sentence.dense.weight, other.next_sentence.dense.weight)


def test_accuracy_counts_both_kinds_of_pairs():
    scores = {
        "next": torch.tensor([1.0, -1.0]),
        "swapped": torch.tensor([1.0, 0.0]),
        "stranger": torch.tensor([-1.0, -2.0]),
    }
    assert sentence_order.accuracy("SOP", scores) == 0.5
    assert sentence_order.accuracy("NSP", scores) == 0.75


def test_what_is_done_is_read_back(tmp_path, monkeypatch):
    monkeypatch.setattr(sentence_order, "STATE", tmp_path)
    calls = []

    def made(arm, seed, configuration):
        calls.append((arm, seed))
        return {"test": {"NSP": 0.5}}, {"next": torch.arange(3.0)}

    monkeypatch.setattr(sentence_order, "_made", made)
    settings = {**CONFIGURATION, "keep": True}
    first, again = (sentence_order.part("NSP", 2, settings) for _ in range(2))
    assert calls == [("NSP", 2)] and first[0] == again[0]
    assert torch.equal(first[1]["next"], again[1]["next"])
    sentence_order.part("NSP", 2, {**settings, "keep": False})
    assert len(calls) == 2, "a slice neither reads nor writes"
    with pytest.raises(ValueError, match="was made with other settings"):
        sentence_order.part("NSP", 2, {**settings, "max_length": 50})
