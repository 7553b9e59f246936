"""Texts from somebody else that try to run, and everything that shows such a text as HTML.

What only a lesson shows is in ``tests/lessons/lNN_slug/hostile.py``: ``shown(text)`` returns it.
"""

import html
import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from string import ascii_lowercase

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from bertlab.finetuning.own_texts import read_texts
from bertlab.inspection.attention_viz import AttentionView, head_view, model_view, neuron_view
from bertlab.inspection.explain import OWEN
from bertlab.inspection.explanation import Explanation
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from tests.browser.test_attention_views import small_model
from workbook.questions.quiz import Quiz
from workbook.questions.quiz_file import Choice, Question
from workbook.widgets import choose, slide, text, toggle

HOSTILE = (
    "<img src=x onerror=\"window.ran='image'\">",
    "<script>window.ran='script'</script>",
    "</script><script>window.ran='closed script'</script>",
    "</style><img src=x onerror=window.ran=1>",
    "</title><script>window.ran='closed title'</script>",
    "' onmouseover='window.ran=1' x='",
    '" autofocus onfocus="window.ran=1" x="',
    "<svg onload=window.ran=1>",
    "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
    "<a href=javascript:window.ran=1>a</a>",
    "&lt;img src=x onerror=window.ran=1&gt;",
    "<link rel=stylesheet href=https://example.org/x.css>",
    "\u202e<b>",
)
FILE_NAMES = tuple(text for text in HOSTILE if "/" not in text)
LESSONS = Path(__file__).resolve().parents[1] / "lessons"


def explanation(text: str) -> Explanation:
    """Return an explanation whose label, method and tokens are hostile."""
    values = np.array([0.5, -0.25])
    return Explanation((text, "good"), values, 0.0, 0.25, text, OWEN if len(text) % 2 else text)


def quiz(text: str) -> Quiz:
    """Return a quiz of hostile texts."""
    choices = (Choice(text, text, True), Choice("b", text, False), Choice("c", "c", False))
    return Quiz(text, (Question(text, choices),) * 5, (1,))


def views() -> list[AttentionView]:
    """Return the three views of BertViz; every token but the specials is a hostile text."""
    tokenizer = WordPieceTokenizer([*SPECIALS, *ascii_lowercase[: len(HOSTILE)]])
    words = " ".join(tokenizer.vocabulary[len(SPECIALS) :])
    tokenizer.vocabulary = (*SPECIALS, *HOSTILE)  # as a vocab.txt of somebody else has them
    tokenizer.ids |= {piece: i for i, piece in enumerate(tokenizer.vocabulary)}
    alt = " ".join(HOSTILE)
    return [
        view(small_model(), tokenizer, words, words[:5], alt=alt)
        for view in (head_view, model_view, neuron_view)
    ]


def of_lessons(text: str) -> list[str]:
    """Return what the lessons that are there make HTML of."""
    names = sorted(file.parent.name for file in LESSONS.glob("*/hostile.py"))
    there = [name for name in names if (LESSONS.parents[1] / "lessons" / name).is_dir()]
    modules = [importlib.import_module(f"tests.lessons.{name}.hostile") for name in there]
    return [part for module in modules for part in module.shown(text)]


def shown(text: str) -> list[str]:
    """Return everything that makes HTML of a text, with the text in all places."""
    return [
        explanation(text)._repr_html_(),
        explanation(text).words()._repr_html_(),
        quiz(text)._repr_html_(),
        *of_lessons(text),
    ]


def all_shown() -> list[str]:
    """Return the HTML of all texts, and of the views."""
    return [*(part for text in HOSTILE for part in shown(text)), *(view.html for view in views())]


# --- widgets --------------------------------------------------------------------------------------


def controls(hostile: str) -> dict[str, ipywidgets.ValueWidget]:
    """Return a control of each kind whose label and values are hostile; ``fails`` is for errors."""
    return {
        "kind": choose([hostile, (f"2 {hostile}", "second")], label=hostile),
        "word": text(hostile, label=hostile),
        "on": toggle(label=hostile),
        "fails": slide(0, 1, label=hostile),
    }


def drawing(folder: Path) -> Callable[..., Figure]:
    """Return a function for ``explore`` that names what is typed, and a file of a hostile name."""

    def draw(kind: str, word: str, on: bool, fails: int) -> Figure:
        if fails:
            read_texts(next(hostile_files(folder)))
        figure, axes = plt.subplots(figsize=(3, 1))
        axes.set_axis_off()
        return figure

    return draw


def escaping(kind: str, word: str, on: bool, fails: int) -> str:
    """Return HTML as the lessons' explorations do."""
    if fails:
        raise ValueError(word)
    return f"<p>{html.escape(kind)} {html.escape(word)}</p>"


# --- files ----------------------------------------------------------------------------------------


def hostile_files(folder: Path) -> Iterator[Path]:
    """Write files that no loader takes, with hostile names and lines, and yield their paths."""
    for name in FILE_NAMES:
        path = folder / f"{name}.tsv"
        path.write_text(f"{name}\n", encoding="utf-8")
        yield path


def refusals(folder: Path) -> Iterator[str]:
    """Yield what loaders say of files and folders with hostile names."""
    for path in hostile_files(folder):
        for load in (read_texts, BertModel.from_pretrained, WordPieceTokenizer.from_folder):
            try:
                load(path)
            except (OSError, ValueError) as error:
                yield str(error)
