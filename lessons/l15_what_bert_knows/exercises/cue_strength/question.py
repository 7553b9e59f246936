"""The question: how often a word can be used as a cue, and how often it is right."""

from random import Random

from workbook.exercises import Case, Question

WORDS = ("a", "dog", "not", "is", "rare", "nothing", "here", "cheap")


def _case(number: int, seed: int, word: str = "not") -> Case:
    """Make questions whose answers hold the word more or less often, and sometimes twice."""
    generator = Random(seed)
    right = [generator.choices(WORDS, k=generator.randint(2, 7)) for _ in range(number)]
    wrong = [generator.choices(WORDS, k=generator.randint(2, 6)) for _ in range(number)]
    return Case((word, right, wrong))


def _cases() -> list[Case]:
    return [
        Case(
            (
                "not",
                [["a", "dog", "is", "not", "rare"], ["not", "here"], ["cheap"], ["is", "rare"]],
                [["a", "gun", "is", "cheap"], ["not", "there"], ["not", "cheap"], ["is", "here"]],
            )
        ),
        _case(9, 2),
        _case(14, 3, "is"),
        _case(11, 5, "cheap"),
        Case(("never", [["not"], ["a"]], [["dog"], ["not", "nothing"]])),
        # In one answer twice; in both answers; as a part of another word.
        Case(
            (
                "not",
                [["not", "not", "here"], ["not"], ["nothing"], ["a"], ["not"]],
                [["here"], ["not", "a"], ["a"], ["not", "so", "not"], ["nothing"]],
            )
        ),
        Case(("dog", [["dog"]], [["cat"]])),
        Case(("not", [["a"], ["b"], ["not"]], [["not"], ["not"], ["not", "b"]])),
    ]


QUESTION = Question(name="cue_strength", cases=_cases, difficulty=2, minutes=6)
