"""Words for those who cannot see the lesson's figures."""

ALT = {
    "two ways": (
        "Left, a cross-encoder: texts A and B go into one BERT together, and a score comes out. "
        "Right, a bi-encoder: each text goes through BERT alone and becomes a vector, u and v; "
        "their cosine is computed afterwards."
    ),
    "cost": (
        "Two rising lines on log scales, seconds over the number of sentences. The line of the "
        "cross-encoder is steeper than that of the bi-encoder, and far above it; N is marked."
    ),
    "objectives": (
        "Three rows. Classification: u, v and the size of their difference go into a softmax. "
        "Regression: the cosine of u and v should be 1 or 0. Triplet: is p nearer to a than n?"
    ),
    "templates": (
        "Eight ways with intervals, the proportion of paraphrases that find their partner first."
    ),
    "elsewhere": (
        "Eight ways with intervals: the proportion of sentences that find their neighbor first, "
        "and, in a second panel, how far each way is ahead of the start."
    ),
    "two looks": (
        "All texts, their vectors kept, go to the bi-encoder, which finds the nearest k for the "
        "question; the cross-encoder reads the question with each of the k; one is the best."
    ),
    "triplet": (
        "An anchor a with two circles around it. The positive p lies on the inner circle; the "
        "dashed outer one is a margin farther. The negative n1 lies between them, and a line from "
        "it to the dashed circle is its cost; n2 lies outside and costs nothing."
    ),
    "scores": (
        "A table of three rows, the anchors, and six columns, three positives and three hard "
        "negatives. The scores on the diagonal, each anchor with its own positive, are framed, "
        "and a star marks the highest of a row; in the third row that is a hard negative."
    ),
    "ten questions": (
        "Bars for six ways: how many of ten new questions find their entry first, and how many "
        "among the first three."
    ),
    "reply": (
        "A question, the standard question that the robot takes it for, its answer, two others, "
        "and what counting words says."
    ),
    "cosines": (
        "For each of three encoders three rows of dots, the cosines of paraphrases, of pairs that "
        "differ in one point, and of random pairs, with a line at the threshold. They overlap."
    ),
}
