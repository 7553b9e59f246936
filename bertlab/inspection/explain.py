"""Explain a classifier: what does each token of a text add to the score of a label?

``Explainer(model, tokenizer)("A fine film.")`` explains any text, in one line. Scores are log odds,
in logits: above 0 the model gives the label more than one half.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float

from bertlab.inspection.explanation import Explanation, import_shap
from bertlab.inspection.shapley import Tree, leaves, linkage, neighbor_tree, shapley_values
from bertlab.inspection.text_game import TextGame
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.progress import progress

SHAPLEY, OWEN = "Shapley values", "Owen values"


@contextmanager
def numpy_seed(seed: int) -> Iterator[None]:
    """Draw repeatable numbers inside, and leave NumPy's global state as it was."""
    state = np.random.get_state()
    np.random.seed(seed)
    try:
        yield
    finally:
        np.random.set_state(state)


def exact(game: TextGame) -> Explanation:
    """Return the Shapley values of a text's tokens: all 2^N groups are asked for.

    Raises:
        ValueError: If the text has more than ``bertlab.inspection.shapley.MAX_PLAYERS`` tokens.
    """
    return _explanation(game, shapley_values(game, len(game.tokens)).numpy(), SHAPLEY)


def partition(game: TextGame, max_evals: int = 500, tree: Tree | None = None) -> Explanation:
    """Return the Owen values (in a deeper tree, Winter's) of tokens, by shap's Partition explainer.

    Where the budget ends before the tree does, what a branch adds is divided equally among its
    tokens. The sum is right in any case. One token needs no tree, and gets all there is.

    Args:
        game: The text.
        max_evals: Groups that may be asked for.
        tree: How tokens belong together; None is ``neighbor_tree``.

    Raises:
        ValueError: If the budget is below 4, or the tree does not have each token once.
    """
    N = len(game.tokens)
    if max_evals < 4:
        raise ValueError(f"max_evals must be at least 4, got {max_evals}")
    if N < 2:
        return replace(exact(game), method=OWEN)
    tree = neighbor_tree(game.tokens) if tree is None else tree
    if sorted(leaves(tree)) != list(range(N)):
        raise ValueError(f"the tree needs tokens 0 to {N - 1} once each, got {leaves(tree)}")
    explainer = import_shap().explainers.Partition(
        lambda rows: game(torch.from_numpy(rows)).numpy(), _Rows(linkage(tree), N)
    )
    with numpy_seed(0):  # shap breaks ties by chance
        found = explainer(np.ones((1, N)), max_evals=max_evals, batch_size=64, silent=True)
    return _explanation(game, found.values[0], OWEN)


class _Rows:
    """A masker as shap asks for one, that hands on which tokens are present: the game masks."""

    immutable_outputs = True

    def __init__(self, clustering: Float[np.ndarray, "forks 4"], num_players: int) -> None:
        self.clustering = clustering
        self.shape = (1, num_players)

    def __call__(
        self, mask: Bool[np.ndarray, " N"], everyone: Float[np.ndarray, " N"]
    ) -> Bool[np.ndarray, "1 N"]:
        return mask[None]


def _explanation(game: TextGame, values: Float[np.ndarray, " N"], method: str) -> Explanation:
    nobody = torch.zeros(1, len(game.tokens), dtype=torch.bool)
    base, prediction = game(torch.cat([nobody, ~nobody])).tolist()
    return Explanation(
        game.tokens, values, base, prediction, game.label, method, left_out=game.left_out
    )


class Explainer:
    """Wraps a classifier of texts: call it with a text to get an ``Explanation``.

    Args:
        model: A classifier, in evaluation mode.
        tokenizer: The model's tokenizer.
        masking: How tokens are hidden: ``"mask"`` puts [MASK], ``"remove"`` leaves them out.
        max_evals: Inputs that a text may cost. If all 2^N groups fit in, the values are exact
            Shapley values; else shap's Partition explainer gives Owen values.
        batch_size: Inputs that go through the model at once.
    """

    def __init__(
        self,
        model: BertForSequenceClassification,
        tokenizer: WordPieceTokenizer,
        masking: str = "mask",
        max_evals: int = 500,
        batch_size: int = 64,
    ) -> None:
        self.model, self.tokenizer = model, tokenizer
        self.masking, self.max_evals, self.batch_size = masking, max_evals, batch_size

    @classmethod
    def from_pretrained(cls, name: str | Path, **options: Any) -> "Explainer":
        """Load a classifier with its tokenizer; see ``bertlab.model.pretrained.find_folder``."""
        model = BertForSequenceClassification.from_pretrained(name)
        return cls(model, WordPieceTokenizer.from_folder(name), **options)

    def game(self, text: str, label: str | None = None) -> TextGame:
        """Return the game that ``exact`` and ``partition`` explain."""
        settings = self.masking, self.batch_size
        return TextGame(self.model, self.tokenizer, text, label, *settings)

    def __call__(self, text: str, label: str | None = None) -> Explanation:
        """Explain a text: exactly if it is short enough, else by shap's Partition explainer.

        Args:
            text: Any text. One without tokens has no values; the end of one that is too long is
                left out, and counted.
            label: Whose score; None is the label that the model gives the text.

        Raises:
            ValueError: If the text is no str, there is no such label, the tokenizer is not the
                model's, or the model is in training mode.
        """
        game = self.game(text, label)
        if 2 ** len(game.tokens) <= self.max_evals:
            return exact(game)
        return partition(game, self.max_evals)

    def all(self, texts: Sequence[str], label: str | None = None) -> list[Explanation]:
        """Explain several texts, such as for ``lessons.l12_explanations.figures.importance``."""
        if isinstance(texts, str):
            raise ValueError("expected a list of texts, got one str; put it in a list")
        return [self(text, label) for text in progress(texts, desc="texts explained")]
