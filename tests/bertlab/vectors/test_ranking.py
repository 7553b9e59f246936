"""Ranks, their summaries and the intervals around them, against loops and known laws."""

import pytest
import torch
from scipy.stats import spearmanr

from bertlab.statistics import Estimate
from bertlab.vectors import ranking
from bertlab.vectors.ranking import (
    hits_at_1,
    mean_reciprocal_rank,
    neighbor_ranks,
    spearman_difference,
    spearman_with_interval,
)


def drawn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def rank_by_loop(queries, documents):
    ranks = []
    for i, query in enumerate(queries):
        cosines = [float(query @ d / (query.norm() * d.norm())) for d in documents]
        ranks.append(sum(cosine >= cosines[i] for cosine in cosines))
    return ranks


@pytest.mark.parametrize("chunk", [1, 4, 1024])
def test_ranks_are_those_of_a_loop(monkeypatch, chunk):
    monkeypatch.setattr(ranking, "CHUNK", chunk)
    queries, documents = drawn(7, 3).double(), drawn(7, 3, seed=1).double()
    assert neighbor_ranks(queries, documents).tolist() == rank_by_loop(queries, documents)


def test_lengths_of_vectors_do_not_count():
    queries, documents = drawn(9, 4), drawn(9, 4, seed=1)
    scale = torch.arange(1.0, 10.0)[:, None]
    same = neighbor_ranks(queries * scale, documents * scale.flip(0))
    assert torch.equal(same, neighbor_ranks(queries, documents))


def test_each_text_finds_itself_and_equal_vectors_find_nothing():
    vectors = drawn(6, 5)
    assert neighbor_ranks(vectors, vectors).tolist() == [1] * 6
    same = torch.ones(6, 5)
    assert neighbor_ranks(same, same).tolist() == [6] * 6
    assert neighbor_ranks(torch.zeros(6, 5), vectors).tolist() == [6] * 6


def test_summaries_of_ranks():
    ranks = torch.tensor([1, 2, 1, 4])
    assert hits_at_1(ranks) == 0.5
    assert mean_reciprocal_rank(ranks) == pytest.approx((1 + 0.5 + 1 + 0.25) / 4)


def test_agreement_with_people():
    vectors, people = drawn(12, 4), drawn(12, 12, seed=2)
    people = people + people.T
    found = spearman_with_interval(vectors, people, seed=0, draws=50)
    assert isinstance(found, Estimate)
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    first, second = torch.triu_indices(12, 12, offset=1)
    expected = spearmanr((unit @ unit.T)[first, second], people[first, second]).statistic
    assert found.mean == pytest.approx(expected)
    assert found.low < found.mean < found.high
    perfect = spearman_with_interval(vectors, unit @ unit.T, seed=0, draws=20)
    assert perfect == pytest.approx((1.0, 1.0, 1.0))


def test_differences_in_agreement_are_of_the_same_documents():
    vectors, people = drawn(12, 4), drawn(12, 12, seed=2)
    people = people + people.T
    ours, theirs = (
        spearman_with_interval(each, people, seed=3, draws=40) for each in (vectors, vectors.abs())
    )
    difference = spearman_difference(vectors, vectors.abs(), people, seed=3, draws=40)
    assert difference.mean == pytest.approx(ours.mean - theirs.mean)
    back = spearman_difference(vectors.abs(), vectors, people, seed=3, draws=40)
    assert (
        back == pytest.approx((-difference.mean, -difference.high, -difference.low))
        and difference.low < difference.high
    )
    none = spearman_difference(vectors, 2 * vectors, people, seed=3, draws=5)
    assert none == pytest.approx((0, 0, 0), abs=1e-6)


def test_what_does_not_fit():
    with pytest.raises(ValueError, match="same documents, got 4, 5"):
        spearman_difference(drawn(4, 3), drawn(5, 3), drawn(4, 4), seed=0)
    with pytest.raises(ValueError, match=r"\(2, 3\) and \(3, 3\)"):
        neighbor_ranks(drawn(2, 3), drawn(3, 3))
    with pytest.raises(ValueError, match="at least 1"):
        neighbor_ranks(torch.empty(0, 3), torch.empty(0, 3))
    with pytest.raises(ValueError, match="3 documents or more"):
        spearman_with_interval(drawn(2, 3), drawn(2, 2), seed=0)
    with pytest.raises(ValueError, match=r"got 4 and \(3, 3\)"):
        spearman_with_interval(drawn(4, 3), drawn(3, 3), seed=0)
