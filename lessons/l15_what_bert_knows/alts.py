"""Words for those who cannot see the lesson's figures."""

ALT = {
    "horse": (
        "Two rows. Where the questioner knew the answer, the horse was right in 14 of 14 trials; "
        "where he did not, in 0 of 12."
    ),
    "uses": (
        "Two maps of the uses of one character, in two colors. Above, in the embeddings, the "
        "colors are mixed; below, after layer 1, they begin to part, with exceptions."
    ),
    "probe": (
        "Four tokens enter the embeddings and two layers, all frozen. The vector of one token "
        "after layer 1 goes into a linear map, which answers: inside a word? Only the map learns."
    ),
    "two lines": (
        "Two lines over the embeddings and four layers: what probes of the trained encoder have "
        "right, and of a randomly initialized one; and a dashed line for the character alone."
    ),
    "gains": (
        "Five lines over the embeddings and four layers, one for each task: by how much a probe "
        "of the layer is ahead of one of the embeddings."
    ),
    "two trainings": (
        "Two rows. Training with the cue gives the horse, training without it the control. Both "
        "are tested where the cue is broken. The control must reach 90%, else the test proves "
        "nothing."
    ),
    "overlap": (
        "Four rows, with a dot for each of three seeds. Without the cue: all are right. With the "
        "cue, where it holds: all are right. With the cue, where it is broken: 50, 50 and 81%. "
        "Without the cue, in new frames: 67 to 81%."
    ),
    "halves": (
        "Three rows, with a dot for each of three seeds. Learned without the cue: over 95% right. "
        "Learned with it: all right where the cue helps, none where it misleads."
    ),
    "scores": (
        "Three rows of dots over a score. Nearly all pairs with common words lie on the side "
        "of yes, what follows higher than what does not, mostly by little; pairs with other words "
        "lie on the side of no."
    ),
    "verdicts": "Pairs of texts, and two columns of answers, yes or no, of two models.",
    "exam": (
        "Five rows with intervals: four kinds of statements about a story, and stories with all "
        "four right."
    ),
}
