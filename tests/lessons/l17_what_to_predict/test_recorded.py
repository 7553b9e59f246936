"""The runs of ``continued``: computed again from what is kept; their slices run."""

from itertools import pairwise

import numpy as np
import pytest
import torch

from bertlab.finetuning.entities import entity_scores
from bertlab.probing.names import KINDS, name_counts
from bertlab.statistics import f1_of
from lessons.l17_what_to_predict import learned
from lessons.l17_what_to_predict.experiments import chosen_places, replaced_tokens
from lessons.l17_what_to_predict.learning.continued import WAYS
from lessons.l17_what_to_predict.learning.detectors import proportion_found
from workbook.records import recorded

SEEDS = learned.SEEDS


def tags_of(packed, texts):
    """Names as BIO tags again, text by text."""
    flat = ["O"] * sum(len(text.tags) for text in texts)
    for name in packed.tolist():
        start, length, kind = name // 4096, name % 4096 // 4, KINDS[name % 4]
        flat[start : start + length] = [f"B-{kind}"] + [f"I-{kind}"] * (length - 1)
    ends = np.cumsum([0, *(len(text.tags) for text in texts)])
    return [tuple(flat[a:b]) for a, b in pairwise(ends)]


def check_names(packed, expected):
    named = learned.test_lines()
    found = entity_scores([text.tags for text in named.texts], tags_of(packed, named.texts))
    for kind, score in found.items():
        assert score._asdict() == pytest.approx(expected[kind], abs=1e-4)
    counts = name_counts(packed, named)
    assert float(f1_of(counts)) == pytest.approx(found["all"].f1)


def recorded_points():
    """The kept tensors of each point, and what is recorded of it."""
    for run in ("replaced_tokens", "chosen_places"):
        kept = learned.kept(run)
        for arm, of_seeds in recorded(run)["results"].items():
            for seed, entries in zip(SEEDS, of_seeds, strict=True):
                for step, said in entries["at"].items():
                    name = f"{arm}/{seed}/{step}/"
                    yield {k.removeprefix(name): kept[k] for k in kept if k.startswith(name)}, said


def test_names_that_are_kept_have_the_recorded_scores():
    for kept, said in recorded_points():
        check_names(kept["names"], said["names"]["test"])


def test_what_detectors_said_has_the_recorded_proportions():
    detectors = [(kept, said) for kept, said in recorded_points() if "found" in said]
    assert len(detectors) == 3 * len(SEEDS)
    for kept, said in detectors:
        replaced = kept["replaced"].numpy()
        for which, score in (("logits", "found"), ("counts", "found by counting")):
            scores = kept[which].float().numpy()
            assert proportion_found(scores, replaced) == pytest.approx(said[score], abs=0.01)
        assert 0 < said["replaced"] <= 1


def test_all_ways_read_the_same_text():
    """Batches are those of lesson 16's ``plain``: it hid as many tokens."""
    plain = [entries["hidden"] for entries in recorded("what_to_mask")["results"]["plain"]]
    last = str(learned.STEPS)
    for arm in WAYS:
        taken = [entries["at"][last] for entries in recorded(learned._run(arm))["results"][arm]]
        assert [said["masked words"]["predictions"] for said in taken] == plain
        for said in taken:
            assert said["tokens"] == said["masked words"]["tokens"]
        expected = [said["tokens"] for said in taken] if arm == learned.ELECTRA else plain
        assert [said["predictions"] for said in taken] == expected


@pytest.mark.parametrize("module", [replaced_tokens, chosen_places])
def test_settings_are_those_of_lesson_16(module):
    theirs, ours = recorded("what_to_mask")["configuration"], module.CONFIGURATION
    for name in ("seeds", "lines", "max_length", "training", "names"):
        assert ours[name] == theirs[name]
    for part, number in ours["named_lines"].items():
        assert number == theirs["named_lines"][part]
    record = recorded(module.__name__.split(".")[-1])
    assert record["configuration"] == ours


def test_scores_and_leads_are_read_from_the_records():
    after, plain = learned.names_after("ELECTRA"), learned.names_after("masked words")
    lead = learned.lead_of("ELECTRA")
    assert lead.mean == pytest.approx(after.mean - plain.mean, abs=2e-4)
    assert lead.low < lead.mean < lead.high
    points = learned.curve("ELECTRA")
    assert [point.updates for point in points] == [0, 500, 1000]
    assert points[0].f1 == learned.names_after("start")
    works = [point.work.multiplications for point in points]
    assert works == sorted(works) and works[0] == 0
    words = learned.curve("masked words")
    assert [point.updates for point in words] == [0, 500, 1000]
    words = words[-1]
    assert words.updates == 1000 and words.f1 == plain
    assert words.work.predictions < points[-1].work.predictions


def test_leads_of_seeds_have_the_mean_of_the_lead():
    each, lead = learned.leads_of_seeds("ELECTRA"), learned.lead_of("ELECTRA")
    assert len(each) == len(SEEDS) and np.mean(each) == pytest.approx(lead.mean)
    assert lead.low < min(each) + 0.02 and max(each) - 0.02 < lead.high


# --- the state of an interrupted run -------------------------------------------------------------


def test_what_is_done_is_read_back(tmp_path, monkeypatch):
    monkeypatch.setattr(replaced_tokens, "STATE", tmp_path)
    trained, asked = [], []
    train = replaced_tokens.go_on
    monkeypatch.setattr(replaced_tokens, "go_on", lambda *a: trained.append(a[3]) or train(*a))

    def ask(snapshot, seed, settings):
        asked.append(seed)
        weight = snapshot.model.detection.dense.weight.detach().flatten()[:3]
        return {"tokens": snapshot.work.tokens}, {"names": weight.clone()}

    monkeypatch.setattr(replaced_tokens, "asked_for", ask)
    settings = {**replaced_tokens.CONFIGURATION, **replaced_tokens.SLICE, "keep": True}
    first = replaced_tokens.part("ELECTRA", 2, settings)
    again = replaced_tokens.part("ELECTRA", 2, settings)
    assert trained == [[1, 2]] and asked == [2, 2]
    assert first[0] == again[0] and first[0]["at"].keys() == {"1", "2"}
    assert torch.equal(first[1]["2/names"], again[1]["2/names"])
    with pytest.raises(ValueError, match="was made with other settings"):
        replaced_tokens.part("ELECTRA", 2, {**settings, "written": 7})
    (tmp_path / "ELECTRA-2-1.json").unlink()
    third = replaced_tokens.part("ELECTRA", 2, settings)
    assert trained == [[1, 2]] and asked == [2, 2, 2], "the model is there, and is asked again"
    assert third[0]["at"] == first[0]["at"]
    assert torch.equal(third[1]["1/names"], first[1]["1/names"])
    replaced_tokens.part("ELECTRA", 2, {**settings, "keep": False})
    assert len(trained) == 2, "a slice neither reads nor writes"
