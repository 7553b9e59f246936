"""What lesson 13 measures live."""

import pytest
import torch

from bertlab.text import WordPieceTokenizer
from bertlab.vectors.whitening import mean_cosine
from lessons.l13_sentence_vectors import clouds, measure, reading
from lessons.l13_sentence_vectors.flow import Flow


def test_snippets_are_of_four_sources():
    found = measure.snippets(5)
    assert [one.source for one in found] == [name for name in measure.SOURCES for _ in range(5)]
    assert len({one.text for one in found}) == 20


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


def test_whitening_turns_and_does_not_mirror():
    _, centered, turned, _ = clouds.whitening_steps(clouds.toy_cloud())
    turn = torch.linalg.lstsq(centered, turned).solution
    assert torch.linalg.det(turn) == pytest.approx(1, abs=1e-4)


def test_averages_are_more_alike_than_tokens():
    bert, tokenizer = reading.load("minilm-words"), WordPieceTokenizer.from_folder("minilm")
    assert 0 < measure.token_cosine(bert, tokenizer) < mean_cosine(measure.stored_vectors()) / 2
