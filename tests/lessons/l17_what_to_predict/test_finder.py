"""A generator and its detector on one sentence; the folder they are kept in."""

import json

import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

from bertlab.model.detection import BertForTokenDetection
from bertlab.model.tasks import BertForMaskedLM
from lessons.l17_what_to_predict.finder import Finder
from tests.toy_pretraining import tiny_config, toy_tokenizer

TEXT = " ".join(f"w{number}" for number in range(12))


@pytest.fixture
def finder():
    with torch.random.fork_rng():
        torch.manual_seed(1)
        models = BertForMaskedLM(tiny_config()), BertForTokenDetection(tiny_config())
        for model in models:
            for parameter in model.parameters():
                torch.nn.init.normal_(parameter, std=0.3)
        tables = [model.bert.embeddings.word for model in models]
        tables[0].load_state_dict(tables[1].state_dict())
    return Finder(*models, toy_tokenizer(30))


def test_a_sentence_as_it_is(finder):
    pieces = finder.read(TEXT)
    assert [piece.written for piece in pieces] == TEXT.split()
    assert not any(piece.hidden or piece.replaced for piece in pieces)
    ids = finder.tokenizer.batch([TEXT]).input_ids
    expected = finder.detector(ids)[0, 1:-1].sigmoid().tolist()
    assert [piece.probability for piece in pieces] == pytest.approx(expected)


@pytest.mark.parametrize(("rate", "number"), [(0.15, 2), (0.5, 6), (0.01, 1)])
def test_as_many_as_asked_are_filled(finder, rate, number):
    pieces = finder.rewrite(TEXT, seed=3, rate=rate)
    assert [piece.author for piece in pieces] == TEXT.split()
    assert sum(piece.hidden for piece in pieces) == number
    assert all(piece.hidden for piece in pieces if piece.replaced)
    assert finder.rewrite(TEXT, seed=3, rate=rate) == pieces
    assert any(finder.rewrite(TEXT, seed, rate) != pieces for seed in range(5))
    assert all("[MASK]" != piece.author for piece in pieces)


def test_what_is_written_is_drawn_from_the_guesses(finder):
    torch.nn.init.constant_(finder.generator.masked_lm.bias, -1e4)
    with torch.no_grad():
        finder.generator.masked_lm.bias[9] = 1e4
    pieces = finder.rewrite(TEXT, seed=0, rate=0.5)
    assert {piece.written for piece in pieces if piece.hidden} == {finder.tokenizer.vocabulary[9]}


def test_a_generator_with_a_table_of_its_own_is_refused(finder, tmp_path):
    torch.nn.init.ones_(finder.generator.bert.embeddings.word.weight)
    with pytest.raises(ValueError, match="expected a generator with the detector's table"):
        finder.save_pretrained(tmp_path / "folder")
    assert not (tmp_path / "folder").exists()


def test_a_generator_that_is_not_whole_is_refused(finder, tmp_path):
    finder.save_pretrained(tmp_path)
    path = tmp_path / "generator" / "change.safetensors"
    tensors = load_file(path)
    del tensors["whole:masked_lm.bias"]
    save_file(tensors, path)
    with pytest.raises(ValueError, match=r"lacks 1 tensors: whole:masked_lm\.bias"):
        Finder.from_pretrained(tmp_path)
    finder.save_pretrained(tmp_path)
    entries = json.loads((tmp_path / "generator" / "config.json").read_text())
    (tmp_path / "generator" / "config.json").write_text(json.dumps(entries | {"vocab_size": 31}))
    with pytest.raises(ValueError, match=r"one table for generator and detector, got \(31, "):
        Finder.from_pretrained(tmp_path)


def test_the_folder_is_read_by_us_and_by_transformers(finder, tmp_path):
    finder.save_pretrained(tmp_path)
    again = Finder.from_pretrained(tmp_path)
    first, second = finder.rewrite(TEXT, 3), again.rewrite(TEXT, 3)
    assert [p.written for p in first] == [p.written for p in second]
    probabilities = [p.probability for p in second]
    assert [p.probability for p in first] == pytest.approx(probabilities, abs=0.01), "float16"
    theirs = transformers.ElectraForPreTraining.from_pretrained(tmp_path).eval()
    ids = again.tokenizer.batch([TEXT]).input_ids
    with torch.no_grad():
        logits = theirs(ids).logits[0, 1:-1]
    ours = [p.probability for p in again.read(TEXT)]
    assert logits.sigmoid().tolist() == pytest.approx(ours, abs=1e-5)


@pytest.mark.parametrize("text", ["", "w1 " * 16])
def test_sentences_that_do_not_fit(finder, text):
    with pytest.raises(ValueError, match="expected a sentence of 1 to 15 pieces, got"):
        finder.rewrite(text)
