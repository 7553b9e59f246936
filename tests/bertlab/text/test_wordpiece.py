"""WordPiece on a vocabulary small enough to check by hand."""

import json

import pytest

from bertlab.text.truncation import truncate
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

PIECES = [*SPECIALS, "play", "##ing", "##s", "the", ",", "i", "don", "'", "t", "世", "naive", "##t"]


@pytest.fixture
def tokenizer():
    return WordPieceTokenizer(PIECES)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Playing", ["play", "##ing"]),
        ("the  plays,", ["the", "play", "##s", ","]),
        ("naïve", ["naive"]),
        ("playful", ["[UNK]"]),
        ("世世", ["世", "世"]),
        ("the [MASK] plays", ["the", "[MASK]", "play", "##s"]),
        ("[mask]", ["[UNK]", "[UNK]", "[UNK]"]),
        ("play\u200bing", ["play", "##ing"]),
        ("t" * 100, ["t"] + ["##t"] * 99),
        ("t" * 101, ["[UNK]"]),
        ("", []),
        (" \n\t\u3000", []),
    ],
)
def test_pieces(tokenizer, text, pieces):
    assert tokenizer.tokenize(text) == pieces


def test_a_pair_by_hand(tokenizer):
    encoded = tokenizer.encode("the plays", "i")
    assert [PIECES[i] for i in encoded.input_ids] == [
        "[CLS]", "the", "play", "##s", "[SEP]", "i", "[SEP]"
    ]  # fmt: skip
    assert encoded.token_type_ids == [0, 0, 0, 0, 0, 1, 1]


def test_a_batch_by_hand(tokenizer):
    batch = tokenizer.batch(["the", "the plays"])
    assert batch.input_ids.tolist() == [[2, 8, 3, 0, 0], [2, 8, 5, 7, 3]]
    assert batch.attention_mask.tolist() == [[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]
    assert batch.token_type_ids.sum() == 0


def test_decoding(tokenizer):
    ids = tokenizer.encode("Playing, i don't").input_ids
    assert tokenizer.decode(ids) == "playing, i don ' t"
    assert tokenizer.decode(ids, skip_specials=False).startswith("[CLS] playing,")
    with pytest.raises(ValueError, match=r"ids must be in \[0, 17\), got 17"):
        tokenizer.decode([17])


@pytest.mark.parametrize("text", [None, 3, b"bytes", ["a", "b"]])
@pytest.mark.usefixtures("without_annotations")
def test_what_is_no_text(tokenizer, text):
    with pytest.raises(ValueError, match=f"expected a text .str., got {type(text).__name__}"):
        tokenizer.encode(text)


@pytest.mark.usefixtures("without_annotations")
def test_batches_that_cannot_be(tokenizer):
    with pytest.raises(ValueError, match="got one str"):
        tokenizer.batch("the")
    with pytest.raises(ValueError, match="at least one text"):
        tokenizer.batch([])
    with pytest.raises(ValueError, match=r"as many pairs as texts \(2\), got 1"):
        tokenizer.batch(["a", "b"], ["c"])


def test_an_empty_text_is_cls_and_sep(tokenizer):
    assert tokenizer.batch([""]).input_ids.tolist() == [[2, 3]]


@pytest.mark.parametrize(
    "entries",
    [
        {"tokenize_chinese_chars": False},
        {"strip_accents": "no"},
        {"tokenizer_class": "BertJapaneseTokenizer"},
    ],
)
def test_settings_of_another_tokenizer_are_refused(tmp_path, entries):
    WordPieceTokenizer(PIECES).save(tmp_path)
    path = tmp_path / "tokenizer_config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | entries))
    with pytest.raises(ValueError, match=f"{next(iter(entries))} must be .*, got"):
        WordPieceTokenizer.from_folder(tmp_path)


def test_nothing_to_pad(tokenizer):
    with pytest.raises(ValueError, match="at least one encoded text"):
        tokenizer.pad([])


def test_truncation_takes_from_the_longer_text():
    first, second = list(range(10)), list(range(100, 104))
    assert truncate(first, None, 5) == ([0, 1, 2], None)
    assert truncate(first, second, 13) == (list(range(6)), second)
    assert truncate(first, second, 8) == ([0, 1, 2], [100, 101])
    assert truncate(second, first, 8) == ([100, 101], [0, 1, 2])
    with pytest.raises(ValueError, match="at least 3 for the specials, got 2"):
        truncate(first, second, 2)


def test_vocabularies_that_cannot_be():
    with pytest.raises(ValueError, match="got 'play' twice"):
        WordPieceTokenizer([*PIECES, "play"])
    with pytest.raises(ValueError, match=r"missing \['\[MASK\]'\]"):
        WordPieceTokenizer([piece for piece in PIECES if piece != "[MASK]"])


@pytest.mark.parametrize("lowercase", [True, False])
def test_saved_and_read_again(tmp_path, lowercase):
    WordPieceTokenizer(PIECES, lowercase).save(tmp_path)
    again = WordPieceTokenizer.from_folder(tmp_path)
    assert again.vocabulary == tuple(PIECES)
    assert again.lowercase is lowercase
    (tmp_path / "vocab.txt").unlink()
    with pytest.raises(FileNotFoundError, match=r"no vocab.txt"):
        WordPieceTokenizer.from_folder(tmp_path)
