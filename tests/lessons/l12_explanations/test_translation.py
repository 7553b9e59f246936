"""Numbers in words, the translator, its record, and what its explanations promise."""

import json

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bertlab.datasets.fetching.releases import data_folder
from bertlab.inspection.shapley import coalitions
from lessons.l12_explanations import translation
from lessons.l12_explanations.experiments import number_translator
from lessons.l12_explanations.number_words import LIMIT, english, french, splits
from lessons.l12_explanations.translation import (
    MASK,
    PAD,
    PLACES,
    WORDS,
    Translator,
    decode,
    encode,
    explain_translation,
    small_network,
    split_words,
)
from workbook.records import recorded, run_slice

# Written down from a grammar, in the spelling of 1990.
KNOWN = {
    0: ("zero", "zéro"),
    17: ("seventeen", "dix-sept"),
    21: ("twenty-one", "vingt-et-un"),
    70: ("seventy", "soixante-dix"),
    71: ("seventy-one", "soixante-et-onze"),
    80: ("eighty", "quatre-vingts"),
    81: ("eighty-one", "quatre-vingt-un"),
    91: ("ninety-one", "quatre-vingt-onze"),
    99: ("ninety-nine", "quatre-vingt-dix-neuf"),
    100: ("one hundred", "cent"),
    200: ("two hundred", "deux-cents"),
    201: ("two hundred and one", "deux-cent-un"),
    1000: ("one thousand", "mille"),
    1180: ("one thousand one hundred and eighty", "mille-cent-quatre-vingts"),
    2071: ("two thousand and seventy-one", "deux-mille-soixante-et-onze"),
    7300: ("seven thousand three hundred", "sept-mille-trois-cents"),
}


@pytest.fixture(scope="module")
def toy():
    torch.manual_seed(3)
    network = small_network(hidden_size=16, num_layers=1, num_heads=2)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.3 * torch.randn(parameter.shape))
    return Translator(network)


@pytest.fixture(scope="module")
def trained():
    return Translator.from_pretrained()


# --- numbers in words -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", KNOWN)
def test_numbers_by_hand(number):
    assert (english(number), french(number)) == KNOWN[number]


def test_all_numbers_differ_and_are_in_the_vocabulary():
    for write in (english, french):
        texts = [write(number) for number in range(LIMIT)]
        assert len(set(texts)) == LIMIT
        assert {word for text in texts for word in split_words(text)} <= set(WORDS)


@pytest.mark.parametrize("write", [english, french])
@pytest.mark.parametrize("number", [-1, LIMIT])
def test_numbers_out_of_range(write, number):
    with pytest.raises(ValueError, match=rf"in \[0, {LIMIT}\), got {number}"):
        write(number)


def test_splits_share_nothing_and_leave_no_word_unseen():
    parts = splits()
    assert sorted(sum(parts, ())) == list(range(LIMIT))
    for write in (english, french):
        seen = {word for number in parts.train for word in split_words(write(number))}
        assert {word for n in parts.test for word in split_words(write(n))} <= seen


def test_the_card_has_the_sizes_of_the_splits():
    card = (data_folder() / "README.md").read_text(encoding="utf-8")
    rows = card[card.index("| number pairs |") :].split("\n\n")[0].splitlines()[2:]
    stated = {row.split("|")[1].strip(): row.replace(",", "").split("|")[2:5] for row in rows}
    lengths = [
        [[len(split_words(write(n))) for n in part] for part in splits()]
        for write in (english, french)
    ]
    assert [int(cell) for cell in stated["numbers"]] == [len(part) for part in splits()]
    for name, parts in zip(("English", "French"), lengths, strict=True):
        longest, mean = stated[f"{name} words of the longest"], stated[f"mean {name} words"]
        assert [int(cell) for cell in longest] == [max(part) for part in parts]
        assert [float(cell) for cell in mean] == [round(np.mean(part), 2) for part in parts]


@pytest.mark.parametrize("sizes", [(99, 10), (200, 0), (9000, 1000)])
def test_splits_that_make_no_sense(sizes):
    with pytest.raises(ValueError, match=f"got {sizes[0]} and {sizes[1]}"):
        splits(*sizes)


# --- the translator -------------------------------------------------------------------------------


@given(st.lists(st.integers(0, LIMIT - 1), min_size=1, max_size=4))
def test_what_is_encoded_is_decoded(numbers):
    texts = [french(number) for number in numbers]
    assert [decode(row) for row in encode(texts).tolist()] == texts


@pytest.mark.parametrize("text", ["", "  ", "twelve apples", "one " * 30])
def test_texts_that_are_no_numbers(text, toy):
    with pytest.raises(ValueError, match="expected 1 to 23 words for numbers, got"):
        toy.translate([text])


def test_a_batch_translates_as_each_text_alone(toy):
    texts = [english(number) for number in (3, 9999, 271, 40)]
    alone = [toy.translate([text])[0] for text in texts]
    assert toy.translate(texts) == alone == toy.translate(texts, batch_size=3)
    assert len(set(alone)) > 1


def test_the_decoder_agrees_with_that_of_transformers(trained):
    texts = [english(number) for number in (7, 80, 271, 9999)]
    ids = encode(texts)
    rows = trained.network.generate(
        ids, attention_mask=(ids != PAD).long(), num_beams=1, do_sample=False, max_length=24
    )
    assert [decode(row) for row in rows[:, 1:].tolist()] == trained.translate(texts)


def test_log_probabilities_are_those_of_the_network(toy):
    text, written = "seventy-one", "soixante-et-onze"
    present = torch.tensor([[True, True], [False, True]])
    found = toy.log_probabilities(text, written, present)
    places = [PLACES[word] for word in ("soixante", "et", "onze")]
    for row, shown in zip(found, (["seventy", "one"], ["<mask>", "one"]), strict=True):
        source = torch.tensor([[*(PLACES[word] for word in shown), PLACES["</s>"]]])
        for number, place in enumerate(places):
            given_words = torch.tensor([[PAD, *places[:number]]])
            with torch.no_grad():
                logits = toy.network(source, decoder_input_ids=given_words).logits[0, -1]
            assert row[number].item() == pytest.approx(logits.log_softmax(0)[place].item(), 1e-4)
    assert PLACES["<mask>"] == MASK


def test_groups_of_another_size(toy):
    with pytest.raises(ValueError, match="groups of 2 words, got groups of 3"):
        toy.log_probabilities("seventy-one", "onze", torch.ones(1, 3, dtype=torch.bool))


def test_what_is_saved_is_loaded(toy, tmp_path):
    toy.save(tmp_path)
    again = Translator.from_pretrained(tmp_path)
    present = coalitions(2)
    before, after = (t.log_probabilities("forty-two", "deux", present) for t in (toy, again))
    assert (before - after).abs().max() < 0.02  # half precision
    assert (before - before.mean()).abs().max() > 0.1
    config = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    (tmp_path / "config.json").write_text(json.dumps({**config, "words": config["words"][1:]}))
    with pytest.raises(ValueError, match=f"expected the {len(WORDS)} words"):
        Translator.from_pretrained(tmp_path)


# --- explanations ---------------------------------------------------------------------------------


def test_values_of_each_french_word_sum_up(toy, monkeypatch):
    for number in (4, 71, 2071):
        monkeypatch.setattr(Translator, "translate", lambda self, _, n=number: [french(n)])
        found = explain_translation(toy, english(number))
        assert found.words == tuple(split_words(english(number)))
        gap = found.values.sum(axis=1) - (found.prediction - found.base)
        assert np.abs(gap).max() < 1e-9


def test_an_empty_translation_has_no_values(toy, monkeypatch):
    monkeypatch.setattr(Translator, "translate", lambda self, texts: [""])
    with pytest.raises(ValueError, match="got an empty one of 'seventy-one'"):
        explain_translation(toy, "seventy-one")


def test_two_words_by_hand(toy, monkeypatch):
    """With two words: the mean of coming first and coming last."""
    monkeypatch.setattr(Translator, "translate", lambda self, texts: ["soixante-et-onze"])
    found = explain_translation(toy, "seventy-one")
    groups = torch.tensor([[False, False], [True, False], [False, True], [True, True]])
    none, first, second, both = toy.log_probabilities("seventy-one", "soixante-et-onze", groups)
    expected = torch.stack([(first - none + both - second) / 2, (second - none + both - first) / 2])
    np.testing.assert_allclose(found.values, expected.T.numpy(), atol=1e-9)
    assert np.abs(found.values).max() > 0.01


# --- the record -----------------------------------------------------------------------------------


def test_the_record_is_of_this_configuration():
    record = recorded("number_translator")
    assert record["configuration"] == number_translator.CONFIGURATION
    assert run_slice("number_translator").keys() == record["results"].keys()


def test_held_out_numbers_are_scored_again(trained):
    numbers = splits().test
    results = recorded("number_translator")["results"]
    scored = number_translator.exact_matches(trained, numbers)
    assert scored == pytest.approx(results["test"], abs=2e-3)
    parameters = sum(p.numel() for p in trained.network.parameters())
    assert parameters == results["parameters"]


def test_hidden_words_are_hidden_in_their_share_of_the_examples():
    configuration = {**number_translator.CONFIGURATION, "training": {"batch_size": 4000}}
    batch = number_translator.draw_batch(splits().train, 0, configuration)
    words = (batch.source > MASK) | (batch.source == MASK)
    share = (batch.source == MASK).sum() / words.sum()
    assert share.item() == pytest.approx(0.25, abs=0.02)  # half of the examples, half of the words
    assert (batch.source == PLACES["</s>"]).sum(dim=1).eq(1).all()
    again = number_translator.draw_batch(splits().train, 0, configuration)
    assert torch.equal(batch.source, again.source)
    other = number_translator.draw_batch(splits().train, 1, configuration)
    assert batch.source.shape != other.source.shape or not torch.equal(batch.source, other.source)


def test_the_checkpoint_is_small():
    file = number_translator.FOLDER / "model.safetensors"
    assert file.stat().st_size < 3_000_000
    assert translation.LONGEST > max(len(split_words(french(n))) for n in range(LIMIT))
