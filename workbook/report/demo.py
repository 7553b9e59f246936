"""A made-up class, to try the report on: right answers and named slips, drawn by a seed.

``make report-demo``. Each notebook is the lesson's own, without outputs, with answers filled in as
students wrote them. What was planted goes to ``planted.json``, so that it can be counted.
"""

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbook.report import command

ROOT = Path(__file__).resolve().parents[2]
ANSWERS = Path(__file__).with_name("demo_answers.json")
LESSON, SEED = "05_attention", 5
NAMES = (
    *("Ada", "Bao", "Chidi", "Dana", "Emre", "Fatima", "Goran", "Hana", "Ines", "Jun", "Kofi"),
    *("Lena", "Mei", "Nadia", "Omar", "Priya", "Quinn", "Rosa", "Sven", "Tariq", "Uma", "Vera"),
    *("Wei", "Yusuf"),
)
RIGHT, SLIP = 0.55, 0.35  # of the answers; the rest is not filled in
OPEN = ""
IMPORTS = "import math\nimport torch\nfrom torch.nn.functional import gelu, relu"


def draw(names: Sequence[str] = NAMES, seed: int = SEED) -> dict[str, dict[str, dict[str, str]]]:
    """Draw each student's answers.

    Returns:
        For each student and exercise the ``code``, empty if it is open, and the ``misconception``,
        empty if there is none.
    """
    generator = random.Random(seed)
    answers = json.loads(ANSWERS.read_text(encoding="utf-8"))
    return {
        name: {exercise: _drawn(generator, known) for exercise, known in answers.items()}
        for name in names
    }


def _drawn(generator: random.Random, known: dict[str, Any]) -> dict[str, str]:
    chance = generator.random()
    if chance < RIGHT:
        return {"code": generator.choice(known["right"]), "misconception": ""}
    if chance < RIGHT + SLIP:
        # Some slips are more frequent than others, as in any class.
        weights = [1 / (place + 1) for place in range(len(known["slips"]))]
        return dict(generator.choices(known["slips"], weights)[0])
    return {"code": OPEN, "misconception": ""}


def write_class(folder: Path, drawn: dict[str, dict[str, dict[str, str]]]) -> None:
    """Write a folder for each student, with a notebook."""
    path = ROOT / "notebooks" / f"{LESSON}.ipynb"
    lesson = json.loads(path.read_text(encoding="utf-8"))
    for student, answers in drawn.items():
        target = folder / student / f"{LESSON}.ipynb"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(filled(lesson, answers)), encoding="utf-8")


def filled(lesson: dict[str, Any], answers: dict[str, dict[str, str]]) -> dict[str, Any]:
    """Return a lesson's notebook with answers in it and without outputs."""
    cells = [_imports()]
    for cell in lesson["cells"]:
        kept = {key: value for key, value in cell.items() if key != "attachments"}
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            kept |= {"outputs": [], "execution_count": 1, "source": _answered(source, answers)}
        cells.append(kept)
    return {**lesson, "cells": cells}


def _imports() -> dict[str, Any]:
    empty: dict[str, Any] = {"metadata": {}, "outputs": []}
    return {"cell_type": "code", "execution_count": 1, "id": "own", "source": IMPORTS} | empty


def _answered(source: str, answers: dict[str, dict[str, str]]) -> str:
    found = re.search(r"^@exercise\(.*\)\ndef (\w+)\(", source, re.MULTILINE)
    code = answers.get(found[1], {}).get("code") if found else OPEN
    return f"@exercise(exercises.{found[1]})\n{code}" if found and code else source


def planted(drawn: dict[str, dict[str, dict[str, str]]]) -> dict[str, dict[str, int]]:
    """Count what was planted: right answers, open ones and each misconception, by exercise."""
    found: dict[str, Counter[str]] = {}
    for answers in drawn.values():
        for exercise, answer in answers.items():
            kind = answer["misconception"] or ("solved" if answer["code"] else "open")
            found.setdefault(exercise, Counter())[kind] += 1
    return {exercise: dict(counts) for exercise, counts in found.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the class and its report."""
    parser = argparse.ArgumentParser(description="Make up a class and report on it.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "report-demo")
    parser.add_argument("--students", type=int, default=len(NAMES), help="at most 24")
    parser.add_argument("--trust", action="store_true", help="run without a jail")
    options = parser.parse_args(arguments)
    drawn = draw(NAMES[: options.students])
    submissions = options.out / "submissions"
    write_class(submissions, drawn)
    text = json.dumps(planted(drawn), indent=1, ensure_ascii=False)
    (options.out / "planted.json").write_text(text, encoding="utf-8")
    trust = ["--trust"] if options.trust else []
    return command.main([str(submissions), "--out", str(options.out / "report"), *trust])
