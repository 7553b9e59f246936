"""A friend's second look, which never changes anything: the check of the task."""

from lessons.l14_sentence_bert import robot

from collections.abc import Callable, Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.vectors.search import reranked
from workbook.exercises.tasks import task

Rerank = Callable[[Sequence[str], Sequence[str], Int[Tensor, "Q k"], Callable], Int[Tensor, "Q k"]]


def common_words(pairs: Sequence[tuple[str, str]]) -> Float[Tensor, " N"]:
    """A score that is easy to follow: the number of words that two texts share."""
    return torch.tensor(
        [
            float(len({*query.lower().split()} & {*document.lower().split()}))
            for query, document in pairs
        ]
    )


def second_look(function: Rerank) -> Rerank:
    """Check a function that orders candidates, and say what is wrong with it."""
    entries = [entry.question for entry in robot.faq()]
    queries = [entries[2], entries[11], entries[30]]
    candidates = torch.tensor([[7, 2, 30, 11], [5, 30, 11, 2], [30, 6, 2, 11]])
    expected = reranked(queries, entries, candidates, common_words)

    def slip(given: Rerank) -> str:
        seen: list[tuple[str, str]] = []

        def score(pairs: Sequence[tuple[str, str]]) -> Float[Tensor, " N"]:
            seen.extend(pairs)
            return common_words(pairs)

        found = given(queries, entries, candidates, score)
        if seen and all(query == document for query, document in seen):
            return "All candidates of a question\nget the same score. Why?"
        if not isinstance(found, Tensor) or found.shape != candidates.shape:
            return f"Return a tensor of the shape {tuple(candidates.shape)}, like the candidates."
        if torch.equal(found, expected):
            return ""
        if int(found.max()) < candidates.shape[1]:
            return (
                "The pairs are right now, but\nthe result counts within the candidates: 0 is the "
                "first candidate\nof the row, not the first text of all. Which text is it?"
            )
        if torch.equal(found, candidates):
            return "The order has not changed. Does anything use the scores?"
        return "The order is another one than ours: the largest score comes first."

    ours: Rerank = reranked
    return task(__name__, "friends_second_look", function, ours, slip, "right: it reads pairs.")
