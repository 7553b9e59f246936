"""Characters that sound alike, and sentences in which some were taken for others."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bertlab.datasets import Pronunciation
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l16_what_to_mask.spelling.homophones import Homophones

# 好 is alone with its syllable, 它 and 再 are not in the texts, and 长 is chang in two words.
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
