"""Words for those who cannot see the lesson's figures."""

ALT = {
    "two ways": (
        "Left, a cross-encoder: texts A and B go into one BERT together, and a score comes out. "
        "Right, a bi-encoder: each text goes through BERT alone and becomes a vector, u and v; "
        "their cosine is computed afterwards."
    ),
    "cost": (
        "Two rising lines on log scales, seconds over the number of sentences. The line of the "
        "cross-encoder is twice as steep as that of the bi-encoder, and far above it."
    ),
    "objectives": (
        "Three rows. Classification: u, v and the size of their difference go into a softmax. "
        "Regression: the cosine of u and v should be 1 or 0. Triplet: is p nearer to a than n?"
    ),
    "templates": (
        "Eight ways with intervals, the proportion of paraphrases that find their partner first."
    ),
    "elsewhere": (
        "Eight ways with intervals, the proportion of sentences that find their neighbor first."
    ),
    "lee": "Eight ways with wide intervals, the agreement with people on 50 articles.",
    "two looks": (
        "All texts, their vectors kept, go to the bi-encoder, which finds the nearest k for the "
        "question; the cross-encoder reads the question with each of the k; one is the best."
    ),
    "losses": (
        "Three curves of the cross-encoder's loss over its updates; a dashed line marks guessing."
    ),
    "buried": (
        "Bars for three searches: one vector finds few of 40 paragraphs first, MaxSim most, and "
        "counting words all of them."
    ),
    "ten questions": (
        "Bars for five ways: how many of ten new questions find their entry first, and how many "
        "among the first three."
    ),
    "reply": (
        "A question, the standard question that the robot takes it for, its answer, and two others."
    ),
    "cosines": (
        "Three pairs of histograms: the cosines of paraphrases and of random pairs. In the untuned "
        "encoder random pairs lie high; in the other two they lie lower and spread."
    ),
}
