"""The uses of *right* are marked one by one, and a search is judged by its hits."""

import pytest

from bertlab.before.elmo import published
from bertlab.before.ngrams import wiki_sentences
from lessons.l04_elmo import marked, senses


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
    hits = marked.hits_of(network, marked.OURS["claim"])
    assert marked.count(hits, "claim") == 5 and marked.count(hits, "side") == 0
    cosines = [cosine for cosine, _, _ in hits]
    assert cosines == sorted(cosines, reverse=True) and all(
        text[at] == "right" for _, text, at in hits
    )


@pytest.mark.parametrize(
    ("question", "sense", "words"),
    [
        (..., "correct", "not filled in yet"),
        ("He was wrong.", "correct", "exactly once"),
        (["right"], "correct", "exactly once"),
        ("He was right.", "law", "one of claim, side, correct"),
        ("He was right.", ..., "one of claim, side, correct"),
    ],
)
def test_a_question_that_cannot_be_searched(capsys, question, sense, words):
    marked.examine(question, sense, one("right"), {})
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("sense", "words"),
    [
        ("claim", "a neighbor is enough"),
        ("correct", "the reader has learned something"),
        ("side", "a neighbor is enough"),
    ],
)
def test_our_questions_are_judged(capsys, sense, words):
    network, random_one = published().network_, senses.untrained(8000, seeds=[0])[0]
    search = lambda question, word, count: marked.hits_of(network, question)  # noqa: E731
    controls = {"random weights": [random_one], "neighbors": [None]}
    marked.examine(marked.OURS[sense], sense, search, controls)
    out = capsys.readouterr().out
    assert f"{sense}, hits of 5" in out and "by chance" in out
    if sense != "side":
        assert words in out


def test_the_neighbors_search_without_a_network():
    hits = marked.hits_of(None, marked.OURS["claim"])
    assert marked.count(hits, "claim") == 5
    assert all(text[at] == "right" for _, text, at in hits)


def test_seven_questions_are_compared(text):
    first = marked.hits_of(None, marked.OURS["claim"])[0]
    found = marked.compare(one("right", first), {"neighbors": [None]})
    assert [question.split(":")[0] for question in found] == ["claim", "side", *["correct"] * 5]
    assert found["claim: They have the right to vote."] == {"trained": [1], "neighbors": [5]}


def test_the_recount_leaves_out_what_one_may_doubt(text):
    places = [(text[number], at) for number, at in marked.uses(text)]
    marks = zip(marked.MARKS, places, strict=True)
    hits = [(0.9, words, at) for mark, (words, at) in marks if mark == "c"]
    doubtful = [hit for hit in hits if hit[1][hit[2] - 1] in marked.DOUBTFUL]
    assert len(hits) == 9 and len(doubtful) == 2
    lines = marked.recount(one("right", *hits), {"neighbors": [None]}).splitlines()
    assert len(lines) == 7 and lines[2] == "  7 : 1  He was right."
    assert lines[4] == "  7 : 3  It is not right." and max(map(len, lines)) <= 38


def test_chance_is_the_proportion_of_the_marks():
    assert marked.by_chance()["claim"] == pytest.approx(5 * 27 / 63)
    assert marked.highest({"trained": [5], "a": [1, 3], "b": [2]}) == 3


def test_verdicts():
    assert "did not find" in marked.verdict(3, 0)
    assert "without that neighbor" in marked.verdict(5, 4)
    assert marked.verdict(4, 3) == ""
