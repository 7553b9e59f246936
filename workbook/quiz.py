"""Quizzes: questions with feedback for every choice, on any page that a notebook ends up on.

``quiz("bert")`` shows the questions of ``bertlab/quizzes/bert.toml`` as plain HTML: no widget and
no script element, only inline handlers. So a quiz answers in JupyterLab, in Colab, in exported
pages and in slides, without a kernel. Where handlers are stripped (GitHub), the questions and a
``<details>`` element with all answers stay readable. LaTeX is left to the page's MathJax.
"""

import html
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from string import ascii_uppercase

FEWEST_QUESTIONS = 5
CHOICES = (3, 4)
HINT = "To answer by a click, run this cell. Without Python, open the answers below."
# Inline, because a page that strips handlers mostly strips the style sheet too.
PLAIN_FIELDSET = "margin: 0 0 0.7em; padding: 0; border: 0"
PLAIN_BUTTON = "border: 1px solid #8a8a8a; background: none; color: inherit; text-align: left"
FOLDER = Path(str(files("bertlab") / "quizzes"))


@dataclass(frozen=True)
class Choice:
    """One choice of a question.

    Attributes:
        text: What the reader chooses. All texts may hold `` `code` ``, ``*stress*``, ``$LaTeX$``.
        feedback: Why it is right, or which misconception it is and what is true instead.
        correct: Whether it is the right one.
    """

    text: str
    feedback: str
    correct: bool


@dataclass(frozen=True)
class Question:
    """A question with one right choice among three or four."""

    text: str
    choices: tuple[Choice, ...]


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
                f'<p class="bertlab-quiz-title"><strong>{_markup(self.heading)}</strong></p>',
                *(_question_html(n, q, len(self.questions)) for n, q in shown),
                f'<p class="bertlab-quiz-hint"><em>{HINT}</em></p>',
                '<p class="bertlab-quiz-score" role="status"></p>',
                "<details><summary>All answers, with reasons</summary>",
                *(_answers_html(n, q) for n, q in shown),
                "</details>",
                "</form>",
            ]
        )


def quiz(name: str, *numbers: int) -> Quiz:
    """Return a quiz that shows itself as the last expression of a notebook cell.

    Args:
        name: Name of a file in ``bertlab/quizzes``, without ``.toml``.
        numbers: Which questions to show, from 1; all of them if none is named. Two fit on a slide.

    Returns:
        The quiz.

    Raises:
        ValueError: If there is no such quiz or no such question, or if its file is not well formed.
    """
    questions = load(FOLDER / f"{name}.toml")
    total = len(questions.questions)
    wrong = [number for number in numbers if not 1 <= number <= total]
    if wrong or len(set(numbers)) < len(numbers):
        raise ValueError(f"expected different question numbers from 1 to {total}, got {numbers}")
    return Quiz(questions.title, questions.questions, numbers or questions.numbers)


def load(path: Path) -> Quiz:
    """Read and check a quiz file.

    Args:
        path: A TOML file: ``title``, and ``[[question]]`` tables with ``text`` and
            ``[[question.choice]]`` tables of ``text``, ``feedback`` and, at the right one,
            ``correct = true``.

    Returns:
        The quiz with all its questions.

    Raises:
        ValueError: If the file is absent or not TOML, has fewer than five questions, a question has
            not three or four different choices, or not exactly one right choice, or if a text is
            missing.
    """
    if not path.is_file():
        names = sorted(file.stem for file in path.parent.glob("*.toml"))
        close = get_close_matches(path.stem, names)
        hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(names)}"
        raise ValueError(f"no quiz is called {path.stem!r}; {hint}")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name} is not well-formed TOML: {error}") from error
    _check_keys(table, {"title": str, "question": list}, set(), path.name)
    rows = table["question"]
    if len(rows) < FEWEST_QUESTIONS:
        expected = f"expected at least {FEWEST_QUESTIONS} questions"
        raise ValueError(f"{path.name}: {expected}, got {len(rows)}")
    questions = tuple(_question(row, f"{path.name}, question {n}") for n, row in enumerate(rows, 1))
    return Quiz(table["title"], questions, tuple(range(1, len(questions) + 1)))


def _question(row: dict, where: str) -> Question:
    """Return one checked question of the file."""
    _check_keys(row, {"text": str, "choice": list}, set(), where)
    choices = []
    for letter, entry in zip(ascii_uppercase, row["choice"], strict=False):
        _check_keys(entry, {"text": str, "feedback": str}, {"correct"}, f"{where}, choice {letter}")
        correct = entry.get("correct", False)
        if not isinstance(correct, bool):
            raise ValueError(f"{where}, choice {letter}: expected a true 'correct', got {correct}")
        choices.append(Choice(_one_line(entry["text"]), _one_line(entry["feedback"]), correct))
    if not CHOICES[0] <= len(choices) <= CHOICES[1]:
        raise ValueError(
            f"{where}: expected {CHOICES[0]} or {CHOICES[1]} choices, got {len(choices)}"
        )
    right = sum(choice.correct for choice in choices)
    if right != 1:
        raise ValueError(f"{where}: expected exactly one correct choice, got {right}")
    texts = [choice.text.casefold() for choice in choices]
    if len(set(texts)) < len(texts):
        raise ValueError(f"{where}: expected different choices, got {[c.text for c in choices]}")
    return Question(_one_line(row["text"]), tuple(choices))


def _check_keys(table: dict, required: dict[str, type], optional: set[str], where: str) -> None:
    """Raise a ValueError unless the keys are the expected ones and have values of their types."""
    unknown = sorted(set(table) - set(required) - optional)
    if unknown:
        raise ValueError(f"{where}: expected {sorted({*required, *optional})}, got also {unknown}")
    for key, kind in required.items():
        value = table.get(key)
        if not isinstance(value, kind) or not value or str(value).isspace():
            raise ValueError(f"{where}: expected a non-empty {key!r}, got {value!r}")


def _one_line(text: str) -> str:
    """Join the lines of a text: files may break lines anywhere."""
    return " ".join(text.split())


def _lettered(question: Question) -> Sequence[tuple[str, Choice]]:
    """Return the choices with their letters."""
    return list(zip(ascii_uppercase, question.choices, strict=False))


def _markup(text: str) -> str:
    """Escape a text for HTML; make code of `` `this` `` and emphasis of ``*this*``."""

    def element(match: re.Match) -> str:
        tag = str(match.lastgroup)
        return match[0] if tag == "math" else f"<{tag}>{match[tag]}</{tag}>"

    pattern = r"`(?P<code>[^`]+)`|(?P<math>\$[^$]+\$)|\*(?P<em>\w[^*]*)\*"
    return re.sub(pattern, element, html.escape(text, quote=False))


def _question_html(number: int, question: Question, total: int) -> str:
    """Return a question: its text, a button for each choice, and room for the feedback."""
    count = len(question.choices)
    rows = [
        f'<li><button type="button" value="{number}{letter}" style="{PLAIN_BUTTON}"'
        f' aria-pressed="false"'
        f"{' data-correct' if choice.correct else ''}><span>{letter}.</span> "
        f"<span>{_markup(choice.text)}</span></button></li>"
        for letter, choice in _lettered(question)
    ]
    return "\n".join(
        [
            f'<fieldset style="{PLAIN_FIELDSET}">',
            f"<legend><strong>{number} of {total}.</strong> {_markup(question.text)} "
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
        f"</strong> {_markup(choice.feedback)}</li>"
        for letter, choice in _lettered(question)
    ]
    return "\n".join([f"<p><strong>Question {number}</strong></p>", "<ul>", *rows, "</ul>"])
