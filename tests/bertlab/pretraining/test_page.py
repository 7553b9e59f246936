"""The page on a training step names what a step calls, in the order in which they are done."""

import functools
import importlib
import re
import sys

from bertlab import pretraining
from bertlab.training.loop import train
from tests.toy_pretraining import drawing, toy_data, toy_objective, toy_training

STEP = re.compile(r"^    ([\w.]+\.\w+) ", re.MULTILINE)
BEFORE = 2  # steps that come before a training: texts, and their ids


def steps() -> list[str]:
    names = STEP.findall(pretraining.__doc__ or "")
    return [f"bertlab.pretraining.{name}".replace("pretraining.bertlab.", "") for name in names]


def place_of(name: str) -> tuple[object, str]:
    """Return the class or module that has a named function, and its name there."""
    parts = name.split(".")
    first = next(at for at, part in enumerate(parts) if part[0].isupper() or at == len(parts) - 1)
    place = importlib.import_module(".".join(parts[:first]))
    return functools.reduce(getattr, parts[first:-1], place), parts[-1]


def recording(name: str, done: list[str], monkeypatch) -> None:
    """Note a function's name whenever it returns, wherever in the package it is called."""
    place, attribute = place_of(name)
    function = getattr(place, attribute)

    @functools.wraps(function)
    def noted(*args, **kwargs):
        result = function(*args, **kwargs)
        done.append(name)
        return result

    modules = [module for key, module in sys.modules.items() if key.startswith("bertlab.")]
    for holder in [place, *modules]:
        if vars(holder).get(attribute) is function:
            monkeypatch.setattr(holder, attribute, noted)


def test_the_page_of_a_step_is_what_a_step_does(tmp_path, monkeypatch):
    named, done = steps()[BEFORE:], []
    for name in named:
        recording(name, done, monkeypatch)
    config = toy_training(1)
    train(toy_objective(), drawing(toy_data(), config), config, tmp_path)
    assert len(named) >= 9 and list(dict.fromkeys(done)) == named


def test_what_comes_before_a_step_is_there():
    for name in steps()[:BEFORE]:
        assert callable(getattr(*place_of(name)))
