"""What to ask the class before a cell runs, and the answer, as the lesson itself gives it."""

import ast
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from nbformat import NotebookNode

from workbook.make.parts import Parts
from workbook.questions.prediction_file import read_predictions
from workbook.questions.toml_file import named

IN_TEXT = "**Predict first**:"
IN_CODE = re.compile(r"Predict first: (?P<ask>.+)")
CALL = re.compile(r"""^predict\(\s*["'](?P<name>[^"']+)["']""", re.MULTILINE)
MOST_ANSWERS, FEW_WORDS = 3, 8
NO_PROSE = ("#", "|", "$$", "- ", "<")
CHECKS = re.compile(r"1e-\d|\bagrees?\b|measured again|record")  # claims that are no answer


@dataclass(frozen=True)
class TaughtPrediction:
    """A prediction, with what an instructor needs to ask it and to answer.

    Attributes:
        part: The heading of the part that it stands in.
        ask: The question, whole, with the sentence before it where it is short.
        choices: What to choose from; none for a question that is answered freely.
        answer: What comes true.
        because: What to say when the room is wrong; ``""`` if the text below the question says it.
    """

    part: str
    ask: str
    choices: tuple[str, ...]
    answer: str
    because: str


def predictions(parts: Parts, room: Path) -> list[TaughtPrediction]:
    """Return the predictions of a lesson, in its order.

    Args:
        parts: The lesson's cells by part.
        room: Its folder, which has ``predictions.toml`` if it calls ``predict``.

    Raises:
        ValueError: If ``predict`` is called with a name that the file does not have.
    """
    cells = [(part, cell) for part, inside in parts.items() for cell in inside]
    found = []
    for index, (part, cell) in enumerate(cells):
        below = [later for _, later in cells[index:]]
        if cell.cell_type == "markdown":
            found += [
                TaughtPrediction(part, ask, (), _claims_below(below[1:]), "")
                for ask in prediction_questions(cell.source)
            ]
            continue
        found += [
            TaughtPrediction(part, _sentence(match["ask"]), (), _claims_below(below[1:]), "")
            for match in IN_CODE.finditer(cell.source)
        ]
        found += [_chosen(part, match["name"], room) for match in CALL.finditer(cell.source)]
    return found


def _chosen(part: str, name: str, room: Path) -> TaughtPrediction:
    it = named(read_predictions(room / "predictions.toml"), name, f"prediction of {room.name}")
    return TaughtPrediction(part, it.ask, it.choices, it.answer, it.because)


def prediction_questions(text: str) -> list[str]:
    """Return the questions of a text, each with the sentence before it: what it is about.

    A question of a few words gets three sentences.
    """
    pieces = text.split(IN_TEXT)
    found = []
    for before, after in pairwise(pieces):
        ask = _sentence(after.split("\n\n")[0])
        prose = [line for line in before.splitlines() if not line.startswith(NO_PROSE)]
        sentences = re.split(r"(?<=[.!?])\s+", " ".join(" ".join(prose).split()))
        context = sentences[-3 if len(ask.split()) <= FEW_WORDS else -1 :]
        found.append(" ".join([*context, ask]).strip())
    return found


def _sentence(text: str) -> str:
    """Return a text on one line, without stars at its ends, beginning with a capital letter."""
    line = " ".join(text.split())
    return line[:1].upper() + line[1:]


def _claims_below(cells: list[NotebookNode]) -> str:
    """Return what is claimed below a question, until the text goes on."""
    claims: list[str] = []
    for cell in cells:
        if cell.cell_type == "markdown" and claims:
            break
        if cell.cell_type == "code":
            claims += claims_of(cell.source)
    best = [claim for claim in claims if not CHECKS.search(claim)] or claims
    return "; ".join(best[:MOST_ANSWERS])


def claims_of(source: str) -> list[str]:
    """Return the sentences that a cell claims, in their order."""
    calls = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "claim"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    ]
    calls.sort(key=lambda call: call.lineno)
    return [str(call.args[0].value) for call in calls if isinstance(call.args[0], ast.Constant)]
