"""The recorded tasks: slices run, and scores come out of the predictions that were kept."""

import numpy as np
import pytest
from sklearn.metrics import accuracy_score

from bertlab.datasets.generated.inference_kinds import kind_pairs
from bertlab.datasets.generated.inference_pairs import LABELS
from bertlab.datasets.generated.passages import passage_questions
from bertlab.finetuning.spans import SpanPrediction
from bertlab.finetuning.tagging import TaggedWords
from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.trials import SETTINGS, STANDARD, Trial, english_characters
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l10_four_tasks.answer_scores import choose_threshold, decide
from lessons.l10_four_tasks.exercises.entity_f1.reference import entity_f1
from lessons.l10_four_tasks.experiments import (
    task_choices,
    task_four_heads,
    task_pairs,
    task_spans,
    task_tagging,
    two_way_lstm,
)
from lessons.l10_four_tasks.one_encoder import lay_out, proportions_right
from lessons.l10_four_tasks.scenes import KNOWN, NEW, scenes
from tests.bertlab.datasets.test_datasets_card import number, table
from tests.recomputed import assert_answers
from workbook.recorded_answers import recorded_logits, right_answers
from workbook.records import recorded


def test_shares_of_pairs_come_out_of_the_kept_logits():
    parts = kind_pairs(**task_pairs.CONFIGURATION["kinds"])
    record = recorded("task_pairs")["results"]
    assert task_pairs.baselines(parts) == pytest.approx(record["baselines"], abs=1e-9)
    labels = np.array([pair.label for pair in parts.test])
    groups = {
        "families": np.array([pair.family for pair in parts.test]),
        "labels": np.array([LABELS[label] for label in labels]),
    }
    kept = recorded_logits(task_pairs.KEPT, "kinds")
    for logits, entry in zip(kept, record["models"], strict=True):
        found = logits.argmax(dim=1).numpy()
        assert accuracy_score(labels, found) == pytest.approx(entry["test"], abs=1e-4)
        for by, of in groups.items():
            assert entry[by].keys() == set(of)
            for kind, share in entry[by].items():
                assert (found == labels)[of == kind].mean() == pytest.approx(share, abs=1e-4)


def test_a_pair_is_read_as_premise_and_hypothesis():
    part = kind_pairs(48, 48, 96).train
    data = task_pairs.as_data(part, 64)
    for encoded, pair in zip(data.encoded, part, strict=True):
        assert encoded == data.tokenizer.encode(pair.premise, pair.hypothesis)
    assert data.labels == [pair.label for pair in part]


@pytest.mark.parametrize("name", task_choices.SETS)
def test_proportions_of_choices_come_out_of_the_kept_logits(name):
    drawn = scenes(name, **task_choices.CONFIGURATION["questions"])
    record = recorded("task_choices")["results"][name]
    answers = np.array([question.answer for question in drawn.questions.test])
    new = np.array(drawn.test_is_new)
    for logits, entry in zip(
        recorded_logits(task_choices.KEPT, name), record["models"], strict=True
    ):
        right = logits.argmax(dim=1).numpy() == answers
        assert right.mean() == pytest.approx(entry["test"], abs=1e-4)
        assert right[~new].mean() == pytest.approx(entry[KNOWN], abs=1e-4)
        assert right[new].mean() == pytest.approx(entry[NEW], abs=1e-4)


@pytest.mark.nightly
@pytest.mark.parametrize("name", task_choices.SETS)
def test_counting_has_the_recorded_proportions_of_choices(name):
    record = recorded("task_choices")["results"][name]
    counted = task_choices.baselines(scenes(name, **task_choices.CONFIGURATION["questions"]))
    for control in task_choices.FAIR:
        assert counted[control] == record["baselines"][control] == pytest.approx(1 / 3, abs=1e-4)
    name = "cosine, not trained"
    assert counted[name] == pytest.approx(record["baselines"][name], abs=0.01)


def test_scores_of_four_heads_come_out_of_the_stored_weights():
    count = task_four_heads.CONFIGURATION["test"]
    asked = lay_out(task_four_heads.drawn("test", count), WordPieceTokenizer.from_folder("minilm"))
    found = proportions_right(task_four_heads.stored_model(), asked)
    assert found == pytest.approx(recorded("task_four_heads")["results"]["test"], abs=0.01)


@pytest.fixture(scope="module")
def news():
    lines = {**task_tagging.CONFIGURATION["lines"], "train": 1, "validation": 1}
    return task_tagging.news({**task_tagging.CONFIGURATION, "lines": lines})["test"]


@pytest.mark.parametrize("way", ["fine-tuned", *task_tagging.CONFIGURATION["features"]])
def test_scores_of_names_come_out_of_the_kept_tags(way, news):
    record = recorded("task_tagging")["results"]["ways"][way]["test"]
    expected = [list(text.tags) for text in news]
    kept = task_tagging.kept_tags(task_tagging.KEPT, way, news)
    for tags, entry in zip(kept, record, strict=True):
        score = entity_f1(expected, [list(one) for one in tags])
        assert score == pytest.approx(entry["all"]["f1"], abs=1e-4)
        assert task_tagging.rounded(expected, tags) == entry


def test_counting_tags_reads_no_context():
    texts = [
        TaggedWords(("a", "b", "a"), ("B-PER", "O", "B-PER")),
        TaggedWords(("a", "b"), ("O", "B-LOC")),
        TaggedWords(("b",), ("B-LOC",)),
    ]
    new = [TaggedWords(("b", "c", "a"), ("O", "O", "O"))]
    assert task_tagging.most_frequent_tags(texts, new) == [("B-LOC", "O", "B-PER")]


def test_lines_of_a_smaller_sample_are_among_those_of_a_larger():
    sizes = ({"train": 3, "validation": 1, "test": 1}, {"train": 5, "validation": 1, "test": 2})
    few, more = (
        task_tagging.news({**task_tagging.CONFIGURATION, "lines": lines}) for lines in sizes
    )
    assert more["train"][: len(few["train"])] == few["train"]
    parts = [{text.words for text in more[part]} for part in task_tagging.PARTS]
    assert not parts[0] & parts[1] | parts[0] & parts[2] | parts[1] & parts[2]


def test_scores_of_answers_come_out_of_the_kept_ones():
    questions = passage_questions(**task_spans.CONFIGURATION["questions"])
    right = task_spans.gold(questions.test)
    record = recorded("task_spans")["results"]
    assert task_spans.baselines(questions) == record["baselines"]
    kept, chosen_on = (
        task_spans.kept_answers(task_spans.KEPT, questions, part) for part in ("test", "validation")
    )
    for predictions, others, entry in zip(kept, chosen_on, record["models"], strict=True):
        found = task_spans.both_scores(right, predictions, entry["threshold"])
        assert found == {name: entry[name] for name in found}
        answers = decide(predictions, entry["threshold"])
        exact = np.mean([a == b for a, b in zip(right, answers, strict=True)])
        assert exact == pytest.approx(entry["test"]["exact"], abs=0.02)  # but for case and articles
        wanted = task_spans.gold(questions.validation)
        assert choose_threshold(wanted, others) == entry["threshold"]


def test_kept_answers_come_back(tmp_path):
    questions = passage_questions(4, 8, 4)
    runs = {
        part: [
            [
                SpanPrediction(question.passage[place : place + 7], place / 8 - seed)
                for place, question in enumerate(getattr(questions, part))
            ]
            for seed in range(2)
        ]
        for part in ("validation", "test")
    }
    path = tmp_path / "kept.safetensors"
    task_spans.keep_answers(path, questions, runs)
    for part, seeds in runs.items():
        assert task_spans.kept_answers(path, questions, part) == seeds


def test_the_lstm_has_the_size_and_the_updates_of_the_ablation():
    size = recorded("two_way_lstm")["results"]["parameters"]
    beside = recorded("ablation")["results"]["runs"]["left to right"]["parameters"]
    assert abs(size / beside - 1) < 0.03
    ours, theirs = two_way_lstm.CONFIGURATION, SETTINGS
    for name in ("seeds", "max_length", "held_out", "log_every"):
        assert ours[name] == theirs[name]
    changed = {**ours["training"], "learning_rate": theirs["training"]["learning_rate"]}
    assert changed == theirs["training"]


@pytest.fixture(scope="module")
def trials():
    configuration = {**two_way_lstm.CONFIGURATION, "documents": 12}
    texts, tokenizer = corpus("wiki"), english_characters()
    kind = {**STANDARD, "objective": "next token", "documents": 12}
    return (
        two_way_lstm.TwoWayTrial(configuration, texts, tokenizer, 1),
        Trial(SETTINGS, kind, texts, tokenizer, 1),
    )


def test_the_lstm_reads_the_same_batches_and_is_asked_the_same(trials):
    ours, theirs = trials
    names = theirs.train_data.order(2, 8)
    assert ours.train_data.order(2, 8) == names
    batches = (trial.train_data.batch(names) for trial in trials)
    assert all(a.equal(b) for a, b in zip(*batches, strict=True))
    asked = [right_answers(trial.held_out, 40) for trial in trials]
    assert asked[0].equal(asked[1])


@pytest.mark.parametrize("way", ["forward", "backward", "joined"])
def test_scores_of_the_lstm_come_out_of_the_kept_answers(way, trials):
    targets = right_answers(trials[0].held_out, two_way_lstm.CONFIGURATION["held_out"])
    found = {"curves": recorded("two_way_lstm")["results"]["curves"][way]}
    assert_answers(found, two_way_lstm.KEPT, way, targets)


def test_the_card_says_what_a_reader_of_the_passage_alone_reaches():
    parts = passage_questions()
    stated = [
        number(cell[:-1]) / 100
        for cell in table("who answers without reading | F1 on test")[
            "the sentence with most words in common"
        ]
    ]
    best = task_spans.baselines(parts)["the sentence with most words in common"]["f1"]
    assert stated == [pytest.approx(best, abs=0.0006)]
