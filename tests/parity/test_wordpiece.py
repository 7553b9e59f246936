"""Ids equal those of the tokenizers library, for real text and for seeded nonsense."""

import json
import random
import unicodedata
from pathlib import Path

import pytest
import transformers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from bertlab import datasets
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer


def oracle(tokenizer: WordPieceTokenizer) -> Tokenizer:
    """The tokenizers library's BERT pipeline over the same vocabulary."""
    theirs = Tokenizer(models.WordPiece(tokenizer.ids, unk_token="[UNK]"))
    theirs.add_special_tokens(list(SPECIALS))
    theirs.normalizer = normalizers.BertNormalizer(lowercase=tokenizer.lowercase)
    theirs.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    theirs.post_processor = processors.BertProcessing(
        ("[SEP]", tokenizer.sep_id), ("[CLS]", tokenizer.cls_id)
    )
    theirs.decoder = decoders.WordPiece()
    return theirs


@pytest.fixture(scope="module", params=[True, False], ids=["uncased", "cased"])
def pair(request):
    ours = WordPieceTokenizer.from_folder("minilm", lowercase=request.param)
    return ours, oracle(ours)


def splits(corpus):
    """Train, validation and test of a corpus."""
    return corpus.train, corpus.validation, corpus.test


CORPORA = {
    "wiki": lambda: [p for split in splits(datasets.wiki()) for d in split for p in d.paragraphs],
    "lee": lambda: [*datasets.lee().background, *datasets.lee().documents],
    "movie_reviews": lambda: [x.text for split in splits(datasets.movie_reviews()) for x in split],
    "amazon": lambda: [x.text for split in splits(datasets.amazon()) for x in split],
    "nyt": lambda: [x.text for split in splits(datasets.nyt()) for x in split],
    "tweets": lambda: [x.text for split in splits(datasets.tweets()) for x in split],
    "peoples_daily": lambda: [
        "".join(x.words) for split in splits(datasets.peoples_daily()) for x in split
    ],
    "book_reviews_zh": lambda: [
        x.text for split in splits(datasets.book_reviews_zh()) for x in split
    ],
    "shakespeare": lambda: [
        p for split in splits(datasets.shakespeare()) for d in split for p in d.paragraphs
    ],
}


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", CORPORA)
def test_texts_of_every_data_set(pair, name, every):
    """One in ten of them, but for the nightly run."""
    ours, theirs = pair
    texts = CORPORA[name]()[::every]
    assert len(texts) > 25
    expected = theirs.encode_batch(texts)
    differing = [
        text
        for text, encoding in zip(texts, expected, strict=True)
        if ours.encode(text).input_ids != encoding.ids
    ]
    assert not differing, (len(differing), differing[:3])


SCRIPTS = {
    "ascii": [chr(c) for c in range(0x20, 0x7F)],
    "latin": [chr(c) for c in range(0xA0, 0x250)],
    "accents": [chr(c) for c in range(0x300, 0x345)],
    "greek": [chr(c) for c in range(0x386, 0x3CE) if c not in (0x38B, 0x38D, 0x3A2)],
    "cyrillic": [chr(c) for c in range(0x400, 0x460)],
    "chinese": [chr(c) for c in range(0x4E00, 0x4F00)] + list("，。！？、；：「」《》"),
    "kana and hangul": [chr(c) for c in (*range(0x3041, 0x3097), *range(0xAC00, 0xAC80))],
    "controls": [chr(c) for c in (*range(0, 0x20), 0x7F, 0x85, 0xAD, 0x200B, 0x200D, 0xFEFF)],
    "spaces": list(" \t\n\r\u00a0\u2003\u3000\u2028"),
    "emoji": list("😀👍🏽❤\ufe0f✈→√€"),
    "replaced": ["\ufffd", "\x00"],
}


def nonsense(seed: int) -> str:
    """Words of mixed scripts, specials, and now and then a word of more than 100 characters."""
    generator = random.Random(seed)
    parts = []
    for _ in range(generator.randint(1, 12)):
        alphabet = generator.choice(list(SCRIPTS.values()))
        length = generator.choice((1, 3, 8, 99, 100, 101, 130))
        parts.append("".join(generator.choice(alphabet) for _ in range(length)))
        parts.append(generator.choice(("", " ", *SPECIALS, "[mask]", "[CLS", "##ing", "unaffable")))
    return "".join(parts)


def test_seeded_nonsense(pair):
    ours, theirs = pair
    for seed in range(1500):
        text = nonsense(seed)
        assert ours.encode(text).input_ids == theirs.encode(text).ids, (seed, text)


def test_pairs_and_truncation(pair):
    ours, theirs = pair
    generator = random.Random(5)
    words = ["the", "cat", "sat", "on", "an", "unaffable", "mat", "[MASK]", "looked", "things"]
    for _ in range(400):
        first, second = (
            " ".join(generator.choices(words, k=generator.randint(0, 12))) for _ in range(2)
        )
        limit = generator.randint(3, 24)
        theirs.enable_truncation(limit, strategy="longest_first")
        expected = theirs.encode(first, second)
        encoded = ours.encode(first, second, max_length=limit)
        assert (encoded.input_ids, encoded.token_type_ids) == (expected.ids, expected.type_ids)
        assert ours.encode(first, max_length=limit).input_ids == theirs.encode(first).ids
        theirs.no_truncation()


def test_saved_it_is_read_by_transformers(pair, tmp_path):
    ours, _ = pair
    ours.save(tmp_path)
    theirs = transformers.AutoTokenizer.from_pretrained(tmp_path)
    assert theirs.model_max_length == 512
    for text in ("Naïve Ärzte, 世界 [MASK]!", "unaffable"):
        assert theirs(text)["input_ids"] == ours.encode(text).input_ids


def test_decoding(pair):
    ours, theirs = pair
    for text in datasets.movie_reviews().train[:300]:
        ids = ours.encode(text.text).input_ids
        assert ours.decode(ids) == theirs.decode(ids)
        assert ours.decode(ids, skip_specials=False) == theirs.decode(
            ids, skip_special_tokens=False
        )


RECORDED = Path(__file__).parent / "unicode_differences.json"


def differing_code_points(ours, theirs) -> list[int]:
    """Characters which, alone between two letters, the two sides treat differently."""

    def differ(codes: list[int]) -> bool:
        text = " ".join(f"a{chr(code)}a" for code in codes)
        normalized = theirs.normalizer.normalize_str(text)
        return ours.words(text) != [w for w, _ in theirs.pre_tokenizer.pre_tokenize_str(normalized)]

    # Surrogates are no characters; tokenizers refuses them. Of the 970,000 code points without a
    # character, or for private use, every 97th is tried.
    codes = [
        code
        for code in range(0x110000)
        if not 0xD800 <= code < 0xE000
        and (code % 97 == 0 or unicodedata.category(chr(code)) not in ("Cn", "Co"))
    ]
    blocks = [codes[start : start + 256] for start in range(0, len(codes), 256)]
    return [code for block in blocks if differ(block) for code in block if differ([code])]


def as_ranges(codes: list[int]) -> list[str]:
    """Neighbors joined: 41-43, 50."""
    runs: list[list[int]] = []
    for code in codes:
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return [f"{low:X}-{high:X}" if low < high else f"{low:X}" for low, high in runs]


def test_code_points_where_the_unicode_versions_differ(pair):
    """The library and Python carry tables of different age: the exceptions are on record."""
    ours, theirs = pair
    differing = differing_code_points(ours, theirs)
    in_use = {ord(c) for alphabet in SCRIPTS.values() for c in alphabet}
    assert not in_use & set(differing)
    recorded = json.loads(RECORDED.read_text())
    key = f"Unicode {unicodedata.unidata_version}, {'uncased' if ours.lowercase else 'cased'}"
    if unicodedata.unidata_version == recorded["checked"]:
        assert as_ranges(differing) == recorded[key]
    else:
        assert len(differing) < 1500
