"""The presenter's notes of a deck: those of the lesson's source, and one for each prediction."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from string import ascii_uppercase

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from workbook.make.lesson_source import is_note, presented_notebook
from workbook.publish.page_parts import ROOT
from workbook.publish.slide_cells import predicted_names
from workbook.questions.prediction_file import Prediction, read_predictions

OF_A_PREDICTION = "prediction"  # the tag of a note that stays beside its question


def source_of(path: Path) -> Path | None:
    """Return the source of a lesson's notebook, which has the instructor's notes, if it is here."""
    source = ROOT / "lessons" / f"l{path.stem}" / "lesson.py"
    return source if source.is_file() else None


def with_notes(notebook: NotebookNode, source: Path | None) -> NotebookNode:
    """Return a copy with the notes of its source, each after the cell that it follows there."""
    notebook = deepcopy(notebook)
    here: dict[object, int] = {}
    for index, cell in enumerate(notebook.cells):
        for key in _known_by(cell):
            here.setdefault(key, index)
    after: dict[int, list[NotebookNode]] = {}
    index = -1
    for cell in presented_notebook(source).cells if source else ():
        if is_note(cell):
            after.setdefault(index, []).append(cell)
        index = next((here[key] for key in _known_by(cell) if key in here), index)
    cells = after.get(-1, [])
    for index, cell in enumerate(notebook.cells):
        cells += [cell, *after.get(index, [])]
    notebook.cells = cells
    return notebook


def _known_by(cell: NotebookNode) -> list[object]:
    """Return the keys that identify a cell: its ids (Colab has its own), its type and source."""
    ids = [cell.get("id"), cell.metadata.get("id")]
    return [*filter(None, ids), (cell.cell_type, cell.source)]


def with_predictions(notebook: NotebookNode, source: Path | None) -> NotebookNode:
    """Return a copy with a note after each cell that asks a prediction of the lesson's file."""
    file = source.with_name("predictions.toml") if source else None
    known = read_predictions(file) if file and file.is_file() else {}
    notebook = deepcopy(notebook)
    notebook.cells = [
        each for cell in notebook.cells for each in (cell, *_prediction_notes(cell, known))
    ]
    return notebook


def prediction_note(prediction: Prediction) -> str:
    """Return the presenter's note: the answer, why, and what helps if most were wrong.

    Args:
        prediction: The question.
    """
    letter = ascii_uppercase[prediction.choices.index(prediction.answer)]
    parts = [
        "**Prediction.** Ask for a show of hands; the next key opens the result.",
        f"**Expected: {letter}.** {prediction.answer}",
        f"**Because:** {prediction.because}",
    ]
    if prediction.wrong:
        parts.append(f"**If the room is wrong:** {prediction.wrong}")
    return "\n\n".join(parts)


def _prediction_notes(cell: NotebookNode, known: Mapping[str, Prediction]) -> list[NotebookNode]:
    if cell.cell_type != "code":
        return []
    metadata = {"slideshow": {"slide_type": "notes"}, "tags": [OF_A_PREDICTION]}
    names = [name for name in predicted_names(cell.source) if name in known]
    return [
        new_markdown_cell(
            prediction_note(known[name]),
            metadata=deepcopy(metadata),
            id=f"{cell.get('id', 'cell')[:48]}-note{index}",
        )
        for index, name in enumerate(names)
    ]
