"""Labelled texts: how batches are made, and files of one's own."""

import hashlib
import json

import numpy as np
import pytest
import torch

from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.own_texts import read_texts
from bertlab.pretraining.data import PretrainingData
from bertlab.text.wordpiece import Encoded
from bertlab.training.batches import similar_batches
from tests.toy_pretraining import random_documents, toy_tokenizer

TOKENIZER = toy_tokenizer(60)  # w0 is piece 5
CLS, SEP = TOKENIZER.cls_id, TOKENIZER.sep_id


def words(*numbers):
    return " ".join(f"w{number}" for number in numbers)


def texts_of(lengths, **options):
    """Texts of so many words, each with a word of its own in front; classes in turn."""
    texts = [words(i % 60, *[0] * (length - 1)) for i, length in enumerate(lengths)]
    labels = [i % 2 for i in range(len(texts))]
    return LabelledTexts(texts, labels, TOKENIZER, **options)


def ids(*numbers):
    return [number + 5 for number in numbers]


def test_a_text_that_is_too_long_loses_its_end():
    data = LabelledTexts([words(*range(12)), words(3)], [0, 1], TOKENIZER, max_length=10)
    assert data.encoded[0] == Encoded([CLS, *ids(*range(8)), SEP], [0] * 10)
    assert data.lengths.tolist() == [10, 3]


# --- batches


def test_a_batch_by_hand():
    data = LabelledTexts(
        [words(0, 1, 2), words(3)],
        [1, 0],
        TOKENIZER,
        pairs=[words(9), words(8)],
    )
    batch = data.batch([1, 0])
    assert batch.input_ids.tolist() == [
        [CLS, *ids(3), SEP, *ids(8), SEP, 0, 0],
        [CLS, *ids(0, 1, 2), SEP, *ids(9), SEP],
    ]
    assert batch.token_type_ids.tolist() == [[0, 0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 0, 1, 1]]
    assert batch.attention_mask.tolist() == [[1] * 5 + [0] * 2, [1] * 7]
    assert batch.labels.tolist() == [0, 1]
    assert batch.inputs == batch[:3]


def test_padding_to_the_limit():
    longest, limit = (texts_of([3, 5], max_length=9, pad_to_longest=p) for p in (True, False))
    short, wide = longest.batch([0, 1]), limit.batch([0, 1])
    assert short.input_ids.shape == (2, 7)
    assert wide.input_ids.shape == (2, 9)
    for a, b in zip(short.inputs, wide.inputs, strict=True):
        assert torch.equal(a, b[:, :7])
        assert not b[:, 7:].any(), "[PAD] is piece 0 here, of type 0 and masked"


def test_to_moves_all_tensors():
    moved = texts_of([3, 5]).batch([0]).to("meta")
    assert {tensor.device.type for tensor in moved} == {"meta"}


# --- order


def test_buckets_by_hand():
    """Two batches of two a bucket: 4 places sorted by length, cut; then the next bucket."""

    class InTurn(np.random.Generator):
        def permutation(self, number):
            return np.arange(number)[::-1]

    lengths = np.array([7, 3, 5, 1, 9, 4, 2])
    batches = similar_batches(
        np.array([4, 0, 1, 3, 6, 2, 5]), lengths, 2, InTurn(np.random.PCG64()), bucket=2
    )
    assert [batch.tolist() for batch in batches] == [[0, 4], [3, 1], [2], [6, 5]]


def test_the_order_of_pre_training_is_what_it_was():
    """A digest taken before both trainings shared their buckets: recorded runs rest on it."""
    data = PretrainingData(random_documents(400), toy_tokenizer(30), max_length=60, seed=3)
    names = [name for step in range(150) for name in data.order(step, 7)]
    digest = hashlib.sha256(json.dumps(names).encode()).hexdigest()
    assert digest == "7ece8494c526f200f356ce7d913aa43cd57b57a4216af681485737c01cfece4e"


@pytest.mark.parametrize("batch_size", [1, 4, 7, 99])
@pytest.mark.parametrize("bucket", [1, 32])
def test_an_epoch_visits_every_text_once(batch_size, bucket):
    data = texts_of([2 + i % 9 for i in range(37)], bucket=bucket)
    orders = [np.concatenate(data.epoch(epoch, batch_size)) for epoch in range(3)]
    for order in orders:
        assert sorted(order.tolist()) == list(range(37))
    assert not np.array_equal(orders[0], orders[1])
    assert not np.array_equal(orders[0], np.concatenate(data.epoch(0, batch_size, seed=1)))
    sizes = [len(batch) for batch in data.epoch(0, batch_size)]
    assert sorted(sizes)[1:] == [batch_size] * (len(sizes) - 1), "all full but one"


def test_buckets_save_padding_and_one_batch_a_bucket_saves_none():
    lengths = np.random.default_rng(0).integers(1, 60, 640).tolist()

    def padding(bucket):
        data = texts_of(lengths, bucket=bucket)
        return sum(int((1 - data.batch(b).attention_mask).sum()) for b in data.epoch(0, 8))

    assert padding(32) < 0.1 * padding(1)
    shuffled = np.random.default_rng([0, 0]).permutation(640)
    plain = [set(shuffled[i : i + 8].tolist()) for i in range(0, 640, 8)]
    found = [set(batch.tolist()) for batch in texts_of(lengths, bucket=1).epoch(0, 8)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, plain))


def test_draws_share_and_cut_a_batch():
    data = texts_of([2 + i % 9 for i in range(23)])
    config = data.config(2.4, batch_size=5, micro_batch_size=2, seed=4)
    assert (config.steps, config.log_every, config.save_every) == (12, 5, 5)
    assert data.config(1, batch_size=5, log_every=3).log_every == 3
    draw = data.batch_sampler(config)
    for step in (0, 4, 7, 11):
        places = data.epoch(step // 5, 5, 4)[step % 5]
        micro = draw(step, 0, 1)
        assert [len(batch.labels) for batch in micro[:-1]] == [2] * (len(micro) - 1)
        drawn = [int(row[1]) - 5 for batch in micro for row in batch.input_ids]
        assert drawn == places.tolist(), "the first word is the text's number"
        shares = [[int(r[1]) - 5 for b in draw(step, p, 2) for r in b.input_ids] for p in (0, 1)]
        assert sorted(shares[0] + shares[1]) == sorted(drawn)


def test_a_rest_too_small_for_all_processes():
    draw = texts_of([3] * 11).batch_sampler(texts_of([3] * 11).config(1, batch_size=5))
    assert draw(0, 0, 1)
    with pytest.raises(
        ValueError, match="last batch has 1 examples for 2 processes; choose another"
    ):
        draw(0, 0, 2)


def test_fingerprints_differ():
    lengths, texts = [3, 4, 5], [words(1), words(2)]
    different = [
        texts_of(lengths),
        texts_of(lengths, max_length=4),
        texts_of(lengths, bucket=1),
        texts_of(lengths, pad_to_longest=False),
        LabelledTexts(texts, [0, 1], TOKENIZER),
        LabelledTexts(texts, [1, 0], TOKENIZER),
        LabelledTexts(texts[::-1], [1, 0], TOKENIZER),
    ]
    assert len({data.fingerprint() for data in different}) == len(different)
    assert texts_of(lengths).fingerprint() == different[0].fingerprint()


# --- what is refused


@pytest.mark.usefixtures("without_annotations")
@pytest.mark.parametrize("labels", [np.array([1, 0]), torch.tensor([1, 0]), [True, False], (1, 0)])
def test_integers_of_any_kind(labels):
    found = LabelledTexts([words(1), words(2)], labels, TOKENIZER).labels
    assert found == [1, 0]
    assert {type(label) for label in found} == {int}


@pytest.mark.usefixtures("without_annotations")
@pytest.mark.parametrize(
    ("texts", "labels", "options", "message"),
    [
        ([], [], {}, "one or more texts, got 0"),
        (words(1), [0], {}, "expected a list of texts, got one str"),
        ([words(1), None], [0, 1], {}, r"text 1 \(counted from 0\): expected words, got None"),
        ([words(1), " \n"], [0, 1], {}, r"text 1 .*: expected words, got ' \\n'"),
        ([words(1), ""], [0, 1], {}, "text 1 .*: expected words, got ''"),
        ([words(1), 7.0], [0, 1], {}, "text 1 .*: expected words, got 7.0"),
        ([words(1)] * 2, [0, 1, 1], {}, "a label for each of the 2 texts, got 3"),
        ([words(1)] * 2, [0, 2], {}, r"label 1 .*index in \[0, 2\), got 2; num_classes is 2"),
        ([words(1)] * 2, [0, -1], {}, r"label 1 .*index in \[0, 2\), got -1"),
        ([words(1)] * 2, [0, 0.7], {}, "label 1 .*the index of a class, got 0.7"),
        ([words(1)] * 2, [0, "good"], {}, "label 1 .*the index of a class, got 'good'"),
        ([words(1)] * 2, [0, None], {}, "label 1 .*the index of a class, got None"),
        ([words(1)] * 2, [0, 1], {"pairs": [words(2)]}, "expected 2 second texts, got 1"),
        ([words(1)] * 2, [0, 1], {"pairs": [words(2), ""]}, "second text 1 .*got ''"),
    ],
)
def test_what_is_refused(texts, labels, options, message):
    with pytest.raises(ValueError, match=message):
        LabelledTexts(texts, labels, TOKENIZER, **options)


# --- a file of one's own


def tsv(folder, content, encoding="utf-8"):
    path = folder / "own.tsv"
    path.write_bytes(content.encode(encoding))
    return path


@pytest.mark.parametrize("header", ["", "label\ttext\n", "Label\tText\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_file(tmp_path, header, encoding):
    content = f'{header}sport\t"Goal" by 小宏\n\nart\tA line\u2028in a line \r\nsport\tlabel\n'
    texts, labels, names = read_texts(tsv(tmp_path, content, encoding))
    assert texts == ['"Goal" by 小宏', "A line\u2028in a line", "label"]
    assert labels == [1, 0, 1]
    assert names == ("art", "sport")
    data = LabelledTexts(texts, labels, TOKENIZER, len(names))
    assert len(data) == 3


def test_numbers_keep_their_order(tmp_path):
    content = "".join(f"{number}\ttext {number}\n" for number in (10, 2, 0, 1))
    _, labels, names = read_texts(tsv(tmp_path, content))
    assert names == ("0", "1", "2", "10")
    assert labels == [3, 2, 0, 1]


def test_a_file_for_a_model_that_exists(tmp_path):
    """Its labels mean what the model's outputs mean, in whatever order they come."""
    path = tsv(tmp_path, "b\tx\nb\ty\n")
    assert read_texts(path, names=("c", "b", "a")) == (["x", "y"], [1, 1], ("c", "b", "a"))
    with pytest.raises(ValueError, match=r"line 1: expected a label among \['c', 'd'\], got 'b'"):
        read_texts(path, names=("d", "c"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a\tx\nb y\n", r"own.tsv, line 2: expected a label, a tab and a text, got \['b y'\]"),
        ("a\tx\nb\ty\tz\n", r"line 2: .* got \['b', 'y', 'z'\]"),
        ("a\tx\n\n\ty\n", r"line 3: .* got \['', 'y'\]"),
        ("a\tx\nb\t  \n", r"line 2: .* got \['b', ''\]"),
        ("a\tx\na\ty\n", r"expected two labels or more, got \['a'\]"),
        ("label\ttext\n", r"expected two labels or more, got \[\]"),
        ("", r"expected two labels or more, got \[\]"),
    ],
)
def test_a_file_that_is_wrong(tmp_path, content, message):
    with pytest.raises(ValueError, match=message):
        read_texts(tsv(tmp_path, content))


def csv_file(folder, content, encoding="utf-8"):
    path = folder / "own.CSV"
    path.write_bytes(content.encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("comma", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_table_with_a_header(tmp_path, encoding, comma, end):
    rows = ["Text|id|Label", '"A ""goal"", by; 小宏"|1|sport', "", '"two\nlines\u2028"|2|art', "||"]
    content = end.join(row.replace("|", comma) for row in rows) + end
    texts, labels, names = read_texts(csv_file(tmp_path, content, encoding))
    assert texts == ['A "goal", by; 小宏', "two\nlines"]
    assert labels == [1, 0] and names == ("art", "sport")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", r"own.CSV, line 1: expected the columns label and text, got \[\]"),
        ("a,b\nx,y\n", r"line 1: expected the columns label and text, got \['a', 'b'\]"),
        ("text,label\nx,a\ny\n", r"line 3: expected a field for each of .* got \['y'\]"),
        ("text,label\nx,a\ny,b,c\n", r"line 3: .* got \['y', 'b', 'c'\]"),
        ("text,label\nx,a\n,b\n", r"line 3: .* got \['', 'b'\]"),
        ('text,label\nx,a\n"y,b\n', r"expected a table, got unexpected end of data"),
        ('text,label\n"x"y,a\n', r"line 2: expected a table, got"),
        (f"text,label\n{'x' * 200_000},a\n", r"line 2: expected a table, got field larger"),
        ("text,label\nx,a\ny,a\n", r"expected two labels or more, got \['a'\]"),
    ],
)
def test_a_table_that_is_wrong(tmp_path, content, message):
    with pytest.raises(ValueError, match=message) as raised:
        read_texts(csv_file(tmp_path, content))
    assert raised.value._render_traceback_() == [f"TextsError: {raised.value}"]


def test_commas_in_a_file_of_another_name(tmp_path):
    with pytest.raises(ValueError, match=r"with commas and a header has to be called \.csv"):
        read_texts(tsv(tmp_path, "text,label\nx,a\n"))


def test_a_file_in_another_encoding(tmp_path):
    with pytest.raises(ValueError, match="line 2: expected UTF-8, got the byte 0xe9 at 5; save"):
        read_texts(tsv(tmp_path, "a\tx\nb\tcafé\n", "latin-1"))
    with pytest.raises(ValueError, match="line 1: expected UTF-8, got the byte 0xff at 0"):
        read_texts(tsv(tmp_path, "a\tx\nb\ty\n", "utf-16"))
    with pytest.raises(FileNotFoundError):
        read_texts(tmp_path / "absent.tsv")
