"""The measurements of the word2vec lesson are right."""

import numpy as np
import pytest
import torch
from torch.nn.functional import logsigmoid

from bertlab.datasets import Analogy
from bertlab.predecessors.word2vec.word_vectors import WordVectors
from lessons.l03_word2vec import measure, tasks
from lessons.l03_word2vec.exercises.negative_sampling_step.reference import negative_sampling_step
from lessons.l03_word2vec.experiments.word2vec import pack
from lessons.l03_word2vec.experiments.word2vec_sizes import agreement
from workbook.records import recorded, run_slice


def test_scores_come_to_rest_where_theory_says():
    p, q = torch.tensor([[0.9, 0.1]]).double(), torch.tensor([0.5, 0.5]).double()
    negative = measure.final_scores(p, q, 1, shift=0.0)
    assert negative.tolist() == [pytest.approx(np.log([1.8, 0.2]))]
    nce = measure.final_scores(p, q, 1, shift=q.log())
    assert nce.exp().tolist() == [pytest.approx([0.9, 0.1])]


def test_puzzles_have_three_of_a_kind():
    kinds = {"x": ["x1", "x2", "x3", "gone"], "y": ["y1", "y2", "y3"]}
    known = WordVectors(["x1", "x2", "x3", "y1", "y2", "y3"], np.eye(6))
    puzzles = measure.four_words(kinds, 20, known)
    assert len({tuple(four) for four, _ in puzzles}) > 10
    for four, odd in puzzles:
        assert len(set(four)) == 4 and set(four) <= set(known.words)
        assert sum(word[0] == odd[0] for word in four) == 1


def test_one_step_is_the_step_of_autograd():
    v = torch.tensor([1.0, 2.0], requires_grad=True)
    u = torch.tensor([[2.0, 0.5], [0.3, -1.0]], requires_grad=True)
    (-logsigmoid(u[0] @ v) - logsigmoid(-u[1] @ v)).backward()
    with torch.no_grad():
        moved = measure.one_step(v, u, torch.tensor([1.0, 0.0]), rate=0.1)
        assert torch.allclose(moved[0], v - 0.1 * v.grad)
        assert torch.allclose(moved[1], u - 0.1 * u.grad)


def test_questions_that_all_know():
    first, second = (WordVectors(words, np.eye(5)) for words in (list("abcde"), list("abcdf")))
    questions = [Analogy("x", *"ABCD"), Analogy("x", *"abce")]
    assert measure.known_to_all(questions, [first, second]) == questions[:1]
    assert measure.known_to_all(questions, [first]) == questions


def test_halves_by_the_rarer_word(monkeypatch):
    monkeypatch.setattr(measure, "human_scores", lambda name, places: np.array([1.0, 2, 3, 4]))
    cosines = pack(np.array([0.1, 0.2, 0.4, 0.3]))  # right for the rare, wrong for the others
    row = {"size": 5, "objective": "o", "list": [cosines]}
    record = {"models": [row], "places": {"list": []}, "rarer": {"list": [5, 6, 70, 80]}}
    found = measure.judged_by_people(record, "list")
    assert found[5, "o", "rare"] == [pytest.approx(1)]
    assert found[5, "o", "frequent"] == [pytest.approx(-1)]
    assert found[5, "o", "all"] == [pytest.approx(0.8)]


def test_leads_are_of_the_worst_seed():
    people = {(10, "hierarchical softmax", "rare"): [0.3, 0.5]}
    people[10, "negative sampling", "rare"] = [0.1, 0.35]
    assert measure.leads(people, "rare") == {10: pytest.approx(-0.05)}


def test_agreement_by_hand():
    """Rows on a line: the neighbors of the first are the next ones, in either table."""
    angles = np.linspace(0, 1, 30)
    line = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    assert agreement(line, 3 * line, np.array([0, 5])) == 1
    rolled = np.roll(line, 15, axis=0)  # there, rows 25 to 29 and 1 to 5 are nearest to row 0
    assert agreement(line, rolled, np.array([0])) == 0.5


def test_slice_of_the_sizes():
    found = run_slice("word2vec_sizes")
    assert [row["objective"] for row in found["models"]] == list(measure.OBJECTIVES)
    assert all(0 <= part <= 1 for row in found["models"] for part in row["agreement"][0])
    assert len(found["rarer"]["wordsim353"]) == len(found["places"]["wordsim353"])


def test_recorded_sizes_judge_the_pairs_of_the_other_record():
    """With 100 numbers, both records trained the same models with the same seeds."""
    sizes, first = (recorded(name)["results"] for name in ("word2vec_sizes", "word2vec"))
    assert sizes["places"] == first["places"]
    people = measure.judged_by_people(sizes, "wordsim353")
    for row in first["models"][:2]:
        expected = row["ours"]["wordsim353 spearman"][:3]
        assert people[100, row["objective"], "all"] == pytest.approx(expected, abs=0.002)


def test_recorded_agreements_have_a_row_a_seed():
    found = measure.agreements(recorded("word2vec_sizes"))
    assert {values.shape for values in found.values()} == {(3, 4)}


def test_leads_by_band_are_of_the_worst_seed():
    found = {(10, "hierarchical softmax"): np.array([[0.3, 0.2], [0.5, 0.1]])}
    found[10, "negative sampling"] = np.array([[0.1, 0.2], [0.2, 0.0]])
    assert measure.leads_by_band(found, 10).tolist() == pytest.approx([0.1, -0.1])


def test_the_given_words_may_win():
    vectors = WordVectors(list("abcd"), np.array([[1.0, 0.1], [1, 0], [0, 1], [-1, 0]]))
    assert measure.with_all(vectors, "a", "b", "c") == "c"
    assert vectors.analogy("a", "b", "c")[0].word == "d"


def test_a_class_and_a_step_end_at_the_same_place():
    class Model:
        step = tasks.step

        def __init__(self, counts, size):
            self.noise = counts.double() / counts.sum()
            self.inputs = torch.rand(len(counts), size).double()

            self.outputs = torch.zeros(len(counts), size).double()

    # descend scales the rate in float32: 1e-8 of a step.
    assert measure.apart(Model, negative_sampling_step) < 1e-7
    halved = lambda *tables, rate: negative_sampling_step(*tables, rate=rate / 2)  # noqa: E731
    assert measure.apart(Model, halved) > 1e-3


def test_with_30_numbers_neither_leads_for_frequent_words():
    found = measure.agreements(recorded("word2vec_sizes"))
    tree, noise = (found[30, objective][:, 3] for objective in measure.OBJECTIVES)
    assert tree.max() > noise.min() and noise.max() > tree.min()
