"""Questions to the news, and searches to compare a BERT's with."""

from lessons.l07_bert.measure import SMALL, SMALL_READS

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import normalize

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.text_vectors import text_vectors

Vectors = Float[Tensor, "N D"]
FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a about an and at be beyond for from in is it of on or should the their to who with",
    )
)


class Question(NamedTuple):
    """A question to the news.

    Attributes:
        question: In words that the article does not use.
        article: The number of the article that it is about.
    """

    question: str
    article: int


def questions() -> list[Question]:
    """Return the questions that we wrote, each about one of the 50 articles."""
    text = (files(__package__) / "questions.json").read_text(encoding="utf-8")
    return [Question(**row) for row in json.loads(text)]


def common_words(question: str, article: str) -> set[str]:
    """Return what two texts share of words, without endings; *the*, *of* and their like apart."""
    first, second = (set(re.findall(r"[a-z]+", text.lower())) for text in (question, article))
    first, second = (
        {w.rstrip("s")[:5] for w in words - FUNCTION_WORDS} for words in (first, second)
    )
    return first & second


def rank(found: Sequence[int], article: int) -> int:
    """Return the place of an article among those that were found, best first; 1 is the first."""
    return list(found).index(article) + 1


def places(asked: Vectors, articles: Float[Tensor, "M D"], wanted: Sequence[int]) -> list[int]:
    """Return the place of each question's article by cosine; of equal ones it is the last."""
    cosines = normalize(asked, dim=1) @ normalize(articles, dim=1).T
    right = cosines[torch.arange(len(wanted)), list(wanted)]
    return (cosines >= right[:, None]).sum(dim=1).tolist()


@torch.no_grad()
def mean_rows(texts: Sequence[str], tokenizer: WordPieceTokenizer, table: nn.Embedding) -> Vectors:
    """Return the mean of the rows that a table of embeddings has for a text's pieces."""
    batch = tokenizer.batch(texts, max_length=256)
    special = (batch.input_ids == tokenizer.cls_id) | (batch.input_ids == tokenizer.sep_id)
    keep = (batch.attention_mask.bool() & ~special).unsqueeze(-1)  # (B, T, 1)
    return (table(batch.input_ids) * keep).sum(dim=1) / keep.sum(dim=1)


def others(
    articles: Sequence[str], tokenizer: WordPieceTokenizer, table: nn.Embedding
) -> Mapping[str, list[int]]:
    """Return the places of the questions' articles in two searches without a tuned encoder."""
    asked = questions()
    texts, wanted = [one.question for one in asked], [one.article for one in asked]
    small, pieces = BertModel.from_pretrained(SMALL), WordPieceTokenizer.from_folder(SMALL)
    vectors = text_vectors(small, pieces, [*texts, *articles], max_length=SMALL_READS)
    return {
        "MiniLM's embeddings, no layers": places(
            mean_rows(texts, tokenizer, table), mean_rows(articles, tokenizer, table), wanted
        ),
        "a small BERT, pre-trained only": places(
            vectors[: len(texts)], vectors[len(texts) :], wanted
        ),
    }


def cosine_in_table(
    first: str, second: str, tokenizer: WordPieceTokenizer, table: nn.Embedding
) -> tuple[float, int]:
    """Return the cosine of two pieces' rows, and the second one's place among all neighbors."""
    rows = normalize(table.weight.detach(), dim=1)
    cosines = rows @ rows[tokenizer.ids[first]]
    cosines[tokenizer.ids[first]] = -1  # not its own neighbor
    found = cosines[tokenizer.ids[second]]
    return found.item(), int((cosines >= found).sum())
