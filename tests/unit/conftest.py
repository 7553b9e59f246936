"""What the unit tests share."""

import jaxtyping
import pytest


@pytest.fixture
def without_annotations():
    """Call the package as users do: no shape annotation speaks before our own messages."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)
