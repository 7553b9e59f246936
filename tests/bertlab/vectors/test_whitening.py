"""Whitened vectors have mean 0 and the identity as covariance, whoever computes it."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sklearn.decomposition import PCA

from bertlab.vectors.whitening import Whitening, mean_cosine


def cloud(number, size, seed=0):
    generator = torch.Generator().manual_seed(seed)
    mixing = torch.randn(size, size, generator=generator)
    return torch.randn(number, size, generator=generator) @ mixing + torch.arange(size)


@given(size=st.integers(1, 6), dims=st.integers(1, 6), seed=st.integers(0, 99))
def test_mean_and_covariance(size, dims, seed):
    dims = min(size, dims)
    vectors = cloud(60, size, seed).double()
    white = Whitening(dims).fit(vectors).transform(vectors).numpy()
    assert white.shape == (60, dims)
    np.testing.assert_allclose(white.mean(axis=0), 0, atol=1e-7)
    covariance = np.cov(white, rowvar=False).reshape(dims, dims)
    np.testing.assert_allclose(covariance, np.eye(dims), atol=1e-6)


def test_the_strongest_directions_are_kept():
    vectors = cloud(200, 5)
    fitted = Whitening(2).fit(vectors)
    variances = fitted.variances_
    assert torch.equal(variances, variances.sort(descending=True).values)
    expected = np.linalg.eigvalsh(np.cov(vectors.double().numpy(), rowvar=False))[::-1]
    np.testing.assert_allclose(variances.numpy(), expected, rtol=1e-6)
    everything = Whitening().fit(vectors).transform(vectors)
    torch.testing.assert_close(fitted.transform(vectors), everything[:, :2])


def test_directions_without_variance_are_left_out():
    """What comes out of a LayerNorm lies in a plane: one direction is empty."""
    vectors = torch.nn.functional.layer_norm(cloud(50, 6), (6,))
    assert Whitening().fit(vectors).transform(vectors).shape == (50, 5)


def test_the_same_as_scikit_learn_but_for_signs():
    vectors = cloud(300, 7)
    ours = Whitening(4).fit(vectors).transform(vectors)
    theirs = PCA(4, whiten=True, svd_solver="full").fit_transform(vectors.double().numpy())
    signs = np.sign((ours.numpy() * theirs).sum(axis=0))
    np.testing.assert_allclose(ours.numpy(), theirs * signs, atol=1e-4)


def test_new_vectors_are_transformed_by_what_was_fitted():
    fitted = Whitening(3).fit(cloud(100, 4))
    some = cloud(5, 4, seed=1)
    alone = torch.cat([fitted.transform(one[None]) for one in some])
    torch.testing.assert_close(alone, fitted.transform(some))
    assert fitted.transform(some.double()).dtype == torch.float64


def test_mean_cosine_is_that_of_a_loop():
    vectors = cloud(9, 4)
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    pairs = [float(unit[i] @ unit[j]) for i in range(9) for j in range(9) if i != j]
    assert mean_cosine(vectors) == pytest.approx(np.mean(pairs), abs=1e-6)
    assert mean_cosine(torch.ones(3, 2)) == pytest.approx(1)
    assert mean_cosine(torch.eye(3)) == pytest.approx(0)


def test_what_cannot_be():
    with pytest.raises(ValueError, match="dims must be at least 1, got 0"):
        Whitening(0)
    with pytest.raises(ValueError, match="3 directions or more, got 2"):
        Whitening(3).fit(cloud(3, 3))  # three points lie in a plane
    with pytest.raises(ValueError, match="1 directions or more, got 0"):
        Whitening().fit(torch.ones(3, 3))
    with pytest.raises(ValueError, match="after fit"):
        Whitening().transform(cloud(3, 3))
    with pytest.raises(ValueError, match="vectors of 3 numbers, got 4"):
        Whitening().fit(cloud(9, 3)).transform(cloud(9, 4))
    with pytest.raises(ValueError, match="two vectors or more, got 1"):
        mean_cosine(torch.ones(1, 2))
