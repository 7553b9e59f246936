"""The question: show some tokens of a text and hide the others."""

from workbook.exercises import Case, Question

PAD, CLS, SEP, MASK = 0, 101, 102, 103


SPECIALS = {PAD, CLS, SEP}


def _cases() -> list[Case]:
    """Repeated tokens, a pair of texts, padding, [MASK] in the text, nobody and everybody."""
    yes, no = True, False
    text = [CLS, 7, 8, 7, 9, 6, SEP]
    pair = [CLS, 11, 12, MASK, SEP, 13, 11, 14, SEP, PAD, PAD]
    groups = [(text, [yes, no, no, yes, no]), (pair, [no, yes, yes, yes, no, no])]
    groups += [(text, [no] * 5), (pair, [yes] * 6), ([CLS, SEP], [])]
    groups += [([CLS, 7, SEP], [no])]
    groups += [([CLS, 7, 8, 7, 9, SEP], [yes, yes, no, yes])]  # the second of two equal ones
    cases = [Case((list(ids), set(SPECIALS), list(row), MASK)) for ids, row in groups]
    without = Case(([7, 8, 7], set(), [no, yes, yes], MASK))  # an input without specials
    nothing = Case(([7, 8], set(), [no, no], MASK))
    hidden = Case(([CLS, 7, MASK, 8, SEP], set(SPECIALS), [yes, no, yes], MASK))
    # Other numbers: 0 and 101 are tokens like others here, 1 to 3 are not.
    other = Case(([2, 0, 5, 3, 101, 0, 9, 1], {1, 2, 3}, [yes, no, no, no, yes], 4))
    last = Case(([7, 8, SEP], {SEP}, [yes, no], MASK))
    return [*cases, without, last, nothing, hidden, other]


QUESTION = Question(
    name="show_group",
    cases=_cases,
    difficulty=2,
    minutes=8,
)
