"""What the lesson on fine-tuning measures; its answers to a reader of files."""

import pytest
import torch

from bertlab.datasets import RatedText
from bertlab.finetuning.own_texts import OwnTexts
from bertlab.finetuning.sentiment import movie_classifier
from bertlab.text import WordPieceTokenizer
from lessons.l09_finetuning import bugs, measure

FRIENDLY, HOSTILE = "A warm and clever film that stays with you.", "A tedious, dull mess."


@pytest.fixture(scope="module")
def reader():
    return movie_classifier(), WordPieceTokenizer.from_folder("minilm")


def test_percent():
    assert measure.percent([0.75]) == "75.0%"
    assert measure.percent([0.8, 0.9]) == "85.0 ± 7.1%"


def test_readings_are_those_of_the_texts_that_begin_so(reader):
    reviews = [RatedText(HOSTILE, -2.0, 0, ""), RatedText(FRIENDLY, 2.0, 1, "")]
    (found,) = measure.readings(["A warm"], reviews, {"warm": 0.5, "dull": -1.0}, *reader)
    assert found[:3] == (FRIENDLY, 1, 0.5)
    assert found.model > 0.9


def test_the_table_marks_who_is_wrong(reader, capsys):
    model, tokenizer = reader
    mine = OwnTexts([FRIENDLY, HOSTILE], [0, 0], ("negative", "positive"))
    measure.print_table(mine, {"tuned": model}, {"dull": -1.0, "warm": 0.5}, tokenizer)
    head, first, second, sums, _ = capsys.readouterr().out.splitlines()
    assert "tuned" in head
    assert first.count("*") == 2 and FRIENDLY in first
    assert "*" not in second and "-1.0" in second
    assert sums == "right, of 2: tuned 1, word list 1"


def test_a_gain_is_paired_by_text_and_seed():
    right, base = torch.tensor([[1.0, 1, 0, 1], [1, 1, 1, 1]]), torch.tensor([[1.0, 0, 0, 1]])
    found = measure.gain(right, base, draws=500)
    assert found.seeds == [25.0, 50.0]
    assert 0 <= found.low < 37.5 < found.high <= 100
    same = measure.gain(base, base, draws=10)
    assert (same.seeds, same.low, same.high) == ([0.0], 0.0, 0.0)


def test_a_higher_level_makes_an_interval_wider():
    right, base = torch.tensor([[1.0, 1, 0, 1] * 10]), torch.tensor([[1.0, 0, 1, 1] * 10])
    usual, wide = (measure.gain(right, base, level=level) for level in (95.0, 99.6))
    assert wide.low < usual.low < 0 < usual.high < wide.high


def test_a_text_is_right_if_its_class_has_the_largest_logit():
    logits = torch.tensor([[[1.0, 2.0], [3.0, 0.0]]])
    assert measure.is_right(logits, [1, 1]).tolist() == [[1.0, 0.0]]


def test_changes_are_sorted_and_agree_with_the_record():
    from bertlab.datasets import movie_reviews
    from bertlab.finetuning.sentiment import sample
    from workbook.records import recorded

    found = measure.changes([one.label for one in sample(movie_reviews().validation, None)])
    means = [sum(change.seeds) for change in found.values()]
    assert len(found) == 13 and means == sorted(means, reverse=True)
    runs = recorded("finetuning_knobs")["results"]["runs"]
    pairs = zip(runs["mean"]["validation"], runs["standard"]["validation"], strict=True)
    points = [100 * (one - other) for one, other in pairs]
    assert found["mean"].seeds == pytest.approx(points, abs=0.02)


class Right:
    def examples(self, lines, part):
        start = 1 if part == "test" else 0
        for number, line in enumerate(lines[start:]):
            text, label = (line[0], "0") if part == "test" else (line[1], line[0])
            yield bugs.InputExample(f"{part}-{number}", text, label)


def changed(change):
    """Return a processor whose list of examples is changed before it is handed on."""

    class Changed(Right):
        def examples(self, lines, part):
            return change(list(super().examples(lines, part)), part)

    return Changed


HEADING = bugs.InputExample("test-9", "text", "0")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Right, "right: all parts arrive"),
        (changed(lambda found, part: [] if part == "test" else found), "no test text arrives"),
        (changed(lambda found, part: None if part == "test" else found), "no test text arrives"),
        (changed(lambda found, part: found if part == "test" else []), "another part is empty"),
        (changed(lambda found, part: [HEADING, *found] if part == "test" else found), "heading"),
        (changed(lambda found, part: found * 2), "arrive twice"),
        (changed(lambda found, part: found[1:]), "are missing"),
        (changed(lambda found, part: [one._replace(text=one.label) for one in found]), "texts of"),
        (changed(lambda found, part: [one._replace(label="0") for one in found]), "Labels"),
        (changed(lambda found, part: [one._replace(guid="1") for one in found]), "one guid"),
    ],
)
def test_a_reader_of_files_is_told_its_mistake(kind, said, capsys):
    bugs.examine_processor(kind)
    first, _, _, *finding = capsys.readouterr().out.splitlines()
    assert first.startswith("train")
    assert said in " ".join(finding)


def friends_loop(model, batches, learning_rate):
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    for inputs, labels in batches:
        torch.nn.functional.cross_entropy(model(inputs), labels).backward()
        optimizer.zero_grad()
        optimizer.step()


def softmax_twice(model, batches, learning_rate):
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    for inputs, labels in batches:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(inputs).softmax(dim=1), labels).backward()
        optimizer.step()


def never_zeroed(model, batches, learning_rate):
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    for inputs, labels in batches:
        torch.nn.functional.cross_entropy(model(inputs), labels).backward()
        optimizer.step()


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (bugs.loop, "friends_loop: right"),
        (friends_loop, "where it began"),
        (never_zeroed, "and with a right loop"),
        (softmax_twice, "and with a right loop"),
    ],
)
def test_a_loop_is_told_its_mistake(function, said, capsys):
    bugs.examine_loop(function)
    assert said in " ".join(capsys.readouterr().out.split())


def test_without_pairs_an_interval_is_as_wide_as_two_sets_of_texts_make_it():
    right = torch.tensor([1.0, 1.0, 1.0, 0.0] * 200).double()
    low, high = measure.unpaired(right, right)
    error = 100 * (2 * 0.75 * 0.25 / 800) ** 0.5
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.1)
    assert measure.gain(right[None], right[None])[1:] == (0, 0)
