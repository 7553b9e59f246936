"""Words for those who cannot see the lesson's figures."""

ALT = {
    "hits": (
        "Three bars below the beginnings of three articles. The longest belongs to a young "
        "humpback whale in a shark net; the other two articles are about spies and about a "
        "goose."
    ),
    "model": (
        "Left, from below: token ids, embeddings, encoder layers, the vectors of all tokens, and "
        "from them two vectors for a text: the pooler's and the mean. Right: one layer with "
        "attention and a feed-forward network, each with a residual and LayerNorm, and the names "
        "of these parts."
    ),
    "one token": (
        "Three small tables, of pieces, positions and token types. Arrows lead from row 4, row 2 "
        "and row 1 to their sum, and from there through LayerNorm to the normalized vector."
    ),
    "parts": (
        "Stacked bars for minilm, base and large: the proportion of the embeddings falls from "
        "a half to a tenth, that of the feed-forward networks grows from a third to three "
        "fifths."
    ),
    "differences": (
        "Two panels, differences after each layer on a log scale. In float32, both models are "
        "near a millionth. In float64, the left one falls by nearly nine powers of ten; the right "
        "one does so after the embeddings alone, and stays after all layers."
    ),
    "gelu": (
        "Left: exact GELU and the tanh formula coincide for the eye; ReLU has a corner. "
        "Right: their difference, some ten-thousandths, in waves on both sides of 0."
    ),
    "bugs": (
        "For each of eight bugs, the change of the agreement with people and its interval. "
        "Swapped LayerNorms and swapped query and key are far below 0, with their intervals; the "
        "intervals of the other six reach 0 or lie above it."
    ),
    "found": (
        "Four bars. Counted words, the mean of the embeddings and a small BERT that was only "
        "pre-trained find very few of twelve articles first; your BERT finds ten."
    ),
    "senses": (
        "Two curves over the layers, from chance upwards. The word's is above that of 'the' after "
        "layers 1 to 5, most clearly after the first two; after layer 6 the two meet."
    ),
    "vectors": (
        "Left: three bars of agreement with people, all near a half; the mean is a little "
        "ahead. Right: the intervals of its lead over the other two; both contain 0."
    ),
    "read off": (
        "Accuracy for three splits of the reviews: the mean of the tokens is ahead of "
        "[CLS] and the pooler."
    ),
    "cost": (
        "Two rising curves on log scales, as multiples of the values at 16 tokens: the memory of "
        "the attention weights rises much more steeply than the time."
    ),
}
