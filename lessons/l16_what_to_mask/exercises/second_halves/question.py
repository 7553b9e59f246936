"""The question: the likeliest second half of a word, by counting."""

from random import Random

from workbook.exercises import Case, Question


def _drawn(firsts: str, seconds: list[str], words: int, most: int, seed: int) -> Case:
    """Make words of some halves, in any order, and few different counts: many are equal."""
    generator = Random(seed)
    found = generator.sample([(first, second) for first in firsts for second in seconds], words)
    return Case(({word: generator.randint(1, most) for word in found},))


def _cases() -> list[Case]:
    chinese = ("经", "过", 4), ("体", "验", 7), ("经", "济", 9), ("体", "育", 7), ("体", "重", 2)
    english = ("play", "##ing", 3), ("play", "##ed", 5), ("go", "##ing", 8), ("go", "##es", 8)
    return [
        *(Case(({(a, b): n for a, b, n in words},)) for words in (chinese, english)),
        Case(({("天", "天"): 1, ("气", "天"): 6, ("天", "下"): 2, ("今", "天"): 3},)),
        Case(({},)),
        Case(({("un", "##do"): 2},)),
        _drawn("abc", ["##s", "##ed", "##ing", "##er", "##y"], 11, 4, seed=1),
        _drawn("工农商学会", ["人", "业", "生", "家"], 14, 9, seed=2),
        _drawn("xy", ["##er", "##est", "##s"], 6, 2, seed=3),
    ]


QUESTION = Question(name="second_halves", cases=_cases, difficulty=1, minutes=7)
