"""The question: which character gives the second sentence away."""

from random import Random

from workbook.exercises import Case, Question


def _drawn(number: int, letters: str, seed: int) -> Case:
    generator = Random(seed)

    def text() -> str:
        return "".join(generator.choice(letters) for _ in range(generator.randint(1, 5)))

    return Case(([(text(), text()) for _ in range(number)],))


def _cases() -> list[Case]:
    return [
        Case(([("ab", "c")],)),
        Case(([("a", "bc"), ("b", "ac"), ("d", "c")],)),
        Case(([("dx", "ddx"), ("b", "dc"), ("c", "dc")],)),  # x and once d stand in both
        Case(([("a", "bbbb"), ("a", "c"), ("a", "c")],)),  # b often, but in one pair
        Case(([("x", "b"), ("y", "b"), ("z", "b"), ("b", "c"), ("b", "c")],)),  # b: 3 less 2
        Case(([("m", "l"), ("m", "k"), ("n", "k"), ("o", "l")],)),  # k and l are equally good
        Case(([("z", "ay"), ("z", "y"), ("z", "x"), ("z", "az")],)),  # the best cue is of the first
        _drawn(12, "abcde", 1),
        _drawn(30, "abcdef", 2),
        _drawn(40, "一二三四五六", 3),
    ]


def _allows(pairs: list[tuple[str, str]]) -> bool:
    """Tell whether a character stands in more second sentences than first ones."""
    characters = {character for first, second in pairs for character in first + second}
    return any(sum((c in second) - (c in first) for first, second in pairs) > 0 for c in characters)


QUESTION = Question(name="best_cue", cases=_cases, difficulty=2, minutes=8, allows=_allows)
