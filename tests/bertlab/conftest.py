"""What the unit tests share."""

import jaxtyping
import matplotlib.pyplot as plt
import pytest


@pytest.fixture
def without_annotations():
    """Call the package as users do: no shape annotation speaks before our own messages."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(autouse=True)
def _close_figures():
    """Leave no figure open: matplotlib warns of too many."""
    yield
    plt.close("all")
