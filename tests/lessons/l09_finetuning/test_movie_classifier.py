"""The shipped classifier of movie reviews: its record, its scores, its size, and transformers."""

import pytest
import torch
from transformers import pipeline

from bertlab.datasets import movie_reviews
from bertlab.finetuning.classifier import accuracy_and_loss
from bertlab.finetuning.sentiment import as_data, movie_classifier, sample
from bertlab.model.checkpoint import read_tensors
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import CHANGE, DOWN, UP
from lessons.l09_finetuning.experiments import sentiment_low_rank
from workbook.recorded_answers import accuracy, recorded_logits
from workbook.records import recorded

RESULTS = recorded("sentiment_low_rank")["results"]
TEXTS = ["A fine, moving film.", "Dull from the first minute to the last."]


def test_scores_come_out_of_the_kept_logits():
    labels = [review.label for review in sample(movie_reviews().test, None)]
    logits = recorded_logits(sentiment_low_rank.KEPT, "low rank")
    assert len(logits) == len(RESULTS["runs"])
    found = [round(accuracy(one, labels), 4) for one in logits]
    assert found == [run["test"] for run in RESULTS["runs"]]


def test_the_shipped_change_has_the_recorded_scores():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        tokenizer = WordPieceTokenizer.from_folder("minilm")
        length = sentiment_low_rank.CONFIGURATION["max_length"]
        data = as_data(movie_reviews().validation, tokenizer, length)
        found = accuracy_and_loss(movie_classifier(), data)
    finally:
        torch.set_num_threads(before)
    assert found == pytest.approx(RESULTS["stored"], abs=2e-3)


def test_the_change_is_small_and_what_was_trained():
    file = sentiment_low_rank.FOLDER / CHANGE
    assert file.stat().st_size <= 12_000_000
    tensors = read_tensors(file)
    assert sum(tensor.numel() for tensor in tensors.values()) == RESULTS["trained"]
    thin = [tensor for name, tensor in tensors.items() if name.startswith((UP, DOWN))]
    assert all(sentiment_low_rank.CONFIGURATION["rank"] in tensor.shape for tensor in thin)


def test_transformers_runs_the_classifier(tmp_path):
    model, tokenizer = movie_classifier(), WordPieceTokenizer.from_folder("minilm")
    model.save_pretrained(tmp_path)
    tokenizer.save(tmp_path)
    found = pipeline("text-classification", model=str(tmp_path), device="cpu")(TEXTS)
    assert [one["label"] for one in found] == ["positive", "negative"]
    with torch.no_grad():
        shares = model(*tokenizer.batch(TEXTS)).softmax(dim=1).max(dim=1).values
    assert [one["score"] for one in found] == pytest.approx(shares.tolist(), abs=1e-5)
