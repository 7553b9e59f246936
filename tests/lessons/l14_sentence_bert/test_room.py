"""The lesson's room: triples, neighbors, buried words, the robot's questions, the task's check."""

import re

import pytest
import torch

from bertlab.datasets.generated.inference_kinds import kind_pairs
from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l14_sentence_bert import buried, robot, tasks, triples, ways


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


def test_a_reply_has_a_place_and_a_missing_one_comes_last():
    entries = robot.faq()
    question = robot.Asked("?", 2)
    assert robot.place_in([entries[5], entries[2]], question) == 2
    assert robot.place_in([entries[5], entries[1]], question) == 3


def test_counting_content_words_reads_answers_and_skips_function_words():
    scores = robot.by_content_words(["of the and", "safetensors"])
    assert scores.shape == (2, 40) and not scores[0].any()
    found = robot.faq()[int(scores[1].argmax())]
    assert "safetensors" in found.answer and "safetensors" not in found.question


def gathered(rows_of, sign=1, mean=torch.mean):
    """Return a draw that gathers the gaps of the rows of some events."""

    def paired_draw(first, second, events, drawn):
        return mean(sign * (first - second)[rows_of(events.tolist(), drawn)])

    return paired_draw


def every(events, drawn):
    return [row for event in drawn for row, one in enumerate(events) if one == event]


def once(events, drawn):
    return [row for row, one in enumerate(events) if one in drawn]


def mean_of_events(first, second, events, drawn):
    means = [(first - second)[once(events.tolist(), [event])].mean() for event in drawn]
    return sum(means) / len(means)


def one_only(first, second, events, drawn):
    return gathered(every)(first, second, events, drawn) if len(drawn) > 1 else torch.tensor(9.0)


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (gathered(every), "right: both ways"),
        (tasks.paired_draw, "right: both ways"),
        (lambda *given: float(gathered(every)(*given)), "right: both ways"),
        (gathered(every, sign=-1), "turned around"),
        (gathered(once), "counts twice"),
        (mean_of_events, "mean over events"),
        (gathered(lambda events, drawn: list(range(len(events)))), "use the draw"),
        (gathered(lambda events, drawn: drawn), "not questions"),
        (gathered(every, mean=torch.sum), "it is 0.29, and not 2.00"),
        (gathered(every, mean=lambda gaps: gaps), "one number"),
        (one_only, "One event alone"),
        (lambda first, second, events, drawn: ..., "not filled in yet"),
    ],
)
def test_a_draw_is_checked(function, says, capsys):
    given = tasks.checked_draw(function)
    assert says in capsys.readouterr().out
    assert given is (function if says.startswith("right") else tasks.paired_draw)


def test_draws_give_the_interval_of_the_library():
    first, second, events = ways.answers("in-batch"), ways.answers("triplet"), ways.events()
    found = [tasks.paired_draw(first, second, events, drawn) for drawn in ways.drawn_events(1000)]
    low, high = torch.stack(found).quantile(torch.tensor([0.025, 0.975]).double()).tolist()
    mean, lower, upper = ways.lead("in-batch", "triplet", "paraphrases")
    assert (mean, low, high) == pytest.approx(((first - second).mean().item(), lower, upper))


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
