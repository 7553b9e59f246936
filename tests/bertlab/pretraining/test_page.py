"""The page on a training step names what a step calls, in the order in which they are done."""

import os
import re
import sys
from pathlib import Path

from bertlab import pretraining
from bertlab.training.loop import train
from tests.toy_pretraining import drawing, toy_data, toy_objective, toy_training

STEP = re.compile(r"^    ([\w.]+\.\w+) ", re.MULTILINE)
BEFORE = 2  # steps that come before a training: texts, and their ids
CODE = f"{Path(pretraining.__file__).parents[1]}{os.sep}"


def test_the_page_of_a_step_is_what_a_step_does(tmp_path):
    page = STEP.findall(pretraining.__doc__ or "")
    first: dict[str, int] = {}

    def called(frame, event, argument):
        file = frame.f_code.co_filename  # of all code, that of torch as well: this has to be fast
        if event == "return" and file.startswith(CODE):
            module = file.removeprefix(CODE).removesuffix(".py").replace(os.sep, ".")
            name = f"bertlab.{module}.{frame.f_code.co_qualname}"
            first.setdefault(name.removeprefix("bertlab.pretraining."), len(first))

    config = toy_training(1)
    objective, draw = toy_objective(), drawing(toy_data(), config)
    sys.setprofile(called)
    try:
        train(objective, draw, config, tmp_path)
    finally:
        sys.setprofile(None)
    named = page[BEFORE:]
    assert len(named) >= 9 and [name for name in named if name not in first] == []
    assert named == sorted(named, key=first.__getitem__)


def test_what_comes_before_a_step_is_there():
    for name in STEP.findall(pretraining.__doc__ or "")[:BEFORE]:
        place = pretraining
        for part in name.split("."):
            __import__(f"bertlab.pretraining.{name.split('.')[0]}")
            place = getattr(place, part)
