"""The recorded run of the n-gram models: its slice still runs, and its numbers come out again."""

import math

import pytest

from bertlab.predecessors.ngrams.corpus import wiki_language_model_data
from bertlab.predecessors.ngrams.interpolation import Interpolated
from bertlab.predecessors.ngrams.kneser_ney import ModifiedKneserNey
from bertlab.predecessors.ngrams.ngram import MaximumLikelihood
from workbook import scoreboard
from workbook.records import recorded, run_slice


@pytest.fixture(scope="module")
def results():
    return recorded("ngram_perplexity")["results"]


def test_slice_gives_the_recorded_perplexities(results):
    part = run_slice("ngram_perplexity")
    for name in ("maximum likelihood", "add-one", "Kneser-Ney", "modified Kneser-Ney"):
        expected = results["validation"][name][:3]
        for ours, theirs in zip(part["validation"][name], expected, strict=True):
            assert ours == (theirs if theirs is None else pytest.approx(theirs, rel=1e-9))
    assert part["unseen"] == pytest.approx(results["unseen"][:3])
    assert part["curve"]["words"] == results["curve"]["words"][:2]
    assert part["curve"]["perplexity"][0][0] == pytest.approx(
        results["curve"]["perplexity"][0][0][:3], rel=1e-9
    )
    assert len(scoreboard.rows({"results": part})) >= 5


def test_scoreboard_comes_out_again(results):
    data = wiki_language_model_data()
    rows = {row.model: row for row in scoreboard.rows({"results": results})}
    trigram = ModifiedKneserNey(3, data.vocabulary).fit(data.train)
    row = rows["trigram, modified Kneser-Ney"]
    assert trigram.perplexity(data.test) == pytest.approx(row.perplexity, rel=1e-9)
    assert trigram.num_parameters == row.parameters
    raw = MaximumLikelihood(3, data.vocabulary).fit(data.train)
    assert raw.perplexity(data.test) == rows["trigram, maximum likelihood"].perplexity == math.inf


def test_recorded_weights_give_the_recorded_perplexity(results):
    data = wiki_language_model_data()
    model = Interpolated(3, data.vocabulary, results["weights"][2]).fit(data.train)
    expected = results["validation"]["interpolation"][2]
    assert model.perplexity(data.validation) == pytest.approx(expected, rel=1e-4)
