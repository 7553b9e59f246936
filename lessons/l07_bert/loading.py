"""The loading table: which part of a published file is which part of the student's layer."""

from lessons.l07_bert.layers import EncoderLayer

from collections.abc import Mapping
from typing import Any

from torch import nn

from workbook.exercises.tasks import OPEN, task

ROWS = {  # after "encoder.layer.0." in the file: in the layer of lesson 05
    "attention.self.query": "attention.query",
    "attention.self.key": "attention.key",
    "attention.self.value": "attention.value",
    "attention.output.dense": "attention.output",
    "attention.output.LayerNorm": "attention_norm",
    "intermediate.dense": "expand",
    "output.dense": "contract",
    "output.LayerNorm": "output_norm",
}
TINY = EncoderLayer(2, 1, 3)  # only its names and the relations of its shapes count


def completed(rows: Mapping[str, object]) -> dict[str, str]:
    """Check a loading table row by row, and put the right rows where it is open or wrong.

    Args:
        rows: Names in the file and in the layer; ``...`` where a row is still open.

    Returns:
        The whole table, right in every row.
    """
    given: dict[str, Any] = dict(rows)
    return task(__name__, "names", given, dict(ROWS), _slip_in_rows, "right in all rows.")


def _slip_in_rows(rows: Mapping[str, object]) -> str:
    """Print what is wrong with each row, and return how many are wrong or open."""
    still_open = [name for name in ROWS if rows.get(name, ...) is ...]
    wrong = [name for name in ROWS if name not in still_open and rows[name] != ROWS[name]]
    for name in wrong:
        print(f"{name} -> {rows[name]}: {advice(name, rows[name])}")
    if still_open and not wrong:
        return OPEN
    counts = {"open": still_open, "wrong": wrong}
    found = ", ".join(f"{len(names)} {word}" for word, names in counts.items() if names)
    return f"Of {len(ROWS)} rows: {found}." if found else ""


def advice(name: str, given: object) -> str:
    """Say what is wrong with a row, and whether loading would have noticed."""
    parts = dict(TINY.named_modules())
    if given not in parts or given == "":
        return "your layer has no part of that name."
    if shapes(parts[str(given)]) != shapes(parts[ROWS[name]]):
        return "the shapes differ, so load_state_dict would stop here."
    return "the shapes agree, so load_state_dict would say nothing. The model would be wrong."


def shapes(part: nn.Module) -> list[tuple[int, ...]]:
    """Return the shapes of a part's tensors."""
    return [tuple(tensor.shape) for tensor in part.state_dict().values()]
