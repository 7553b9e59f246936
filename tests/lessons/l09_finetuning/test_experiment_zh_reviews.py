"""The small classifier of Chinese reviews: its slice runs, and the kept change has its scores."""

import pytest

from bertlab.datasets import book_reviews_zh
from bertlab.finetuning.classifier import accuracy_and_loss
from bertlab.finetuning.sentiment import review_classifier, sample, short_texts
from bertlab.model.checkpoint import read_tensors
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import CHANGE
from lessons.l09_finetuning.experiments import zh_reviews
from lessons.l09_finetuning.experiments.zh_reviews import as_rated, data_of
from workbook.records import recorded, run_slice


def test_the_record_is_of_this_configuration():
    record = recorded("zh_reviews")
    assert record["configuration"] == zh_reviews.CONFIGURATION
    part = run_slice("zh_reviews")
    assert part.keys() == record["results"].keys()
    assert part["trained"] == record["results"]["trained"]


def test_the_kept_change_has_the_recorded_scores():
    configuration, results = zh_reviews.CONFIGURATION, recorded("zh_reviews")["results"]
    reviews = sample(as_rated(book_reviews_zh().validation), configuration["held_out"])
    held_out = data_of(reviews, configuration["max_length"])
    model = review_classifier()
    assert model.labels == ("negative", "positive")
    for name, value in accuracy_and_loss(model, held_out).items():
        assert value == pytest.approx(results[name], abs=3e-3)


def test_the_kept_change_is_small_and_what_was_trained():
    file = zh_reviews.FOLDER / CHANGE
    assert file.stat().st_size < 6_000_000
    tensors = read_tensors(file)
    trained = recorded("zh_reviews")["results"]["trained"]
    assert sum(tensor.numel() for tensor in tensors.values()) == trained


def test_short_texts_have_so_many_tokens():
    tokenizer = WordPieceTokenizer.from_folder("bert-mini-zh")
    texts = short_texts(book_reviews_zh().test, tokenizer, 20, fewest=9, most=12)
    lengths = {len(tokenizer.tokenize(text)) for text in texts}
    assert len(texts) == 20
    assert lengths == {9, 10, 11, 12}
    assert short_texts(book_reviews_zh().test, tokenizer, 5, fewest=9, most=12) == texts[:5]
