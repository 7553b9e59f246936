"""What a student's function may change for everybody, and what puts it back."""

import builtins
import inspect
import math
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from operator import is_
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import torch
import torch._compile


def seed_all(seed: int) -> None:
    """Seed Python, NumPy and torch's CPU generator (a GPU's would lose its place)."""
    random.seed(seed)
    np.random.seed(seed)
    torch.default_generator.manual_seed(seed)


def _restore_environment(before: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(before)


def _restore_device(before: torch.device) -> None:
    torch.set_default_device(None if before.type == "cpu" else before)


STATES: tuple[tuple[Callable[[], Any], Callable[[Any], Any]], ...] = (  # how to ask, how to set
    (random.getstate, random.setstate),
    (np.random.get_state, np.random.set_state),
    (torch.get_rng_state, torch.set_rng_state),
    (torch.get_default_dtype, torch.set_default_dtype),
    (torch.get_default_device, _restore_device),
    (torch.is_grad_enabled, torch._C._set_grad_enabled),
    (torch.get_num_threads, torch.set_num_threads),
    (torch.get_deterministic_debug_mode, torch.set_deterministic_debug_mode),
    (np.geterr, lambda before: np.seterr(**before)),
    (np.get_printoptions, lambda before: np.set_printoptions(**before)),
    (sys.getrecursionlimit, sys.setrecursionlimit),
    (os.getcwd, os.chdir),
    (lambda: dict(os.environ), _restore_environment),
)


@contextmanager
def restoring_state() -> Iterator[None]:
    """Put seeds, default types, threads, folder and the like back, whatever happens inside."""
    before = [ask() for ask, _ in STATES]
    try:
        yield
    finally:
        for (ask, put), value in zip(STATES, before, strict=True):
            if not _same(ask(), value):
                put(value)


def _same(now: Any, before: Any) -> bool:
    """Compare two states; those of random numbers hold arrays, and are put back in any case."""
    plain = (str, int, dict, torch.dtype, torch.device)
    return isinstance(before, plain) and now == before


def watched() -> list[ModuleType | type]:
    """Return what a check relies on: Python's, NumPy's and torch's functions, and the checker."""
    others: list[ModuleType | type] = [
        builtins,
        math,
        random,
        np,
        torch,
        torch.nn.functional,
        torch.Tensor,
    ]
    return [*others, *_ours(len(sys.modules))]


@lru_cache(1)
def _ours(_: int) -> list[ModuleType]:
    """Return the checker's modules; looked for again when any module was loaded."""
    return [module for name, module in sys.modules.items() if name.startswith("workbook.exercises")]


def _may_differ(new: Any, old: Any) -> bool:
    """Tell whether a name may stand for something else than before a call.

    Only functions are watched: classes may be loaded late, or go with the default type. And the
    first optimizer of a session imports ``torch._dynamo``, which wraps ``torch.manual_seed``.
    """
    if not callable(old) or isinstance(old, type):
        return True
    by_torch = isinstance(new, FunctionType) and (
        new.__code__.co_filename == torch._compile.__file__
    )
    return by_torch and inspect.unwrap(new) is inspect.unwrap(old)


def _all_the_same(now: dict[str, Any], before: dict[str, Any]) -> bool:
    """Tell whether names stand for the very same things, in the same order."""
    if len(now) != len(before):
        return False
    return all(map(is_, now, before)) and all(map(is_, now.values(), before.values()))


@contextmanager
def restoring_names() -> Iterator[list[str]]:
    """Undo assignments to other people's names, such as ``torch.softmax = mine``.

    Yields:
        A list that holds the changed names afterwards, and threads that were left running.
    """
    before = [(thing, dict(vars(thing))) for thing in watched()]
    threads = set(threading.enumerate())
    changed: list[str] = []
    try:
        yield changed
    finally:
        for thing, names in before:
            now = dict(vars(thing))
            if _all_the_same(now, names):
                continue
            other = [name for name, old in names.items() if now.get(name) is not old]
            for name in [name for name in other if not _may_differ(now.get(name), names[name])]:
                setattr(thing, name, names[name])
                changed.append(f"{thing.__name__}.{name}")
            if isinstance(thing, type):  # what a class gets hides what it inherits
                for name in [n for n, v in now.items() if callable(v) and n not in names]:
                    delattr(thing, name)
                    changed.append(f"{thing.__name__}.{name}")
        left = [thread for thread in threading.enumerate() if thread not in threads]
        changed += [f"a thread ({thread.name})" for thread in left]
