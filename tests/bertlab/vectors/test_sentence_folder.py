"""Folders of sentence-transformers: written, read back, and refused where they say other things."""

import json
import shutil

import pytest
import torch

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.sentence_folder import (
    SentenceModel,
    load_sentence_model,
    save_sentence_model,
)
from tests.bertlab.vectors.toys import tiny_config, tokenizer_of

TEXTS = ["who let the dogs out", "dogs", "out the out the dogs who who let"]
WORDS = ["who", "let", "the", "dogs", "out"]


@pytest.fixture
def model():
    tokenizer = tokenizer_of(WORDS)
    torch.manual_seed(0)
    config = tiny_config(tokenizer, num_layers=2, max_positions=16)
    return SentenceModel(BertModel(config, with_pooler=False).eval(), tokenizer)


@pytest.mark.parametrize("pooling", ["mean", "cls"])
@pytest.mark.parametrize("normalized", [True, False])
def test_what_is_written_is_read(model, tmp_path, pooling, normalized):
    model = model._replace(pooling=pooling, normalized=normalized, max_length=6)
    again = load_sentence_model(save_sentence_model(model, tmp_path))
    assert again[2:] == (pooling, normalized, 6)
    torch.testing.assert_close(again.encode(TEXTS), model.encode(TEXTS), rtol=0, atol=1e-6)
    lengths = again.encode(TEXTS).norm(dim=1)
    assert torch.allclose(lengths, torch.ones(3)) == normalized


def as_version_6(folder):
    """Rewrite a folder as sentence-transformers 6.2 does: other names, one tokenizer file."""
    vocabulary = (folder / "vocab.txt").read_text().split()
    (folder / "vocab.txt").unlink()
    (folder / "sentence_bert_config.json").unlink()
    new = {"model": {"type": "WordPiece", "vocab": {w: i for i, w in enumerate(vocabulary)}}}
    (folder / "tokenizer.json").write_text(json.dumps(new))
    settings = {"do_lower_case": True, "strip_accents": None, "model_max_length": 6}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    pooling = {"embedding_dimension": 8, "pooling_mode": "mean", "include_prompt": True}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    modules = json.loads((folder / "modules.json").read_text())
    modules[0]["type"] = "sentence_transformers.base.modules.transformer.Transformer"
    (folder / "modules.json").write_text(json.dumps(modules))


def test_the_newer_way_of_writing_is_read(model, tmp_path):
    model = model._replace(max_length=6)
    save_sentence_model(model, tmp_path)
    as_version_6(tmp_path)
    again = load_sentence_model(tmp_path)
    assert again.max_length == 6 and again.tokenizer.vocabulary == model.tokenizer.vocabulary
    torch.testing.assert_close(again.encode(TEXTS), model.encode(TEXTS), rtol=0, atol=1e-6)


def test_case_that_the_encoder_removes_before_a_cased_tokenizer(model, tmp_path):
    cased = WordPieceTokenizer(model.tokenizer.vocabulary, lowercase=False)
    save_sentence_model(model._replace(tokenizer=cased), tmp_path)
    path = tmp_path / "sentence_bert_config.json"
    assert torch.equal(*load_sentence_model(tmp_path).encode(["WHO", "[UNK]"]))
    path.write_text(json.dumps({"max_seq_length": 16, "do_lower_case": True}))
    found = load_sentence_model(tmp_path)
    assert torch.equal(*found.encode(["WHO Let", "who let"]))
    assert found.tokenizer.words("É") == ["é"]


@pytest.mark.parametrize(
    ("file", "entries", "named"),
    [
        ("sentence_bert_config.json", {"query_length": 8}, "query_length must be None"),
        ("sentence_bert_config.json", {"other": 8}, "got 'other': 8"),
        ("config_sentence_transformers.json", {"default_prompt_name": "q"}, "default_prompt_name"),
        ("1_Pooling/config.json", {"pooling_mode_other": True}, "got 'pooling_mode_other'"),
        ("2_Normalize/config.json", {"module_input_name": "x"}, "module_input_name must be"),
        ("modules.json", {"type": "Transformer"}, "expected types and paths"),
    ],
)
def test_entries_that_change_vectors_are_refused_by_name(model, tmp_path, file, entries, named):
    save_sentence_model(model, tmp_path)
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(json.dumps(entries))
    with pytest.raises(ValueError, match=named):
        load_sentence_model(tmp_path)


def test_what_is_not_known_is_refused(model, tmp_path):
    save_sentence_model(model, tmp_path)
    path = tmp_path / "1_Pooling" / "config.json"
    path.write_text(json.dumps({"pooling_mode": "max"}))
    with pytest.raises(ValueError, match="expected one pooling among mean, cls; got max"):
        load_sentence_model(tmp_path)
    both = {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": True}
    path.write_text(json.dumps(both))
    with pytest.raises(ValueError, match="expected one pooling"):
        load_sentence_model(tmp_path)
    modules = json.loads((tmp_path / "modules.json").read_text())
    modules[1]["type"] = "sentence_transformers.models.Dense"
    (tmp_path / "modules.json").write_text(json.dumps(modules))
    with pytest.raises(ValueError, match="got Transformer, Dense, Normalize"):
        load_sentence_model(tmp_path)
    shutil.rmtree(tmp_path / "1_Pooling")
    with pytest.raises((ValueError, FileNotFoundError)):
        load_sentence_model(tmp_path)


def test_the_library_itself_reads_and_writes_the_same(model, tmp_path):
    library = pytest.importorskip("sentence_transformers", reason="make bench installs it")
    folder = save_sentence_model(model._replace(max_length=6), tmp_path / "ours")
    theirs = library.SentenceTransformer(str(folder), device="cpu")
    expected = torch.from_numpy(theirs.encode(TEXTS))
    torch.testing.assert_close(
        load_sentence_model(folder).encode(TEXTS), expected, rtol=0, atol=1e-5
    )
    theirs.save(str(tmp_path / "theirs"))
    torch.testing.assert_close(
        load_sentence_model(tmp_path / "theirs").encode(TEXTS), expected, rtol=0, atol=1e-5
    )
