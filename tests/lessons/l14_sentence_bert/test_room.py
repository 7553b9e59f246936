"""The lesson's room: triples, neighbors, buried words, the robot's questions, the task's check."""

import re

import pytest
import torch

from bertlab.datasets.generated.inference_kinds import kind_pairs
from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.vectors.search import reranked
from lessons.l14_sentence_bert import bugs, buried, robot, triples


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


def test_pairs_of_a_cross_encoder_say_the_same_or_differ():
    pairs = paraphrases(train=300).train
    told = {
        text: (pair.event, pair.person, pair.detail)
        for pair in pairs
        for text in (pair.first, pair.second)
    }
    found = triples.hard_pairs(pairs, 400, seed=0)
    assert found == triples.hard_pairs(pairs, 400, seed=0)
    assert found != triples.hard_pairs(pairs, 400, seed=1)
    assert found.labels == [1, 0] * 400
    shared = [
        sum(a == b for a, b in zip(told[one], told[other], strict=True))
        for one, other in zip(found.first, found.second, strict=True)
    ]
    assert all(number == 3 for number in shared[::2])
    assert all(number < 3 for number in shared[1::2])
    assert sum(number == 2 for number in shared[1::2]) > 0.6 * 400


def test_neighbors_are_many_and_no_sentence_comes_twice():
    rows = triples.neighbors()
    both = rows.first + rows.second
    assert len(both) == len(set(both)) == 2092 and len(set(rows.articles)) == 26
    assert triples.neighbors(3).first == rows.first[:3]


def test_buried_words_stand_in_one_text():
    rows = buried.buried_words(40)
    assert len({row.text for row in rows}) == 40
    for row in rows:
        holders = [one for one in rows if re.search(rf"\b{row.word}\b", one.text)]
        assert holders == [row]


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


def friend(second="place", texts=True):
    def rerank(queries, documents, candidates, score):
        rows = []
        for query, places in zip(queries, candidates.tolist(), strict=True):
            pairs = [(query, documents[p] if texts else query) for p in places]
            order = score(pairs).argsort(descending=True, stable=True).tolist()
            rows.append([places[o] if second == "place" else o for o in order])
        return torch.tensor(rows)

    return rerank


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (friend(), "right: it reads pairs."),
        (reranked, "right: it reads pairs."),
        (friend(texts=False), "get the same score"),
        (friend(second="within", texts=False), "get the same score"),
        (friend(second="within"), "counts within the candidates"),
        (lambda q, d, candidates, score: candidates, "has not changed"),
        (lambda q, d, candidates, score: candidates[0], "of the shape (3, 4)"),
        (lambda q, d, candidates, score: candidates.flip(1), "another one than ours"),
    ],
)
def test_the_friends_second_look_is_checked(function, says, capsys):
    bugs.second_look(function)
    assert says in capsys.readouterr().out
