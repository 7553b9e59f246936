"""Words for those who cannot see the lesson's figures."""

ALT = {
    "opening": (
        "A table of cosines of the sentence with five others, in three kinds of vectors. By "
        "counted words, sentences 2 and 3 are ahead of sentence 1, which says the same. In "
        "averaged BERT all five lie between 0.6 and 0.85, and sentence 1 is first. Tuned on pairs, "
        "the unrelated sentences 4 and 5 are near 0.3."
    ),
    "cosines": (
        "Two hills. Cosines of vectors with even directions lie around 0, those of sentences in "
        "averaged BERT around 0.5."
    ),
    "layers": "Mean cosines of random pairs after each layer, a curve for each of two encoders.",
    "poolings": (
        "Tokens after layer 1 and after the last layer. From the last layer come the vector of "
        "[CLS], the maximum and the mean; the fourth way averages this mean and that of layer 1."
    ),
    "pooled": (
        "Points with intervals: counted words, four poolings of minilm-words, and minilm, which "
        "was tuned on pairs."
    ),
    "steps": (
        "Four panels. An oblong cloud of points far from the origin; the same cloud around the "
        "origin; then along the horizontal axis; then round. Arrows a, b and c show three of "
        "the points as vectors."
    ),
    "dims": (
        "Three panels with intervals over the number of dimensions kept, and a dashed line each "
        "for vectors that were not whitened. Neighbors rise, paraphrases hardly change, and "
        "agreement with people falls below the line."
    ),
    "coupling": (
        "x1 goes up unchanged to y1, and into a small network that computes s and t; with these, "
        "x2 becomes y2."
    ),
    "flow": "Left: points along a bent line. Right: a round cloud, in the same colors.",
    "bent": "Left: points along a bent line. Right: the same points, still bent or partly so.",
    "in batch": (
        "Three sentences go through BERT twice with dropout on. The cosines of first and second "
        "readings form a matrix of invented numbers; its diagonal is near 1."
    ),
    "simcse": (
        "Points with intervals: the averaged encoder before training, after SimCSE, and after the "
        "same training without dropout."
    ),
    "hits": "For one question, the two nearest snippets in five kinds of vectors.",
    "all": (
        "Three panels, for neighbors, paraphrases and people: nine ways with their intervals, "
        "in groups, and a dashed line at the plain mean."
    ),
    "reference": "Points with intervals: minilm as it is, and whitened to several dimensions.",
    "again": (
        "The table of the opening, with [CLS], whitened vectors and SimCSE. The last three columns "
        "have the unrelated sentences far lower than averaged BERT. By [CLS] and whitened, "
        "sentence 3 is first; elsewhere sentence 1 is."
    ),
}
