"""Words for those who cannot see the lesson's figures."""

ALT = {
    "horse": (
        "Two rows. Where the questioner knew the answer, the horse was right in 14 of 14 trials; "
        "where he did not, in 0 of 12."
    ),
    "uses": (
        "Two maps of the uses of one character, in two colors. Left, in the embeddings, the colors "
        "are mixed; right, after layer 1, each color has a side of its own, with exceptions."
    ),
    "probe": (
        "Four tokens enter the embeddings and two layers, all frozen. The vector of one token "
        "after layer 1 goes into a linear map, which answers: inside a word? Only the map learns."
    ),
    "layers": (
        "Three lines over the embeddings and four layers: what probes of the trained encoder have "
        "right, of a randomly initialized one, and for the control task; and a dashed line for "
        "the character alone."
    ),
    "gains": (
        "Five lines over the embeddings and four layers, one for each task: by how much a probe "
        "of the layer is ahead of one of the embeddings."
    ),
    "two trainings": (
        "Two rows. Training with the cue gives model A, training without it model B. Both are "
        "tested where the cue is broken. Model B must reach 90%, else the test proves nothing."
    ),
    "three models": (
        "Three rows with intervals: learned without the cue and asked without; learned with the "
        "cue and asked with it; learned with the cue and asked without."
    ),
    "verdicts": "Pairs of texts, and two columns of answers, yes or no, of two models.",
    "dose": (
        "A rising line: the proportion right where words overlap and nothing follows, over the "
        "proportion of counterexamples in training."
    ),
    "exam": (
        "Five rows with intervals: four kinds of statements about a story, and stories with all "
        "four right."
    ),
}
