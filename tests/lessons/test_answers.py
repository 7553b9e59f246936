"""Right answers are accepted in every style, wrong ones are refused and named as they should be."""

from collections import Counter

import pytest

from tests import answers
from workbook.exercises import diagnose


@pytest.mark.parametrize("room", answers.rooms())
def test_answers_are_judged_as_they_should_be(room):
    definitions, wrong, verdicts = answers.exercises_of(room), [], Counter()
    with answers.judged_only():
        for answer in answers.answers(room):
            found = diagnose(definitions[answer.exercise], answer.function, apart=False)
            named = "wrong" if answer.verdict == "wrong" else found.misconception
            if ("right" if found.right else named) != answer.verdict:
                wrong.append(f"{answer.label}: expected {answer.verdict!r}: {found.text}")
            verdicts[answer.exercise, answer.verdict] += 1
    assert wrong == []
    assert all(verdicts[name, "right"] >= 3 for name in definitions), "three styles or more"
    lacking = [  # each mistake is made a second time, by somebody or in some other style
        f"{name}: {slip.name}"
        for name, definition in definitions.items()
        for slip in definition.misconceptions
        if not verdicts[name, slip.name]
    ]
    assert lacking == []


def test_an_entry_that_cannot_be_read_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(answers, "HERE", tmp_path)
    (tmp_path / "l05_attention").mkdir()
    path = tmp_path / "l05_attention" / "answers.toml"
    path.write_text('[[causal_mask]]\nis = "right"\nanswer = "x"\n')
    with pytest.raises(ValueError, match=r"answer 1 .*expected code, or of and edit, got"):
        list(answers.answers("l05_attention"))
