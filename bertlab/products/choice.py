"""Which way is fastest here: measured once, for few rows and for many, kept, overridable."""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch
from torch import Tensor

from bertlab.products import ways
from bertlab.products.memory import keep_memory

VARIABLE = "BERTLAB_PRODUCTS"  # "torch": leave all products to torch; "auto" (or unset): measure
ROWS = (16, 128, 1024)  # tokens of a short text, of a long one, of a batch
SIZE = 384  # of the vectors that are measured, MiniLM's; they are mapped to thrice as many
GAIN = 1.05  # a way has to be faster by so much than torch's own
TIMES = 3


class Choice(NamedTuple):
    """The ways for products of so many rows or more; ``{}`` leaves them all to torch.

    Attributes:
        inference: Least number of rows -> a key of ``ways.INFERENCE``.
        training: The same for products that gradients go through, of ``ways.TRAINING``.
    """

    inference: dict[int, str]
    training: dict[int, str]

    def way(self, rows: int, training: bool) -> str:
        """Return the way for so many rows."""
        table = self.training if training else self.inference
        return next((way for least, way in reversed(table.items()) if rows >= least), "torch")

    def as_json(self) -> dict[str, Any]:
        """Return what ``from_json`` reads."""
        return {name: {str(k): way for k, way in part.items()} for name, part in _parts(self)}


TORCH = Choice({}, {})
_used: list[Choice] = []  # the choice of this process, once there is one


def chosen() -> Choice:
    """Return the choice of this process; the first call measures, if nobody has chosen before.

    Raises:
        ValueError: If ``BERTLAB_PRODUCTS`` is set to something else than ``torch`` or ``auto``.
    """
    if not _used:
        use(os.environ.get(VARIABLE) or "auto")
    return _used[0]


def use(choice: Choice | str) -> Choice:
    """Choose for this process.

    Args:
        choice: ``"torch"``, ``"auto"`` (measure anew), or what ``chosen`` returned.

    Returns:
        The choice.

    Raises:
        ValueError: If it is none of these, or names a way that this machine lacks.
    """
    if isinstance(choice, str):
        if choice not in ("torch", "auto"):
            raise ValueError(f'expected "torch", "auto" or a Choice, got {choice!r}')
        choice = TORCH if choice == "torch" else measured()
    missing = _missing(choice)
    if missing:
        raise ValueError(f"products by {', '.join(missing)} are not to be had here")
    _used[:] = [choice]
    return choice


def is_available(choice: Choice) -> bool:
    """Tell whether all ways of a choice work here."""
    return not _missing(choice)


def _missing(choice: Choice) -> list[str]:
    """List the ways of a choice that this machine lacks."""
    tables = {"inference": ways.INFERENCE, "training": ways.TRAINING}
    wanted = {way: tables[name].get(way) for name, part in _parts(choice) for way in part.values()}
    return sorted(w for w, product in wanted.items() if product is None or not ways.works(product))


@contextmanager
def using(choice: Choice | str) -> Iterator[Choice]:
    """Choose for a while."""
    before = list(_used)
    try:
        yield use(choice)
    finally:
        _used[:] = before


def from_json(found: Any) -> Choice:
    """Read a choice that was stored with a run.

    Raises:
        ValueError: If it is none.
    """
    try:
        parts = [{int(rows): way for rows, way in found[name].items()} for name in Choice._fields]
        wrong = [w for p in parts for w in p.values() if w not in ways.INFERENCE]
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise ValueError(f"expected a choice of products, got {json.dumps(found)[:80]}") from error
    if wrong:
        raise ValueError(f"expected ways of {sorted(ways.INFERENCE)}, got {wrong[0]!r}")
    return Choice(*parts)


def available(known: Mapping[str, ways.Product]) -> dict[str, ways.Product]:
    """Return the ways that work here."""
    return {name: way for name, way in known.items() if name == "torch" or ways.works(way)}


def measured() -> Choice:
    """Measure all ways, for few rows and for many, without gradients and with them.

    It may be asked for anywhere, in inference mode or under autocast: here neither is on.
    """
    keep_memory()
    with torch.inference_mode(False), torch.autocast("cpu", enabled=False):
        return Choice(
            _table(available(ways.INFERENCE), _forward), _table(available(ways.TRAINING), _both)
        )


def _parts(choice: Choice) -> list[tuple[str, dict[int, str]]]:
    return list(choice._asdict().items())


def _table(known: Mapping[str, ways.Product], work: Callable[..., None]) -> dict[int, str]:
    table = {}
    for rows in ROWS:
        seconds = _seconds(known, work, rows)
        best = min(seconds, key=lambda way: seconds[way])
        is_worth_it = seconds["torch"] >= GAIN * seconds[best]
        table[rows] = best if is_worth_it else "torch"
    return table


def _seconds(
    known: Mapping[str, ways.Product], work: Callable[..., None], rows: int
) -> dict[str, float]:
    """Time each way by turns, so that what else the machine does meets all of them."""
    generator = torch.Generator().manual_seed(0)
    usual: dict[str, Any] = {"generator": generator, "dtype": torch.float32, "device": "cpu"}
    x, weight = (torch.randn(n, SIZE, **usual) for n in (rows, 3 * SIZE))
    given = x, weight, weight[:, 0].clone()
    found = dict.fromkeys(known, float("inf"))
    for turn in range(TIMES + 1):
        for name, way in known.items():
            began = time.perf_counter()
            work(way, *given)
            if turn:  # the first turn warms up
                found[name] = min(found[name], time.perf_counter() - began)
    return found


def _forward(way: ways.Product, x: Tensor, weight: Tensor, bias: Tensor) -> None:
    with torch.inference_mode():
        way(x, weight, bias)


def _both(way: ways.Product, x: Tensor, weight: Tensor, bias: Tensor) -> None:
    with torch.enable_grad():
        inputs = [value.clone().requires_grad_() for value in (x, weight, bias)]
        made = way(*inputs)
        torch.autograd.grad(made, inputs, torch.ones_like(made))
