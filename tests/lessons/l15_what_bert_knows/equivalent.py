"""Mutants of the references that are right as well, and the inputs on which they have to be."""

EQUIVALENT = {
    "cue_strength": {
        "There is at least one question, as the text says.": [
            "cue_strength: every input -> assert len(right) != 0",
            "cue_strength: every input -> assert len(wrong) != 0",
        ],
        "Each question has a right answer and a wrong one.": [
            "cue_strength: right -> wrong (2)",
        ],
    },
}
WORDS = ("not", "a", "dog", "is", "nothing")


def _answers(generator, number):
    return [
        [WORDS[place] for place in generator.integers(0, len(WORDS), generator.integers(0, 6))]
        for _ in range(number)
    ]


def _cue_strength(generator):
    number = int(generator.integers(1, 8))
    return WORDS[generator.integers(len(WORDS))], *(_answers(generator, number) for _ in range(2))


INPUTS = {"cue_strength": _cue_strength}
