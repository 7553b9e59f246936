"""What the references give: worked by hand, or what bertlab and seqeval give."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.functional import cross_entropy

from bertlab.finetuning.entities import entity_scores
from bertlab.finetuning.spans import SpanPrediction, best_spans
from bertlab.finetuning.tagging import IGNORED, TAGS, TaggedWords, TaggingData
from bertlab.model.tasks import SpanOutput
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l10_four_tasks import exercises
from lessons.l10_four_tasks.answer_scores import answer_f1, decide, exact_match
from tests.exercise_checks import loaded
from tests.parity.test_entities import CASES, tags_of

tasks = loaded(exercises)

PIECES = ["ang", "##ela", "mer", "##kel", "visited", "par", "##is", "with", "bo", ".", ","]


@pytest.mark.parametrize("max_length", [5, 9, 20])
def test_the_librarys_labels_are_those_of_the_exercise(max_length):
    """A word that is a control character has no piece, and the longest input is cut."""
    tokenizer = WordPieceTokenizer([*SPECIALS, *PIECES])
    texts = [
        TaggedWords(
            ("Angela", "\x00", "Merkel", "visited", "Paris", "."),
            ("B-PER", "O", "I-PER", "O", "B-LOC", "O"),
        ),
        TaggedWords(("Bo", ",", "Paris"), ("B-PER", "O", "B-ORG")),
    ]
    data = TaggingData(texts, tokenizer, max_length)
    batch = data.batch([0, 1])
    T = batch.input_ids.shape[1]
    for text, row in zip(texts, batch.labels.tolist(), strict=True):
        words = [n for n, word in enumerate(text.words) for _ in tokenizer.text_ids(word)]
        words = [None, *words[: max_length - 2], *[None] * T][:T]
        assert tasks.word_tags_to_pieces.reference(words, text.tags, TAGS) == row


def test_the_labels_by_hand():
    """[CLS] ang ##ela visited par ##is [SEP] [PAD]"""
    words = [None, 0, 0, 1, 2, 2, None, None]
    found = tasks.word_tags_to_pieces.reference(words, ["B-PER", "O", "B-LOC"], TAGS)
    x = IGNORED
    assert found == [x, 1, x, 0, 3, x, x, x]


def test_cross_entropy_passes_over_what_is_ignored_and_refuses_minus_1():
    logits = torch.tensor([[2.0, 0.0], [0.0, 5.0]])
    one = cross_entropy(logits[:1], torch.tensor([0]))
    assert cross_entropy(logits, torch.tensor([0, -100])) == one
    with pytest.raises(IndexError, match="Target -1 is out of bounds"):
        cross_entropy(logits, torch.tensor([0, -1]))


def test_the_f1_of_names_by_hand():
    """Found are 3 names, of the 2 to be found the first: F1 is 2 * 1 / (2 + 3)."""
    expected = [["B-PER", "I-PER", "O", "B-LOC"]]
    predicted = [["I-PER", "I-PER", "B-LOC", "I-ORG"]]
    assert tasks.entity_f1.reference(expected, predicted) == 0.4
    assert tasks.entity_f1.reference(expected, [["O"] * 4]) == 0
    assert tasks.entity_f1.reference([["O"]], [["O"]]) == 0


sentence_pairs = st.lists(
    st.lists(st.tuples(st.sampled_from(TAGS), st.sampled_from(TAGS)), min_size=1, max_size=8),
    min_size=1,
    max_size=5,
).map(lambda rows: tuple([[pair[i] for pair in row] for row in rows] for i in (0, 1)))


@given(sentence_pairs)
def test_names_are_counted_as_in_the_library(pair):
    value = tasks.entity_f1.reference(*pair)
    if any(tag != "O" for sentences in pair for tags in sentences for tag in tags):
        assert value == pytest.approx(entity_scores(*pair)["all"].f1)
    else:
        assert value == 0


def test_names_are_counted_as_in_seqeval():
    for case in CASES:
        score = tasks.entity_f1.reference(*tags_of(case))
        assert score == pytest.approx(case["scores"]["all"][2])


def library_span(start, end, passage, max_pieces, threshold):
    found = best_spans(SpanOutput(start[None], end[None]), passage[None].long(), max_pieces)
    margin = (start[0] + end[0] - found.score[0]).item()
    if decide([SpanPrediction("an answer", margin)], threshold) == [""]:
        return 0, 0
    return int(found.start[0]), int(found.end[0])


@given(st.integers(0, 10**6), st.integers(1, 6), st.sampled_from([-3.0, 0.0, 2.0]))
def test_any_span_is_that_of_the_library(seed, max_pieces, threshold):
    generator = torch.Generator().manual_seed(seed)
    start, end = 3 * torch.randn(2, 13, generator=generator, dtype=torch.float64)
    passage = torch.arange(13) > 4
    arguments = start, end, passage, max_pieces, threshold
    assert tasks.best_span.reference(*arguments) == library_span(*arguments)


def test_the_span_by_hand():
    """The best start is place 4, the best end place 3; together they are no span."""
    start = torch.tensor([1.0, 9.0, 0.0, 3.0, 4.0, 0.0])
    end = torch.tensor([1.0, 9.0, 0.0, 5.0, 2.0, 3.0])
    passage = torch.tensor([False, False, False, True, True, True])
    find = tasks.best_span.reference
    assert find(start, end, passage, 3, 0.0) == (3, 3)
    end[3] = 0.0
    assert find(start, end, passage, 3, 0.0) == (4, 5)
    assert find(start, end, passage, 1, 0.0) == (4, 4)
    assert find(start, end, passage, 3, -5.0) == (4, 5)  # 2 > 7 - 5 is not so
    assert find(start, end, passage, 3, -5.5) == (0, 0)


texts = st.lists(
    st.sampled_from(
        ["The", "the", "a", "An", "Bern", "bern", "bern,", "1,500", "(old)", "of", "-"]
    ),
    max_size=6,
).map(" ".join)


@given(texts, st.lists(texts, min_size=1, max_size=3))
def test_words_are_counted_as_in_the_official_script(predicted, answers):
    value = tasks.squad_f1.reference(predicted, answers)
    assert value == max(answer_f1(answer, predicted) for answer in answers)
    assert value >= max(exact_match(answer, predicted) for answer in answers)


@pytest.mark.parametrize(
    ("predicted", "answers", "expected"),
    [
        ("The Eiffel Tower in Paris", ["Eiffel Tower"], 2 * 2 / (2 + 4)),
        ("tower", ["the tower", "Eiffel Tower"], 1.0),
        ("", [""], 1.0),
        ("the", [""], 1.0),  # nothing is left of it
        ("", ["Bern"], 0.0),
        ("Bern Bern", ["Bern"], 2 / 3),
    ],
)
def test_the_f1_of_answers_by_hand(predicted, answers, expected):
    assert tasks.squad_f1.reference(predicted, answers) == pytest.approx(expected)
