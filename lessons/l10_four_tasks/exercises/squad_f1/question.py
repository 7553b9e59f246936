"""The question: how much of an answer is right, as SQuAD counts it."""

import string

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    marks = string.punctuation
    return [
        Case(("in the old town of Bern", ["the old town", "Bern", "Old Town, Bern (Switzerland)"])),
        Case(("", [""])),
        Case(("the coast of Maine", ["the cost of a mine"])),
        Case(("over and over and over again", ["over and over", "again and again and again"])),
        Case(
            ("John O'Neill's well-known A-Team", ["a team, well known", "oneills wellknown ateam"])
        ),
        Case(("", ["the year 1969"])),
        Case(("by train", [""])),
        Case(("The 1,500 m race.", ["1500 m", "the race of 1 500 m"])),
        Case(("Lake Zug", ["the river Aare", "Reuss"])),
        Case(("an old bridge", ["old bridge over an inlet"])),
        Case(("in  New   York", ["New York"])),
        Case(("file_name", ["the filename"])),  # _ is in string.punctuation
        Case(("the, coast", ["coast"])),  # an article once its comma is gone
        Case(("the", ["an"])),  # no words are left on either side
        Case(("over and over", ["over the hill"])),
        Case(("theory of art", ["ory of art"])),  # no article, though a word begins with one
        Case(("sea view", ["view of the sea"])),  # or ends with one
        Case(("the mill by the river", ["mill by river"])),
        Case(("the a capella choir", ["capella choir"])),  # two articles side by side
        Case((f"see {'x'.join(marks)} there", [f"see {'x' * (len(marks) - 1)} there"])),
        Case(("THE LAKE OF AN ISLAND", ["lake of island"])),
        Case(("red brick house", ["barn", "wall of brick", "house", "a red house", "brick"])),
        Case(("", ["Bern", "the"])),  # the second right answer has no words either
        Case(("Bern", ["", "in Bern"])),
        Case(("The The", [""])),
        Case(("art of war", ["party of warriors"])),  # words within others
        Case(("party of warriors", ["art of war"])),
        Case((" Lake     Zug ", ["lake zug"])),
        Case(("1969", ["1970"])),
    ]


QUESTION = Question(
    name="squad_f1",
    cases=_cases,
    difficulty=3,
    minutes=9,
)
