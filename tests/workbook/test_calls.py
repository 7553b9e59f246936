"""Calls that do anything: each is answered in words, and nothing of it stays."""

import builtins
import math
import os
import random
import signal
import sys
import threading
import time

import numpy as np
import psutil
import pytest
import torch

from tests.exercise_checks import checked, diagnosis
from workbook.exercises import Case, Exercise, Misconception, diagnose
from workbook.exercises.calls import sandbox
from workbook.exercises.calls.restoring import STATES, restoring_names, restoring_state
from workbook.exercises.calls.sandbox import MOST_PRINTED, run

needs_fork = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a rehearsal")


def twice(x):
    return 2 * x


SLIPS = tuple(Misconception(f"slip {i}", "Advice.", lambda x, i=i: x + 100.0 + i) for i in range(4))
DOUBLE = Exercise(
    name="twice",
    cases=lambda: [Case((torch.ones(3),)), Case((torch.ones(2, 2),))],
    difficulty=1,
    minutes=1,
    timeout=5.0,
    reference=twice,
    misconceptions=SLIPS,
)


def snapshot():
    return [ask() for ask, _ in STATES[3:]], torch.get_rng_state().tolist()  # beartype draws, too


torch.use_deterministic_algorithms(False)  # the first time it imports for seconds
SHORT = Exercise(**{**vars(DOUBLE), "timeout": 0.5})


# --- what is put back


def test_a_call_draws_the_same_whatever_draws_around_it(monkeypatch):
    def draws(x):
        return [random.random(), np.random.random(), torch.rand(()).item()]

    def drawing_first(seconds, call):
        draws(0)
        return call()

    alone = run(draws, Case((0,)), seed=3)
    monkeypatch.setattr(sandbox, "within", drawing_first)
    assert run(draws, Case((0,)), seed=3).value == alone.value


def change_everything(x):
    random.seed(9), np.random.seed(9), torch.manual_seed(9)
    torch.set_default_dtype(torch.float64)
    torch.set_grad_enabled(False)
    torch.set_num_threads(1 + torch.get_num_threads())
    torch.use_deterministic_algorithms(True)
    np.seterr(all="raise")
    np.set_printoptions(precision=2)
    sys.setrecursionlimit(5000)
    os.environ["BERTLAB_STRAY"] = "1"
    os.chdir("/")
    return 2 * x


@pytest.mark.parametrize("ends", ["well", "badly"])
def test_state_is_put_back(ends):
    def change(x):
        change_everything(x)
        if ends == "badly":
            raise RuntimeError
        return 2 * x

    before = snapshot()
    assert diagnose(DOUBLE, change, apart=False).right == (ends == "well")
    assert snapshot() == before
    assert "BERTLAB_STRAY" not in os.environ


def test_a_default_device_is_put_back():
    torch.set_default_device("meta")
    try:
        with restoring_state():
            torch.set_default_device("cpu")
        assert torch.get_default_device().type == "meta"
    finally:
        torch.set_default_device(None)


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        *((torch, "softmax"), (torch.Tensor, "sum"), (math, "sqrt"), (builtins, "len")),
        *((np, "mean"), (torch.nn.functional, "softmax")),
    ],
)
def test_what_others_use_is_put_back_and_named(thing, name):
    def patch(x):
        setattr(thing, name, lambda *a, **b: None)
        return 2 * x

    before = getattr(thing, name)
    answer = diagnosis(DOUBLE, patch)
    assert getattr(thing, name) is before
    assert f"Your function changes what others use: {thing.__name__}.{name}." in answer


def test_a_patched_checker_accepts_nothing():
    import workbook.exercises.check as check
    import workbook.exercises.compare as compare

    def cheat(x):
        compare.difference = compare.compared = check.compared = lambda *a, **b: None
        return 0

    for _ in range(2):
        assert not checked(diagnose(DOUBLE, cheat, apart=False)).right
        assert not diagnose(DOUBLE, lambda x: 3 * x).right
    assert diagnose(DOUBLE, lambda x: 2 * x).right


def test_a_thread_that_is_left_running_is_named():
    stop = threading.Event()

    def leaves(x):
        threading.Thread(target=stop.wait, name="mine", daemon=True).start()
        return 2 * x

    assert "a thread (mine)" in checked(diagnose(DOUBLE, leaves, apart=False)).text
    stop.set()


def test_names_that_are_added_are_no_change():
    with restoring_names() as changed:
        torch.something_new = 1
    del torch.something_new
    assert changed == []


# --- what breaks in unusual ways


class BrokenError(Exception):
    def __str__(self):
        raise RuntimeError("no text")


class BrokenResult:
    def __eq__(self, other):
        raise RuntimeError

    def __repr__(self):
        raise RuntimeError

    __hash__ = None


class OwnError(BaseException):
    pass


def test_exceptions_of_any_kind_are_answered():
    def breaks(x):
        raise BrokenError

    def leaves(x):
        raise OwnError("by")

    def generator_exit(x):
        raise GeneratorExit

    assert "its own text cannot be shown" in diagnosis(DOUBLE, breaks)
    assert "raises OwnError" in diagnosis(DOUBLE, leaves)
    assert "raises GeneratorExit" in diagnosis(DOUBLE, generator_exit)


def test_results_of_any_kind_are_answered():
    assert "yours is BrokenResult, expected tensor" in diagnosis(DOUBLE, lambda x: BrokenResult())
    assert "type" in diagnosis(DOUBLE, lambda x: type(x))
    assert "generator" in diagnosis(DOUBLE, lambda x: (i for i in x))
    nothing = diagnosis(DOUBLE, lambda x: x.tolist().sort())
    assert "returns None: is a return missing?" in nothing and "list.sort()" in nothing


def test_what_is_printed_is_cut_and_cannot_be_closed():
    def talks(x):
        sys.stdout.close()
        for _ in range(1000):
            print("x" * 1000)
        sys.stderr.write("y" * 10**6)
        return 3 * x

    assert len(run(talks, Case((1,))).printed) == MOST_PRINTED
    assert len(diagnosis(DOUBLE, talks)) < 1500
    print("standard output is still there")


# --- what never ends


@needs_fork
def test_memory_has_a_limit():
    def grows(x):
        kept = []
        while True:
            kept.append([0] * 10_000)

    def asks(x):
        return torch.ones(10**11)

    for wrong, line in ((grows, "kept.append([0] * 10_000)"), (asks, "return torch.ones(10**11)")):
        answer = diagnosis(DOUBLE, wrong)
        assert "needs more than 500 MB of memory, in case 1 of 2" in answer
        assert line in answer or "while True" in answer


@needs_fork
def test_one_long_operation_ends():
    answer = diagnosis(SHORT, lambda x: sum(range(10**12)))
    assert "was stopped after 0.5 seconds of computing, in case 1 of 2" in answer


@needs_fork
def test_an_alarm_that_is_switched_off_ends_too():
    def deaf(x):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)
        while True:
            pass

    before = signal.getsignal(signal.SIGALRM)
    assert "was stopped after 0.5 seconds of computing" in diagnosis(SHORT, deaf)
    assert signal.getsignal(signal.SIGALRM) is before


@needs_fork
def test_a_swallowed_limit_ends_too():
    def deaf(x):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                continue

    assert "was stopped after 0.5 seconds of computing" in diagnosis(SHORT, deaf)


@needs_fork
def test_processes_are_named_and_gone():
    def forks(x):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        return 2 * x

    def ends(x):
        os._exit(3)

    before = {*psutil.Process().children(recursive=True)}  # what other tests' libraries keep alive
    assert "starts another process, in case 1 of 2" in diagnosis(DOUBLE, forks)
    assert "ends Python itself, in case 1 of 2" in diagnosis(DOUBLE, ends)
    assert {*psutil.Process().children(recursive=True)} <= before


@needs_fork
def test_a_rehearsal_changes_nothing_here():
    seen = []

    def notes(x):
        seen.append(os.getpid())
        return 2 * x

    assert diagnose(DOUBLE, notes).right
    assert seen == [os.getpid()] * 2
