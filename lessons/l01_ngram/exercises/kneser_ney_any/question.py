"""The question: Kneser-Ney with a history of any length."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    text = [
        ["we", "flew", "to", "san", "francisco", "and", "to", "new", "york"],
        ["we", "flew", "to", "the", "new", "york"],
        ["they", "flew", "to", "the", "new", "york", "and", "to", "the", "old", "york"],
        ["to", "the", "new", "york", "and", "to", "new", "york"],
        ["flew", "the", "new", "york"],
    ]
    pairs = [(("the",), "york", 0.75), (("moon",), "york", 0.4)]
    triples = [(("to", "the"), "new", 0.75), (("flew", "the"), "old", 0.5)]
    triples += [(("the", "new"), "york", 0.6), (("to", "new"), "</s>", 0.75)]
    triples += [(("<s>", "<s>"), "to", 0.4), (("<s>", "to"), "new", 0.3)]
    triples += [(("moon", "the"), "new", 0.75), (("moon", "new"), "york", 0.5)]
    triples += [(("the", "moon"), "york", 0.75), (("san", "to"), "the", 0.5)]
    long = [(("flew", "to", "the"), "new", 0.75), (("moon", "to", "the"), "old", 0.6)]
    long += [(("moon", "moon", "to"), "new", 0.5), (("<s>", "<s>", "<s>"), "we", 0.75)]
    twins = [[], ["the", "the", "the", "dog"], ["the", "dog"], ["the", "dog"], ["dog"]]
    odd = [(("the", "the"), "the", 0.5), (("<s>", "the"), "dog", 0.75), ((), "dog", 0.5)]
    odd += [(("the", "dog"), "cat", 0.4), (("<s>", "<s>"), "</s>", 0.75)]
    one = [["the", "dog", "saw", "the", "cat"]]
    return [
        *(Case((text, *asked)) for asked in [*triples, *pairs, *long]),
        *(Case((one, *asked)) for asked in [(("the",), "cat", 0.5), (("saw", "the"), "dog", 0.4)]),
        *(Case((twins, *asked)) for asked in odd),
    ]


QUESTION = Question(
    name="kneser_ney_any",
    cases=_cases,
    difficulty=5,
    minutes=15,
    exact_types=True,
)
