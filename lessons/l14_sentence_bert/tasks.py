"""Two tasks without a grade: one draw of a paired comparison, and a search of the reader's own."""

from lessons.l14_sentence_bert import robot

from collections.abc import Callable, Sequence
from statistics import fmean

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import cosine_similarity

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.text_vectors import text_vectors
from workbook.exercises.tasks import task

Right = Float[Tensor, " N"]
Draw = Callable[[Right, Right, Int[Tensor, " N"], Sequence[int]], float | Tensor]
Scores = Callable[[str], Float[Tensor, " N"]]


def paired_draw(
    first: Right, second: Right, events: Int[Tensor, " N"], drawn: Sequence[int]
) -> Tensor:
    """Return how far the first way is ahead on the questions of the drawn events."""
    rows = torch.cat([(events == event).nonzero()[:, 0] for event in drawn])
    return (first[rows] - second[rows]).mean()


def slip_of_draw(function: Draw) -> str:
    """Say what is wrong with a draw; nothing if it is right."""
    first = torch.tensor([1.0, 1.0, 0.0, 0.0, 1.0, 1.0])
    second = torch.tensor([1.0, 0.0, 0.0, 1.0, 0.0, 1.0])
    events = torch.tensor([0, 0, 1, 2, 2, 2])
    gaps = first - second
    drawn = [0, 0, 2]
    found = torch.as_tensor(function(first, second, events, drawn)).double()
    if found.shape != ():
        return "Return one number, the mean over all questions of the draw."

    def is_value(value: Tensor) -> bool:
        return bool(torch.isclose(found, value.double(), atol=1e-5))

    expected = paired_draw(first, second, events, drawn)
    by_event = torch.stack([gaps[events == event].mean() for event in drawn]).mean()
    if is_value(-expected):
        return "The sign is turned around: the first way minus the second."
    if is_value(gaps[torch.isin(events, torch.tensor(drawn))].mean()):
        return "An event that is drawn twice counts twice, with all of its questions."
    if is_value(by_event):
        return "That is a mean over events. Take it over questions: large events count more."
    if is_value(gaps.mean()):
        return "That is the mean over all questions. Does anything use the draw?"
    if is_value(gaps[drawn].mean()):
        return "The draw names events, not questions: which questions belong to them?"
    if not is_value(expected):
        return f"For the draw {drawn} of our small table it is {expected:.2f}, and not {found:.2f}."
    once = function(first, second, events, [1])
    return "" if once == 0 else "One event alone may be drawn, too: then only it counts."


def checked_draw(function: Draw) -> Draw:
    """Say whether a draw is right; return it, or ours."""
    words = "right: both ways answer the same drawn questions."
    return task(__name__, "paired_draw", function, paired_draw, slip_of_draw, words)


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
