"""Predict, then see: a question first; its result opens after a choice, or on a click.

Each lesson's room may have a ``predictions.toml`` and ``predict = predictions_of(__name__)``.
``predict("size of a score", draw)`` is the last expression of a cell: it calls ``draw``, keeps what
that shows and prints, and folds it away under the question. Question and result are one output of
plain HTML, without a widget or a script element, since Colab isolates outputs from one another. So
it works in JupyterLab, in Colab, in exported pages and in slides, where the presenter opens it, by
keyboard and without a kernel. Where handlers are stripped (GitHub, a notebook that JupyterLab does
not trust yet), a line says what to do, and a click still opens the result.
"""

import base64
import html
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from IPython.utils.capture import capture_output

from workbook.questions.markup import markup
from workbook.questions.prediction_file import Prediction, read_predictions
from workbook.questions.toml_file import named

FOLDER = Path(__file__).parent
SUMMARY = "See what happens"
HINT = "To answer by a click, run this cell. Without Python, open the result below."
KINDS = ("text/html", "image/svg+xml", "image/png", "text/markdown", "text/plain")  # best first


@dataclass(frozen=True)
class Predicted:
    """A prediction with its result, as a notebook shows it.

    Attributes:
        question: With its choices and its answer.
        result: What happens, as HTML; ``""`` if the reason says it all.
    """

    question: Prediction
    result: str

    def __repr__(self) -> str:
        """Return the question and its choices as text, without the answer."""
        lines = [f"Predict: {self.question.ask}"]
        lines += [f"   {letter}. {choice}" for letter, choice in self._lettered()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the question, and below it the result, folded away."""
        style = (FOLDER / "predict.css").read_text(encoding="utf-8")
        handler = (FOLDER / "predict.js").read_text(encoding="utf-8")
        right = ascii_uppercase[self.question.choices.index(self.question.answer)]
        return "\n".join(
            [
                f"<style>\n{style}</style>",
                f'<div class="bertlab-predict" onclick="{html.escape(handler)}">',
                "<fieldset>",
                f"<legend><strong>Predict:</strong> {markup(self.question.ask)}</legend>",
                *(_button(letter, choice, letter == right) for letter, choice in self._lettered()),
                f'<p class="bertlab-predict-hint"><em>{HINT}</em></p>',
                '<p class="bertlab-predict-said" role="status"></p>',
                "</fieldset>",
                f"<details><summary>{SUMMARY}</summary>",
                self.result,
                f"<p><strong>{right}. {markup(self.question.answer)}</strong><br/>"
                f"{markup(self.question.because)}</p>",
                "</details>",
                "</div>",
            ]
        )

    def _lettered(self) -> list[tuple[str, str]]:
        return list(zip(ascii_uppercase, self.question.choices, strict=False))


def predictions_of(room: str) -> Callable[..., Predicted]:
    """Return a lesson's ``predict``.

    Args:
        room: The package with ``predictions.toml`` in it, such as ``"lessons.l05_attention"``.
    """

    def predict(name: str, reveal: Callable[[], Any] | None = None) -> Predicted:
        """Ask a question as the last expression of a cell, and fold its result away below.

        Args:
            name: Of the prediction, as the lesson's file has it.
            reveal: Shows or prints what happens; None if words are enough.

        Raises:
            ValueError: If there is no such prediction.
        """
        known = read_predictions(Path(str(files(room) / "predictions.toml")))
        question = named(known, name, "prediction")
        return Predicted(question, "" if reveal is None else output_html(reveal))

    return predict


def output_html(reveal: Callable[[], Any]) -> str:
    """Call a function and return what it shows, prints and returns as HTML, in this order."""
    with capture_output() as captured:
        value = reveal()
    parts = [_as_html(output.data, output.metadata or {}) for output in captured.outputs]
    if captured.stdout:
        parts.append(f"<pre>{html.escape(captured.stdout.rstrip())}</pre>")
    if value is not None:
        own = getattr(value, "_repr_html_", lambda: None)()
        parts.append(own or f"<pre>{html.escape(repr(value))}</pre>")
    return "\n".join(parts)


def _as_html(data: dict[str, Any], metadata: dict[str, Any]) -> str:
    """Return the best of an output's forms as HTML; pictures with their words."""
    kind = next((kind for kind in KINDS if kind in data), "text/plain")
    content = data.get(kind, "")
    if kind in ("text/html", "image/svg+xml"):
        return str(content)
    if kind == "image/png":
        words = html.escape(metadata.get(kind, {}).get("alt", data.get("text/plain", "")))
        text = base64.b64encode(content).decode() if isinstance(content, bytes) else content
        return f'<img alt="{words}" src="data:image/png;base64,{"".join(text.split())}">'
    return f"<pre>{html.escape(str(content))}</pre>"


def _button(letter: str, choice: str, comes_true: bool) -> str:
    mark = " data-comes-true" if comes_true else ""
    return (
        f'<button type="button" value="{letter}" aria-pressed="false"{mark}>'
        f"<span>{letter}.</span> <span>{markup(choice)}</span></button>"
    )
