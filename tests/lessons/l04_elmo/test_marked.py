"""The uses of *right* are marked one by one, and a search is judged by its hits."""

import pytest

from bertlab.predecessors.elmo import published
from bertlab.predecessors.ngrams import wiki_sentences
from lessons.l04_elmo import marked


def one(word, *hits):
    """Return a search that always gives the same hits."""
    return lambda question, asked, count: list(hits)


@pytest.fixture(scope="module")
def text():
    return wiki_sentences().train


def test_each_use_has_a_mark(text):
    found = marked.senses_of(text)
    assert len(found) == len(marked.uses(text)) == len(marked.MARKS)
    counts = [list(found.values()).count(sense) for sense in marked.SENSES.values()]
    assert counts == [27, 14, 9, 13]


@pytest.mark.parametrize(
    ("words", "sense"),
    [
        ("do not have the right to vote", "claim"),
        ("into a pocket on his right thigh", "side"),
        ("that i was doing right", "correct"),
        ("to calculate the right ascension", "other"),
        ("move left or right through", "side"),
    ],
)
def test_marks_stand_at_their_uses(text, words, sense):
    before = words.split().index("right")
    (found,) = [
        kind
        for (sentence, at), kind in marked.senses_of(text).items()
        if " ".join(sentence.split()[at - before : at - before + len(words.split())]) == words
    ]
    assert found == sense


def test_another_network_is_searched_as_the_students(text):
    network = published().network_
    hits = marked.hits_of(network, marked.WAYS["claim"][0])
    assert marked.count(hits, "claim") == 5 and marked.count(hits, "side") == 0
    cosines = [cosine for cosine, _, _ in hits]
    assert cosines == sorted(cosines, reverse=True) and all(
        text[at] == "right" for _, text, at in hits
    )


FINE = ["He was right.", "Turn right.", "The right to vote."]


@pytest.mark.parametrize(
    ("questions", "sense", "words"),
    [
        (..., "correct", "not filled in yet"),
        ([*FINE[:2], ...], "correct", "not filled in yet"),
        (FINE[:2], "correct", "a list of 3"),
        ("He was right.", "correct", "a list of 3"),
        ([*FINE[:2], "He was wrong."], "correct", "exactly once"),
        ([*FINE[:2], ["right"]], "correct", "exactly once"),
        (FINE, "law", "one of claim, side, correct"),
        (FINE, ..., "one of claim, side, correct"),
    ],
)
def test_questions_that_cannot_be_searched(capsys, questions, sense, words):
    marked.examine(questions, sense, one("right"), {})
    assert words in capsys.readouterr().out


def test_three_questions_are_reported_whoever_is_ahead(capsys, text):
    first = marked.hits_of(None, "They have the right to vote.")[0]
    marked.examine(FINE, "claim", one("right", first), {"neighbors": [None]})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "claim, hits of 5 (by chance 2.1)" and lines[-1].startswith(
        "questions: report"
    )
    assert [line[:5] for line in lines[2:5]] == ["  1 :"] * 3


def test_the_neighbors_search_without_a_network():
    hits = marked.hits_of(None, marked.WAYS["claim"][0])
    assert marked.count(hits, "claim") == 5
    assert all(text[at] == "right" for _, text, at in hits)


def test_hits_of_five_ways_are_added(text):
    first = marked.hits_of(None, "They have the right to vote.")[0]
    controls = {"neighbors": [None, None]}
    found = marked.compare(one("right", first), controls)
    assert list(found) == ["claim", "side", "correct"]
    expected = sum(
        marked.count(marked.hits_of(None, question), "claim") for question in marked.WAYS["claim"]
    )
    assert found["claim"] == {"trained": [5], "neighbors": [expected, expected]}
    assert marked.in_words(found).startswith("Hits of 25. claim: trained [5]; neighbors [")


def test_different_hits_are_counted_once(text):
    first, second = marked.hits_of(None, "They have the right to vote.")[:2]
    questions = marked.WAYS["correct"]
    assert len(marked.different(lambda question: [first, second, first], questions)) == 2
    found = marked.proportions(one("right", first, second), {"neighbors": [None]}, "claim")
    ((few, every),) = found["neighbors"]
    assert found["trained"] == [(2, 2)] and 0 < few < every
    assert marked.proportions_in_words({"a": [(1, 2), (0, 3)]}) == "a: 1/2 0/3"


def test_the_five_questions_are_printed():
    first = marked.hits_of(None, "They have the right to vote.")[0]
    lines = marked.hits_in_words(one("right", first)).splitlines()
    assert [line.strip() for line in lines[1:6]] == list(marked.WAYS["correct"])
    assert lines[7].split()[0] == "claim"


def test_chance_is_the_proportion_of_the_marks():
    assert marked.by_chance()["claim"] == pytest.approx(5 * 27 / 63)
    assert marked.highest({"trained": [5], "a": [1, 3], "b": [2]}) == 3
