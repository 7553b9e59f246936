"""Snippets of reviews to vectors, beside ``encode`` of sentence-transformers."""

from typing import Any

from torch import Tensor

from benchmarks.oracles import library
from benchmarks.results import Row, compare
from benchmarks.sides import Job, Jobs, opened, times
from bertlab.datasets import movie_reviews
from bertlab.model.bert import BertModel
from bertlab.model.pretrained import find_folder
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors import text_vectors

CONFIGURATION: dict[str, Any] = {
    "checkpoint": "minilm",
    "num_texts": 1500,
    "batch_size": 32,  # the default of sentence-transformers
    "reach": 1.8,
    "repetitions": 7,
    "tolerance": 1e-5,
    "apart": True,
}
SLICE: dict[str, Any] = {"num_texts": 6, "batch_size": 4, "repetitions": 1, "apart": False}
BESIDE = "sentence-transformers, encode"
JOB = "vectors"


def our_side(configuration: dict[str, Any]) -> Jobs:
    """Return ``text_vectors``, each time with a tokenizer that has seen no word yet."""
    folder, given = find_folder(configuration["checkpoint"]), snippets(configuration)
    model = BertModel.from_pretrained(folder).eval()

    def vectors() -> Tensor:
        tokenizer = WordPieceTokenizer.from_folder(folder)
        return text_vectors(model, tokenizer, given, batch_size=configuration["batch_size"])

    return {JOB: Job(vectors, vectors)}


def their_side(configuration: dict[str, Any]) -> Jobs:
    """Return ``encode`` with a mean over the tokens, as the published model has it."""
    model, given = their_model(configuration["checkpoint"], "cpu"), snippets(configuration)

    def vectors() -> Tensor:
        return model.encode(
            given,
            batch_size=configuration["batch_size"],
            convert_to_tensor=True,
            show_progress_bar=False,
        )

    return {JOB: Job(vectors, vectors)}


def their_model(checkpoint: str, device: str) -> Any:
    """Return the library's model, which takes the mean over the tokens."""
    parts = library("sentence_transformers.models")
    reader = parts.Transformer(str(find_folder(checkpoint)), max_seq_length=512)
    pooling = parts.Pooling(reader.get_embedding_dimension(), pooling_mode="mean")
    return library("sentence_transformers").SentenceTransformer(
        modules=[reader, pooling], device=device
    )


SIDES = {"ours": our_side, "theirs": their_side}


def run(configuration: dict[str, Any]) -> list[Row]:
    """Compare; the vectors must be the same."""
    with opened(__name__, list(SIDES), configuration) as sides:
        ours, theirs = times(
            sides, JOB, configuration["repetitions"], configuration["tolerance"]
        ).values()
    given = snippets(configuration)
    note = f"{len(given):,} snippets, {len(set(given)):,} of them different; mean over tokens"
    work = f"{len(given):,} snippets to vectors"
    return [compare(work, BESIDE, ours, theirs, configuration["reach"], note)]


def snippets(configuration: dict[str, Any]) -> list[str]:
    """Return snippets of movie reviews."""
    return [one.text for one in movie_reviews().train[: configuration["num_texts"]]]
