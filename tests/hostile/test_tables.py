"""Texts and labels of one's own, from files that other programs wrote."""

import resource
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bertlab.finetuning.own_texts import read_texts

FILES = {
    "nothing": b"",
    "no tab": b"good a film\nbad another\n",
    "one column": b"good\nbad\n",
    "three columns": b"good\ta\tfilm\nbad\ta\tb\n",
    "an empty text": b"good\t\nbad\ta\n",
    "an empty label": b"\ta film\nbad\ta\n",
    "one class": b"good\ta\ngood\tb\n",
    "Latin-1": "good\tcaf\u00e9\nbad\ta\n".encode("latin-1"),
    "UTF-16": "good\ta\nbad\tb\n".encode("utf-16"),
    "surrogates": b"good\t\xed\xa0\x80\nbad\ta\n",
    "a pickle": b"\x80\x04K\x01.",
    "zeros": b"\0" * 100_000,
    "a zero-width space": "good\ta\ng\u200bood\tb\nbad\tc\n".encode(),
    "a soft hyphen": "good\ta\ngo\u00adod\tb\nbad\tc\n".encode(),
    "two ways to write an accent": "caf\u00e9\ta\ncafe\u0301\tb\n".encode(),
    "wide letters": "good\ta\n\uff47\uff4f\uff4f\uff44\tb\n".encode(),
    "a right-to-left mark": "good\ta\n\u200fgood\tb\n".encode(),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_table_is_refused_in_words(tmp_path, name):
    path = tmp_path / "mine.tsv"
    path.write_bytes(FILES[name])
    with pytest.raises(ValueError, match=r"mine\.tsv.*(expected|look the same)"):
        read_texts(path)


def test_labels_that_look_the_same_are_spelled_out(tmp_path):
    path = tmp_path / "mine.tsv"
    path.write_bytes(FILES["a zero-width space"])
    with pytest.raises(ValueError, match=r"the labels 'good' and 'g\\u200bood' look the same"):
        read_texts(path)


def test_a_mark_at_the_beginning_of_any_line_is_no_part_of_a_label(tmp_path):
    """Two files from a spreadsheet, put together: the second brings its mark along."""
    path = tmp_path / "mine.tsv"
    path.write_bytes("\ufefflabel\ttext\ngood\ta\n\ufeffgood\tb\n\ufeffbad\tc\n".encode())
    assert read_texts(path).names == ("bad", "good")


@pytest.mark.parametrize("name", ["", "\0", "x" * 5000, "no such file.tsv", "."])
def test_names_that_lead_nowhere(tmp_path, name):
    with pytest.raises(FileNotFoundError, match=r"^no "):
        read_texts(tmp_path / name if name else "")


def lines() -> st.SearchStrategy[bytes]:
    """Lines that are nearly right, and lines that are not."""
    label = st.sampled_from(["good", "bad", "\ufeffgood", "1", "2"]) | st.text(max_size=4)
    right = st.tuples(label, st.text(max_size=9)).map("\t".join)
    texts = st.lists(right | st.text(max_size=9), max_size=6).map("\n".join)
    return texts.map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary(max_size=60)


@given(lines())
def test_any_bytes_are_a_table_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("table") / "mine.tsv"
    path.write_bytes(content)
    try:
        found = read_texts(path)
    except ValueError as error:
        assert str(path) in str(error)
    else:
        assert len(found.texts) == len(found.labels) > 1
        assert set(found.labels) == set(range(len(found.names)))
        assert all(text.strip() == text != "" for text in found.texts)


def test_a_million_lines_take_a_second_or_so(tmp_path):
    path = tmp_path / "mine.tsv"
    path.write_bytes(b"good\ta film\nbad\tno film\n" * 100_000)
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    assert len(read_texts(path).texts) == 200_000
    assert time.process_time() - began < 5
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < 200
