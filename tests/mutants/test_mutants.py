"""No wrong answer is accepted: a slice of all mutants now, and the figures of the last full run.

All mutants, and the 10,000 random inputs for those that are claimed equal, take some minutes:
``python -m tests.mutants``, or the name of an exercise behind it. It writes ``figures.json``.
"""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from tests.mutants import run
from workbook.experiments import one_thread

EVERY = 25  # of so many mutants one is tried here
DRAWN = 5  # random inputs for each mutant that is claimed equal
NAMES = run.names()


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    """Let small tensors be computed by one thread: two would wait for each other, and time runs."""
    with one_thread():
        yield


@pytest.mark.parametrize("name", NAMES)
def test_a_slice_of_the_mutants_is_rejected(name):
    claimed = run.claims(name)
    tried = [mutant for mutant in run.mutants_of(name) if mutant.description not in claimed]
    accepted = run.accepted(name, tried[NAMES.index(name) % EVERY :: EVERY])
    assert [mutant.description for mutant in accepted] == []


@pytest.mark.parametrize("name", [name for name in NAMES if run.claims(name)])
def test_mutants_that_are_claimed_equal_agree_on_random_inputs(name):
    claimed = run.claims(name)
    mutants = [mutant for mutant in run.mutants_of(name) if mutant.description in claimed]
    assert {mutant.description for mutant in mutants} == claimed.keys(), "a claim without a mutant"
    assert run.accepted(name, mutants) == mutants
    assert run.told_apart(name, mutants, DRAWN) == {}


@pytest.mark.parametrize("name", NAMES)
def test_every_claim_has_a_reason_in_words(name):
    for reason in run.claims(name).values():
        assert len(reason.split()) > 5 and reason.endswith("."), reason


def test_the_last_full_run_met_every_exercise():
    rows = run.stamped()
    missing = [name for name in NAMES if name not in rows]
    assert not missing, f"run python -m tests.mutants {' '.join(missing)}"
    for name, row in ((name, rows[name]) for name in NAMES):
        assert row.rejected + len(row.equivalent) == row.mutants > 5, name
        assert row.equivalent == run.claims(name), f"run python -m tests.mutants {name} again"


def test_the_figures_are_those_of_the_files():
    stale = run.stale()
    assert not stale, f"changed since the last full run: python -m tests.mutants {' '.join(stale)}"


def test_few_mutants_are_claimed_equal():
    rows = run.stamped().values()
    assert sum(len(row.equivalent) for row in rows) <= 0.05 * sum(row.mutants for row in rows)


def test_checks_are_quick():
    times = sorted(row.check for row in run.stamped().values())
    assert times[len(times) // 2] <= 20  # milliseconds
    assert times[-1] <= 3000


@pytest.mark.parametrize("name", NAMES)
def test_a_mutant_that_is_right_is_found_out(name):
    """Were nothing ever accepted, the slice would prove nothing."""
    right = SimpleNamespace(description="the reference", tree=lambda: run.tree_of(name))
    assert run.accepted(name, [right]) == [right]


def test_a_false_claim_is_told_apart():
    name = next(name for name in NAMES if run.claims(name))
    wrong = [m for m in run.mutants_of(name) if m.description not in run.claims(name)]
    assert run.told_apart(name, wrong[:1], DRAWN).keys() == {wrong[0].description}
