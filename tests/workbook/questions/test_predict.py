"""Predictions: the question is seen, the result is folded away below it, in one output."""

import re
import sys
import types

import matplotlib.pyplot as plt
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.display import HTML, display

from tests.workbook.questions.test_quiz import read
from workbook.figures import show
from workbook.questions import predict as module
from workbook.questions.predict import output_html, predictions_of
from workbook.questions.prediction_file import Prediction, read_predictions

FILE = """
["size of a score"]
ask = '''With vectors of $64$ components of variance 1,
how large is `q @ k` typically?'''
choices = ["about 1", "about 8", "about 64 < 65"]
answer = "about 8"
because = "A sum of 64 products has variance 64; its *root* is 8."
"""


@pytest.fixture
def predict(tmp_path, monkeypatch):
    (tmp_path / "predictions.toml").write_text(FILE, encoding="utf-8")
    room = types.ModuleType("a_room")
    monkeypatch.setitem(sys.modules, "a_room", room)
    monkeypatch.setattr(module, "files", lambda name: tmp_path)
    return predictions_of("a_room")


def drawn():
    show(plt.figure(figsize=(1, 1)), alt='A hill around 8, "wide" < 20.')


def test_the_question_is_open_and_the_result_is_folded_away(predict):
    page = predict("size of a score", lambda: print("spread: 8.0 < 9"))._repr_html_()
    read(page)  # every tag is closed
    asked, _, folded = page.partition("<details>")
    assert "how large is <code>q @ k</code> typically?" in asked and "$64$" in asked
    assert asked.count("<button") == 3 and "about 64 &lt; 65" in asked
    assert "spread" not in asked and "variance 64" not in asked
    assert "<pre>spread: 8.0 &lt; 9</pre>" in folded
    assert "<strong>B. about 8</strong><br/>A sum of 64 products" in folded
    assert "<em>root</em>" in folded


def test_its_text_does_not_give_the_answer_away(predict):
    text = repr(predict("size of a score"))
    assert text.splitlines()[1:] == ["   A. about 1", "   B. about 8", "   C. about 64 < 65"]
    assert "variance 64" not in text


@pytest.fixture
def shell():
    """What a notebook's cell runs in: without it, IPython shows things by printing them."""
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


@pytest.mark.usefixtures("shell")
def test_figures_tables_prints_and_values_are_kept_in_order():
    def reveal():
        display(HTML("<table><tr><td>3</td></tr></table>"))
        drawn()
        print("a line")
        return 7

    page = output_html(reveal)
    read(re.sub("<img [^>]*>", "", page))  # which is never closed
    order = [page.index(part) for part in ("<table>", "<img ", "<pre>a line", "<pre>7</pre>")]
    assert order == sorted(order)
    assert 'alt="A hill around 8, &quot;wide&quot; &lt; 20."' in page
    assert re.search(r'src="data:image/png;base64,[A-Za-z0-9+/]+=*"', page)


def test_what_fails_fails_as_anywhere(predict):
    with pytest.raises(ZeroDivisionError):
        predict("size of a score", lambda: 1 / 0)


def test_it_is_the_same_each_time(predict):
    first, second = (predict("size of a score", drawn)._repr_html_() for _ in range(2))
    assert first == second


def test_a_misspelled_name_is_told(predict):
    with pytest.raises(ValueError, match="did you mean 'size of a score'"):
        predict("size of the score")
    with pytest.raises(ValueError, match=r"there are \['size of a score'\]"):
        predict("xyz")


def test_a_file_is_read(tmp_path):
    path = tmp_path / "predictions.toml"
    path.write_text(FILE, encoding="utf-8")
    ask = "With vectors of $64$ components of variance 1, how large is `q @ k` typically?"
    because = "A sum of 64 products has variance 64; its *root* is 8."
    choices = ("about 1", "about 8", "about 64 < 65")
    assert read_predictions(path) == {
        "size of a score": Prediction(ask, choices, "about 8", because)
    }
    path.write_text(f'{FILE}wrong = "Ask for  the *variance*."', encoding="utf-8")
    assert read_predictions(path)["size of a score"].wrong == "Ask for the *variance*."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('answer = "about 8"', 'answer = "about 9"', "an answer among .* 'about 9'"),
        ('answer = "about 8"\n', 'answer = "about 8"\nwrong = ""\n', "non-empty 'wrong'"),
        ('answer = "about 8"\n', 'answer = "about 8"\nwrong = 3\n', "non-empty 'wrong'"),
        ('answer = "about 8"\n', "", "expected .*'answer'.*, got"),
        ('because = "A', 'why = "A', "expected .*'because'.*, got"),
        ('"about 1", "about 8", "about 64 < 65"', '"about 8"', "2 to 5 different choices"),
        ('"about 1", ', '"about 8", ', "2 to 5 different choices"),
        ('"about 1", ', '"", ', "texts to choose from"),
        ('"about 1", ', "1, ", "texts to choose from"),
        (
            'because = "A sum of 64 products has variance 64; its *root* is 8."',
            'because = " "',
            "non-empty 'because'",
        ),
        ('["size of a score"]', "x = 3\n[y]", "'x': expected"),
        ('["size', "[size", "not well-formed TOML"),
    ],
)
def test_a_file_that_is_not_right_is_refused(tmp_path, old, new, message):
    assert old in FILE
    path = tmp_path / "predictions.toml"
    path.write_text(FILE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_predictions(path)


def test_no_file(tmp_path):
    with pytest.raises(ValueError, match=r"no predictions\.toml"):
        read_predictions(tmp_path / "predictions.toml")
