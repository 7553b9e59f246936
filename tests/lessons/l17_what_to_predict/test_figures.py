"""The figures show the numbers they are given."""

from lessons.l17_what_to_predict import figures


def test_a_bar_for_each_number():
    bars = figures.draw_squares([2, 3]).axes[0].patches
    assert [bar.get_height() for bar in bars] == [4, 9]
