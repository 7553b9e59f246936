"""Bars are shown where somebody waits, and never where outputs are compared."""

import io

import pytest

from bertlab.training.progress import progress


@pytest.mark.parametrize(("setting", "shown"), [("1", False), ("0", True), (None, True)])
def test_the_environment_can_silence_a_bar(monkeypatch, setting, shown):
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    if setting is not None:
        monkeypatch.setenv("TQDM_DISABLE", setting)
    with progress([1, 2], file=io.StringIO()) as bar:
        assert bar.disable is not shown
        assert list(bar) == [1, 2]


def test_a_bar_can_be_silent(monkeypatch):
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    assert progress(total=2, silent=True).disable
