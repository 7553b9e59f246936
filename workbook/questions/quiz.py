"""Quizzes: questions with feedback for every choice, on any page that a notebook ends up on.

Each lesson's room has a ``quiz.toml`` and ``quiz = quiz_of(__name__)``; ``quiz(1, 2)`` shows two of
its questions as plain HTML: no widget and no script element, only inline handlers. So a quiz
answers in JupyterLab, in Colab, in exported pages and in slides, without a kernel. Where handlers
are stripped (GitHub), the questions and a ``<details>`` element with all answers stay readable.
LaTeX is left to the page's MathJax.
"""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import ascii_uppercase

from workbook.questions.markup import markup
from workbook.questions.quiz_file import Choice, Question, read_questions

HINT = "To answer by a click, run this cell. Without Python, open the answers below."
# Inline, because a page that strips handlers mostly strips the style sheet too.
PLAIN_FIELDSET = "margin: 0 0 0.7em; padding: 0; border: 0"
PLAIN_BUTTON = "border: 1px solid #8a8a8a; background: none; color: inherit; text-align: left"
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Quiz:
    """A quiz, or some questions of it, as a notebook shows it.

    Attributes:
        title: What the quiz is about.
        questions: All questions, also those that are not shown.
        numbers: Which questions are shown, from 1.
    """

    title: str
    questions: tuple[Question, ...]
    numbers: tuple[int, ...]

    @property
    def heading(self) -> str:
        """Title and extent, such as ``Quiz: Attention (questions 1 and 2 of 6)``."""
        total = len(self.questions)
        if len(self.numbers) == total:
            return f"Quiz: {self.title} ({total} questions)"
        *most, last = map(str, self.numbers)
        shown = f"questions {', '.join(most)} and {last}" if most else f"question {last}"
        return f"Quiz: {self.title} ({shown} of {total})"

    def __repr__(self) -> str:
        """Return the questions and choices as text."""
        lines = [self.heading]
        for number in self.numbers:
            question = self.questions[number - 1]
            lines += ["", f"{number}. {question.text}"]
            lines += [f"   {letter}. {choice.text}" for letter, choice in _lettered(question)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the form: the questions, then all answers folded away."""
        style = (FOLDER / "quiz.css").read_text(encoding="utf-8")
        handler = (FOLDER / "quiz.js").read_text(encoding="utf-8")
        shown = [(number, self.questions[number - 1]) for number in self.numbers]
        return "\n".join(
            [
                f"<style>\n{style}</style>",
                '<form class="bertlab-quiz"'
                f' onsubmit="return false" onclick="{html.escape(handler)}"'
                " onkeydown=\"if (event.key === ' ') event.stopPropagation()\">",
                f'<p class="bertlab-quiz-title"><strong>{markup(self.heading)}</strong></p>',
                *(_question_html(n, q, len(self.questions)) for n, q in shown),
                f'<p class="bertlab-quiz-hint"><em>{HINT}</em></p>',
                '<p class="bertlab-quiz-score" role="status"></p>',
                "<details><summary>All answers, with reasons</summary>",
                *(_answers_html(n, q) for n, q in shown),
                "</details>",
                "</form>",
            ]
        )


def quiz_of(room: str) -> Callable[..., Quiz]:
    """Return a lesson's quiz, as a function that shows some of its questions.

    Args:
        room: The package with ``quiz.toml`` in it, such as ``"lessons.l07_bert"``.
    """

    def quiz(*numbers: int) -> Quiz:
        """Show questions as the last expression of a notebook cell; all of them without numbers."""
        return questions(Path(str(files(room) / "quiz.toml")), *numbers)

    return quiz


def questions(path: Path, *numbers: int) -> Quiz:
    """Return a quiz that shows itself as the last expression of a notebook cell.

    Args:
        path: The quiz file.
        numbers: Which questions to show, from 1; all of them if none is named. Two fit on a slide.

    Returns:
        The quiz.

    Raises:
        ValueError: If there is no such quiz or no such question, or if its file is not well formed.
    """
    whole = load(path)
    total = len(whole.questions)
    wrong = [number for number in numbers if not 1 <= number <= total]
    if wrong or len(set(numbers)) < len(numbers):
        raise ValueError(f"expected different question numbers from 1 to {total}, got {numbers}")
    return Quiz(whole.title, whole.questions, numbers or whole.numbers)


def load(path: Path) -> Quiz:
    """Return all questions of a quiz file; see ``quiz_file.read_questions``.

    Raises:
        ValueError: If the file is absent or not well formed.
    """
    title, found = read_questions(path)
    return Quiz(title, found, tuple(range(1, len(found) + 1)))


def _lettered(question: Question) -> Sequence[tuple[str, Choice]]:
    """Return the choices with their letters."""
    return list(zip(ascii_uppercase, question.choices, strict=False))


def _question_html(number: int, question: Question, total: int) -> str:
    """Return a question: its text, a button for each choice, and room for the feedback."""
    count = len(question.choices)
    rows = [
        f'<li><button type="button" value="{number}{letter}" style="{PLAIN_BUTTON}"'
        f' aria-pressed="false"'
        f"{' data-correct' if choice.correct else ''}><span>{letter}.</span> "
        f"<span>{markup(choice.text)}</span></button></li>"
        for letter, choice in _lettered(question)
    ]
    return "\n".join(
        [
            f'<fieldset style="{PLAIN_FIELDSET}">',
            f"<legend><strong>{number} of {total}.</strong> {markup(question.text)} "
            f"<small>{count} choices, one right</small></legend>",
            "<ul>",
            *rows,
            "</ul>",
            '<div class="bertlab-quiz-feedback" aria-live="polite"></div>',
            "</fieldset>",
        ]
    )


def _answers_html(number: int, question: Question) -> str:
    """Return the feedback for all choices of a question."""
    rows = [
        f'<li data-feedback="{number}{letter}"><strong>'
        f"{'✓' if choice.correct else '✗'} {letter} is {'right' if choice.correct else 'wrong'}."
        f"</strong> {markup(choice.feedback)}</li>"
        for letter, choice in _lettered(question)
    ]
    return "\n".join([f"<p><strong>Question {number}</strong></p>", "<ul>", *rows, "</ul>"])
