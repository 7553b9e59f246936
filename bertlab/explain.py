"""Explain a classifier: what does each token of a text add to the score of a label?

``Explainer(model, tokenizer)("A fine film.")`` explains any text, in one line. Scores are log odds,
in logits: above 0 the model gives the label more than one half.
"""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float

from bertlab.progress import progress
from bertlab.shapley import Tree, leaves, linkage, neighbor_tree, shapley_values
from bertlab.tasks import BertForSequenceClassification
from bertlab.text_game import TextGame
from bertlab.wordpiece import PREFIX, WordPieceTokenizer

SHAPLEY, OWEN = "Shapley values", "Owen values"


def import_shap() -> ModuleType:
    """Import shap when it is needed: that takes seconds, and its color maps warn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        import shap
    return shap


@contextmanager
def numpy_seed(seed: int) -> Iterator[None]:
    """Draw repeatable numbers inside, and leave NumPy's global state as it was."""
    state = np.random.get_state()
    np.random.seed(seed)
    try:
        yield
    finally:
        np.random.set_state(state)


@dataclass(frozen=True, eq=False)
class Explanation:
    """What the tokens of a text add to the score of a label.

    Attributes:
        tokens: The pieces that were hidden and shown.
        values: What each adds, in logits, float64. They sum to ``prediction - base``.
        base: The score when all tokens are hidden.
        prediction: The score when all are shown.
        label: Whose score.
        method: ``"Shapley values"`` or ``"Owen values"``.
        left_out: Tokens behind the model's longest input, which it did not see.
    """

    tokens: tuple[str, ...]
    values: Float[np.ndarray, " N"]
    base: float
    prediction: float
    label: str
    method: str
    left_out: int = 0

    def __repr__(self) -> str:
        """Return what stands where no HTML is shown: a sum, a term for each token."""
        terms = (f"{value:+.2f} ({token})" for token, value in self._pairs())
        total = f"{self.base:.2f} {' '.join(terms)} = {self.prediction:.2f}"
        return f"{self.method}, label {self.label}: {total}"

    def words(self) -> "Explanation":
        """Join the pieces of each word; what they add is added up."""
        words: list[str] = []
        sums: list[float] = []
        for token, value in self._pairs():
            if token.startswith(PREFIX) and words:
                words[-1] += token.removeprefix(PREFIX)
                sums[-1] += value
            else:
                words.append(token)
                sums.append(value)
        return replace(self, tokens=tuple(words), values=np.array(sums, dtype=np.float64))

    def to_shap(self) -> Any:
        """Return a ``shap.Explanation``, which the plots of shap take."""
        found = import_shap().Explanation(
            values=self.values,
            base_values=self.base,
            data=np.array(segments(self.tokens), dtype=object),
            feature_names=list(self.tokens),
        )
        found.output_names = self.label  # as an argument, a single name is not understood
        return found

    def _repr_html_(self) -> str:
        from bertlab.explain_figures import text_plot  # that module draws what this one makes

        return text_plot(self)

    def _pairs(self) -> Iterator[tuple[str, float]]:
        return zip(self.tokens, self.values.tolist(), strict=True)


def segments(tokens: Sequence[str]) -> list[str]:
    """Turn pieces into stretches of text, with spaces between words but not in Chinese."""
    found: list[str] = []
    for number, token in enumerate(tokens):
        joined = number == 0 or token.startswith(PREFIX)
        chinese = number > 0 and max(tokens[number - 1][-1], token[0]) >= "\u2e80"
        found.append(("" if joined or chinese else " ") + token.removeprefix(PREFIX))
    return found


def exact(game: TextGame) -> Explanation:
    """Return the Shapley values of a text's tokens: all 2^N groups are asked for.

    Raises:
        ValueError: If the text has more than ``bertlab.shapley.MAX_PLAYERS`` tokens.
    """
    return _explanation(game, shapley_values(game, len(game.tokens)).numpy(), SHAPLEY)


def partition(game: TextGame, max_evals: int = 500, tree: Tree | None = None) -> Explanation:
    """Return the Owen values of a text's tokens, by shap's Partition explainer.

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
        """Load a classifier with its tokenizer; see ``bertlab.pretrained.find_folder``."""
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
        """Explain several texts, such as for ``bertlab.explain_figures.importance``."""
        if isinstance(texts, str):
            raise ValueError("expected a list of texts, got one str; put it in a list")
        return [self(text, label) for text in progress(texts, desc="texts explained")]
