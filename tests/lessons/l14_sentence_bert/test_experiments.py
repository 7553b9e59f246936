"""The recorded runs: scores computed again from what is kept, and slices that still run."""

import pytest

from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.ranking import neighbor_ranks
from bertlab.vectors.text_vectors import text_vectors
from lessons.l14_sentence_bert import ways
from lessons.l14_sentence_bert.encoders import sentence_encoder
from workbook.records import recorded


def test_what_is_kept_has_the_recorded_proportions():
    results, seeds = recorded("sentence_objectives")["results"], [0, 1, 2]
    told = {way: ways.RECORDED.get(way, way) for way in ways.WAYS}
    assert set(results["first"]) == set(told.values())
    for way, name in told.items():
        places = results["first"][name]
        for place, values in places.items():
            assert len(values) == (len(seeds) if way in ways.TRAINED else 1)
            found = ways.right(way, place).mean(dim=1).tolist()
            assert found == pytest.approx(values, abs=1e-4)


def test_the_kept_encoder_finds_what_the_record_says():
    pairs = paraphrases().test
    bert, tokenizer = sentence_encoder(), WordPieceTokenizer.from_folder("minilm")
    first, second = (
        text_vectors(bert, tokenizer, [pair[side] for pair in pairs], max_length=128)
        for side in (0, 1)
    )
    found = (neighbor_ranks(first, second) == 1).double()
    # The updates are kept in half precision, so a rank or two may differ.
    assert found.mean().item() == pytest.approx(
        recorded("sentence_objectives")["results"]["first"]["in-batch"]["paraphrases"][0], abs=0.01
    )


def test_scores_and_leads_have_intervals_around_them():
    for way in ("the start", "in-batch"):
        for place in ways.PLACES:
            mean, sd, low, high = ways.score(way, place)
            assert low < mean < high and (sd > 0) == (way == "in-batch")
    for place in ways.PLACES:
        mean, low, high = ways.lead("in-batch", "the start", place)
        assert low < mean < high
        first, other = ways.score("in-batch", place), ways.score("the start", place)
        assert mean == pytest.approx(first.mean - other.mean)
        assert ways.lead("the start", "the start", place) == (0, 0, 0)


def test_a_pair_costs_more_than_a_text_and_a_comparison_nearly_nothing():
    cost = recorded("pair_cost")["results"]["milliseconds"]
    assert 1.2 < cost["pair"] / cost["text"] < 3
    assert cost["comparison"] < 1e-4 * cost["text"]
