"""What a built path and its further experiments have to satisfy: findings, none if all is well.

``test_path_checks.py`` plants a fault for each of them.
"""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from nbformat import NotebookNode

from workbook.captions import LABEL
from workbook.make import clock
from workbook.make.added_cells import is_added
from workbook.make.lesson_source import tags
from workbook.make.path_source import FOLD

FEWEST_TYPED, MOST_WORDS, MOST_OPEN, MOST_SECTIONS = 40, 2800, 25, 6
WIDEST = 88  # columns of code that a page does not clip
NOISE = re.compile(r"\balt\s*=|\bcheck\(|\bclaim\(|#\s*fmt\b|#\s*noqa|#\s*type:")
STATE = re.compile(r"Claim holds|version stands in|not filled in yet")  # said once, by yours()
ALIGNED = re.compile(r"\S {2,}\S")
NUMBER = re.compile(r"\d+ of \d+|\d+(?:\.\d+)?%|\d+\.\d+")
TRIVIAL = re.compile(r"[01]\.?0*%?|100%")
ALT = re.compile(r'\balt="([^"]*)"')
FOLDED = re.compile(r"<details>(.*?)</details>", re.DOTALL)
PREDICTION = 'class="bertlab-predict"'
NO_OUTPUT = {"setup", "bootstrap"}  # tags of folds that show nothing


def code_cells(notebook: NotebookNode) -> Iterator[tuple[str, NotebookNode]]:
    """Yield the code cells, each with the words that name it."""
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "code":
            yield f"cell {number}", cell


def pages(cell: NotebookNode) -> Iterator[str]:
    """Yield what a cell shows, as HTML or text."""
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        yield data.get("text/html", data.get("text/plain", output.get("text", "")))


def noise(notebook: NotebookNode) -> list[str]:
    """Find what is there for us and not for a student."""
    found = []
    for name, cell in code_cells(notebook):
        found += [f"{name}: {hit}" for hit in NOISE.findall(cell.source)]
        found += [f"{name}: shows {hit!r}" for page in pages(cell) for hit in STATE.findall(page)]
        if clock.is_folded(cell) and not cell.outputs and not NO_OUTPUT & set(tags(cell)):
            found.append(f"{name}: a fold without an output")
        found += [f"{name}: aligned text, no table" for text in _printed(cell) if _is_table(text)]
        if not clock.is_folded(cell):
            lines = [line for line in cell.source.splitlines() if len(line) > WIDEST]
            found += [f"{name}: a line of {len(line)} columns: {line[:40]}" for line in lines]
    return found


def _printed(cell: NotebookNode) -> list[str]:
    return [output.text for output in cell.outputs if output.get("name") == "stdout"]


def _is_table(text: str) -> bool:
    return len([line for line in text.splitlines() if ALIGNED.search(line)]) > 1


def leaks(notebook: NotebookNode) -> list[str]:
    """Find predictions that are not the last of their section, and results that stand open."""
    found = []
    cells = [cell for cell in notebook.cells if not is_added(cell)]
    for place, cell in enumerate(cells):
        for page in pages(cell):
            if PREDICTION not in page:
                continue
            rest = cells[place + 1 :]
            if rest and not (rest[0].cell_type == "markdown" and rest[0].source.startswith("#")):
                found.append(f"a prediction is followed by {rest[0].source[:40]!r}, not a heading")
            others = [*cells[:place], *_until_heading(rest)]
            found += [f"{secret} stands open" for secret in _told(page, others)]
    return found


def _until_heading(cells: list[NotebookNode]) -> Iterator[NotebookNode]:
    for cell in cells:
        if cell.cell_type == "markdown" and cell.source.startswith("#"):
            return
        yield cell


def _told(prediction: str, cells: list[NotebookNode]) -> list[str]:
    """Return the numbers of a folded result, and its answer, that cells show."""
    question = clock.seen(prediction)
    folded = re.sub(r"<[^>]*>", " ", "".join(FOLDED.findall(prediction)))
    alts = "".join(alt for cell in cells for page in pages(cell) for alt in ALT.findall(page))
    shown = " ".join([*map(clock.open_text, cells), alts])
    secrets = set(NUMBER.findall(_without_labels(folded))) - set(NUMBER.findall(question))
    secrets = {secret for secret in secrets if not TRIVIAL.fullmatch(secret)}
    told = sorted(secrets & set(NUMBER.findall(_without_labels(shown))))
    answer = re.search(r"<strong>[A-Z]\. (.*?)</strong>", prediction)
    words = re.sub(r"<[^>]*>", "", answer[1]) if answer else ""
    return told + [words] * (len(words.split()) > 2 and words.lower() in shown.lower())


def _without_labels(text: str) -> str:
    return re.sub(r"(Figures?|Tables?|Exercise|and)\s+\d+\.\d+", "", text)


def numbers(path: NotebookNode, more: NotebookNode, lesson: int) -> list[str]:
    """Find figures and tables that are out of order, and such that no text calls."""
    found = []
    labels = [_labels(path), _labels(more)]
    for kind in ("Figure", "Table"):
        has = [label for part in labels for label in part if label.startswith(kind)]
        wanted = [f"{kind} {lesson}.{n}" for n, _ in zip(count(1), has, strict=False)]
        found += [
            f"{a} stands where {b} should" for a, b in zip(has, wanted, strict=True) if a != b
        ]
    for notebook, known in zip((path, more), labels, strict=True):
        text = " ".join(clock.seen(c.source) for c in notebook.cells if c.cell_type == "markdown")
        called = {f"{kind} {n}" for kind, n in re.findall(r"(Figure|Table) (\d+\.\d+)", text)}
        found += [f"{label} is not called" for label in known if label not in called]
        found += [f"{label} is not there" for label in sorted(called - {*labels[0], *labels[1]})]
    return found


def _labels(notebook: NotebookNode) -> list[str]:
    label = re.compile(LABEL.format("Figure|Table"))
    shown = "\n".join(page for _, cell in code_cells(notebook) for page in pages(cell))
    return [f"{kind} {number}" for kind, number in label.findall(shown)]


def shape(notebook: NotebookNode, room: Path) -> list[str]:
    """Find a path that is too long, does not say its clock's time, or has little to type."""
    whole = clock.clock_of(notebook.cells, room)
    minutes = [clock.clock_of(cells, room).minutes for cells in clock.sittings(notebook)]
    is_open = [not clock.is_folded(cell) for _, cell in code_cells(notebook)]
    found = {
        f"{whole.typed} typed lines, at least {FEWEST_TYPED}": whole.typed < FEWEST_TYPED,
        f"{whole.words} words, at most {MOST_WORDS}": whole.words > MOST_WORDS,
        f"{sum(is_open)} open code cells, at most {MOST_OPEN}": sum(is_open) > MOST_OPEN,
        f"{sum(minutes)} minutes, at most {clock.LONGEST}": sum(minutes) > clock.LONGEST,
    }
    said = clock.stated(notebook, room)
    found[f"the first cell should say: {said}"] = said not in notebook.cells[0].source
    return [words for words, wrong in found.items() if wrong]


def parts(notebook: NotebookNode) -> list[str]:
    """Find exercises without a way out, and a path without a headline or with two scores."""
    found = []
    for before, cell in zip(notebook.cells, notebook.cells[1:], strict=False):
        if "exercise" in tags(cell) and not FOLD.search(before.source):
            found.append(f"no solution below the text of\n{cell.source}")
    scores = sum(cell.source.count("yours(") for _, cell in code_cells(notebook))
    quizzes = [cell.source for _, cell in code_cells(notebook) if clock.is_quiz(cell)]
    found += ["the quiz is asked in pieces"] * any(
        re.search(r"^quiz\(\d", q, re.M) for q in quizzes
    )
    headlines = [cell for cell in notebook.cells if "headline" in tags(cell)]
    found += [f"{scores} cells with yours(...), expected 1"] * (scores != 1)
    found += ["no cell has the tag headline"] * (not headlines)
    found += ["the headline is folded away"] * any(map(clock.is_folded, headlines))
    return found


def sections(more: NotebookNode) -> list[str]:
    """Find too many further experiments."""
    texts = (cell.source for cell in more.cells if cell.cell_type == "markdown")
    number = len(re.findall(r"^## (?!Terms|Further reading)", "\n".join(texts), re.MULTILINE))
    return [f"{number} sections, at most {MOST_SECTIONS}"] * (number > MOST_SECTIONS)
