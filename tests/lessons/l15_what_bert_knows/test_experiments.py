"""The recorded runs: scores computed again from what is kept, and slices that still run."""

import pytest
import torch
from safetensors.torch import load_file

from bertlab.model.bert import BertModel
from bertlab.probing.probe import probe_right
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l15_what_bert_knows import cue_sets, findings
from lessons.l15_what_bert_knows.cue_sets import CUE_FREE, SETS
from lessons.l15_what_bert_knows.experiments import cues, layer_probes
from lessons.l15_what_bert_knows.layers import layer_vectors
from workbook.records import recorded


def test_probes_that_are_kept_have_the_recorded_proportions():
    results, kept = recorded("layer_probes")["results"], load_file(layer_probes.KEPT)
    seeds = layer_probes.CONFIGURATION["seeds"]
    for task in layer_probes.CONFIGURATION["tasks"]:
        for way in (*layer_probes.WAYS, "usual"):
            for seed in seeds:
                right = kept[f"{task}/{way}/{seed}"].double()
                found = right.mean(dim=-1).flatten().tolist()
                assert found == pytest.approx(results[task][way][seed], abs=1e-4)
                assert right.shape[-1] == len(kept[f"{task}/lines/{seed}"])


@pytest.mark.nightly
def test_a_probe_trained_again_is_right_where_the_record_says():
    configuration, task = layer_probes.CONFIGURATION, "word boundary"
    train, test = layer_probes.drawn(task, 0, configuration)
    model = BertModel.from_pretrained(layer_probes.NAME)
    tokenizer = WordPieceTokenizer.from_folder(layer_probes.NAME)
    seen, asked = (
        layer_vectors(model, tokenizer, part.texts, part.lines, part.places)[1]
        for part in (train, test)
    )
    right = probe_right(seen, train.labels, asked, test.labels, configuration["penalty"])
    kept = load_file(layer_probes.KEPT)[f"{task}/trained/0"][1]
    assert (right == kept.bool()).double().mean() > 0.995


def test_cues_that_are_kept_have_the_recorded_proportions():
    results, kept = recorded("cues")["results"], load_file(cues.KEPT)
    assert tuple(results) == SETS
    for name, proportions in results.items():
        assert {"0.0", str(CUE_FREE[name])} == set(proportions)
        for broken, tests in proportions.items():
            for test, values in tests.items():
                right = kept[f"{name}/{broken}/{test}"].double()
                assert right.mean(dim=1).tolist() == pytest.approx(values, abs=1e-4)
                assert len(values) == len(cues.CONFIGURATION["seeds"])


def test_scores_have_intervals_around_them():
    for score in (
        findings.probe_score("place", "trained", 2),
        findings.probe_score("length", "usual"),
        findings.cue_score("not", 0.5, "broken"),
    ):
        assert 0 <= score.low <= score.mean <= score.high <= 1
    lead = findings.probe_lead("word boundary", ("trained", 1), ("random", 1))
    first, second = (findings.probe_score("word boundary", way, 1) for way in ("trained", "random"))
    assert lead[0] == pytest.approx(first.mean - second.mean) and lead[1] < lead[0] < lead[2]
    assert findings.probe_lead("place", ("trained", 1), ("trained", 1)) == (0, 0, 0)
    found = findings.selectivity("word boundary", 1)
    assert found == first.mean - findings.probe_score("word boundary", "control", 1).mean


@pytest.mark.parametrize("name", ["not", "distractor"])
def test_halves_are_where_the_cue_helps_and_where_it_misleads(name):
    if name == "not":
        pairs = cue_sets.warrant_pairs("test", cues.CONFIGURATION["test"], 0.5, cues.TEST_SEED)
        helps = [" not " in right.second for right in pairs[::2]]
    else:
        asked = cue_sets.distractor_questions(
            "test", cues.CONFIGURATION["test"], 0.5, cues.TEST_SEED
        )
        helps = [one.answer.start < one.passage.index(".") for one in asked]
    right = load_file(cues.KEPT)[f"{name}/0.0/broken"].double()
    chosen = torch.tensor(helps)
    both, helped, misled = findings.halves(name, "helps", "misleads").values()
    assert helped.seeds == pytest.approx(right[:, chosen].mean(dim=1).tolist())
    assert misled.seeds == pytest.approx(right[:, ~chosen].mean(dim=1).tolist())
    assert both == findings.cue_score(name, 0.5, "broken")


def test_the_models_of_overlap_are_the_recorded_ones():
    found = findings.overlap_models()
    kept = [("1.0", "broken"), ("0.0", "intact"), ("0.0", "broken"), ("1.0", "new frames")]
    results = recorded("cues")["results"]["overlap"]
    for score, (trained, test) in zip(found.values(), kept, strict=True):
        assert score.seeds == pytest.approx(results[trained][test], abs=1e-4)


def test_seeds_lie_about_their_mean():
    for name in SETS:
        lowest = findings.worst_seed(name, CUE_FREE[name], "broken")
        assert lowest <= findings.cue_score(name, CUE_FREE[name], "broken").mean
        assert (
            findings.best_seed(name, 0.0, "broken") >= findings.cue_score(name, 0.0, "broken").mean
        )
