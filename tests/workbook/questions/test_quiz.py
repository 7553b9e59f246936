import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from workbook.questions.quiz import load, questions, quiz_of

SHIPPED = sorted((Path(__file__).resolve().parents[3] / "lessons").glob("*/quiz.toml"))


def write(folder, questions=5, choices=4, correct=(2,), **changes):
    """Write a quiz file in which question 1 is as asked, and return its path."""
    lines = ['title = "Sums"']
    for number in range(1, questions + 1):
        count, right = (choices, correct) if number == 1 else (3, (1,))
        lines += ["[[question]]", f'text = "What is {number} + 1?"']
        for position in range(1, count + 1):
            entry = {
                "text": f'"{number + position - 1}"',
                "feedback": f'"because {number}.{position}"',
            }
            entry |= {"correct": "true"} if position in right else {}
            if number == 1 and position == 1:
                entry |= changes
            lines += ["[[question.choice]]"]
            lines += [f"{key} = {value}" for key, value in entry.items() if value]
    path = folder / "sums.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


class Reader(HTMLParser):
    """Collects tags and text, and checks that tags close in order."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.text.append(data)


def read(markup):
    reader = Reader()
    reader.feed(markup)
    assert reader.open == []
    return reader


def as_read(text):
    """Take the marks of code and stress off a text without LaTeX in them."""
    return re.sub(r"`|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)", "", text)


def test_plain_text_is_readable(tmp_path):
    whole = load(write(tmp_path))
    lines = repr(whole).splitlines()
    assert lines[:7] == [
        "Quiz: Sums (5 questions)",
        "",
        "1. What is 1 + 1?",
        "   A. 1",
        "   B. 2",
        "   C. 3",
        "   D. 4",
    ]
    assert len(lines) == 1 + (2 + 4) + 4 * (2 + 3)
    assert "because" not in repr(whole)  # the answers are not given away


def test_some_questions_keep_their_numbers(tmp_path):
    path = write(tmp_path)
    assert questions(path, 2, 3).heading == "Quiz: Sums (questions 2 and 3 of 5)"
    assert questions(path, 4).heading == "Quiz: Sums (question 4 of 5)"
    assert questions(path, 1, 2, 5).heading == "Quiz: Sums (questions 1, 2 and 5 of 5)"
    assert repr(questions(path, 3)).splitlines()[2] == "3. What is 3 + 1?"


@pytest.mark.parametrize("numbers", [(0,), (6,), (1, 1)])
def test_question_numbers_are_checked(tmp_path, numbers):
    path = write(tmp_path)
    with pytest.raises(ValueError, match="from 1 to 5, got"):
        questions(path, *numbers)


def test_every_choice_has_a_button_and_its_own_feedback(tmp_path):
    reader = read(load(write(tmp_path))._repr_html_())
    buttons = [attributes for tag, attributes in reader.tags if tag == "button"]
    reasons = [attributes for _, attributes in reader.tags if "data-feedback" in attributes]
    keys = ["1A", "1B", "1C", "1D"] + [f"{number}{letter}" for number in "2345" for letter in "ABC"]
    assert [button["value"] for button in buttons] == keys
    assert [reason["data-feedback"] for reason in reasons] == keys
    right = [button["value"] for button in buttons if "data-correct" in button]
    assert right == ["1B", "2A", "3A", "4A", "5A"]
    text = " ".join("".join(reader.text).split())
    assert "✗ A is wrong. because 1.1 ✓ B is right. because 1.2" in text
    assert text.count("is right.") == 5 and text.count("is wrong.") == 3 + 4 * 2


def test_texts_are_escaped_but_code_and_latex_pass(tmp_path):
    text = "'<b> & `x < 1` cost $a < b$'"
    markup = load(write(tmp_path, text=text, feedback=text))._repr_html_()
    expected = "&lt;b&gt; &amp; <code>x &lt; 1</code> cost $a &lt; b$"
    assert markup.count(expected) == 2
    assert "<b>" not in markup
    assert "<b> & x < 1 cost $a < b$" in "".join(read(markup).text)


def test_stress_is_marked_but_not_in_latex_or_code(tmp_path):
    text = "'the *word* in `a *b* c`, $a *b* c$ and 2 * 3 * 4'"
    markup = load(write(tmp_path, text=text))._repr_html_()
    assert "the <em>word</em> in <code>a *b* c</code>, $a *b* c$ and 2 * 3 * 4<" in markup


def test_lines_of_the_file_may_break_anywhere(tmp_path):
    whole = load(write(tmp_path, text="'''\ntwo\n   lines'''"))
    assert whole.questions[0].choices[0].text == "two lines"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"questions": 4}, "sums.toml: expected at least 5 questions, got 4"),
        ({"correct": ()}, "question 1: expected exactly one correct choice, got 0"),
        ({"correct": (2, 3)}, "question 1: expected exactly one correct choice, got 2"),
        ({"choices": 2}, "question 1: expected 3 or 4 choices, got 2"),
        ({"choices": 5}, "question 1: expected 3 or 4 choices, got 5"),
        ({"feedback": None}, "question 1, choice A: expected a non-empty 'feedback', got None"),
        ({"feedback": "' '"}, "question 1, choice A: expected a non-empty 'feedback', got ' '"),
        ({"text": "7"}, "question 1, choice A: expected a non-empty 'text', got 7"),
        ({"text": "'2'"}, "question 1: expected different choices"),
        ({"correct": (), "hint": "'x'"}, "question 1, choice A: expected .* got also .'hint'"),
        ({"feedback": "broken"}, "sums.toml is not well-formed TOML"),
    ],
)
def test_faults_of_a_file_are_named(tmp_path, changes, message):
    with pytest.raises(ValueError, match=message):
        load(write(tmp_path, **changes))


def test_correct_has_to_be_a_truth_value(tmp_path):
    path = write(tmp_path)
    path.write_text(path.read_text().replace("correct = true", "correct = 'yes'", 1))
    with pytest.raises(ValueError, match="choice B: expected a true 'correct', got yes"):
        load(path)


def test_a_room_without_a_quiz_says_so():
    with pytest.raises(ValueError, match=r"no quiz.toml in .*workbook"):
        quiz_of("workbook")()


@pytest.mark.parametrize("name", SHIPPED, ids=lambda path: path.parent.name)
class TestShippedQuizzes:
    def test_output_repeats_and_needs_nothing_from_outside(self, name):
        markup = load(name)._repr_html_()
        assert markup == load(name)._repr_html_()
        tags = {tag for tag, _ in read(markup).tags}
        assert tags.isdisjoint({"script", "link", "img", "iframe", "input"})
        assert not re.search(r"https?:|url\(|@import|0x[0-9a-f]{6}", markup)

    def test_questions_come_before_their_choices_before_the_answers(self, name):
        text = " ".join(unescape("".join(read(load(name)._repr_html_()).text)).split())
        position = 0
        for question in load(name).questions:
            for part in (question.text, *(choice.text for choice in question.choices)):
                position = text.index(as_read(part), position)
        for question in load(name).questions:
            for choice in question.choices:
                position = text.index(as_read(choice.feedback), position)

    def test_latex_and_code_are_closed(self, name):
        for question in load(name).questions:
            for choice in question.choices:
                for text in (question.text, choice.text, choice.feedback):
                    assert text.count("`") % 2 == 0, text
                    assert re.sub("`[^`]*`", "", text).count("$") % 2 == 0, text

    def test_guessing_by_place_or_by_length_does_not_pay(self, name):
        positions, longest = set(), 0
        questions = load(name).questions
        for question in questions:
            lengths = [len(choice.text) for choice in question.choices]
            position = [choice.correct for choice in question.choices].index(True)
            positions.add(position)
            longest += lengths[position] == max(lengths)
        assert len(positions) >= 3
        assert longest <= 0.6 * len(questions)
