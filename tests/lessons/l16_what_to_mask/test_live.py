"""What the path computes beside the student's code, in small."""

from random import Random

import numpy as np
import pytest
import torch

from bertlab.datasets import peoples_daily
from bertlab.probing.news import tokenizer
from lessons.l16_what_to_mask import halves, live, masking, tables
from lessons.l16_what_to_mask.exercises.cloze_score.reference import cloze_score
from lessons.l16_what_to_mask.exercises.hide_spans.reference import hide_spans
from lessons.l16_what_to_mask.exercises.show_similar.reference import show_similar
from lessons.l16_what_to_mask.exercises.word_spans.reference import word_spans


def mask_all(ids, words, random):
    return [tokenizer().mask_id] * len(ids), list(range(len(ids)))


def mask_none(ids, words, random):
    return list(ids), [0]


@pytest.fixture
def language():
    return halves.language("Chinese")


def test_a_half_in_sight_decides(language):
    word = halves.HalfWord(language.tokenizer.text_ids("我国的经济发展很快。"), 3)
    answer = word.ids[4]
    one, both = (halves.probabilities(language, [word], hidden)[0] for hidden in (False, True))
    assert one.argmax() == answer
    assert both[answer] < 0.05 < 0.5 < one[answer]


def test_halves_and_the_list():
    words = halves.english(word_spans, number=3)
    pieces = words.language.tokenizer.vocabulary
    assert all(pieces[ids[start + 1]].startswith("##") for ids, start in words.words)
    first, second = (pieces[i] for i in words.words[0].ids[words.words[0].start :][:2])
    found = halves.listed(words, {first: second})
    assert found[0]
    assert halves.listed(words, {}).sum() == 0
    assert halves.among_known(words._replace(counts={(first, second): 1}))[0]
    assert halves.among_known(words._replace(counts={})).sum() == 0
    assert halves.second_guesses(words, both=True).dtype == np.bool_


def test_the_line_that_is_shown_word_by_word_is_one_of_the_newspaper():
    assert tuple(tables.LINE) == peoples_daily().test[1243].words


def test_texts_of_the_news_and_their_words():
    text = live.news("validation", 3)
    assert 0 < len(text.ids) <= live.LONGEST
    assert all(a[1] <= b[0] for a, b in zip(text.words, text.words[1:], strict=False))
    assert text.words[-1][1] <= len(text.ids)


def test_a_batch_keeps_what_stood_there_and_where_it_is_asked():
    texts = [live.news("validation", index) for index in (0, 1, 2)]
    shown, ids, chosen = live.batch(mask_all, texts, "key")
    assert shown.shape == ids.shape == chosen.shape == (3, 2 + max(len(t.ids) for t in texts))
    assert chosen.sum(dim=1).tolist() == [len(text.ids) for text in texts]
    assert bool((shown[chosen] == tokenizer().mask_id).all())
    assert not bool(chosen[ids == tokenizer().cls_id].any())
    assert torch.equal(ids, live.batch(mask_none, texts, "key").ids)


def test_batches_show_the_same_texts_to_all_masks():
    first, second = (
        next(iter(live.batches(mask, 1, size=2))).ids for mask in (mask_all, mask_none)
    )
    assert torch.equal(first, second)


def test_corruptions_have_their_proportions():
    ids = masking.random_ids(4000, Random(1))
    shown = masking.corrupted(ids, range(len(ids)), Random(2))
    hidden = sum(one == tokenizer().mask_id for one in shown) / len(ids)
    kept = sum(one == other for one, other in zip(shown, ids, strict=True)) / len(ids)
    assert abs(hidden - 0.8) < 0.02
    assert abs(kept - 0.1) < 0.02


def test_similar_words_have_the_length_of_those_they_stand_for():
    assert all(len(word) == len(other) for word, other in masking.similar().items())
    assert [len(masking.random_word(length, Random(0))) for length in (1, 2, 30)] == [1, 2, 30]
    text = live.news("validation", 0)
    shown, positions = masking.similar_words(hide_spans, show_similar)(*text, Random(0))
    assert len(shown) == len(text.ids)
    assert len(positions) <= masking.number_to_hide(text.ids)
    assert tokenizer().mask_id not in shown


def test_what_is_guessed_is_counted_where_it_cannot_be_copied(language):
    assert live.cloze(language.model, mask_none, cloze_score, number=4, size=2) == (0, 0)
    right, asked = live.cloze(language.model, mask_all, cloze_score, number=4, size=2)
    assert 0 <= right < asked


def test_names_are_marked_with_their_sounds_and_what_was_typed_is_escaped():
    page = tables.marked_names(tuple("<江泽民龘"), ("O", "B-PER", "I-PER", "I-PER", "I-PER"))
    assert "&lt;" in page
    assert "<江" not in page
    assert "person: jiang ze min ?" in page
