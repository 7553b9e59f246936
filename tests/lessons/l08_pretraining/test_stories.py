"""The tiny language: what is held out, and that only the right side tells what was opened."""

import pytest

from lessons.l08_pretraining.exercises.sentence_pair.reference import sentence_pair
from lessons.l08_pretraining.stories import (
    NAMES,
    THINGS,
    Judged,
    examine_rule,
    judged,
    of_the_language,
    rule_right,
    stories,
)


def test_each_thing_is_held_out_twice_and_no_sentence_is_read():
    told = stories()
    assert len(told.train) == 32 and sorted(gap.word for gap in told.gaps) == sorted(2 * [*THINGS])
    read = {story[0] for story in told.train}
    whole = {gap.text.replace("[MASK]", gap.word) for gap in told.gaps}
    assert not read & whole and read | whole == of_the_language()


def test_every_word_is_a_piece():
    told = stories()
    assert len(told.tokenizer.vocabulary) == 45
    for story in told.documents():
        assert told.tokenizer.unk_id not in [piece for sentence in story for piece in sentence]


def test_the_left_side_fits_every_thing():
    told = stories()
    lefts = {gap.cut() for gap in told.gaps}
    assert lefts <= {f"{name} opened the [MASK]" for name in NAMES}


def test_written_sentences_are_judged():
    told = stories()
    new = told.gaps[0].text.replace("[MASK]", told.gaps[0].word)
    lines = [new, told.train[0][0], told.train[0][0], "he street the door and went in."]
    decode = told.tokenizer.decode
    assert judged([decode(told.tokenizer.text_ids(line)) for line in lines], told) == Judged(3, 1)


def test_counting_sentences_is_right_in_three_of_four_pairs():
    told = stories()
    assert rule_right(lambda first, second: second.count(".") == 1, sentence_pair, told) == 0.75
    assert rule_right(lambda first, second: True, sentence_pair, told) == 0.5


def test_who_knows_the_stories_is_stopped_by_strangers_that_are_the_next_sentence():
    told = stories()
    vocabulary = told.tokenizer.vocabulary
    knows = [[[vocabulary[i] for i in text] for text in story] for story in told.documents()]
    found = rule_right(lambda first, second: [first, second] in knows, sentence_pair, told)
    assert found == pytest.approx(1 - 7 / 31 / 4)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (lambda first, second: second.count(".") == 1, "rule: right: more than 70%"),
        (lambda first, second: len(second) < 7, "rule: right: more than 70%"),
        (lambda first, second: True, "rule: not yet. Count something else"),
        (lambda first, second: second.count(".") != 1, "rule: not yet. It is wrong nearly always"),
    ],
)
def test_rules_are_examined(rule, said, capsys):
    examine_rule(rule, sentence_pair, stories())
    assert said in capsys.readouterr().out
