"""Words for those who cannot see the lesson's figures."""

ALT = {
    "hits": (
        "Three bars with the beginnings of three articles. The longest belongs to a young "
        "humpback whale in a shark net; the other two articles are about spies and about a "
        "goose."
    ),
    "model": (
        "Left, from below: token ids, embeddings, encoder layers, pooler, with their shapes. "
        "Right: one layer with attention and a feed-forward network, each with a residual and "
        "LayerNorm."
    ),
    "one token": (
        "Three rows of numbers, a word's, a position's and a type's, are added, then normalized."
    ),
    "parts": (
        "Stacked bars for minilm, base and large: the proportion of the embeddings falls from "
        "a half to a tenth, that of the feed-forward networks grows from a third to three "
        "fifths."
    ),
    "differences": (
        "Two panels, differences after each layer on a log scale. In float32, A and B are "
        "both near a millionth. In float64, A falls by nearly nine powers of ten; B stays."
    ),
    "gelu": (
        "Left: exact GELU and the tanh formula coincide for the eye; ReLU has a corner. "
        "Right: their difference, some ten-thousandths, in waves on both sides of 0."
    ),
    "bugs": (
        "Bars of agreement with people, without a bug and with each of eight. Swapped "
        "LayerNorms and swapped query and key fall to under 0.2; five bugs are about where no "
        "bug is, or above; half the heads is highest of all."
    ),
    "senses": (
        "Two panels over the layers. After layers 1 and 2 the word's curve is above that of "
        "'the'; from layer 4 on, the curve of 'the' is above, and at the end far above."
    ),
    "vectors": (
        "Left: three bars of agreement with people, all near a half; the mean is a little "
        "ahead. Right: the intervals of its lead over the other two; both contain 0."
    ),
    "read off": (
        "Accuracy for three ways to split the reviews: the mean of the tokens is ahead of "
        "[CLS] and the pooler."
    ),
    "cost": (
        "Two rising curves on log scales, time and memory against the number of tokens; the "
        "memory rises more steeply."
    ),
}
