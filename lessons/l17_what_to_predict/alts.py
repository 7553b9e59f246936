"""Words for those who cannot see the lesson's figures."""

ALT = {
    "three pairs": (
        "Three pairs of sentences from the newspaper, each with a bar: as they were written, in "
        "the other order, and with a stranger. The first two bars are nearly equal, the third is "
        "short."
    ),
    "NSP": (
        "Two pairs. A, many rinks will be open for free, and B, the districts, too, arrange "
        "sports: yes. A and C, on the screens we see love films: no."
    ),
    "SOP": (
        "Two pairs. A, many rinks will be open for free, and B, the districts, too, arrange "
        "sports: yes. B and A: no."
    ),
    "counting": (
        "Two panels with a dot and an interval for each way to count, and a line at 50%: next "
        "sentence or stranger, and order."
    ),
    "two by two": (
        "Two panels with a line at 50%. Above, next sentence or stranger; below, the order. In "
        "each a row for counting, for bert-mini-zh, and for the models trained with NSP and with "
        "SOP, with an interval and three small dots for seeds."
    ),
    "electra": (
        "From below: a sentence of five characters; two of them are hidden; the generator guesses "
        "and draws; one guess is the author's, the other is another verb, which fits as well; the "
        "detector says 0 for four characters and 1 for the wrong one."
    ),
    "places": (
        "Three rows of twelve places. Masked words: a loss at two of them. ELECTRA: at all. The "
        "control: at the two that were chosen."
    ),
    "leads": (
        "Rows for the start, for ELECTRA and for its control: by how many points of F1 each finds "
        "names better or worse than masked words, with an interval and three small dots for seeds."
    ),
    "curves": (
        "The F1 of names of masked words and of ELECTRA after 0, 500 and 1,000 updates, three "
        "times: against updates, against tokens learned at, and against multiplications."
    ),
    "ordered": (
        "Rows with intervals and a line at one sixth: how many stretches of three sentences SOP, "
        "counting, NSP and bert-mini-zh put into their order."
    ),
    "control": (
        "The characters of a sentence in boxes; below each stands the probability that it is not "
        "the author's. Boxes whose character was replaced have a thick frame, and the author's "
        "character above."
    ),
}
