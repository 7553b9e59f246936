"""The question: which pieces make a word."""

from random import Random

from workbook.exercises import Case, Question


def _drawn(number: int, seed: int) -> Case:
    pieces = ["he", "play", "##ing", "##s", "##ed", "#", "##", "###", "1"]
    return Case((Random(seed).choices(pieces, k=number),))


def _cases() -> list[Case]:
    texts = [
        "the play ##ers were over ##joy ##ed .",
        "##ing is a ##n end ##ing",  # a text that was cut
        "issue # 7 and # 12 ##th",
        "a ## b ###",
        "##s ##t",
        "## ##x #",
        "yes",
        "##a",
        "",
    ]
    cases = [Case((text.split(),)) for text in texts]
    return [*cases, _drawn(12, seed=1), _drawn(25, seed=2)]


QUESTION = Question(name="word_spans", cases=_cases, difficulty=2, minutes=12)
