"""The factor of the learning rate and the epochs: a right factor passes, and each slip is named."""

import pytest

from lessons.l08_pretraining import schedule


def branched(step, steps, warmup):
    if step < warmup:
        return (step + 1) / warmup
    return (steps - step) / (steps - warmup)


def test_the_table_of_the_lesson():
    found = [schedule.factor(step, 100, 10) for step in (0, 4, 9, 10, 55, 99)]
    assert found == pytest.approx([0.1, 0.5, 1, 1, 0.5, 1 / 90])


def test_right_answers_pass(capsys):
    assert schedule.rises_and_falls(branched) is branched
    assert schedule.rises_and_falls(schedule.factor) is schedule.factor
    assert capsys.readouterr().out == 2 * "factor: right: it rises, then it falls.\n"


@pytest.mark.parametrize("slip", schedule.MISTAKES, ids=lambda slip: slip.says[:30])
def test_each_mistake_is_named(slip, capsys):
    assert schedule.rises_and_falls(slip.wrong) is schedule.factor
    assert slip.says in capsys.readouterr().out


def test_another_slip_is_located():
    assert schedule.mistake(lambda step, steps, warmup: 0.1) == (
        "factor(1, 100, 10) is 0.1, and it should be 0.2."
    )


def test_an_open_gap(capsys):
    def factor(step, steps, warmup):
        """Not filled in."""

    assert schedule.rises_and_falls(factor) is schedule.factor
    assert "not filled in yet" in capsys.readouterr().out


def test_epochs_with_long_and_with_mixed_sequences():
    assert schedule.epochs_of(512) == pytest.approx(39.7, abs=0.1)
    assert schedule.epochs_of(0.9 * 128 + 0.1 * 512) == pytest.approx(12.9, abs=0.1)
