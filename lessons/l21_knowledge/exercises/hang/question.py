"""The question: a sentence with its facts, as one list."""

from workbook.exercises import Case, Question

FACTS = {
    "cello": [["is", "an", "instrument"]],
    "heavy": [["like", "a", "stone"], ["difficult"]],
    "instrument": [["makes", "music"]],
    "the": [],
}


def _cases() -> list[Case]:
    """Some facts have words that have facts, and some words occur more than once."""
    sentences = ["the cello was heavy", "heavy", "was the instrument a heavy heavy cello", ""]
    music = {"cello": [["is", "an", "instrument"], ["has", "strings"]], "violin": [["sings"]]}
    return [
        *(Case((sentence.split(), FACTS)) for sentence in sentences),
        Case((["cello", "violin", "cello"], music)),
        Case((["cello", "music"], FACTS | {"was": [["is"]], "music": [["is", "an", "art"]]})),
        Case((["the", "violin"], {})),
        Case((["a", "rose"], {"rose": [["a", "rose"], ["is"], ["a", "rose"]]})),
    ]


QUESTION = Question(name="hang", cases=_cases, difficulty=2, minutes=7)
