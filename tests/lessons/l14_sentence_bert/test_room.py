"""The lesson's room: triples, neighbors, the robot's questions, the task's check."""

import pytest
import torch

from bertlab.datasets.generated.inference_kinds import kind_pairs
from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l14_sentence_bert import robot, tasks, triples


def test_triples_of_inference_pairs_have_the_right_labels():
    labels = {(pair.premise, pair.hypothesis): pair.label for pair in kind_pairs().train}
    found = triples.from_inference(kind_pairs().train)
    assert len(found) == 400
    for row in found:
        assert labels[row.positive, row.anchor] == 0
        assert labels[row.negative, row.anchor] == 2


def test_hard_negatives_differ_in_one_point():
    pairs = paraphrases().train
    told = {}
    for pair in pairs:
        told.setdefault(pair.second, (pair.event, pair.person, pair.detail))
    found = triples.from_paraphrases(pairs, seed=0)
    assert len(found) > 0.9 * len(pairs)
    seconds = {(pair.first, pair.second): pair for pair in pairs}
    for row in found:
        pair = seconds[row.anchor, row.positive]
        mine = (pair.event, pair.person, pair.detail)
        assert sum(a == b for a, b in zip(mine, told[row.negative], strict=True)) == 2


def test_training_triples_are_drawn_from_both_and_by_seed():
    found = triples.training_triples(10, 20)
    assert len(found) == 30 and found == triples.training_triples(10, 20)
    assert found != triples.training_triples(10, 20, seed=1)
    test = {text for pair in paraphrases().test for text in (pair.first, pair.second)}
    assert test.isdisjoint(text for row in found for text in row)


def test_neighbors_are_many_and_no_sentence_comes_twice():
    rows = triples.neighbors()
    both = rows.first + rows.second
    assert len(both) == len(set(both)) == 2092 and len(set(rows.articles)) == 26
    assert triples.neighbors(3).first == rows.first[:3]


def test_the_robot_knows_forty_things_and_no_test_question():
    entries = robot.faq()
    assert len({entry.question for entry in entries}) == 40
    choose, test = robot.asked("choose"), robot.asked("test")
    assert (len(choose), len(test)) == (8, 10)
    assert {one.question for one in choose}.isdisjoint(one.question for one in test)
    assert {one.entry for one in choose}.isdisjoint(one.entry for one in test)


def test_of_equal_scores_the_place_is_the_last():
    questions = [robot.Asked("a", 1), robot.Asked("b", 2)]
    scores = torch.tensor([[0.5, 0.5, 0.1], [0.2, 0.3, 0.9]])
    assert robot.places(scores, questions) == [2, 1]


def test_counting_content_words_reads_answers_and_skips_function_words():
    scores = robot.by_content_words(["of the and", "safetensors"])
    assert scores.shape == (2, 40) and not scores[0].any()
    found = robot.faq()[int(scores[1].argmax())]
    assert "safetensors" in found.answer and "safetensors" not in found.question


def search(place):
    """Return scores that put the wanted entry of each of the eight questions at a place."""
    wanted = {one.question: one.entry for one in robot.asked("choose")}

    def your_scores(question):
        scores = torch.zeros(40)
        scores[wanted[question]] = 1.0
        scores[[row for row in range(40) if row != wanted[question]][: place - 1]] = 2.0
        return scores

    return your_scores


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (search(1), "it finds them earlier"),
        (search(2), "rank is 0.50"),
        (search(3), "rank is 0.33"),
        (lambda question: torch.zeros(39), "expected (40,) finite scores"),
        (lambda question: torch.full((40,), torch.nan), "expected (40,) finite scores"),
        (lambda question: ..., "not filled in yet"),
    ],
)
def test_a_search_is_measured_on_the_eight(function, says, capsys):
    stand_in = search(1)
    given = tasks.checked_search(function, stand_in, baseline=0.5)
    assert says in capsys.readouterr().out
    assert given is (function if "earlier" in says else stand_in)


def test_our_search_is_ahead_of_one_vector_on_the_eight():
    bert, tokenizer = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")
    entries = [entry.question for entry in robot.faq()]

    def one_vector(question):
        return robot.by_vectors(bert, tokenizer, [question], entries)[0]

    ours = tasks.reciprocal_rank(tasks.question_and_answer(bert, tokenizer))
    assert ours > tasks.reciprocal_rank(one_vector) + 0.03
