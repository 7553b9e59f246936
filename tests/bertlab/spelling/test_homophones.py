"""Characters that sound alike, and sentences in which some were taken for others."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bertlab.datasets import Pronunciation
from bertlab.spelling.homophones import IGNORED, Homophones, SpellingData
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

# 他 她 它 ta; 是 市 事 shi; 长 chang zhang, 张 zhang; 好 hao alone; 在 zai; 再 zai, never in the texts
SOUNDS = {"他": "ta", "她": "ta", "它": "ta", "是": "shi", "市": "shi", "事": "shi", "长": "zhang"}
SOUNDS |= {"张": "zhang", "好": "hao", "在": "zai", "再": "zai", "常": "chang"}
WORDS = [("长江", "chang jiang"), ("长城", "chang cheng"), ("是好", "ti hao")]
TEXTS = ["他他他她是是是是市市事", "长张好在常"]


@pytest.fixture(scope="module")
def tokenizer() -> WordPieceTokenizer:
    return WordPieceTokenizer([*SPECIALS, *SOUNDS, "。"])


@pytest.fixture(scope="module")
def homophones(tokenizer) -> Homophones:
    entries = [Pronunciation(text, tuple(said.split())) for text, said in SOUNDS.items()]
    entries += [Pronunciation(text, tuple(said.split())) for text, said in WORDS]
    return Homophones(entries, tokenizer, TEXTS)


def names(homophones, tokenizer, character: str) -> str:
    found = homophones.of(tokenizer.ids[character])
    return "".join(tokenizer.vocabulary[i] for i in found)


def test_homophones_share_a_syllable_and_occur(homophones, tokenizer):
    assert names(homophones, tokenizer, "她") == "他"  # 它 is never written
    assert names(homophones, tokenizer, "它") == "他她"  # the most frequent first
    assert names(homophones, tokenizer, "市") == "是事"
    assert names(homophones, tokenizer, "在") == ""  # 再 is never written
    assert names(homophones, tokenizer, "再") == "在"
    assert names(homophones, tokenizer, "好") == ""
    assert set(names(homophones, tokenizer, "长")) == {"张", "常"}  # two words say chang


def test_a_reading_of_one_word_alone_does_not_count(tokenizer):
    entries = [Pronunciation("他", ("ta",)), Pronunciation("她", ("ta",))]
    once = [*entries, Pronunciation("是好", ("ta", "hao"))]
    twice = [*once, Pronunciation("是市", ("ta", "shi"))]
    assert names(Homophones(once, tokenizer, TEXTS), tokenizer, "是") == ""
    assert names(Homophones(twice, tokenizer, TEXTS), tokenizer, "是") == "他她"


def test_a_vocabulary_without_homophones_is_refused(tokenizer):
    with pytest.raises(ValueError, match="sound alike among 18 pieces, got none"):
        Homophones([Pronunciation("他", ("ta",))], tokenizer, TEXTS)


def test_choices_are_the_homophones_and_the_character(homophones):
    choices = homophones.choices()
    assert choices.dtype == torch.bool and bool(choices.diagonal().all())
    for piece in range(len(choices)):
        assert set(torch.nonzero(choices[piece]).flatten().tolist()) == {
            piece,
            *homophones.of(piece).tolist(),
        }


@given(st.text("他她是市事好在。", min_size=1, max_size=40), st.integers(0, 1000), st.booleans())
def test_a_tenth_becomes_homophones_and_the_rest_stays(
    homophones, tokenizer, text, seed, by_frequency
):
    ids = tokenizer.text_ids(text)
    can = [i for i in ids if homophones.has_any[i]]
    generator = np.random.default_rng(seed)
    if not can:
        with pytest.raises(ValueError, match=f"homophone among {len(ids)}, got none"):
            homophones.spoil(ids, generator, by_frequency)
        return
    spoiled = homophones.spoil(ids, generator, by_frequency)
    wrong = [(old, new) for old, new in zip(ids, spoiled, strict=True) if old != new]
    assert len(wrong) == max(1, round(0.1 * len(can)))
    assert all(homophones.alike[old, new] and homophones.frequency[new] > 0 for old, new in wrong)
    again = homophones.spoil(ids, np.random.default_rng(seed), by_frequency)
    assert again == spoiled and ids == tokenizer.text_ids(text)


def test_frequent_homophones_are_drawn_as_often_as_the_texts_have_them(homophones, tokenizer):
    piece, generator = tokenizer.ids["它"], np.random.default_rng(0)
    drawn = [homophones.spoil([piece], generator)[0] for _ in range(4000)]
    assert np.mean([i == tokenizer.ids["他"] for i in drawn]) == pytest.approx(3 / 4, abs=0.03)
    alike = [homophones.spoil([piece], generator, by_frequency=False)[0] for _ in range(4000)]
    assert np.mean([i == tokenizer.ids["他"] for i in alike]) == pytest.approx(1 / 2, abs=0.03)


def test_half_of_the_sentences_are_wrong_and_a_seed_repeats_them(homophones, tokenizer):
    texts = ["他是她。", "市事是他", "好他", "她她她她她"] * 5
    data = SpellingData(texts, homophones, tokenizer, seed=3)
    wrong = [shown != right for shown, right in zip(data.shown, data.right, strict=True)]
    assert sum(wrong) == len(texts) // 2
    again = SpellingData(texts, homophones, tokenizer, seed=3)
    assert again.shown == data.shown and len(data) == len(texts)
    assert SpellingData(texts, homophones, tokenizer, seed=4).shown != data.shown


def test_batches_are_padded_and_ignore_what_is_no_character(homophones, tokenizer):
    data = SpellingData(["他是她。", "好他", "市"], homophones, tokenizer, seed=0)
    batch = data.batch([1, 0])
    assert batch.input_ids.shape == batch.right_ids.shape == (2, 6)
    assert batch.attention_mask.tolist() == [[1, 1, 1, 1, 0, 0], [1] * 6]
    ignored = (batch.right_ids == IGNORED).tolist()
    assert ignored == [[True, False, False, True, True, True], [True, *[False] * 4, True]]
    assert batch.right_ids[1, 1:5].tolist() == data.right[0]
    assert batch.input_ids[1, 1:5].tolist() == data.shown[0]
    wrong = [[o != n for o, n in zip(data.right[i], data.shown[i], strict=True)] for i in (1, 0)]
    assert batch.is_wrong.bool()[0, 1:3].tolist() == wrong[0]
    assert batch.is_wrong.bool()[1, 1:5].tolist() == wrong[1]
    assert float(batch.is_wrong[:, 0].sum()) == 0 and batch.to("cpu")[0].equal(batch.input_ids)


def test_no_sentences_and_sentences_without_homophones_are_refused(homophones, tokenizer):
    with pytest.raises(ValueError, match="at least one sentence"):
        SpellingData([], homophones, tokenizer, seed=0)
    with pytest.raises(ValueError, match="a character with a homophone among 1"):
        SpellingData(["好", "好"], homophones, tokenizer, seed=0)
