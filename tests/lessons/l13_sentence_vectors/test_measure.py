"""What lesson 13 measures live."""

import pytest
import torch

from bertlab.text import WordPieceTokenizer
from bertlab.vectors.flow import Flow
from bertlab.vectors.whitening import mean_cosine
from lessons.l13_sentence_vectors import clouds, measure, reading


def test_snippets_are_of_four_sources():
    found = measure.snippets(5)
    assert [one.source for one in found] == [name for name in measure.SOURCES for _ in range(5)]
    assert len({one.text for one in found}) == 20


def test_groups_are_found_where_there_are_some():
    generator = torch.Generator().manual_seed(0)
    centers = torch.randn(3, 8, generator=generator) * 5
    vectors = centers.repeat_interleave(10, dim=0) + torch.randn(30, 8, generator=generator)
    names = [name for name in "abc" for _ in range(10)]
    assert measure.grouped(vectors, names) == pytest.approx([1, 1, 1])
    noise = measure.grouped(torch.randn(30, 8, generator=generator), names, seeds=(5,))
    assert len(noise) == 1 and abs(noise[0]) < 0.3


def test_nearest_by_cosine():
    vectors = torch.tensor([[1.0, 0.0], [10.0, 10.0], [0.0, 2.0], [-1.0, 0.0]])
    found = measure.nearest(torch.tensor([3.0, 0.0]), vectors, 2)
    assert [place for _, place in found] == [0, 1]
    assert [cosine for cosine, _ in found] == pytest.approx([1, 0.5**0.5])


def test_the_steps_of_whitening_end_in_a_round_cloud():
    given, centered, turned, divided = clouds.whitening_steps(clouds.toy_cloud())
    assert given.mean(dim=0).norm() > 3 and centered.mean(dim=0).norm() < 1e-4
    assert abs(torch.cov(turned.T)[0, 1]) < 1e-4
    assert turned[:, 0].std() > 3 * turned[:, 1].std()
    torch.testing.assert_close(torch.cov(divided.T), torch.eye(2), atol=1e-4, rtol=1e-4)


def test_through_a_flow():
    flow, points = Flow(2, num_layers=3), clouds.banana(50)
    states = clouds.through(flow, points)
    assert len(states) == 4
    torch.testing.assert_close(states[-1], flow(points)[0].detach())


def test_rows_are_means_over_seeds():
    def one(value):
        found = {"reciprocal": value, "low": value - 0.1, "high": value + 0.1, "first": value}
        return {"editorials": found, "paraphrases": found, "lee": {**found, "value": value}}

    rows = measure.rows_of({"TF-IDF": {"dims": 9, **one(0.2)}}, {"SimCSE": [one(0.3), one(0.5)]})
    assert measure.value_of(rows["minilm-words, SimCSE"], "lee")[0] == pytest.approx(0.4)
    assert measure.value_of(rows["TF-IDF"], "editorials") == pytest.approx((0.2, 0.1, 0.3))


def test_shape_of_a_cloud():
    generator = torch.Generator().manual_seed(0)
    vectors = torch.randn(200, 10, generator=generator)
    vectors[:, 4] += 3 * torch.randn(200, generator=generator) + 8
    found = measure.shape_of(vectors)
    assert found.largest > 0.9 and found.strongest > 0.6
    shifted = measure.shape_of(vectors - vectors.mean(dim=0))
    assert shifted.common < 1e-6 < found.common


def test_cosines_of_pairs():
    found = measure.pair_cosines(torch.tensor([[1.0, 0.0], [-2.0, 0.0], [0.0, 3.0]]))
    assert sorted(found.tolist()) == pytest.approx([-1, 0, 0])
    even = measure.pair_cosines(measure.even_vectors(50, 384))
    assert len(even) == 50 * 49 / 2 and abs(even.mean()) < 0.01


def test_guessing_and_cosines():
    assert measure.guess_among(2) == pytest.approx(0.75)
    rows = {"one": torch.tensor([[2.0, 0.0], [0.0, 1.0], [3.0, 0.0]])}
    assert measure.cosines_with_first(rows) == {"one": pytest.approx([0, 1])}


def test_the_worked_numbers_of_exercise_2():
    from bertlab.vectors.whitening import Whitening

    white = Whitening(2).fit(torch.tensor([[2.0, 0.0], [-2.0, 0.0], [0.0, 1.0], [0.0, -1.0]]))
    query, document = torch.tensor([[1.0, 1.0]]), torch.tensor([[1.0, 0.0]])
    after = torch.cosine_similarity(white.transform(query), white.transform(document))
    assert after.item() == pytest.approx(0.447, abs=1e-3)
    assert torch.cosine_similarity(query, document).item() == pytest.approx(0.707, abs=1e-3)


def test_fitted_on_few_sentences():
    sizes = {"600": {"380": {"editorials": 0.07}}}
    cosine, score = measure.fitted_on_few(measure.stored_vectors(), sizes)
    assert abs(cosine) < 0.02
    assert score == 0.07


def test_weak_axes_are_blown_up_in_new_vectors_if_few_are_fitted():
    vectors = torch.randn(3000, 30, generator=torch.Generator().manual_seed(0))
    few = measure.weakest_variance(vectors[:45], vectors[2000:], dims=30, axes=5)
    many = measure.weakest_variance(vectors[:2000], vectors[2000:], dims=30, axes=5)
    assert few > 3 and 0.9 < many < 1.3


def test_a_flow_finds_what_a_gaussian_does_not():
    generator = torch.Generator().manual_seed(0)
    round_cloud = torch.randn(400, 2, generator=generator)
    bent = torch.stack([round_cloud[:, 0], round_cloud[:, 0].square() + round_cloud[:, 1]], dim=1)
    gain, low, high = clouds.density_gain(bent, dims=2, fitted=300, steps=60)
    assert 0 < low < gain < high
    assert clouds.density_gain(round_cloud, dims=2, fitted=300, steps=60)[1] < 0.05


def test_whitening_turns_and_does_not_mirror():
    _, centered, turned, _ = clouds.whitening_steps(clouds.toy_cloud())
    turn = torch.linalg.lstsq(centered, turned).solution
    assert torch.linalg.det(turn) == pytest.approx(1, abs=1e-4)


def test_averages_are_more_alike_than_tokens():
    bert, tokenizer = reading.load("minilm-words"), WordPieceTokenizer.from_folder("minilm")
    assert 0 < measure.token_cosine(bert, tokenizer) < mean_cosine(measure.stored_vectors()) / 2
