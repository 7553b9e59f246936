"""The recorded runs of the neural language models: slices run, and the numbers come out again."""

import numpy as np
import pytest

from bertlab.predecessors.ngrams.corpus import wiki_language_model_data
from bertlab.predecessors.nnlm.model import best_weight, mix
from lessons.l02_nnlm.experiments import nnlm, nnlm_recurrent
from workbook import scoreboard
from workbook.records import recorded, run_slice


@pytest.fixture(scope="module")
def trigram():
    return nnlm.fit_ngrams({"ngram_orders": [3]}, wiki_language_model_data())[3]


@pytest.mark.parametrize("name", ["nnlm", "nnlm_recurrent"])
def test_a_slice_has_the_fields_of_the_record(name):
    part, whole = run_slice(name), recorded(name)["results"]
    assert part.keys() == whole.keys()
    for model, found in part["models"].items():
        assert found.keys() == whole["models"][model].keys()
        assert len(found["test"]) == 1 and len(whole["models"][model]["test"]) == 3
        assert found["parameters"] == whole["models"][model]["parameters"]
        assert found["mixed"]["3"]["validation"][0] <= found["validation"][0]
    assert len(scoreboard.rows({"results": part})) == 2 * len(part["models"])


def test_window_perplexities_and_weights_come_out_of_the_kept_logs(trigram):
    found = recorded("nnlm")["results"]["models"]["window"]
    validation, test = (nnlm.kept_logs(f"{split}.window") for split in ("validation", "test"))
    assert test.shape == (3, len(trigram["test"]))
    for seed in range(3):
        weight = best_weight(validation[seed], trigram["validation"])
        assert weight == pytest.approx(found["mixed"]["3"]["weight"][seed], abs=0.011)
        assert nnlm.perplexity(test[seed]) == pytest.approx(found["test"][seed], rel=1e-6)
        mixed = nnlm.perplexity(mix(test[seed], trigram["test"], weight))
        assert mixed == pytest.approx(found["mixed"]["3"]["test"][seed], rel=1e-4)


@pytest.mark.parametrize(
    ("name", "model", "path"),
    [
        ("nnlm", "window, direct", nnlm.KEPT),
        ("nnlm_recurrent", "recurrent", nnlm_recurrent.KEPT),
    ],
)
def test_other_perplexities_come_out_of_the_kept_logs(name, model, path, trigram):
    found = recorded(name)["results"]["models"][model]
    for seed, logs in enumerate(nnlm.kept_logs(f"test.{model}", path)):
        assert nnlm.perplexity(logs) == pytest.approx(found["test"][seed], rel=1e-6)
        mixed = mix(logs, trigram["test"], found["mixed"]["3"]["weight"][seed])
        assert nnlm.perplexity(mixed) == pytest.approx(found["mixed"]["3"]["test"][seed], rel=1e-4)


def test_the_kept_model_is_the_one_that_was_scored():
    found = recorded("nnlm")["results"]["models"]["window"]
    logs = nnlm.kept_model().log_probabilities(wiki_language_model_data().test[:300])
    kept = nnlm.kept_logs("test.window")[0][: len(logs)]
    np.testing.assert_allclose(logs, kept, atol=0.06)  # weights and logs are in half precision
    assert np.exp(-logs.mean()) == pytest.approx(np.exp(-kept.mean()), rel=1e-3)
    assert len(found["epochs"]) == 3
