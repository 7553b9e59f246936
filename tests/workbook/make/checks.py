"""What every built notebook has to satisfy: each check returns its findings, none if all is well.

``test_checks.py`` plants a fault for each of them.
"""

import re
from collections.abc import Iterator
from statistics import median

from nbformat import NotebookNode

from workbook.make.added_cells import is_added

SLIDE_TYPES = {"slide", "subslide", "fragment", "-", "skip", "notes"}
OPEN_CELLS = range(12, 46)  # that a student sees: set-up, plotting and checks are folded
LONGEST_CODE, MEDIAN_CODE = 25, 8  # lines
MOST_BYTES = 10_000_000
FEWEST_EXERCISES = 2
PARTS = {  # what a lesson has: a pattern in the text of one of its cells
    "terms in both languages": r"^#+ .*Terms\b[\s\S]*^\| *English *\| *中文 *\|",
    "recap": r"^#+ .*Recap",
    "further reading": r"^#+ .*Further reading",
    "quiz": r"^quiz\(",
    "widget": r"^explore\(",
}
OPENING = {  # what stands in the first cell
    "a title such as '# 07. BERT'": r"\A# \d\d\. \S",
    "objectives": r"[Oo]bjectives|you can|You see",
    "the time": r"\*\*Time\W.*\d+ minutes",
    "the difficulty": r"\*\*Difficulty\W.*[1-5] of 5",
    "prerequisites": r"\*\*(Prerequisites|Before this)\W",
}
MACHINE = re.compile(
    r"/(?:home|Users|root|tmp|content|var/folders)/\w|site-packages|[A-Z]:\\\\?Users"
)
OUTSIDE = re.compile(  # what a page would load from elsewhere; links that a reader follows are fine
    r"""(?:src|srcset|data-main)\s*=\s*["']?(?:https?:)?//|<link[^>]+href\s*=\s*["']?(?:https?:)?//"""
    r"""|@import|url\(\s*["']?(?:https?:)?//|fetch\(\s*["']https?://|cdn\.|unpkg\.com|jsdelivr"""
)
IMAGE = re.compile(r"<img\b[^>]*>", re.IGNORECASE)
BYTES = re.compile(r"(?<=;base64,)[A-Za-z0-9+/=]+")  # of a picture, which may spell anything


def code_cells(notebook: NotebookNode) -> list[tuple[int, NotebookNode]]:
    """Return the code cells with their numbers, counted from 1 over all cells."""
    return [(n, cell) for n, cell in enumerate(notebook.cells, 1) if cell.cell_type == "code"]


def tags(cell: NotebookNode) -> list[str]:
    """Return the tags of a cell."""
    return cell.metadata.get("tags", [])


def executed(notebook: NotebookNode) -> list[str]:
    """Find code cells that were not run, not in order, or that failed."""
    found = []
    for expected, (number, cell) in enumerate(code_cells(notebook), 1):
        if cell.execution_count != expected:
            found.append(f"cell {number}: execution count {cell.execution_count}, not {expected}")
        if any(output.output_type == "error" for output in cell.outputs):
            found.append(f"cell {number}: shows an error")
    return found


def ignored_outputs(notebook: NotebookNode) -> list[str]:
    """Find too many outputs that are not compared, and such without a claim after them."""
    cells = code_cells(notebook)
    ignored = [i for i, (_, cell) in enumerate(cells) if "nbval-ignore-output" in tags(cell)]
    most = max(1, int(0.05 * len(cells)))
    found = []
    if len(ignored) > most:
        found.append(f"{len(ignored)} of {len(cells)} outputs are ignored, at most {most} may be")
    for i in ignored:
        if i + 1 == len(cells) or not re.search(r"^\s*claim\(", cells[i + 1][1].source, re.M):
            found.append(f"cell {cells[i][0]}: ignored, but the next code cell states no claim")
    for number, cell in cells:
        if re.search(r"^\s*#\s*(NBVAL_|PYTEST_VALIDATE)", cell.source, re.M):
            found.append(f"cell {number}: use the tag nbval-ignore-output, not a comment")
    return found


def size(notebook: NotebookNode) -> list[str]:
    """Find too few or too many open cells, and code cells that are too long."""
    lengths = [(number, length_of(cell)) for number, cell in code_cells(notebook)]
    found = [
        f"cell {number}: {length} lines of code, at most {LONGEST_CODE}"
        for number, length in lengths
        if length > LONGEST_CODE
    ]
    read = [cell for cell in notebook.cells if not is_added(cell) and not is_folded(cell)]
    code = [length_of(cell) for cell in read if cell.cell_type == "code"]
    if code and (middle := median(code)) > MEDIAN_CODE:
        found.append(f"the median open code cell has {middle:g} lines, at most {MEDIAN_CODE}")
    if (count := len(read)) not in OPEN_CELLS:
        found.append(f"{count} open cells, expected {OPEN_CELLS.start} to {OPEN_CELLS.stop - 1}")
    return found


def predictions(notebook: NotebookNode) -> list[str]:
    """Find questions that nobody sees: a cell shows the value of its last line alone."""
    found = []
    for number, cell in code_cells(notebook):
        lines = cell.source.rstrip().splitlines()
        asked = [
            place for place, line in enumerate(lines) if re.match(r"(predict|quiz|ask)\(", line)
        ]
        closing = (
            [line for line in lines[asked[0] + 1 :] if not line.startswith((" ", ")"))]
            if asked
            else []
        )
        if closing:
            found.append(f"cell {number}: a question is not shown, because more follows it")
    return found


def is_folded(cell: NotebookNode) -> bool:
    """Tell whether a student sees a cell as one line."""
    return bool(cell.metadata.get("jupyter", {}).get("source_hidden"))


def length_of(cell: NotebookNode) -> int:
    """Count the lines of a code cell; in a set-up, blank ones between the groups of imports not."""
    lines = [line for line in cell.source.splitlines() if not line.startswith("# @title ")]
    return len(list(filter(str.strip, lines))) if "setup" in tags(cell) else len(lines)


def opening(notebook: NotebookNode) -> list[str]:
    """Find what is missing in the first three cells: title cell, bootstrap cell, set-up cell."""
    first, second, third = notebook.cells[:3]
    found = [
        f"the first cell lacks {name}"
        for name, pattern in OPENING.items()
        if not re.search(pattern, first.source)
    ]
    if "bootstrap" not in tags(second):
        found.append("the second cell lacks the tag bootstrap")
    if "setup" not in tags(third) or "begin_lesson(" not in third.source:
        found.append("the third cell lacks the tag setup or begin_lesson()")
    return found


def parts(notebook: NotebookNode) -> list[str]:
    """Find parts that a lesson has and this one lacks."""
    sources = [cell.source for cell in notebook.cells]
    return [
        f"no {name}"
        for name, pattern in PARTS.items()
        if not any(re.search(pattern, source, re.MULTILINE) for source in sources)
    ]


def exercises(notebook: NotebookNode) -> list[str]:
    """Find too few exercises, and such without number, difficulty, minutes or hints."""
    found = []
    cells = [i for i, cell in enumerate(notebook.cells) if "exercise" in tags(cell)]
    if len(cells) < FEWEST_EXERCISES:
        found.append(f"{len(cells)} exercises, at least {FEWEST_EXERCISES} expected")
    for number, i in enumerate(cells, 1):
        text = notebook.cells[i - 1].source
        wanted = {
            f"the heading '### Exercise {number}: ...'": rf"^### Exercise {number}: \S",
            "the difficulty": r"Difficulty [1-5] of 5",
            "the minutes": r"\d+ minutes?",
            "a hint in <details>": r"<details><summary>",
        }
        missing = [name for name, pattern in wanted.items() if not re.search(pattern, text, re.M)]
        found += [f"exercise {number} lacks {name} in the cell before it" for name in missing]
        if "not filled in yet" not in "".join(texts(notebook.cells[i])):
            found.append(f"exercise {number} is given away: its function is not left as ...")
    return found


def solved(notebook: NotebookNode) -> list[str]:
    """Find solutions that the exercise machine does not accept."""
    answers = [
        (number, "".join(texts(cell)).strip())
        for number, cell in code_cells(notebook)
        if "exercise" in tags(cell)
    ]
    return [f"cell {n}: not solved ({text})" for n, text in answers if ": correct on " not in text]


def slides(notebook: NotebookNode) -> list[str]:
    """Find unknown slide types, and a deck that does not begin with a slide."""
    kinds = [cell.metadata.get("slideshow", {}).get("slide_type", "-") for cell in notebook.cells]
    found = [
        f"cell {number}: slide type {kind!r}"
        for number, kind in enumerate(kinds, 1)
        if kind not in SLIDE_TYPES
    ]
    return found + ["the first cell begins no slide"] * (kinds[0] != "slide")


def texts(cell: NotebookNode) -> Iterator[str]:
    """Yield the texts of a cell's outputs."""
    for output in cell.get("outputs", []):
        if "text" in output:
            yield output.text
        for kind, content in output.get("data", {}).items():
            if isinstance(content, str) and not kind.startswith("image/p"):
                yield BYTES.sub("", content)


def outputs(notebook: NotebookNode) -> list[str]:
    """Find outputs that name this machine, need another one, warn, or shut readers out."""
    found = []
    for number, cell in code_cells(notebook):
        for text in texts(cell):
            if hit := MACHINE.search(text):
                found.append(f"cell {number}: names a folder of one machine ({hit[0]})")
            if hit := OUTSIDE.search(text):
                found.append(f"cell {number}: needs another machine ({hit[0]})")
            if any(not re.search(r"""\balt\s*=\s*["'][^"']""", tag) for tag in IMAGE.findall(text)):
                found.append(f"cell {number}: an <img> without a text alternative")
        for output in cell.outputs:
            if output.get("name") == "stderr":
                found.append(f"cell {number}: writes to stderr ({output.text.strip()[:60]})")
            for kind in ("image/png", "image/jpeg"):
                words = output.get("metadata", {}).get(kind, {}).get("alt", "")
                if kind in output.get("data", {}) and not words.strip():
                    found.append(f"cell {number}: a figure without a text alternative; use show()")
        if re.search(r"^(explore|quiz)\(", cell.source, re.M) and not _is_static(cell):
            found.append(f"cell {number}: shows nothing on a page without a kernel")
    return found


def _is_static(cell: NotebookNode) -> bool:
    """Tell whether an output of the cell can be seen without a kernel."""
    return any({"text/html", "image/png"} & set(o.get("data", {})) for o in cell.outputs)


def file_size(num_bytes: int) -> list[str]:
    """Find a notebook that is too large."""
    return [f"{num_bytes / 1e6:.1f} MB, at most 10"] if num_bytes >= MOST_BYTES else []


def same_cells(stored: NotebookNode, expected: NotebookNode) -> list[str]:
    """Find differences between a built notebook and its source: cells, order, ids, tags, slides."""
    if len(stored.cells) != len(expected.cells):
        return [f"{len(stored.cells)} cells, the source gives {len(expected.cells)}"]
    found = []
    for number, (cell, wanted) in enumerate(zip(stored.cells, expected.cells, strict=True), 1):
        for key in ("cell_type", "source", "metadata", "id"):
            if cell[key] != wanted[key]:
                found.append(f"cell {number}: {key} differs from the source; run make notebooks")
    return found
