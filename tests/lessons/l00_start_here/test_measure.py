"""What lesson 00 measures: by hand on small vectors, and on sentences that places do not betray."""

import re
from pathlib import Path

import pytest
import torch

from bertlab.model import BertModel
from bertlab.pretraining.readout import from_change
from bertlab.text import WordPieceTokenizer
from lessons.l00_start_here import measure, spread

SECOND = torch.tensor([False, False, True, True])
SENSES = measure.read_senses()


@pytest.fixture(scope="module")
def minilm():
    return BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")


def test_two_directions_for_two_meanings_are_told_apart():
    vectors = torch.tensor([[1.0, 0.0], [3.0, 0.1], [0.0, 1.0], [0.1, 2.0]])
    assert measure.told_apart(vectors, SECOND) == 1
    assert measure.told_apart(vectors[[0, 2, 1, 3]], SECOND) < 0.5


def test_equal_directions_are_a_coin():
    vectors = torch.tensor([[1.0, 2.0], [2.0, 4.0], [0.5, 1.0], [3.0, 6.0]])
    assert measure.told_apart(vectors, SECOND) == 0.5


def test_pairs_are_counted_once_each():
    # On a circle, at 0, 20, 36 and 72 degrees: same meaning 20 and 36 apart, other 36, 72, 16, 52.
    angles = torch.deg2rad(torch.tensor([0.0, 20.0, 36.0, 72.0]))
    vectors = torch.stack([angles.cos(), angles.sin()], dim=1)
    # 20 is nearer than 36, 72 and 52; 36 ties with 36 and is nearer than 72 and 52.
    assert measure.told_apart(vectors, SECOND) == pytest.approx((3 + 2.5) / 8)


def test_there_are_six_words_and_76_sentences():
    assert len(SENSES) == 6
    assert sum(len(senses.sentences) for senses in SENSES.values()) == 76


@pytest.mark.parametrize("word", SENSES)
def test_the_sentences_are_as_their_file_says(word):
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    sentences, is_second = SENSES[word]
    assert is_second.sum() == (~is_second).sum()
    assert len(set(sentences)) == len(sentences)
    lengths, places = [], []
    for sentence in sentences:
        ids = tokenizer.encode(sentence).input_ids
        assert ids.count(tokenizer.ids[word]) == 1
        assert tokenizer.ids["the"] in ids and ids[-2] == tokenizer.ids["."]
        lengths.append(len(ids))
        places.append(ids.index(tokenizer.ids[word]))
    for values, most in ((lengths, 0.5), (places, 2)):
        numbers = torch.tensor(values, dtype=torch.float32)
        assert (numbers[is_second].mean() - numbers[~is_second].mean()).abs() <= most


def test_vectors_are_those_of_the_piece(minilm):
    sentences = ["The bank lent him money.", "We sat on the bank."]
    vectors = measure.vectors_of(*minilm, sentences, "bank")
    assert vectors.shape == (7, 2, 384)
    model, tokenizer = minilm
    with torch.no_grad():
        states = model.inspect(*tokenizer.batch(sentences[1:])).hidden_states
    torch.testing.assert_close(vectors[4, 1], states[4][0, 5], atol=1e-5, rtol=0)


def test_a_sentence_without_the_piece_is_named(minilm):
    with pytest.raises(ValueError, match=r"expected 'bank' in every sentence, got 'We sat\.'"):
        measure.vectors_of(*minilm, ["The bank.", "We sat."], "bank")


def test_controls_are_measured_on_the_same_sentences(minilm):
    found = measure.controls(*minilm, {"bank": SENSES["bank"]})
    assert list(found) == ["word", "the", "."]
    assert all(values.shape == (1, 7) for values in found.values())
    own = measure.vectors_of(*minilm, SENSES["bank"].sentences, "the")[3]
    assert found["the"][0, 3] == pytest.approx(
        measure.told_apart(own, SENSES["bank"].is_second), abs=1e-6
    )


def test_the_standard_error_leaves_out_one_sentence_at_a_time(minilm):
    senses = {"bank": SENSES["bank"]}
    found = spread.covariance(*minilm, senses).diag().sqrt()
    sentences, is_second = SENSES["bank"]
    leads = []
    for out in range(len(sentences)):
        lines = sentences[:out] + sentences[out + 1 :]
        kept = measure.Senses(lines, torch.cat([is_second[:out], is_second[out + 1 :]]))
        own = measure.controls(*minilm, {"bank": kept})
        leads.append(lead_of(own)[3].item())
    by_hand = (15 / 16 * sum((lead - sum(leads) / 16) ** 2 for lead in leads)) ** 0.5
    assert found.shape == (7,) and found[3].item() == pytest.approx(by_hand, abs=1e-4)


def test_the_word_is_masked_and_nothing_else():
    hidden = measure.masked({"bank": measure.Senses(["Bank on the bank of banks."], SECOND[:1])})
    assert hidden["bank"].sentences == ["[MASK] on the [MASK] of banks."]
    for word, (sentences, is_second) in measure.masked(SENSES).items():
        assert all(line.count("[MASK]") == 1 for line in sentences)
        back = [line.replace("[MASK]", word).lower() for line in sentences]
        assert back == [line.lower() for line in SENSES[word].sentences]
        assert torch.equal(is_second, SENSES[word].is_second)


def test_a_curve_is_of_the_word_or_of_a_token(minilm):
    senses = {"bank": SENSES["bank"]}
    found = measure.controls(*minilm, senses)
    assert torch.equal(measure.curves(*minilm, senses), found["word"])
    assert torch.equal(measure.curves(*minilm, senses, "."), found["."])


def seal():
    """Return the sentences of the lesson's last measurement, as its cell has them."""
    source = Path(measure.__file__).with_name("lesson.py").read_text(encoding="utf-8")
    (cell,) = [cell for cell in source.split("# %%") if 'word = "seal"' in cell]
    found = [re.findall(r'^    "(.+)",$', part, re.M) for part in cell.split("second = [")]
    assert [len(part) for part in found] == [4, 4]
    return found


def lead_of(own):
    return own["word"][0] - torch.maximum(own["the"], own["."])[0]


def test_what_the_lesson_says_of_seal(minilm):
    lead = lead_of(measure.own_word(*minilm, "seal", *seal()))
    assert set(lead.topk(2).indices.tolist()) == {3, 4}
    assert lead[3:5].min() > lead[[0, 1, 2, 5, 6]].max() + 0.02
    assert lead[6] < -0.03
    own = measure.own_word(from_change("minilm-words").bert, minilm[1], "seal", *seal())
    assert abs(own["."][0, 6] - 0.5) < 0.1 and abs(own["the"][0, 6] - 0.5) < 0.1


def test_the_first_gap_is_filled():
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    lines = ["The [MASK] was full of soldiers.", "Paris is the capital of [MASK], a [MASK]."]
    filled = measure.fill_gaps(from_change("minilm-words"), tokenizer, lines)
    assert list(filled) == lines and all(len(found) == 3 for found in filled.values())
    assert filled[lines[0]][0].piece == "army"
    assert filled[lines[0]][0].probability > filled[lines[0]][1].probability


def test_the_ends_have_one_beginning():
    assert {line.split("] was ")[0] for line in measure.ENDS} == {"The [MASK"}
    assert measure.SOLDIERS.startswith("The [MASK] was ")


def test_the_lead_of_the_first_meaning_is_a_difference_of_means(minilm):
    senses = measure.Senses(["The bank lent money.", "The bank of the river."], SECOND[1:3])
    sentence = "The bank has money."
    vectors = measure.vectors_of(*minilm, [sentence, *senses.sentences], "bank")[6]
    first, second = torch.cosine_similarity(vectors[:1], vectors[1:])
    found = measure.lead_of_first(*minilm, "bank", sentence, senses)
    assert found == pytest.approx((first - second).item(), abs=1e-5)
    assert found > 0


@pytest.mark.parametrize(
    ("sentence", "is_money"),
    [
        ("The bank lent her some money.", {3: True, 6: True}),
        ("Her house is on the bank of the river.", {3: False, 6: False}),
        ("The boat was sold to the bank.", {3: True, 6: False}),  # the one of the hint
    ],
)
def test_examples_are_where_the_lesson_says(minilm, sentence, is_money):
    for layer, expected in is_money.items():
        found = measure.lead_of_first(*minilm, "bank", sentence, SENSES["bank"], layer=layer)
        assert abs(found) > 0.01 and (found > 0) == expected


def test_a_word_of_ones_own_is_measured_as_the_six(minilm):
    senses = SENSES["bank"]
    own = measure.own_word(*minilm, "bank", senses.sentences[:8], senses.sentences[8:])
    found = measure.controls(*minilm, {"bank": senses})
    assert all(torch.equal(own[name], found[name]) for name in found)


@pytest.mark.parametrize("word", ["Bank", "zyzzyva"])
def test_a_word_that_is_no_token_is_named(minilm, word):
    with pytest.raises(ValueError, match="one token"):
        measure.own_word(*minilm, word, [], [])


def test_one_sentence_is_too_few(minilm):
    with pytest.raises(ValueError, match="got 1 and 2"):
        measure.own_word(*minilm, "bank", ["The bank."], ["The bank.", "A bank by the sea."])
