"""The FAQ robot: standard questions with answers, and questions in other words to try it with."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import torch
from jaxtyping import Float
from sklearn.feature_extraction.text import TfidfVectorizer
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.text_vectors import text_vectors

OPENING = "Nearly all of my examples have the same label"
FILE = Path(__file__).with_name("faq.toml")


class Reply(NamedTuple):
    """A standard question with its answer."""

    question: str
    answer: str


class Asked(NamedTuple):
    """A question in other words, and the place of the entry that answers it."""

    question: str
    entry: int


@cache
def faq() -> tuple[Reply, ...]:
    """Return what the robot knows."""
    return tuple(Reply(one["question"], one["answer"]) for one in _file()["entry"])


@cache
def asked(part: str) -> tuple[Asked, ...]:
    """Return questions in other words: ``"choose"`` to choose a way by, ``"test"`` to judge it."""
    names = [one["name"] for one in _file()["entry"]]
    return tuple(Asked(one["question"], names.index(one["entry"])) for one in _file()[part])


@cache
def _file() -> dict:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def wanted(question: str) -> Reply:
    """Return the entry that answers a question in other words."""
    (entry,) = {one.entry for one in asked("test") if one.question == question}
    return faq()[entry]


def places(scores: Float[Tensor, "Q N"], questions: Sequence[Asked]) -> list[int]:
    """Return the place of each question's entry, from 1; of equal scores it is the last."""
    wanted = torch.tensor([[one.entry] for one in questions])
    return (scores >= scores.gather(1, wanted)).sum(dim=1).tolist()


def by_words(questions: Sequence[str], entries: Sequence[str]) -> Float[Tensor, "Q N"]:
    """Return the cosines of TF-IDF vectors, with the vocabulary of the entries."""
    counter = TfidfVectorizer().fit(entries)
    return torch.from_numpy(
        (counter.transform(questions) @ counter.transform(entries).T).toarray()
    ).float()


def by_content_words(questions: Sequence[str]) -> Float[Tensor, "Q 40"]:
    """Return TF-IDF cosines with question and answer of each entry, without English stop words."""
    whole = [f"{entry.question} {entry.answer}" for entry in faq()]
    counter = TfidfVectorizer(stop_words="english").fit(whole)
    return torch.from_numpy(
        (counter.transform(questions) @ counter.transform(whole).T).toarray()
    ).float()


def by_vectors(
    bert: BertModel, tokenizer: WordPieceTokenizer, questions: Sequence[str], entries: Sequence[str]
) -> Float[Tensor, "Q N"]:
    """Return the cosines of the mean vectors."""
    asked_for, known = (
        normalize(text_vectors(bert, tokenizer, texts), dim=1) for texts in (questions, entries)
    )
    return asked_for @ known.T
