"""Folders as others write them: transformers' ids and logits, or a refusal that names the entry."""

import json

import pytest
import torch
import transformers

from bertlab.inspection import Explainer
from bertlab.model import BertForMaskedLM, BertForSequenceClassification
from bertlab.predecessors.word2vec import bert_word_vectors
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

WORDS = "a Good good film jos José josé straße ##s ##e . [ ] < > url mask"
PIECES = [*SPECIALS, *WORDS.split(" ")]
TEXTS = (
    "A good <url> film. José's Straße jose\u0301 [MASK] GOOD[SEP]",
    "x\u2028film\u0085good\x0ca a\u200bé İ ΑΣ",
)


def edit(path, **changes):
    """Change entries of a JSON file, which may not be there yet."""
    entries = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(entries | changes))


def tokenizer_folder(folder, **options):
    """What transformers 5 saves: tokenizer.json and tokenizer_config.json, and no vocab.txt."""
    vocabulary = {piece: i for i, piece in enumerate(PIECES)}
    transformers.BertTokenizer(vocabulary, **options).save_pretrained(folder)
    assert not (folder / "vocab.txt").exists()
    return folder


def same_ids(folder):
    theirs = transformers.BertTokenizer.from_pretrained(folder)
    ours = WordPieceTokenizer.from_folder(folder)
    for text in TEXTS:
        assert ours.encode(text, "a film").input_ids == theirs(text, "a film")["input_ids"], text


@pytest.mark.parametrize("accents", [None, True, False])
@pytest.mark.parametrize("lowercase", [True, False])
def test_what_transformers_saves_gives_its_ids(tmp_path, lowercase, accents):
    same_ids(tokenizer_folder(tmp_path, do_lower_case=lowercase, strip_accents=accents))
    saved = WordPieceTokenizer.from_folder(tmp_path)
    saved.save(tmp_path / "again")
    again = WordPieceTokenizer.from_folder(tmp_path / "again")
    assert [again.encode(text) for text in TEXTS] == [saved.encode(text) for text in TEXTS]


def test_lines_of_a_vocabulary_end_where_theirs_do(tmp_path):
    odd = [*PIECES, "a\u2028b", "c\u0085d", "e\rf", "g\x0ch", "x"]
    (tmp_path / "vocab.txt").write_bytes("\r\n".join(odd).encode())
    (tmp_path / "tokenizer_config.json").write_text('{"added_tokens_decoder": {}}')
    same_ids(tmp_path)
    assert WordPieceTokenizer.from_folder(tmp_path).ids["x"] == len(odd) - 1


HARMLESS = {
    "config": {"never_split": [], "do_basic_tokenize": True, "model_max_length": 8, "stride": 0},
    "map": {"mask_token": {"content": "[MASK]", "lstrip": False, "normalized": False}},
    "added": {"[MASK]": 4},
    "tokenizer": {"truncation": {"max_length": 4}, "padding": None},
}
FILES = {
    "config": "tokenizer_config.json",
    "map": "special_tokens_map.json",
    "added": "added_tokens.json",
    "tokenizer": "tokenizer.json",
}


def test_what_changes_no_id_is_let_through(tmp_path):
    before = WordPieceTokenizer.from_folder(tokenizer_folder(tmp_path)).encode(TEXTS[0])
    for file, entries in HARMLESS.items():
        edit(tmp_path / FILES[file], **entries)
    assert WordPieceTokenizer.from_folder(tmp_path).encode(TEXTS[0]) == before


URL = {"content": "<url>", "lstrip": False, "normalized": True, "special": False}
MARKED = {"content": "[MASK]", "lstrip": False, "normalized": True, "special": True}


@pytest.mark.parametrize(
    ("file", "entries", "named"),
    [
        ("added", {"<url>": 22}, r"added_tokens.json: .*'<url>' with id 22"),
        ("config", {"added_tokens_decoder": {"22": URL}}, "tokenizer_config.json: .*'<url>'"),
        ("config", {"added_tokens_decoder": {"4": MARKED}}, "tokenizer_config.json: .*normalized"),
        ("config", {"added_tokens_decoder": ["<url>"]}, "added tokens with their ids"),
        ("tokenizer", {"added_tokens": [{**URL, "id": 22}]}, "tokenizer.json: .*'<url>'"),
        ("tokenizer", {"added_tokens": ["<url>"]}, "added tokens with their ids"),
        ("config", {"extra_special_tokens": ["<url>"]}, "extra_special_tokens must be"),
        ("map", {"additional_special_tokens": ["<url>"]}, "additional_special_tokens must be"),
        ("config", {"never_split": ["Good"]}, "never_split must be"),
        ("config", {"do_basic_tokenize": False}, "do_basic_tokenize must be True"),
        ("config", {"unk_token": "a"}, r"unk_token must be '\[UNK\]', got 'a'"),
        ("map", {"mask_token": {"content": "[MASK]", "lstrip": True}}, "mask_token must be"),
        ("config", {"padding_side": "left"}, "padding_side must be 'right'"),
        ("config", {"split_digits": True}, "got 'split_digits': True"),
        ("tokenizer", {"normalizer": {"type": "Lowercase"}}, "normalizer: type must be"),
        ("tokenizer", {"normalizer": {"lowercase": False}}, "lowercase must be True"),
        ("tokenizer", {"pre_tokenizer": {"type": "Whitespace"}}, "pre_tokenizer: type must be"),
        ("tokenizer", {"model": {"type": "BPE"}}, "model: type must be 'WordPiece'"),
        ("tokenizer", {"model": {"vocab": {"a": 0, "b": 2}}}, "ids 0, 1, 2"),
        ("tokenizer", {"model": {"vocab": ["a"]}}, "ids 0, 1, 2"),
    ],
)
def test_what_would_change_ids_is_refused_by_name(tmp_path, file, entries, named):
    edit(tokenizer_folder(tmp_path) / FILES[file], **entries)
    with pytest.raises(ValueError, match=named):
        WordPieceTokenizer.from_folder(tmp_path)


def test_two_vocabularies_in_a_folder_must_agree(tmp_path):
    WordPieceTokenizer(PIECES).save(tokenizer_folder(tmp_path))
    same_ids(tmp_path)
    WordPieceTokenizer([*PIECES, "more"]).save(tmp_path)
    with pytest.raises(ValueError, match=r"tokenizer.json and vocab.txt .* different pieces"):
        WordPieceTokenizer.from_folder(tmp_path)
    for name in ("vocab.txt", "tokenizer.json"):
        (tmp_path / name).unlink()
    with pytest.raises(FileNotFoundError, match=r"no vocab.txt"):
        WordPieceTokenizer.from_folder(tmp_path)


def model_folder(folder, their_class=transformers.BertForSequenceClassification, **options):
    """A tiny random model, with weights of ordinary size, as transformers saves it."""
    sizes = {"hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 3}
    sizes |= {"intermediate_size": 20, "max_position_embeddings": 16, "vocab_size": len(PIECES)}
    parts = {"max_shard_size": options.pop("part")} if "part" in options else {}
    with torch.random.fork_rng():
        torch.manual_seed(0)
        model = their_class(transformers.BertConfig(**sizes | options))
        for parameter in model.parameters():
            torch.nn.init.normal_(parameter, std=0.4)
        model.save_pretrained(folder, **parts)
    return tokenizer_folder(folder)


def same_logits(folder, our_class=BertForSequenceClassification, their_class=None):
    their_class = their_class or transformers.BertForSequenceClassification
    theirs = their_class.from_pretrained(folder, dtype=torch.float64).eval()
    ours = our_class.from_pretrained(folder)
    batch = WordPieceTokenizer.from_folder(folder).batch(["a good film", "josé"], ["a", "x x"])
    with torch.no_grad():
        expected, found = theirs(**batch._asdict()).logits, ours.double()(*batch)
    torch.testing.assert_close(found, expected, rtol=0, atol=1e-10)
    return ours


@pytest.mark.parametrize(
    "options",
    [
        {"num_labels": 5},
        {"pad_token_id": None},
        {"hidden_act": "gelu_python"},
        {"classifier_dropout": 0.5},
        {"part": "2KB"},
        {"num_labels": 3, "problem_type": "multi_label_classification"},
    ],
    ids=str,
)
def test_logits_are_those_of_transformers(tmp_path, options):
    model_folder(tmp_path, **options)
    assert (tmp_path / "model.safetensors.index.json").exists() == ("part" in options)
    same_logits(tmp_path)


def test_labels_that_have_only_a_number_keep_their_head(tmp_path):
    model_folder(tmp_path, num_labels=5)
    edit(tmp_path / "config.json", id2label=None, label2id=None, num_labels=5)
    assert same_logits(tmp_path).labels == tuple(f"LABEL_{i}" for i in range(5))
    edit(tmp_path / "config.json", num_labels=None)
    with pytest.raises(ValueError, match=r"to keep it, .*labels=.*throws it away"):
        BertForSequenceClassification.from_pretrained(tmp_path)
    edit(tmp_path / "config.json", num_labels=10**12)
    with pytest.raises(ValueError, match="num_labels must be a number of labels"):
        BertForSequenceClassification.from_pretrained(tmp_path)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"problem_type": "regression"}, "problem_type must be"),
        ({"is_decoder": True}, "is_decoder must be False"),
        ({"quantization_config": {"bits": 4}}, "quantization_config must be None"),
        ({"pruned_heads": {"0": [1]}}, "pruned_heads must be"),
        ({"rope_theta": 1e4}, "got 'rope_theta': 10000.0, which might change"),
    ],
)
def test_what_would_change_scores_is_refused_by_name(tmp_path, changes, named):
    edit(model_folder(tmp_path) / "config.json", **changes)
    with pytest.raises(ValueError, match=named):
        BertForSequenceClassification.from_pretrained(tmp_path)


def test_parts_that_are_missing_or_lie_elsewhere(tmp_path):
    model_folder(tmp_path, part="2KB")
    index = tmp_path / "model.safetensors.index.json"
    part = sorted(tmp_path.glob("model-*.safetensors"))[0]
    part.rename(tmp_path / "kept")
    with pytest.raises(FileNotFoundError, match=part.name):
        BertForSequenceClassification.from_pretrained(tmp_path)
    (tmp_path / "kept").rename(part)
    (tmp_path / "model-2.safetensors").write_bytes(part.read_bytes())
    entries = json.loads(index.read_text())
    index.write_text(
        json.dumps({"weight_map": entries["weight_map"] | {"x": "model-2.safetensors"}})
    )
    with pytest.raises(ValueError, match="in one file, got it in two"):
        BertForSequenceClassification.from_pretrained(tmp_path)
    for names in ({"x": "../kept.safetensors"}, {}, ["x"]):
        index.write_text(json.dumps({"weight_map": names}))
        with pytest.raises(ValueError, match="expected names of files beside it"):
            BertForSequenceClassification.from_pretrained(tmp_path)


def test_each_of_several_labels_has_its_own_log_odds(tmp_path):
    names = {0: "toxic", 1: "rude", 2: "none"}
    kind = {"problem_type": "multi_label_classification", "id2label": names}
    model = same_logits(model_folder(tmp_path, num_labels=3, **kind)).float()
    explainer = Explainer.from_pretrained(tmp_path)
    logits = model(*explainer.tokenizer.batch(["a good film"]))[0].tolist()
    for label, logit in zip(names.values(), logits, strict=True):
        assert explainer("a good film", label).prediction == pytest.approx(logit, abs=1e-5)
    assert explainer("a good film").label == names[logits.index(max(logits))]
    model.save_pretrained(tmp_path / "again")
    assert BertForSequenceClassification.from_pretrained(tmp_path / "again").multi_label


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_word_vectors_of_a_model_with_a_head(tmp_path, dtype):
    model_folder(tmp_path, transformers.BertForMaskedLM)
    BertForMaskedLM.from_pretrained(tmp_path).save_pretrained(tmp_path, dtype=dtype)
    vectors = bert_word_vectors(tmp_path)
    table = BertForMaskedLM.from_pretrained(tmp_path).bert.embeddings.word.weight
    assert vectors["film"].tolist() == table[PIECES.index("film")].tolist()
