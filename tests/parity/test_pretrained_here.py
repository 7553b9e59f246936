"""The checkpoints trained here: what they hold, what they reach, and that transformers agrees."""

import json

import pytest
import torch
import transformers

from bertlab.model.pretrained import CHECKPOINTS
from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.objectives import held_out_scores
from bertlab.pretraining.run import PretrainConfig, Pretraining
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.provenance import PROJECT

FOLDERS = sorted(path.parent for path in CHECKPOINTS.glob("*/run.json"))
PAIRS = {
    "bert-mini-zh": [
        ("北京的冬天很冷。", "人们都穿上了厚衣服。"),
        ("这本书不错", "内容很好，推荐给大家。"),
    ],
    "bert-mini-en": [("The king is dead.", "Long live the king."), ("A river", "runs to the sea")],
}


@pytest.fixture(params=FOLDERS, ids=[folder.name for folder in FOLDERS])
def folder(request):
    return request.param


def record(folder):
    return json.loads((folder / "run.json").read_text(encoding="utf-8"))


def test_there_are_checkpoints():
    assert FOLDERS


def test_it_is_small_and_says_what_it_is(folder):
    assert sum(path.stat().st_size for path in folder.iterdir()) < 12e6
    assert {"README.md", "config.json", "model.safetensors", "run.json", "vocab.txt"} <= {
        path.name for path in folder.iterdir()
    }


def test_it_is_the_run_of_its_configuration(folder):
    entries = json.loads((PROJECT / f"data/pretraining/{folder.name}.json").read_text())
    recorded = record(folder)["configuration"]
    assert {name: recorded[name] for name in entries} == entries
    assert record(folder)["steps"] == entries["training"]["steps"]


def test_transformers_gives_the_same_logits(folder):
    ours = BertForPreTraining.from_pretrained(folder)
    theirs = transformers.BertForPreTraining.from_pretrained(folder).eval()
    firsts, seconds = zip(*PAIRS[folder.name], strict=True)
    batch = WordPieceTokenizer.from_folder(folder).batch(firsts, seconds)
    assert 0 in batch.attention_mask
    with torch.no_grad():
        found = ours(*batch)
        expected = theirs(
            input_ids=batch.input_ids,
            token_type_ids=batch.token_type_ids,
            attention_mask=batch.attention_mask,
        )
    real = batch.attention_mask.bool()
    torch.testing.assert_close(
        found.masked_lm[real], expected.prediction_logits[real], rtol=0, atol=1e-5
    )
    torch.testing.assert_close(
        found.next_sentence, expected.seq_relationship_logits, rtol=0, atol=1e-5
    )


def test_recorded_scores_come_out_again(folder):
    """Every held-out example of the first collection is scored again."""
    run = Pretraining(PretrainConfig.from_file(PROJECT / f"data/pretraining/{folder.name}.json"))
    name = run.config.corpora[0]
    data = run.data_of({name: run.validation_texts[name]}, run.config.max_length)
    scores = held_out_scores(BertForPreTraining.from_pretrained(folder), data, len(data))
    expected = record(folder)["validation"][name]
    assert expected["examples"] == len(data)
    for key, value in scores.items():
        assert value == pytest.approx(expected[key], abs=2e-3), key


@pytest.mark.nightly
def test_its_vocabulary_comes_from_its_training_texts(folder):
    config = PretrainConfig.from_file(PROJECT / f"data/pretraining/{folder.name}.json")
    stored = WordPieceTokenizer.from_folder(folder).vocabulary
    assert Pretraining(config).tokenizer.vocabulary == stored
