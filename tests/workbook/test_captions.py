"""Tables with a number and a caption."""

import re

import pytest

from workbook.captions import table


def test_a_column_of_numbers_stands_at_the_right_with_its_name():
    rows = [("both", 0.9, "88% to 95%"), ("one", -2, "7%")]
    html = table("5.1", "Right answers.", ["mask", "loss", "seeds"], rows)._repr_html_()
    sides = re.findall(r"text-align: (\w+)", html)
    assert sides == ["left", "right", "left"] * 3


def test_cells_bring_their_air():
    html = table("5.1", "Two cells.", ["a", "b"], [(1, "x")])._repr_html_()
    assert len(re.findall(r"<t[hd] [^>]*padding: 0\.3em 1em", html)) == 4


def test_a_row_with_a_cell_too_few():
    with pytest.raises(ValueError, match=r"^Table 5\.1: expected 2 cells, got \['1'\]"):
        table("5.1", "One cell.", ["a", "b"], [(1,)])
