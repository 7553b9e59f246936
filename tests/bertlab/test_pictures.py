"""Pictures of figures have few colors, and letters are the machine's until others are installed."""

import io

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from PIL import Image, ImageChops

from bertlab import pictures
from bertlab.inspection import Explanation, head_view, text_plot
from bertlab.model import BertConfig, BertModel
from bertlab.pictures import Letters, PageFonts, install_letters, installed_letters, png
from bertlab.text import WordPieceTokenizer
from bertlab.text.wordpiece import SPECIALS


@pytest.fixture
def nothing_installed(monkeypatch):
    monkeypatch.setattr(pictures, "_installed", [Letters()])


def views() -> list[str]:
    """Return the page of an attention view and the HTML of an explanation, both of *the cat*."""
    tokenizer = WordPieceTokenizer([*SPECIALS, "the", "cat"])
    model = BertModel(BertConfig(len(tokenizer.vocabulary), 12, 1, 2, 16, 8)).eval()
    values = np.array([0.5, 1.0])
    explanation = Explanation(("the", "cat"), values, 0.0, 1.5, "positive", "Shapley values")
    return [head_view(model, tokenizer, "the cat").page, text_plot(explanation)]


def test_views_ask_the_machine_for_letters(nothing_installed):
    torch.manual_seed(0)
    for page in views():
        assert "@font-face" not in page and "font-family: sans-serif" in page


def test_views_carry_what_is_installed(nothing_installed):
    asked = []

    def of_view(words: str, name: str) -> PageFonts:
        asked.append((set(words), name))
        return PageFonts("@font-face { made up }", "Made Up")

    install_letters(Letters(of_view))
    for page in views():
        assert "@font-face { made up }" in page and "font-family: Made Up" in page
    assert all(set("thecat") <= words for words, _ in asked)
    assert len({name for _, name in asked}) == 2, "two views in one page keep theirs apart"
    with installed_letters().of_figure(["the"]):
        pass


def test_a_picture_has_a_palette_and_looks_the_same():
    figure = plt.figure(figsize=(2, 1), dpi=100)
    figure.add_axes((0, 0, 1, 1)).imshow([[0, 1], [2, 3]], aspect="auto")
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png")
    picture = Image.open(io.BytesIO(png(figure)))
    assert picture.mode == "P" and picture.info["dpi"] == Image.open(drawn).info["dpi"]
    assert not plt.fignum_exists(figure.number), "it is closed"
    difference = ImageChops.difference(picture.convert("RGB"), Image.open(drawn).convert("RGB"))
    assert max(high for _, high in difference.getextrema()) <= 24  # of 255


def test_a_small_dot_keeps_its_color():
    figure = plt.figure(figsize=(6, 4), dpi=100)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.imshow(np.arange(600).reshape(20, 30), aspect="auto", cmap="Blues")
    axes.plot(15, 10, "o", color="#dd8452", markersize=5)
    figure.canvas.draw()
    x, y = (int(value) for value in axes.transData.transform((15, 10)))
    with plt.rc_context({"savefig.dpi": 100}):
        picture = Image.open(io.BytesIO(png(figure))).convert("RGB")
    found = picture.getpixel((x, picture.height - y))
    assert np.abs(np.subtract(found, (0xDD, 0x84, 0x52))).max() <= 16
