"""Encoding texts with WordPiece, in pure Python, beside the compiled library."""

import os
from collections.abc import Sequence
from typing import Any

from benchmarks.agreement import check_equal
from benchmarks.oracles import library
from benchmarks.results import Row, compare
from bertlab.datasets import movie_reviews, wiki
from bertlab.pretraining.corpora import split_english
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from bertlab.timing import interleaved

CONFIGURATION: dict[str, Any] = {
    "checkpoint": "minilm",
    "every": 1,  # of the texts every so manieth is encoded
    "snippets_in_a_document": 40,
    "reach": 1.0,
    "repetitions": 9,
}
SLICE: dict[str, Any] = {"every": 400, "repetitions": 1}
BESIDE = "tokenizers, one thread, ids only"
WARM = "the cache of words is filled, as it is after the first texts; "
COLD = "a new tokenizer with an empty cache each time"


def run(configuration: dict[str, Any]) -> list[Row]:
    """Compare on sentences and documents of two corpora; then with an empty cache."""
    # Read when the library first encodes a batch: one thread, as ours.
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    ours = WordPieceTokenizer.from_folder(configuration["checkpoint"])
    theirs = compiled(ours)
    rows = []
    for name, texts in corpora(configuration).items():
        works = {
            "ours": lambda texts=texts: [ours.encode(text).input_ids for text in texts],
            "cold": lambda texts=texts: encode_cold(ours, texts),
            "theirs": lambda texts=texts: [one.ids for one in theirs.encode_batch_fast(texts)],
        }
        check_equal(f"ids of {name}", works["ours"](), works["theirs"]())
        times = interleaved(works, configuration["repetitions"])
        size = f"{len(texts):,} texts, {sum(map(len, texts)):,} characters"
        for kind, note in (("ours", WARM + size), ("cold", COLD)):
            work = f"WordPiece, {name}" + (", cold" if kind == "cold" else "")
            reach = configuration["reach"] if kind == "ours" else None
            rows.append(compare(work, BESIDE, times[kind], times["theirs"], reach, note))
    return rows


def compiled(ours: WordPieceTokenizer) -> Any:
    """Return the library's BERT pipeline over the same vocabulary."""
    tokenizers = library("tokenizers")
    theirs = tokenizers.Tokenizer(tokenizers.models.WordPiece(ours.ids, unk_token="[UNK]"))
    theirs.add_special_tokens(list(SPECIALS))
    theirs.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=ours.lowercase)
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    ends = ("[SEP]", ours.sep_id), ("[CLS]", ours.cls_id)
    theirs.post_processor = tokenizers.processors.BertProcessing(*ends)
    return theirs


def encode_cold(ours: WordPieceTokenizer, texts: Sequence[str]) -> list[list[int]]:
    """Encode with a tokenizer that has seen no word yet; making it is part of the time."""
    fresh = WordPieceTokenizer(ours.vocabulary, ours.lowercase)
    return [fresh.encode(text).input_ids for text in texts]


def corpora(configuration: dict[str, Any]) -> dict[str, list[str]]:
    """Return the texts to encode: articles and snippets laid end to end, and their sentences."""
    every, size = configuration["every"], configuration["snippets_in_a_document"]
    articles = [document.paragraphs for document in wiki().train]
    snippets = [one.text for one in movie_reviews().train]
    joined = [" ".join(snippets[i : i + size]) for i in range(0, len(snippets), size)]
    sentences = [s for paragraphs in articles for text in paragraphs for s in split_english(text)]
    found = {
        "wiki sentences": sentences,
        "wiki articles": ["\n".join(paragraphs) for paragraphs in articles],
        "movie reviews": snippets,
        "movie reviews, 40 in a document": joined,
    }
    return {name: texts[::every] for name, texts in found.items()}
