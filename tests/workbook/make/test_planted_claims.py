"""Every claim and every check of every lesson can fail: an input is planted under which it does."""

import ast
import functools
import importlib
import math
from pathlib import Path

import numpy as np
import pytest
import torch

from workbook.make import lesson_source

SOURCES = lesson_source.sources(Path(__file__).resolve().parents[3])
STATED = ("claim", "check")  # shown to the reader, or silent


@functools.cache
def claims(source: Path) -> dict[str, str]:
    """Return what each claim or check of a lesson says and the expression that decides it."""
    found = {}
    for cell in lesson_source.read_source(source):
        if cell.cell_type != "code":
            continue
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in STATED:
                text, decides = node.args
                words = text.value if isinstance(text, ast.Constant) else ast.unparse(text)
                found[words] = ast.unparse(decides)
    return found


def planted(source: Path) -> dict[str, dict]:
    """Return the inputs planted for a lesson's claims."""
    return importlib.import_module(f"tests.lessons.{source.parent.name}.planted").PLANTED


@pytest.mark.parametrize("source", SOURCES, ids=lesson_source.name_of)
def test_each_claim_has_a_planted_input(source):
    assert claims(source).keys() == planted(source).keys()


CASES = [(source, words) for source in SOURCES for words in claims(source)]


@pytest.mark.parametrize(
    ("source", "words"), CASES, ids=lambda x: lesson_source.name_of(x) if isinstance(x, Path) else x
)
def test_the_planted_input_breaks_the_claim(source, words):
    names = {"torch": torch, "np": np, "math": math, **planted(source)[words]}
    assert not eval(claims(source)[words], names)
