"""Generated passages: answers stand where they should, rivals beside them, and guessing fails."""

import re

import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from bertlab.datasets.generated.passages import (
    GROUPS,
    LINKS,
    PARTS,
    PER_PASSAGE,
    QUESTIONS,
    Answer,
    Question,
    check_question,
    guess_by_overlap,
    guess_by_type,
    passage_questions,
)

TEXT = "Anna moved to Rome. Ben moved to Oslo."


@pytest.fixture(scope="module")
def data():
    return passage_questions()


def right(questions, guesses):
    """In which proportion of questions a guess is the answer; "" is none."""
    answers = [one.answer.text if one.answer else "" for one in questions]
    return sum(map(str.__eq__, answers, guesses)) / len(questions)


def sentences(passage):
    return re.split(r"(?<=\.) ", passage)


def test_sizes_and_shares(data):
    assert [len(part) for part in data] == [4000, 600, 600]
    for part in data:
        proportion = sum(one.answer is None for one in part) / len(part)
        assert proportion == pytest.approx(0.3, abs=1e-3)
        kinds = [one.kind for one in part]
        assert all(0.15 < kinds.count(kind) / len(part) < 0.4 for kind in set(kinds))
        assert set(kinds) == {"who", "where", "when", "number"}
        assert all(80 <= len(one.passage.split()) <= 150 for one in part)
        assert len({one.passage for one in part}) == len(part) / PER_PASSAGE


def test_the_same_seed_gives_the_same_data(data):
    assert passage_questions(40, 8, 8, seed=3) == passage_questions.__wrapped__(40, 8, 8, seed=3)
    assert passage_questions(40, 8, 8, seed=3) != passage_questions(40, 8, 8, seed=4)
    first = data.test[0]
    assert first.question == "What is the name of the one who painted boats in Rome?"
    assert first.passage.startswith(
        "Clara Parker, Oscar Berg, Victor Stone and Otto Cook are friend"
    )


def test_answers_stand_where_they_should(data):
    for one in [*data.train, *data.validation, *data.test]:
        check_question(one)
        assert one.answer is None or one.answer.text in one.candidates
        assert all(candidate in one.passage for candidate in one.candidates)
        assert len(set(one.candidates)) == len(one.candidates) >= 4
        assert "  " not in one.passage
        assert not re.search(r"[{}]", one.passage + one.question)


LINK = re.compile("|".join(map(re.escape, LINKS)))
SHAPES = [
    (
        event,
        re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[A-Z\\d][\\w ]+?)", re.escape(statement)), re.I),
    )
    for events in GROUPS.values()
    for event in events
    for statement in event.statements
]


def told(passage):
    """Read a passage again: for each sentence its two events with their details."""
    return [
        [
            (event, match.groupdict())
            for part in LINK.split(sentence.rstrip("."))
            for event, shape in SHAPES
            if (match := shape.fullmatch(part))
        ]
        for sentence in sentences(passage)[1:-1]
    ]


def asks(question, part, event, details):
    """Return the kind that a question asks of an event, naming one of the details, or nothing."""
    words = {name: value for name, value in event._asdict().items() if name != "statements"}
    for name, wordings in QUESTIONS[part].items():
        kind, _, by = name.partition(" by ")
        known = {by or "who": details.get(by or "who", "")}
        if question in [wording.format(**words, **known) for wording in wordings]:
            return kind
    return ""


@pytest.mark.parametrize("part", PARTS)
def test_a_reader_finds_the_answer_and_no_other(data, part):
    """A second way, by regular expressions: what is asked has one answer, or none where it says.

    If it has none, it names an event and a detail of the other event of one and the same sentence.
    """
    for one in getattr(data, part)[:100]:
        read = told(one.passage)
        assert [len(pair) for pair in read] == [2] * 6
        found = [
            details[kind]
            for pair in read
            for event, details in pair
            if (kind := asks(one.question, part, event, details))
        ]
        crossed = [
            asks(one.question, part, event, details)
            for first, second in read
            for event, details in ((first[0], second[1]), (second[0], first[1]))
        ]
        assert found == ([one.answer.text] if one.answer else [])
        assert sorted(crossed)[-1] == ("" if one.answer else one.kind)


def test_every_answer_has_rivals_of_its_type_in_its_sentence(data):
    for one in data.train[:1000]:
        if one.answer:
            (sentence,) = (
                text
                for text in sentences(one.passage)[1:-1]
                if one.passage.index(text) <= one.answer.start < one.passage.index(text) + len(text)
            )
            assert one.passage[one.answer.start :].startswith(one.answer.text)
            assert sum(candidate in sentence for candidate in one.candidates) == 2


def test_no_wording_stands_in_two_parts(data):
    wordings = [{text for texts in QUESTIONS[part].values() for text in texts} for part in PARTS]
    assert not wordings[0] & wordings[1]
    assert not wordings[0] & wordings[2]
    assert not wordings[1] & wordings[2]
    asked = [{one.question for one in part} for part in data]
    assert not asked[0] & asked[1] | asked[0] & asked[2] | asked[1] & asked[2]
    passages = [{one.passage for one in part} for part in data]
    assert not passages[0] & passages[1] | passages[0] & passages[2] | passages[1] & passages[2]


@pytest.mark.parametrize("part", ["validation", "test"])
def test_guessing_fails(data, part):
    """By the type of the answer, and by the words in common; giving no answer reaches 30%."""
    questions = getattr(data, part)
    answered = [one for one in questions if one.answer]
    by_type = guess_by_type(questions)
    assert right(questions, by_type) < 0.15
    assert right(answered, guess_by_type(answered)) < 0.2
    assert "" not in by_type
    assert right(questions, guess_by_overlap(questions)) < 0.4
    assert right(questions, [""] * len(questions)) == pytest.approx(0.3)


def hints(one):
    """How many words a question shares with its passage and with the sentence it shares most."""
    asked = set(re.findall(r"\w+", one.question.lower()))
    shared = [len(asked & set(re.findall(r"\w+", text.lower()))) for text in sentences(one.passage)]
    everywhere = asked & set(re.findall(r"\w+", one.passage.lower()))
    return [len(asked), max(shared), sorted(shared)[-2], len(everywhere), *map(int, by_kind(one))]


def by_kind(one):
    return (one.kind == kind for kind in ("who", "where", "when"))


def test_words_do_not_tell_whether_there_is_an_answer(data):
    """Neither the question by itself nor counts of common words: areas under the curve near 0.5."""
    labels = [[one.answer is None for one in part] for part in (data.train, data.test)]
    words = TfidfVectorizer(ngram_range=(1, 2))
    features = (
        words.fit_transform([one.question for one in data.train]),
        words.transform([one.question for one in data.test]),
    )
    counts = ([hints(one) for one in data.train], [hints(one) for one in data.test])
    for seen, unseen in (features, counts):
        model = LogisticRegression(max_iter=2000).fit(seen, labels[0])
        area = roc_auc_score(labels[1], model.predict_proba(unseen)[:, 1])
        assert 0.4 < area < 0.6


@pytest.mark.parametrize(("groups", "longest"), [(1, 75), (2, 115)])
def test_shorter_passages(groups, longest):
    """Fewer events, and everything else as in long passages."""
    short = passage_questions(400, 80, 200, groups=groups)
    for part, questions in zip(PARTS, short, strict=True):
        for one in questions:
            check_question(one)
            assert len(one.passage.split()) <= longest
            read = told(one.passage)
            assert [len(pair) for pair in read] == [2] * (2 * groups)
            found = [
                details[kind]
                for pair in read
                for event, details in pair
                if (kind := asks(one.question, part, event, details))
            ]
            assert found == ([one.answer.text] if one.answer else [])
            assert len(one.candidates) >= 4
    assert right(short.test, guess_by_type(short.test)) < 0.25
    assert right(short.test, guess_by_overlap(short.test)) < 0.45


def test_sizes_that_are_refused():
    with pytest.raises(ValueError, match="expected at least 1 question in test, got 0"):
        passage_questions(4, 4, 0)
    for groups in (0, 4):
        with pytest.raises(ValueError, match=f"expected 1 to 3 groups of events, got {groups}"):
            passage_questions(4, 4, 4, groups=groups)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (Question("", "Who?", None), "expected a passage, got ''"),
        (Question(" \n", "Who?", None), r"expected a passage, got ' \\n'"),
        (Question(TEXT, "", None), "expected a question, got ''"),
        (
            Question(TEXT, "Who?", Answer("", 3)),
            "the 38 characters of its passage, got '' from 3 t",
        ),
        (Question(TEXT, "Who?", Answer("Anna", -4)), "got 'Anna' from -4 to 0"),
        (Question(TEXT, "Who?", Answer("Oslo.", 34)), "38 characters .* got 'Oslo.' from 34 to 39"),
        (
            Question(TEXT, "Where?", Answer("Rome", 13)),
            "expected the answer 'Rome' at character 13 of the passage, got ' Rom'",
        ),
    ],
)
def test_answers_that_do_not_fit(question, message):
    with pytest.raises(ValueError, match=message):
        check_question(question)
    check_question(Question(TEXT, "Where?", Answer("Rome", 14)))
    check_question(Question(TEXT, "Where?", Answer("Oslo.", 33)))
