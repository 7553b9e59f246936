"""Mutants of the references that are right as well, and the inputs on which they have to be."""

EQUIVALENT = {
    "mirrored": {
        "Each warrant has a phrase of the list, which is therefore never empty.": [
            "mirrored: every input -> assert len(wordings) != 0",
        ],
    },
}
WORDINGS = (("cheap", "not expensive"), ("safe", "not in danger"), ("clean", "not dirty"))


def _mirrored(generator):
    kept = generator.permutation(len(WORDINGS))[: generator.integers(1, len(WORDINGS) + 1)]
    wordings = [WORDINGS[place] for place in kept]
    side = int(generator.integers(2))  # of the warrant that has "not"
    right, wrong = (
        f"A {thing} is {wordings[generator.integers(len(wordings))][place == side]} here."
        for place, thing in enumerate(("dog", "plane"))
    )
    return right, wrong, wordings


INPUTS = {"mirrored": _mirrored}
