"""Notebooks as students hand them in, and a made-up class: right answers and named mistakes."""

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path

import torch
from torch.nn.functional import gelu, relu

from bertlab.edition import EDITION
from workbook.exercises.check import diagnose
from workbook.report.results import exercises_of

ROOM, LESSON = "l05_attention", "05_attention"
SETUP = "from lessons.l05_attention import exercises"
ANSWERS = json.loads(Path(__file__).with_name("answers.json").read_text(encoding="utf-8"))
NAMES = (
    *("Ada", "Bao", "Chidi", "Dana", "Emre", "Fatima", "Goran", "Hana", "Ines", "Jun", "Kofi"),
    *("Lena", "Mei", "Nadia", "Omar", "Priya", "Quinn", "Rosa", "Sven", "Tariq", "Uma", "Vera"),
    *("Wei", "Yusuf", "Zoe", "Abel", "Bela", "Cleo", "Dina", "Ezra", "Femi", "Gwen", "Hugo"),
    *("Iris", "Jade"),
)
RIGHT, MISTAKE = 0.55, 0.35  # of the answers; the rest is not filled in


def record(exercise, status, misconception=None, digest=None, **changed):
    known = {"format": 1, "edition": EDITION, "lesson": "05", "exercise": exercise}
    known |= {"status": status, "misconception": misconception, "digest": digest, "attempts": 1}
    return known | changed


def said(metadata, words="words"):
    data = {"text/plain": [words]}
    return {"output_type": "display_data", "data": data, "metadata": {"bertlab": metadata}}


def stopped_by(name):
    return {"output_type": "error", "ename": name, "evalue": "", "traceback": []}


def cell(exercise, *outputs, body="..."):
    """Return the cell of an exercise: its source and its outputs."""
    return f"@exercise(exercises.{exercise})\ndef {exercise}(x):\n    {body}", outputs


def notebook(*cells):
    """Return a notebook's JSON: of sources, or of pairs of a source and its outputs."""
    pairs = [(one, ()) if isinstance(one, str) else one for one in (SETUP, *cells)]
    made = [
        {"cell_type": "code", "source": [source], "outputs": list(outputs), "execution_count": 1}
        for source, outputs in pairs
    ]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4})


@cache
def checked(exercise, code):
    """Return the output that the check of an exercise leaves for an answer."""
    if not code:
        return said(record(exercise, "open", attempts=None))
    names = {"torch": torch, "gelu": gelu, "relu": relu, "math": __import__("math")}
    exec(code, names)
    verdict = diagnose(exercises_of(ROOM)[exercise], names[exercise], apart=False)
    status = "solved" if verdict.right else "named" if verdict.misconception else "wrong"
    return said(record(exercise, status, verdict.misconception), verdict.text)


def draw(names=NAMES, seed=5):
    """Draw each student's answers: for each exercise the code and what it is."""
    generator = random.Random(seed)
    return {
        name: {exercise: _drawn(generator, known) for exercise, known in ANSWERS.items()}
        for name in names
    }


def _drawn(generator, known):
    chance = generator.random()
    if chance < RIGHT:
        return generator.choice(known["right"]), "solved"
    if chance < RIGHT + MISTAKE:
        # Some mistakes are more frequent than others, as in any class.
        weights = [1 / (index + 1) for index in range(len(known["slips"]))]
        mistake = generator.choices(known["slips"], weights)[0]
        return mistake["code"], mistake["misconception"]
    return "", "open"


def write_class(folder, drawn):
    """Write a folder for each student, with a notebook that has been run."""
    for student, answers in drawn.items():
        cells = [
            (f"@exercise(exercises.{name})\n{code}", [checked(name, code)])
            for name, (code, _) in answers.items()
        ]
        put(folder / student / f"{LESSON}.ipynb", notebook(*cells))


def planted(drawn):
    """Count what was planted, by exercise."""
    return {
        exercise: Counter(answers[exercise][1] for answers in drawn.values())
        for exercise in ANSWERS
    }


def put(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
