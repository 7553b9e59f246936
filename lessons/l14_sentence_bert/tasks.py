"""A task without a grade: a search of the reader's own."""

from lessons.l14_sentence_bert import robot

from collections.abc import Callable
from statistics import fmean

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cosine_similarity

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.text_vectors import text_vectors
from workbook.exercises.tasks import task

Scores = Callable[[str], Float[Tensor, " N"]]


def reciprocal_rank(scores: Scores) -> float:
    """Return the mean of 1 / place over the eight questions that a search is chosen by."""
    questions = robot.asked("choose")
    found = torch.stack([torch.as_tensor(scores(one.question)).float() for one in questions])
    if found.shape != (len(questions), len(robot.faq())) or not found.isfinite().all():
        expected = f"expected ({len(robot.faq())},) finite scores for a question"
        raise ValueError(f"{expected}, got {tuple(found.shape[1:])} or some that are not finite")
    places = robot.places(found, questions)
    return fmean(1 / place for place in places)


def question_and_answer(minilm: BertModel, tokenizer: WordPieceTokenizer) -> Scores:
    """Return our search: the cosine with the standard question, plus that with its whole entry."""
    questions = [entry.question for entry in robot.faq()]
    whole = [f"{entry.question} {entry.answer}" for entry in robot.faq()]
    known = [text_vectors(minilm, tokenizer, texts) for texts in (questions, whole)]

    def scores(question: str) -> Float[Tensor, " N"]:
        asked = text_vectors(minilm, tokenizer, [question])
        first, second = (cosine_similarity(asked, vectors) for vectors in known)
        return first + second

    return scores


def checked_search(function: Scores, ours: Scores, baseline: float) -> Scores:
    """Say what a search reaches on the eight questions; return it if it is ahead, or ours.

    Args:
        function: The reader's: a score for each entry.
        ours: What the lesson goes on with until then.
        baseline: The mean reciprocal rank that is to be passed.
    """

    def slip(given: Scores) -> str:
        reached = reciprocal_rank(given)
        if reached > baseline + 1e-6:
            print(f"Mean reciprocal rank on the eight: {reached:.2f}; one vector: {baseline:.2f}.")
            return ""
        return (
            f"On the eight questions the mean reciprocal rank is {reached:.2f};\n"
            f"one vector reaches {baseline:.2f}. Change one thing, and measure again."
        )

    return task(__name__, "your_scores", function, ours, slip, "it finds them earlier.")
