"""Probes, against optima that are known."""

import pytest
import torch
from sklearn.linear_model import LogisticRegression

from bertlab.probing.probe import LinearProbe, probe_right


def groups(number=60, size=5, seed=0):
    """Vectors of three kinds that overlap a little, and their kinds."""
    generator = torch.Generator().manual_seed(seed)
    labels = [("a", "b", "c")[i % 3] for i in range(number)]
    centers = torch.randn(3, size, generator=generator)
    noise = torch.randn(number, size, generator=generator)
    return centers[[ord(label) - ord("a") for label in labels]] * 2 + noise, labels


def test_a_probe_finds_the_optimum_that_scikit_learn_finds():
    vectors, labels = groups()
    probe = LinearProbe(penalty=0.05).fit(vectors, labels)
    scaled = (vectors - vectors.mean(dim=0)) / vectors.std(dim=0)
    other = LogisticRegression(C=1 / (0.05 * len(labels)), tol=1e-8, max_iter=1000)
    other.fit(scaled.double().numpy(), labels)
    ours = probe(vectors).softmax(dim=1).detach().double()
    theirs = torch.from_numpy(other.predict_proba(scaled.double().numpy()))
    torch.testing.assert_close(ours, theirs, rtol=0, atol=2e-3)
    assert probe.labels == ["a", "b", "c"]


def test_a_probe_does_not_care_for_the_scale_of_a_component():
    vectors, labels = groups()
    stretched = vectors * torch.tensor([1.0, 100.0, 0.01, 5.0, 1.0]) + 7
    first, second = (LinearProbe().fit(each, labels).predict(each) for each in (vectors, stretched))
    assert first == second


def test_a_constant_component_does_no_harm():
    vectors, labels = groups()
    vectors[:, 2] = 3.0
    assert LinearProbe().fit(vectors, labels)(vectors).isfinite().all()


def test_right_is_told_token_by_token_and_unknown_labels_are_wrong():
    vectors = torch.tensor([[1.0], [2.0], [-1.0], [-2.0]])
    found = probe_right(vectors, list("aabb"), torch.tensor([[3.0], [3.0], [-3.0]]), list("abz"))
    assert found.tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("labels", "asked", "says"),
    [(list("aab"), list("a"), "expected 4 labels"), (list("aaaa"), list("a"), "4 of 1"),
     (list("aabb"), list("ab"), "expected 1 test labels, got 2")],
)  # fmt: skip
def test_labels_that_do_not_fit_are_refused(labels, asked, says):
    with pytest.raises(ValueError, match=says):
        probe_right(torch.randn(4, 2), labels, torch.randn(1, 2), asked)
