"""Open questions: answered in sentences; the rubric is on the instructor's page alone.

Each lesson's room may have an ``open_questions.toml`` and ``ask = open_questions_of(__name__)``.
``ask("when to count")`` is the last expression of a cell: it shows the question.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from workbook.questions.markup import markup
from workbook.questions.open_question_file import OpenQuestion, read_open_questions
from workbook.questions.toml_file import named

HINT = "Nobody checks this one for you: write your answer into a cell of your own below."
STYLE = "border-left: 0.3em solid #b26a00; padding: 0.3em 0 0.3em 1em; margin: 0.7em 0"


@dataclass(frozen=True)
class Open:
    """An open question, as a notebook shows it: without its rubric."""

    question: OpenQuestion

    def __repr__(self) -> str:
        """Return the question as text."""
        return f"Open question ({self.question.minutes} minutes): {self.question.ask}\n{HINT}"

    def _repr_html_(self) -> str:
        """Return the question, set apart from the text; it has no handler and needs no kernel."""
        return "\n".join(
            [
                f'<div class="bertlab-open" style="{STYLE}">',
                f"<p><strong>Open question</strong> ({self.question.minutes} minutes)</p>",
                f"<p>{markup(self.question.ask)}</p>",
                f"<p><em>{HINT}</em></p>",
                "</div>",
            ]
        )


def open_questions_of(room: str) -> Callable[[str], Open]:
    """Return a lesson's ``ask``.

    Args:
        room: The package with ``open_questions.toml`` in it, such as ``"lessons.l07_bert"``.
    """

    def ask(name: str) -> Open:
        """Show an open question as the last expression of a cell.

        Args:
            name: Of the question, as the lesson's file has it.

        Raises:
            ValueError: If there is no such question.
        """
        known = read_open_questions(Path(str(files(room) / "open_questions.toml")))
        return Open(named(known, name, "open question"))

    return ask
