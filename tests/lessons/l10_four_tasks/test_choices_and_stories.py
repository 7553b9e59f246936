"""Generated questions are fair, five heads are asked what a story says, and repairs are judged."""

from collections import Counter
from random import Random

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn.functional import cross_entropy

from bertlab.datasets.generated.inference_pairs import LABELS
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l10_four_tasks import bugs, measure, one_encoder
from lessons.l10_four_tasks.choices import ChoiceQuestion
from lessons.l10_four_tasks.experiments import task_choices
from lessons.l10_four_tasks.one_encoder import OneEncoder, first_pieces, lay_out, losses
from lessons.l10_four_tasks.scene_words import CONTEXTS, USES
from lessons.l10_four_tasks.scenes import (
    by_overlap,
    by_position,
    proportion_right,
    scenes,
    words_of,
)
from lessons.l10_four_tasks.stories import (
    ENTAILED,
    EXCLUDED,
    KINDS,
    OPEN,
    TAGS,
    Story,
    story,
)

SIZES = {"train": 60, "validation": 12, "test": 24}


@pytest.fixture(scope="module")
def tokenizer():
    return WordPieceTokenizer.from_folder("minilm")


def threes(questions):
    return [questions[first : first + 3] for first in range(0, len(questions), 3)]


@pytest.mark.parametrize("name", CONTEXTS)
def test_each_ending_is_right_once(name):
    for part in scenes(name, **SIZES).questions:
        for three in threes(part):
            assert len({question.endings for question in three}) == 1
            assert sorted(question.answer for question in three) == [0, 1, 2]


def test_three_contexts_have_the_same_words_where_order_decides():
    for part in scenes("three things", **SIZES).questions:
        for three in threes(part):
            assert len({tuple(sorted(words_of(q.context))) for q in three}) == 1
            assert len({q.context for q in three}) == 3


def test_contexts_of_one_thing_differ_in_the_thing():
    for three in threes(scenes("one thing", **SIZES).questions.test):
        first, *others = (Counter(words_of(question.context)) for question in three)
        assert [(first - other).total() for other in others] == [1, 1]


@pytest.mark.parametrize("name", CONTEXTS)
def test_counting_words_is_right_in_a_third(name):
    asked = scenes(name, **SIZES).questions.test
    chosen = [by_overlap(question) for question in asked]
    assert proportion_right(chosen, asked) == pytest.approx(1 / 3)


def test_the_test_has_new_things_in_its_second_half_and_no_known_wording():
    drawn = scenes("one thing", **SIZES)
    new = {thing for use in USES.values() for thing in use.new}
    for question, is_new in zip(drawn.questions.test, drawn.test_is_new, strict=True):
        assert bool(new & set(words_of(question.context))) == is_new
    for part in (drawn.questions.train, drawn.questions.validation):
        assert not any(new & set(words_of(question.context)) for question in part)


def test_no_ending_and_no_wording_names_a_thing():
    things = {thing for use in USES.values() for thing in use.known + use.new}
    assert len(things) == 6 * len(USES)
    texts = [ending for use in USES.values() for ending in use.endings]
    texts += [text for contexts in CONTEXTS.values() for part in contexts for text in part]
    assert not any(things & set(words_of(text)) for text in texts)
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("two things", SIZES),
        ("one thing", {**SIZES, "train": 4}),
        ("one thing", {**SIZES, "test": 3}),
    ],
)
def test_what_cannot_be_drawn_is_refused(name, sizes):
    with pytest.raises(ValueError, match="expected"):
        scenes(name, **sizes)


@pytest.mark.parametrize("part", ["train", "validation", "test"])
def test_a_story_agrees_with_itself(part):
    generator, use_of = Random(0), {t: n for n, u in USES.items() for t in u.known + u.new}
    for _ in range(60):
        one = story(part, generator)
        words, tags = words_of(one.text), [TAGS[tag] for tag in one.tags]
        assert len(words) == len(tags) and tags.count("B-PER") == tags.count("B-HAS") == 1
        has = words[tags.index("B-HAS")]
        assert KINDS[one.kind] == use_of[has]
        assert any(ending in one.endings[one.right] for ending in USES[use_of[has]].endings)
        named = words_of(one.hypothesis)[-1]
        if one.label == EXCLUDED:
            assert tags[words.index(named)] == "B-NOT"
        else:
            assert (named == has) == (LABELS[one.label] == "entailment")
        if one.answer is not None:
            assert one.answer.lower() in words


def test_answers_are_laid_out_where_they_stand(tokenizer):
    generator = Random(1)
    many = [story("test", generator) for _ in range(20)]
    asked = lay_out(many, tokenizer)
    B = len(many)
    for number, one in enumerate(many):
        row = asked.input_ids[2 * B + number].tolist()
        first, last = asked.spans[number].tolist()
        if one.answer is None:
            assert (first, last) == (0, 0)
        else:
            assert row[first : last + 1] == tokenizer.text_ids(one.answer)
        places = [first for first, _ in first_pieces(one.text, tokenizer)]
        assert asked.tags[number, places].tolist() == list(one.tags)
        assert (asked.tags[number] >= 0).sum() == len(places)
        ending = asked.input_ids[3 * B + 3 * number + one.right]
        wanted = tokenizer.encode(one.text, one.endings[one.right]).input_ids
        assert ending[: len(wanted)].tolist() == wanted


def test_each_head_has_a_loss_and_answers(tokenizer):
    torch.manual_seed(0)
    model = OneEncoder(BertModel.from_pretrained("minilm")).eval()
    asked = lay_out([story("train", Random(2)) for _ in range(2)], tokenizer)
    with torch.no_grad():
        found = losses(model, asked)
    assert found.keys() == {"sentence", "pair", "tags", "span", "choice"}
    assert all(torch.isfinite(loss) and loss > 0 for loss in found.values())
    answers = measure.answers_of(
        model, tokenizer, "Ann kept the pen.", "Ann has it.", "Who?", ["Ann ate.", "Ann sang."]
    )
    assert answers.words == ["ann", "kept", "the", "pen"] and len(answers.tags) == 4
    assert answers.ending.split(" (")[0] in ("Ann ate.", "Ann sang.")
    assert answers.span in "Ann kept the pen."


def test_the_best_places_end_after_their_start():
    logits = torch.zeros(8, 2)
    logits[5, 0], logits[3, 1] = 9, 9  # the start after the end
    logits[4, 0], logits[5, 1] = 5, 5
    assert measure.best_places(logits, 3, 4) == (5, 5)
    logits[0] = 20
    assert measure.best_places(logits, 3, 4) == (0, 0)


def test_rows_of_choices_have_controls_first():
    models = [{"known things": 0.9, "new things": 0.8}, {"known things": 0.7, "new things": 0.6}]
    cosines = {"known things": [0.5], "new things": [0.4]}
    rows = measure.choice_rows({"models": models}, cosines)
    assert rows == {
        "cosine, known things": [0.5],
        "cosine, new things": [0.4],
        "trained, known things": [0.9, 0.7],
        "trained, new things": [0.8, 0.6],
    }


def test_a_rule_of_places_takes_the_thing_named_first():
    def told(text, label, hypothesis, question, answer, marks):
        tags = tuple(TAGS.index(marks.get(word, "O")) for word in words_of(text))
        endings = (
            "Anna was no longer thirsty.",
            "Anna tuned it and hit a wrong note.",
            "Anna slept.",
        )
        return Story(
            text, KINDS.index("music"), hypothesis, label, tags, question, answer, endings, 1
        )

    marks = {"anna": "B-PER", "cello": "B-HAS", "tea": "B-NOT", "van": "B-NOT"}
    first = told(
        "Anna kept the cello and gave away the tea and the van.", EXCLUDED, "Anna has the tea.",
        "What does Anna have?", "cello", marks,
    )  # fmt: skip
    assert set(measure.by_rule([first]).values()) == {1.0}
    others = first._replace(hypothesis="Anna has the cello.", label=ENTAILED)
    others = others._replace(question="Who has the van?", answer=None)
    assert set(measure.by_rule([others]).values()) == {1.0}
    absent = first._replace(hypothesis="Anna has the pen.", label=OPEN)
    absent = absent._replace(question="Who has the cello?", answer="Anna")
    assert set(measure.by_rule([absent, first]).values()) == {1.0}
    last = told(
        "The tea and the van were sold already, so Anna got the cello.", ENTAILED,
        "Anna has the cello.", "What does Anna have?", "cello", marks,
    )  # fmt: skip
    assert set(measure.by_rule([last]).values()) == {0.0}


def test_cosines_are_counted_for_known_and_new_things(tokenizer):
    drawn = scenes("one thing", train=3, validation=3, test=12)
    bert = BertModel.from_pretrained("minilm")
    found = measure.by_cosine(drawn, bert, tokenizer)
    every = proportion_right(task_choices.by_cosine(drawn.questions.test), drawn.questions.test)
    assert np.mean([found["known things"], found["new things"]]) == pytest.approx(every)


def test_places_are_no_way_to_the_right_ending():
    texts = {"Anna kept the cello and gave away the tea and the van.": (0, 2)}
    texts["The tea and the van were sold already, so Anna got the cello."] = (1, 0)
    endings = (
        "Anna tuned it and hit a wrong note.",
        "Anna was no longer thirsty.",
        "Anna was soon stuck in traffic.",
    )
    asked = [ChoiceQuestion(text, endings, 0) for text in texts]
    for question, (first, last) in zip(asked, texts.values(), strict=True):
        assert (by_position(question, 0), by_position(question, -1)) == (first, last)
    half = {"the thing named first": [0.5], "the thing named last": [0.5]}
    assert measure.by_places(asked) == half


@pytest.mark.parametrize("part", ["train", "validation", "test"])
def test_a_story_tells_its_wording(part):
    generator = Random(3)
    wordings = {text for kinds in CONTEXTS.values() for text in getattr(kinds, part)}
    found = {measure.wording_of(story(part, generator).text, part) for _ in range(200)}
    assert found == wordings


def test_a_text_of_another_part_has_no_wording():
    with pytest.raises(ValueError, match="expected a story of test"):
        measure.wording_of("Anna borrowed the cello.", "test")


def test_tags_are_counted_for_each_wording(tokenizer):
    generator = Random(0)
    stories = [story("validation", generator) for _ in range(8)]

    class Told(nn.Module):
        def forward(self, task, ids, types, mask):
            logits = torch.zeros(*ids.shape, len(TAGS))
            for row, one in zip(logits, stories, strict=True):
                places = first_pieces(one.text, tokenizer)
                for (first, _), tag in zip(places, one.tags, strict=True):
                    row[first, tag] = 1.0
            return logits

    class AlwaysO(nn.Module):
        def forward(self, task, ids, types, mask):
            return torch.eye(len(TAGS))[0].expand(*ids.shape, len(TAGS))

    said = one_encoder.said_tags(Told(), tokenizer, stories)
    assert one_encoder.failures(stories, said) == []
    right = measure.tags_by_wording(stories, said, "validation")
    assert set(right) == {measure.wording_of(one.text, "validation") for one in stories}
    assert set(right.values()) == {1.0}
    said = one_encoder.said_tags(AlwaysO(), tokenizer, stories)
    wrong = measure.tags_by_wording(stories, said, "validation")
    assert set(wrong.values()) == {0.0}
    failed = one_encoder.failures(stories, said)
    assert len(failed) == len(stories) and set(failed[0].said) == {"O"}
    marked = {word for one in failed for word in one.wrong()}
    assert marked == {
        word
        for one in stories
        for word, tag in zip(words_of(one.text), one.tags, strict=True)
        if tag
    }


def test_confidence_stands_beside_what_is_right(tokenizer):
    stories = [story("validation", Random(n)) for n in range(6)]

    class Sure(nn.Module):
        def forward(self, task, ids, types, mask):
            assert task == "sentence"
            return torch.log(torch.tensor([[0.5, 0.3, *[0.2 / 10] * 10]])).expand(len(ids), -1)

    sure, right = one_encoder.kind_confidence(Sure(), tokenizer, stories)
    assert sure == pytest.approx(0.5)
    assert right == pytest.approx(np.mean([one.kind == 0 for one in stories]))


def test_gains_are_above_a_baseline():
    found = {"baselines": {"a": 0.25}, "models": [{"test": 0.75}, {"test": 0.5}]}
    assert measure.gains(found, "a") == [0.5, 0.25]


def over_questions(logits, answers):
    return -logits.softmax(dim=0)[torch.arange(len(answers)), answers].log().mean()


@pytest.mark.parametrize(
    ("loss", "verdict"),
    [
        (cross_entropy, "Mended."),
        (over_questions, "Not yet"),
        (lambda logits, answers: torch.tensor(0.0257), "Not yet"),
    ],
)
def test_a_loss_is_mended_if_endings_compete(loss, verdict, capsys):
    bugs.examine_loss(loss)
    assert capsys.readouterr().out.splitlines()[-1].startswith(verdict)


FAIR = [f"The plant in the kitchen is a {word}." for word in ("rose", "thing", "tree")]


@pytest.mark.parametrize(
    ("premises", "verdict"),
    [
        (FAIR, "Fair"),
        (FAIR[:2], "Not yet"),
        ([*FAIR[:2], "The plant in the kitchen is a flower."], "Not yet"),
        ([*FAIR[:2], "A plant is in the red kitchen."], "Not yet"),
    ],
)
def test_premises_are_fair_if_they_differ_in_meaning_alone(premises, verdict, capsys):
    bugs.examine_premises("The plant in the kitchen is a flower.", premises)
    assert capsys.readouterr().out.splitlines()[-1].startswith(verdict)
