"""Whose a file is: the platform's outermost name and number, or else a folder or a name."""

from pathlib import PurePosixPath

import pytest

from workbook.report.owners import Owner, by_platform, labels, owners, roster

OTHERS = "zoe/05_attention.ipynb", "yan/05_attention.ipynb"  # a class besides
MOODLE = "Ada Lovelace_12_assignsubmission_file_"


def owner(path, *others):
    return tuple(owners([PurePosixPath(one) for one in (path, *others)])[0])


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("ada/05_attention.ipynb", "ada"),
        ("ada/notebooks/05_attention.ipynb", "ada"),
        ("submitted/ada/05_attention/05_attention.ipynb", "ada"),
        ("05_attention/ada/05_attention.ipynb", "ada"),
        ("ada_05_attention.ipynb", "ada"),
        ("05_attention_ada.ipynb", "ada"),
        ("05_attention - Ada Lovelace.ipynb", "Ada Lovelace"),
        ("ada_05_attention (1).ipynb", "ada"),
        ("王伟/05_attention (before reset 1).ipynb", "王伟"),
        ("ada.zip/05_attention.ipynb", "ada"),
        ("ada.zip/my_notebooks/05_attention-Copy1.ipynb", "ada"),
        ("roberta.ipynb", "roberta"),
        ("Li Final.ipynb", "Li Final"),
        ("group-1.ipynb", "group-1"),
    ],
)
def test_without_a_platform(path, name):
    assert owner(path) == owner(path, *OTHERS) == (name, "")


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("lovelaceada_12345_678901_05_attention.ipynb", ("lovelaceada", "12345")),
        ("lovelaceada_LATE_12345_678901_05_attention-1.ipynb", ("lovelaceada", "12345")),
        (f"{MOODLE}/05_attention.ipynb", ("Ada Lovelace", "12")),
        (f"{MOODLE}05_attention.ipynb", ("Ada Lovelace", "12")),
        ("submission_7/05_attention.ipynb", ("submission_7", "7")),
    ],
)
def test_with_a_platform(path, wanted):
    assert owner(path) == owner(path, *OTHERS) == wanted
    assert owner(f"hw5.zip/{path}") == owner(f"class/{path}") == wanted
    assert owner(f"hw5.zip/{path}", "hw5.zip/lees_1_2_x.ipynb", "hw6.zip/x.ipynb") == wanted


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("mallory_33_44_hw.zip/alice/05_attention.ipynb", "mallory"),
        ("mallory_33_44_hw.zip/alice_1_2_05_attention.ipynb", "mallory"),
        ("Mallory_3_assignsubmission_file_/Alice_9_assignsubmission_file_x.ipynb", "Mallory"),
        ("submitted/mallory/ps1/alice_1_2_05_attention.ipynb", "mallory"),
    ],
)
def test_nobody_takes_anothers_name(path, name):
    """Also when nobody else has handed in anything yet."""
    assert owner(path)[0] == owner(path, *OTHERS)[0] == name


def test_nor_in_a_folder_or_archive_of_ones_own():
    for path in ("mallory/alice_1_2_05_attention.ipynb", "mallory.zip/alice/05_attention.ipynb"):
        assert owner(path, *OTHERS) == ("mallory", "")


def test_two_of_one_name_stay_two():
    paths = ["kimminji_111_5_05_attention.ipynb", "kimminji_222_6_05_attention.ipynb"]
    first, second = owners([PurePosixPath(path) for path in paths])
    assert labels([first, second, Owner("bao", "3")]) == {
        first: "kimminji (111)",
        second: "kimminji (222)",
        Owner("bao", "3"): "bao",
    }


def test_gradescopes_names_are_read():
    text = (
        "submission_7:\n  :submitters:\n  - :name: Ada\n    :sid: '3'\n  - :name: 'Bao L'\n"
        "  :score: 1.0\nsubmission_8:\n  :submitters:\n  - :name: Chidi\n"
    )
    assert roster(text) == {"submission_7": "Ada, Bao L", "submission_8": "Chidi"}
    assert roster(":name: nobody\n" + ":" * 10_000) == {}


def test_names_of_any_length_are_looked_at_at_once():
    for text in ("_ " * 250, "1_" * 250, "a_1" * 150, " -" * 250):
        assert by_platform(text) is None or len(text) < 501
        assert owner(f"{text}.ipynb")[0]
