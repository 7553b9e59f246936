"""Checkpoints from somebody else: refused in words, within a second and 200 MB."""

import json
import subprocess
import sys

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bertlab.files import lines_of, read_json
from bertlab.model import BertConfig, BertForSequenceClassification, find_folder
from bertlab.model.header import check_sizes, check_weights, shapes_in
from bertlab.model.tasks import LabelledModel
from bertlab.text import SPECIALS, WordPieceTokenizer
from bertlab.text.wordpiece import MOST_REMEMBERED
from tests.hostile.checkpoints import FAULTS, TINY, TOKENIZERS, write_all, write_good

SECONDS, MEGABYTES = 1.0, 200.0
PROGRAM = """
import json, resource, sys, time
from bertlab.model import BertForSequenceClassification
from bertlab.text import WordPieceTokenizer
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
found = {}
BertForSequenceClassification.from_pretrained(sys.argv[1])
for name, folder in json.loads(sys.argv[2]).items():
    before, began = peak(), time.perf_counter()
    said = "it loads"
    try:
        BertForSequenceClassification.from_pretrained(folder)
        WordPieceTokenizer.from_folder(folder)
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
    found[name] = said[:400], time.perf_counter() - began, peak() - before
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory) -> dict[str, tuple[str, float, float]]:
    """What each folder is answered with, and the seconds and megabytes it took."""
    folder = tmp_path_factory.mktemp("hostile")
    write_good(folder / "good")
    folders = {name: str(path) for name, path in write_all(folder).items()}
    command = [sys.executable, "-c", PROGRAM, str(folder / "good"), json.dumps(folders)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert answer.returncode == 0, answer.stderr[-2000:]
    return json.loads(answer.stdout)


@pytest.mark.parametrize("name", FAULTS | TOKENIZERS)
def test_it_is_refused_in_words(answers, name):
    said, seconds, megabytes = answers[name]
    assert said.startswith(("ValueError: ", "FileNotFoundError: ")), said
    assert len(said) > 30 and "\n" not in said
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


def test_a_good_one_loads_and_what_is_wrong_is_named(tmp_path):
    write_good(tmp_path)
    assert BertForSequenceClassification.from_pretrained(tmp_path).labels == ("no", "yes")
    shapes = shapes_in(tmp_path / "model.safetensors")
    check_sizes(TINY, shapes)
    with pytest.raises(ValueError, match=r"word_embeddings.weight: expected shape \(31, 12\), got"):
        check_sizes(BertConfig(**{**vars(TINY), "vocab_size": 31}), shapes)
    with pytest.raises(ValueError, match=r"lacks encoder.layer.2.intermediate.* \(3 layers\)"):
        check_sizes(BertConfig(**{**vars(TINY), "num_layers": 3}), shapes)
    with pytest.raises(ValueError, match=r"lacks embeddings.word_embeddings.weight, expected"):
        check_sizes(TINY, {"x": (3,)})


def test_numbers_that_are_no_weights_are_named():
    check_weights({"a": torch.ones(2).half(), "position_ids": torch.arange(3)})
    with pytest.raises(ValueError, match=r"^b: expected finite weights, got NaN"):
        check_weights({"a": torch.ones(2), "b": torch.tensor([1.0, float("nan")])})
    with pytest.raises(ValueError, match=r"^b: expected floats as weights, got torch.bool"):
        check_weights({"b": torch.ones(2).bool()})


@pytest.mark.parametrize("name", ["x" * 5000, "a/" * 3000, "\0", ""])
def test_names_that_no_system_takes(name):
    with pytest.raises((ValueError, FileNotFoundError)):
        find_folder(name or "no such name")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
ENTRIES = ["vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads"]
ENTRIES += ["hidden_dropout_prob", "layer_norm_eps", "pad_token_id", "model_type", "id2label"]


@pytest.mark.usefixtures("without_annotations")
@given(st.dictionaries(st.sampled_from(ENTRIES) | st.text(max_size=9), JSON))
def test_any_configuration_is_taken_or_refused(entries):
    try:
        BertConfig.from_hub(entries)
        LabelledModel.stored_options(entries)
    except ValueError as error:
        assert str(error)


@given(st.binary(max_size=400))
def test_any_bytes_are_an_object_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("json") / "config.json"
    path.write_bytes(content)
    try:
        assert isinstance(read_json(path), dict)
    except ValueError as error:
        assert str(path) in str(error)


def test_a_line_ends_at_a_line_feed_alone():
    odd = ["a\x0cb", "", "c\u0085d\u2028e\u2029f", "g\rh\x1c", " "]
    assert lines_of("\n".join(odd)) == lines_of("\r\n".join(odd) + "\r\n") == odd
    assert lines_of("") == [] and lines_of("\n") == [""]


@given(st.binary(max_size=300))
def test_any_header_is_read_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("weights") / "model.safetensors"
    path.write_bytes(len(content).to_bytes(8, "little") + content)
    try:
        shapes_in(path)
    except ValueError as error:
        assert "model.safetensors" in str(error)


@given(st.lists(st.text(max_size=6), max_size=9), st.binary(max_size=6))
def test_any_vocabulary_is_taken_or_refused(tmp_path_factory, pieces, tail):
    folder = tmp_path_factory.mktemp("vocabulary")
    text = "\n".join([*SPECIALS, *pieces]).encode("utf-8", "surrogatepass")
    (folder / "vocab.txt").write_bytes(text + tail)
    try:
        WordPieceTokenizer.from_folder(folder).encode("a b")
    except ValueError as error:
        assert str(error)


def test_a_tokenizer_remembers_no_more_than_so_many_words(monkeypatch):
    monkeypatch.setattr("bertlab.text.wordpiece.MOST_REMEMBERED", 8)
    tokenizer = WordPieceTokenizer([*SPECIALS, *"abc", "##a", "##b"])
    words = ["a" * n + "b" for n in range(1, 30)]
    first = [tokenizer.text_ids(word) for word in words]
    assert len(tokenizer._cache) == 8
    assert [tokenizer.text_ids(word) for word in words] == first
    assert MOST_REMEMBERED > 50_000
