"""Words for those who cannot see the lesson's figures."""

ALT = {
    "opening": (
        "Three rows of points, cosines of one sentence with five others. By counted words, two "
        "sentences about another event are ahead of the one that says the same. In averaged BERT "
        "all five lie between 0.6 and 0.85. In the tuned BERT the unrelated ones are near 0.3."
    ),
    "layers": "Mean cosines of random pairs after each layer, a curve for each of two encoders.",
    "poolings": (
        "Tokens after layer 1 and after the last layer. From the last layer come the vector of "
        "[CLS], the maximum and the mean; the fourth way averages this mean and that of layer 1."
    ),
    "pooled": (
        "Points with intervals: counted words, four poolings of the untuned encoder, and the "
        "tuned one."
    ),
    "steps": (
        "Four panels. An oblong cloud of points far from the origin; the same cloud around the "
        "origin; then along the horizontal axis; then round."
    ),
    "fit sizes": (
        "Curves over the number of sentences that were fitted on, one for each number of "
        "dimensions; a dashed line is the score without whitening."
    ),
    "dims": (
        "Three curves over the number of dimensions kept, with intervals, and a dashed line each "
        "for vectors that were not whitened."
    ),
    "coupling": (
        "x1 goes up unchanged to y1, and into a small network that computes s and t; with these, "
        "x2 becomes y2."
    ),
    "flow": "Left: points along a bent line. Right: a round cloud, in the same colors.",
    "bent": "Left: points along a bent line. Right: the same points, still bent or partly so.",
    "flow gain": (
        "Points with intervals: the mean vectors as they are, centered, whitened to 256 and to "
        "380 dimensions, and through the flow."
    ),
    "in batch": (
        "Three sentences go through BERT twice with dropout on. The cosines of first and second "
        "readings form a matrix of invented numbers; its diagonal is near 1."
    ),
    "simcse": (
        "Points with intervals: the averaged encoder before training, after SimCSE, and after the "
        "same training without dropout."
    ),
    "hits": "For one question, the three nearest snippets in five kinds of vectors.",
    "groups": "Bars with dots: how well groups found without labels agree with the four sources.",
    "reference": "Points with intervals: minilm as it is, and whitened to several dimensions.",
    "again": (
        "The rows of points of the opening, with whitened vectors and SimCSE. The unrelated "
        "sentences lie far lower than in averaged BERT; the three about a guitar stay together."
    ),
    "isotropy": "Points: mean cosine of random pairs against the score on editorials.",
}
