"""The tiny language: what is held out, and that only the right side tells what was opened."""

from lessons.l08_pretraining.stories import (
    NAMES,
    THINGS,
    Judged,
    judged,
    of_the_language,
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
