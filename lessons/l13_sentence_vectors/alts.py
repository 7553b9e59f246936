"""Words for those who cannot see the lesson's figures."""

ALT = {
    "opening": (
        "Three rows of points, cosines of one sentence with five others. By counted words, two "
        "sentences about another event are ahead of the one that says the same. In averaged BERT "
        "all five lie between 0.6 and 0.85. In the tuned BERT the unrelated ones are near 0.3."
    ),
    "layers": "Mean cosines of random pairs after each layer, a curve for each of two encoders.",
    "poolings": (
        "Tokens after layer 1 and after the last layer; above them four results: the vector of "
        "[CLS], the mean, the maximum, and the mean of the means of both layers."
    ),
    "pooled": (
        "Points with intervals: counted words, four poolings of the untuned encoder, and the "
        "tuned one."
    ),
    "steps": (
        "An oblong cloud of points far from the origin.",
        "The cloud is centered at the origin, still oblong and oblique.",
        "The cloud lies along the horizontal axis.",
        "The cloud is round, around the origin.",
    ),
    "fit sizes": (
        "Curves over the number of sentences that were fitted on, one for each number of "
        "dimensions; a dashed line is the score without whitening."
    ),
    "dims": (
        "Three curves over the number of dimensions kept, with a dashed line each for the vectors "
        "that were not whitened."
    ),
    "coupling": (
        "x1 goes up unchanged to y1, and into a small network that computes s and t; with these, "
        "x2 becomes y2."
    ),
    "flow": "The points lie in a round cloud, colored by where they were along the banana.",
    "bent": "The points lie along a bent line, or partly straightened.",
    "flow gain": (
        "Points with intervals: the mean vectors as they are, centered, whitened to 256 and to "
        "380 dimensions, and through the flow."
    ),
    "in batch": (
        "Three sentences go through BERT twice with dropout on. The cosines of first and second "
        "readings form a matrix; its diagonal is near 1."
    ),
    "simcse": (
        "Points with intervals: the averaged encoder before training, after SimCSE, and after the "
        "same training without dropout."
    ),
    "hits": "For one question, the three nearest snippets in three kinds of vectors.",
    "groups": "Bars: how well groups found without labels agree with the four sources.",
    "reference": "Points with intervals: minilm as it is, and whitened to several dimensions.",
    "isotropy": "Points: mean cosine of random pairs against the score on editorials.",
}
