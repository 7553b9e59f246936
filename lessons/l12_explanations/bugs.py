"""What the lesson answers to a score function, and to an edited review."""

import difflib
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from bertlab.inspection.explain import Explainer
from bertlab.model.tasks import BertForSequenceClassification

REVIEW = "A clumsy start, a thin plot, and yet two hours of pure, unashamed joy."
Scores = Callable[[Sequence[str]], np.ndarray]
SHORT, LONG = "A triumph.", "Not a good film, but never dull."
DULL = "Dull, slow and boring."


def score_of(text: str, explainer: Explainer) -> float:
    """Return the logits of *positive* that the classifier gives a text."""
    game = explainer.game(text, "positive")
    return game(torch.ones(1, len(game.tokens), dtype=torch.bool)).item()


def examine_scores(scores: Scores, explainer: Explainer) -> None:
    """Print what a score function for ``shap`` says of three texts, and name its mistake.

    Args:
        scores: Takes a list of texts, returns an array with the logits of *positive*.
        explainer: Has the right classifier.
    """
    texts = [SHORT, LONG, DULL]
    right = np.array([score_of(text, explainer) for text in texts])
    found = np.asarray(scores(texts), dtype=np.float64)
    for text, ours, theirs in zip(texts, right, found.ravel(), strict=False):
        print(f"right {ours:+.2f}, yours {theirs:+.2f}: {text}")
    print(_on_scores(scores, texts, found, right))


def _on_scores(scores: Scores, texts: Sequence[str], found: np.ndarray, right: np.ndarray) -> str:
    if found.shape != right.shape:
        return f"One number for each text is wanted, shape {right.shape}, not {found.shape}."
    if np.abs(found - right).max() < 1e-3:
        alone = np.concatenate([scores([text]) for text in texts])
        if np.abs(alone - right).max() < 1e-3:
            return "This function is right: explain it."
        return "Right in this batch, but a text alone gets another score."
    if np.abs(found + right).max() < 1e-3:
        return "This is the score of negative: exchange the two logits."
    if np.abs(found - 1 / (1 + np.exp(-right))).max() < 1e-3:
        return "These are probabilities: near 0 and 1 they hardly move. Return logits."
    if np.ptp(found) < np.ptp(right) / 4:
        return (
            "All texts get nearly the same score.\n"
            "What does the model read after their end,\nand who tells it to ignore that?"
        )
    return "The scores are other ones than the classifier's."


def examine_edit(edited: str, review: str, explainer: Explainer) -> None:
    """Print what the classifier says of an edited review, and how many words were changed.

    Args:
        edited: What the reader wrote.
        review: What it was before.
        explainer: Has the classifier.
    """
    before, after = (score_of(text, explainer) for text in (review, edited))
    number = words_changed(review, edited)
    print(f"{before:+.2f} -> {after:+.2f} logits; words changed: {number}")
    if number == 0:
        print("Nothing has been changed yet:\nwhich word takes most from the score?")
    elif number > 1:
        print("More than one word differs: change a single one.")
    elif after > 0:
        print("Turned: one word, and the classifier calls it positive.")
    elif after > before:
        print("The right direction, but it still says negative.")
    else:
        print("The wrong direction: this word spoke for positive, or your new one speaks against.")


def finale(edited: str, review: str, explainer: Explainer) -> str:
    """Return the reader's review if one word turned it, else one of ours that does."""
    one_word = words_changed(review, edited) == 1
    turned = one_word and score_of(edited, explainer) > 0
    return edited if turned else review.replace("clumsy", "modest")


def padded_scores(classifier: BertForSequenceClassification, tokenizer: Any) -> Scores:
    """Return the score function with the bug: the classifier reads padding as if it were text."""

    def scores(texts: Sequence[str]) -> np.ndarray:
        options = {"padding": "max_length", "max_length": 500, "truncation": True}
        rows = [tokenizer.encode(str(one), **options) for one in texts]
        with torch.no_grad():
            logits = classifier(torch.tensor(rows))
        return np.asarray((logits[:, 1] - logits[:, 0]).double().numpy())

    return scores


def words_changed(before: str, after: str) -> int:
    """Return how many words were exchanged, left out or added."""
    one, two = (re.findall(r"[\w\[\]']+", text.lower()) for text in (before, after))
    changes = difflib.SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
    return sum(max(b - a, d - c) for tag, a, b, c, d in changes if tag != "equal")
