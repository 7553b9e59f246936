"""The timer: turns and medians, by a clock that moves only when work is done."""

import pytest

from bertlab.timing import Spread, interleaved, ratios, spread


class Clock:
    """A clock that works move on, and a diary of who worked."""

    def __init__(self):
        self.now, self.diary = 0.0, []

    def __call__(self):
        return self.now

    def work(self, name, seconds):
        """Return a work that takes so many seconds, the n-th call the n-th number of a list."""
        left = iter(seconds) if isinstance(seconds, list) else None

        def call():
            self.diary.append(name)
            self.now += next(left) if left else seconds

        return call


def test_works_take_turns_and_every_second_round_goes_backwards():
    clock = Clock()
    works = {name: clock.work(name, 1.0) for name in "abc"}
    times = interleaved(works, repetitions=3, shortest=0.5, clock=clock)
    warm_up, rounds = clock.diary[:6], clock.diary[6:]
    assert warm_up == [*"abc", *"abc"]
    assert rounds == [*"abc", *"cba", *"abc"]
    assert times == {name: [1.0] * 3 for name in "abc"}


def test_the_first_calls_do_not_count():
    clock = Clock()
    works = {"slow at first": clock.work("x", [90.0, 80.0, 3.0, 2.0, 4.0])}
    assert interleaved(works, 3, 0.5, clock) == {"slow at first": [3.0, 2.0, 4.0]}


def test_short_works_are_called_until_a_sample_is_long_enough():
    clock = Clock()
    works = {"short": clock.work("s", 0.25), "long": clock.work("l", 2.0)}
    times = interleaved(works, repetitions=1, shortest=1.0, clock=clock)
    assert clock.diary[4:] == ["s"] * 4 + ["l"]
    assert times == {"short": [0.25], "long": [2.0]}  # of one call, whatever their number


def test_nothing_to_time():
    with pytest.raises(ValueError, match="got 0 works and 7"):
        interleaved({})
    with pytest.raises(ValueError, match="got 1 works and 0"):
        interleaved({"a": lambda: None}, repetitions=0)


def test_median_and_quartiles_by_hand():
    assert spread([5.0, 1.0, 4.0, 2.0, 3.0]) == Spread(minimum=1, low=2, median=3, high=4)
    assert spread([7.0]) == Spread(7, 7, 7, 7)
    with pytest.raises(ValueError, match="got none"):
        spread([])


def test_rounds_must_pair_up():
    with pytest.raises(ValueError, match="zip"):
        ratios([1.0, 2.0], [1.0])
