"""Our exact values beside shap's explainers: in float64, with the same masking, to 1e-9.

The masking is compared too: shap's own Text masker, on the tokenizer of transformers, knows nothing
of ours.
"""

import numpy as np
import pytest
import torch
import transformers

from bertlab.inspection.explain import Explainer, exact, partition
from bertlab.inspection.explanation import import_shap
from bertlab.inspection.shapley import leaves, linkage, neighbor_tree, owen_values, shapley_values
from bertlab.inspection.text_game import log_odds
from tests.toy_classifier import toy_classifier, toy_tokenizer

TEXTS = ["not a good film .", "这本书不好看。", "un, unflinching < plot", "bad film"]
LABELS = ("negative", "neutral", "positive")


@pytest.fixture(scope="module")
def explainer():
    return Explainer(toy_classifier(LABELS).double(), toy_tokenizer())


@pytest.fixture(scope="module")
def text_masker(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokenizer")
    toy_tokenizer().save(folder)
    theirs = transformers.BertTokenizer.from_pretrained(folder)
    return import_shap().maskers.Text(theirs, output_type="token_ids")


def model_of_ids(explainer, label="positive"):
    """The classifier as shap calls it: rows of ids in, scores out."""

    def score(rows):
        with torch.no_grad():
            logits = explainer.model(torch.from_numpy(np.stack(rows)))
        return log_odds(logits, LABELS.index(label)).numpy()

    return score


def tree_of(rows, N):
    """Read shap's clustering as nested pairs."""
    branches = list(range(N))
    for left, right, *_ in rows:
        branches.append((branches[int(left)], branches[int(right)]))
    return branches[-1]


def inner(tree):
    """Drop [CLS] and [SEP], the first and last leaf, which are no players; count from 0."""
    last = len(leaves(tree)) - 1

    def without(branch):
        if isinstance(branch, int):
            return None if branch in (0, last) else branch - 1
        kept = [part for part in map(without, branch) if part is not None]
        return tuple(kept) if len(kept) == 2 else (kept[0] if kept else None)

    return without(tree)


@pytest.mark.parametrize("text", TEXTS)
def test_exact_on_shaps_own_masking(explainer, text_masker, text, monkeypatch):
    explanation = exact(explainer.game(text, "positive"))
    monkeypatch.setattr(text_masker, "clustering", None, raising=False)  # or Exact follows a tree
    theirs = import_shap().explainers.Exact(model_of_ids(explainer), text_masker)
    found = theirs([text], silent=True)
    assert np.abs(found.values[0][1:-1] - explanation.values).max() < 1e-9
    assert not found.values[0][[0, -1]].any()  # [CLS] and [SEP] are always there
    assert abs(found.base_values[0] - explanation.base) < 1e-9
    assert abs(explanation.values.sum() + explanation.base - explanation.prediction) < 1e-9


@pytest.mark.parametrize("masking", ["mask", "remove"])
def test_exact_on_twelve_tokens(explainer, masking):
    ours = Explainer(explainer.model, explainer.tokenizer, masking)
    game = ours.game("not a good film , the plot un ##ing bad", "neutral")
    assert len(game.tokens) == 12
    masker = import_shap().maskers.Independent(np.zeros((1, 12)))
    rows = import_shap().explainers.Exact(
        lambda rows: game(torch.from_numpy(rows) > 0).numpy(), masker
    )
    found = rows(np.ones((1, 12)), silent=True)
    assert np.abs(found.values[0] - shapley_values(game, 12).numpy()).max() < 1e-9


@pytest.mark.parametrize("text", TEXTS)
def test_partition_gives_owen_values(explainer, text):
    game = explainer.game(text, "positive")
    tree = neighbor_tree(game.tokens)
    found = partition(game, max_evals=10_000)
    assert np.abs(found.values - owen_values(game, tree).numpy()).max() < 1e-9


@pytest.mark.parametrize("text", TEXTS)
def test_partition_on_shaps_own_masking_and_tree(explainer, text_masker, text):
    game = explainer.game(text, "positive")
    theirs = import_shap().explainers.Partition(model_of_ids(explainer), text_masker)
    found = theirs([text], silent=True, max_evals=10_000)
    tree = inner(tree_of(text_masker.clustering(text), len(game.ids)))
    assert sorted(leaves(tree)) == list(range(len(game.tokens)))
    assert np.abs(found.values[0][1:-1] - owen_values(game, tree).numpy()).max() < 1e-9


def test_owen_values_differ_from_shapley_values_where_tokens_interact(explainer):
    game = explainer.game(TEXTS[0], "positive")
    gap = np.abs(partition(game, 10_000).values - exact(game).values).max()
    assert gap > 1e-3
    worth = torch.tensor([0.5, -2.0, 1.0, 3.0], dtype=torch.float64)

    def adding(present):
        return present.double() @ worth

    for values in (owen_values(adding, ((0, 2), (1, 3))), shapley_values(adding, 4)):
        torch.testing.assert_close(values, worth)


def test_our_linkage_is_read_back():
    tree = neighbor_tree(toy_tokenizer().tokenize("a good, unflinching film. not bad"))
    assert tree_of(linkage(tree), len(leaves(tree))) == tree
